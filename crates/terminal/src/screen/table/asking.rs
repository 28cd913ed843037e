//! Asking the person whose turn it is.

use dicehouse_rules::{Act, Acts, Bid, Face, Refusal, Seat, Splits, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::screen::action::{Action, Step};
use crate::screen::widgets::picker::BidPicker;

/// A person is asked to decide.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Who.
    pub seat: Seat,
    /// Among what.
    pub choice: Choice,
    /// What they have decided and are asked to confirm.
    pub confirm: Option<Act>,
}

/// What there is to choose.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A bid, a call, an exact call.
    Bid(BidPicker),
    /// A claim: the lowest, the highest, and where the cursor stands.
    Claim {
        /// The lowest.
        min: u8,
        /// The highest.
        max: u8,
        /// Where the cursor stands.
        at: u8,
    },
    /// One of two answers.
    Either {
        /// The answers.
        acts: [Act; 2],
        /// Where the cursor stands.
        at: usize,
    },
    /// A split.
    Split {
        /// The legal splits.
        splits: Splits,
        /// Where the cursor stands.
        at: usize,
    },
}

impl Choice {
    /// What `legal` leaves to choose; `None` when nothing.
    pub fn new(
        legal: Acts,
        view: &View<'_>,
        refusal: impl Fn(Act) -> Option<Refusal>,
    ) -> Option<Choice> {
        Some(match (legal, view) {
            (Acts::Bid(acts), View::Liars(view)) => {
                let reason = |bid| refusal(Act::Bid(bid)).map(|refusal| refusal.to_string());
                let chance = |bid| view.chance_at_least(bid);
                Choice::Bid(BidPicker::new(
                    acts,
                    view.standing_bid(),
                    view.in_play(),
                    reason,
                    chance,
                ))
            }
            (Acts::Claim { min, max }, View::Claims(view)) => {
                let truth = view.hand.map_or(min.into(), |hand| hand.sum());
                Choice::Claim { min, max, at: (truth as u8).clamp(min, max) }
            }
            (Acts::Answer, _) => Choice::Either { acts: [Act::Call, Act::LetPass], at: 1 },
            (Acts::Immunity, _) => Choice::Either { acts: [Act::Immunity, Act::NoImmunity], at: 0 },
            (Acts::Split { splits }, _) => Choice::Split { splits, at: 0 },
            _ => return None,
        })
    }

    /// What the key asks for, if it has a meaning here.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        let KeyCode::Char(c) = key.code else { return None };
        match (self, c) {
            (Choice::Bid(picker), 'c') if picker.acts.call => Some(Action::Decide(Act::Call)),
            (Choice::Bid(picker), 'e' | 'x') if picker.acts.exact => {
                Some(Action::Decide(Act::Exact))
            }
            (Choice::Bid(_), 'b') => Some(Action::Next),
            (Choice::Bid(_), '+') => Some(Action::Move(Step::Down)),
            (Choice::Bid(_), '-') => Some(Action::Move(Step::Up)),
            (Choice::Bid(picker), '1'..='9') => {
                let face = Face::new(c as u8 - b'0')?;
                let quantity = picker.acts.least(face).unwrap_or(picker.cursor.quantity);
                Some(Action::Point(Bid::new(quantity, face)))
            }
            (Choice::Either { acts, .. }, 'c' | 'y') => Some(Action::Decide(acts[0])),
            (Choice::Either { acts, .. }, 'p' | 'n' | 'l') => Some(Action::Decide(acts[1])),
            _ => None,
        }
    }

    /// Moves the cursor.
    pub fn step(&mut self, step: Step) {
        match self {
            Choice::Bid(picker) => picker.step(step),
            Choice::Claim { min, max, at } => {
                let len = usize::from(*max - *min) + 1;
                *at = *min + step.within(usize::from(*at - *min), len, 3) as u8;
            }
            Choice::Either { at, .. } => *at = step.within(*at, 2, 1),
            Choice::Split { splits, at } => *at = step.within(*at, splits.len(), 5),
        }
    }

    /// Puts the cursor on a line or number.
    pub fn pick(&mut self, n: usize) {
        match self {
            Choice::Bid(_) => {}
            Choice::Claim { min, max, at } => *at = (n as u8).clamp(*min, *max),
            Choice::Either { at, .. } => *at = n.min(1),
            Choice::Split { splits, at } => *at = n.min(splits.len().saturating_sub(1)),
        }
    }

    /// The act under the cursor.
    ///
    /// # Errors
    /// Why it may not be done.
    pub fn chosen(&self) -> Result<Act, String> {
        match self {
            Choice::Bid(picker) => match picker.reason() {
                Some(reason) => Err(reason.to_owned()),
                None => Ok(Act::Bid(picker.cursor)),
            },
            Choice::Claim { at, .. } => Ok(Act::Claim(*at)),
            Choice::Either { acts, at } => Ok(acts[*at]),
            Choice::Split { splits, at } => {
                splits.get(*at).copied().map(Act::Split).ok_or_else(|| "choose a split".to_owned())
            }
        }
    }
}
