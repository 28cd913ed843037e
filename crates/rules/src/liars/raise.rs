//! Which bids are higher than the last: the raise rules and nothing else.

use crate::bid::Bid;
use crate::dice::Face;
use crate::refusal::FaceStep;

use super::rules::RaiseRule;

impl RaiseRule {
    /// The least quantity that makes a bid on `face` higher than `last`, before any cap; `None`
    /// when no quantity does. `wild` is the face that is wild in this round.
    #[inline]
    pub fn least(self, last: Bid, face: Face, wild: Option<Face>) -> Option<u16> {
        let quantity = u16::from(last.quantity);
        let half = quantity.div_ceil(2);
        let higher_face = face > last.face;
        match self {
            RaiseRule::Quantity => Some(if higher_face { quantity } else { quantity + 1 }),
            RaiseRule::Face if face == last.face => Some(quantity + 1),
            RaiseRule::Face => higher_face.then_some(1),
            RaiseRule::Half => Some(if higher_face { half } else { quantity + 1 }),
            RaiseRule::Perudo => match FaceStep::between(last.face, face, wild) {
                FaceStep::ToWild => Some(half),
                FaceStep::FromWild => Some(2 * quantity + 1),
                _ => RaiseRule::Quantity.least(last, face, None),
            },
        }
    }
}

impl FaceStep {
    /// The step from `last` to `face`. Only `perudo` minds the wild face; pass `None` elsewhere.
    pub(super) fn between(last: Face, face: Face, wild: Option<Face>) -> FaceStep {
        if face == last {
            FaceStep::Same
        } else if Some(face) == wild {
            FaceStep::ToWild
        } else if Some(last) == wild {
            FaceStep::FromWild
        } else if face > last {
            FaceStep::Higher
        } else {
            FaceStep::Lower
        }
    }
}
