//! What certainly loses, whatever lies under the other cups.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid};
use dicehouse_telling::{Language, say};

/// Why `act` loses whatever lies under the other cups.
pub(super) fn certain_loss(view: &LiarsView<'_>, act: Act, language: Language) -> Option<String> {
    let hand = view.hand?;
    let hidden = view.in_play().saturating_sub(hand.len() as u8);
    let own = |bid: Bid| hand.count_for(bid.face, view.wild);
    match act {
        Act::Call => {
            let bid = view.standing_bid().filter(|bid| own(*bid) >= bid.quantity)?;
            Some(say!(language, "warn.own-dice", bid = language.bid(bid)))
        }
        Act::Exact => {
            let bid = view.standing_bid()?;
            let never = own(bid) > bid.quantity || own(bid) + hidden < bid.quantity;
            never.then(|| say!(language, "warn.not-exactly", bid = language.bid(bid)))
        }
        Act::Bid(bid) if own(bid) + hidden < bid.quantity => {
            Some(say!(language, "warn.cannot-be", bid = language.bid(bid)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};

    /// Bob's warning before `act`, with these hands and after these acts of both in turn.
    fn warning(wild: &str, hands: [&[u8]; 2], acts: &[&str], act: &str) -> Option<String> {
        let options =
            [("wild", wild), ("dice", "3"), ("raise", "quantity"), ("first_opener", "seat-0")];
        let preset = Ruleset::preset(GameKind::Liars, "markovok").unwrap();
        let mut game = Game::new(&preset.with(&options).unwrap(), 2).unwrap();
        let hands = hands.map(|pips| Dice::from_pips(pips).unwrap());
        game.roll(&hands, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        let View::Liars(view) = game.view(Viewer::Seat(Seat::new(1).unwrap())) else { panic!() };
        certain_loss(&view, act.parse().unwrap(), Language::English)
    }

    /// Three dice each: what Bob's own dice decide is warned of, what the others' dice could turn is
    /// not. Ann's dice never matter: Bob does not know them.
    #[test]
    fn only_what_is_certain_is_warned_of() {
        for (wild, own, bid, act, warned) in [
            // A call of what one holds oneself.
            ("none", [4, 4, 1], "2x4", "call", true),
            ("none", [4, 4, 1], "3x4", "call", false),
            ("1", [4, 4, 1], "3x4", "call", true),
            ("1", [4, 4, 1], "2x1", "call", false),
            // A bid that nobody's dice can make true: three are hidden.
            ("none", [4, 4, 1], "2x4", "5x4", false),
            ("none", [4, 4, 1], "2x4", "6x4", true),
            ("1", [4, 4, 1], "2x4", "6x4", false),
            ("1", [4, 4, 1], "2x4", "7x4", true),
            ("none", [2, 3, 5], "2x4", "3x6", false),
            ("none", [2, 3, 5], "2x4", "4x6", true),
            // Exactly so many: too many already, or too few left.
            ("none", [4, 4, 4], "2x4", "exact", true),
            ("none", [4, 4, 1], "2x4", "exact", false),
            ("none", [1, 2, 3], "4x4", "exact", true),
            ("none", [1, 2, 3], "3x4", "exact", false),
        ] {
            for ann in [[4, 4, 4], [1, 1, 1], [2, 3, 5]] {
                let said = warning(wild, [&ann, &own], &[bid], act);
                assert_eq!(said.is_some(), warned, "{wild} {own:?} after {bid}: {act}: {said:?}");
            }
        }
    }
}
