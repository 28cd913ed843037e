//! Asking the person whose turn it is.

use std::time::Duration;

use dicehouse_rules::{Act, Seat, Splits};
use dicehouse_telling::{Language, say, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::screen::action::{Action, Step};
use dicehouse_home::Hints;

use crate::screen::settings::Settings;
use crate::screen::widgets::picker::BidPicker;

/// A person is asked to decide.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Who.
    pub seat: Seat,
    /// Among what.
    pub choice: Choice,
    /// What they have decided and are asked to confirm.
    pub confirm: Option<Confirm>,
    /// What a lesson wants them to do.
    pub todo: Option<String>,
    /// How long Enter does not decide yet: it may have been meant for what was shown before.
    pub grace: Duration,
}

/// How long Enter does not decide after it has hurried through something.
pub const GRACE: Duration = Duration::from_millis(400);

impl Asking {
    /// Asks `seat` to choose.
    pub fn new(seat: Seat, choice: Choice) -> Asking {
        Asking { seat, choice, confirm: None, todo: None, grace: Duration::ZERO }
    }

    /// What stands above the choice: what a lesson wants, or else `title`.
    pub fn title(&self, title: String, language: Language) -> String {
        self.todo.as_ref().map_or(title, |todo| say!(language, "table.to-do", todo = todo))
    }
}

/// A decision to be confirmed.
#[derive(Clone, Debug)]
pub struct Confirm {
    /// What was decided.
    pub act: Act,
    /// What is asked.
    pub question: String,
}

impl Confirm {
    /// Asks again because the person wants to be asked.
    pub fn really(act: Act, language: Language) -> Confirm {
        Confirm { act, question: say!(language, "table.really", act = language.label(act)) }
    }

    /// Asks again because the act certainly loses.
    pub fn warning(act: Act, why: &str, language: Language) -> Confirm {
        Confirm { act, question: say!(language, "table.why-really", why = why) }
    }
}

/// What there is to choose.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A bid, a call, an exact call.
    Bid(BidPicker),
    /// A sum to claim.
    Claim {
        /// The lowest.
        min: u8,
        /// The highest.
        max: u8,
        /// Where the cursor stands.
        at: u8,
        /// A first digit that may be followed by another one.
        typed: Option<u8>,
        /// How likely each is to be called, from the lowest on; empty where nobody knows.
        called: Vec<f64>,
    },
    /// One of two answers.
    Either {
        /// The answers.
        acts: [Act; 2],
        /// Where the cursor stands.
        at: usize,
        /// How likely the claim that is answered is to be true, given how its claimant has claimed.
        truth: Option<f64>,
    },
    /// A split of the dice into two pairs and a removed die.
    Split {
        /// The legal splits.
        splits: Splits,
        /// Where the cursor stands.
        at: usize,
        /// What each of them leads to in the end, as a strong player expects; empty where nobody
        /// knows.
        worth: Vec<f64>,
    },
}

impl Choice {
    /// What the key asks for, if it has a meaning here.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        let KeyCode::Char(c) = key.code else { return None };
        match (self, c) {
            (_, 'o') => Some(Action::Hints(self.has_believed())),
            (_, 'j') => Some(Action::Move(Step::Down)),
            (_, 'k') => Some(Action::Move(Step::Up)),
            (Choice::Bid(picker), 'c') if picker.acts.call => Some(Action::Decide(Act::Call)),
            (Choice::Bid(picker), 'e' | 'x') if picker.acts.exact => {
                Some(Action::Decide(Act::Exact))
            }
            (Choice::Bid(_), 'b') => Some(Action::Next),
            (Choice::Bid(_), '+') => Some(Action::Move(Step::Down)),
            (Choice::Bid(_), '-') => Some(Action::Move(Step::Up)),
            (Choice::Bid(_) | Choice::Claim { .. }, '0'..='9') => {
                Some(Action::Digit(c as u8 - b'0'))
            }
            (Choice::Either { .. }, '1' | '2') => Some(Action::Pick(usize::from(c == '2'))),
            (Choice::Either { acts, .. }, 'c' | 'y') => Some(Action::Decide(acts[0])),
            (Choice::Either { acts, .. }, 'p' | 'n' | 'l') => Some(Action::Decide(acts[1])),
            _ => None,
        }
    }

    /// Moves the cursor.
    pub fn step(&mut self, step: Step) {
        match self {
            Choice::Bid(picker) => picker.step(step),
            Choice::Claim { min, max, at, typed, .. } => {
                let len = usize::from(*max - *min) + 1;
                *at = *min + step.within(usize::from(*at - *min), len, 3) as u8;
                *typed = None;
            }
            Choice::Either { at, .. } => *at = step.within(*at, 2, 1),
            Choice::Split { splits, at, .. } => *at = step.within(*at, splits.len(), 5),
        }
    }

    /// Puts the cursor on a line or number.
    pub fn pick(&mut self, n: usize) {
        match self {
            Choice::Bid(_) => {}
            Choice::Claim { min, max, at, .. } => *at = (n as u8).clamp(*min, *max),
            Choice::Either { at, .. } => *at = n.min(1),
            Choice::Split { splits, at, .. } => *at = n.min(splits.len().saturating_sub(1)),
        }
    }

    /// Puts the cursor on the number or bid being typed, digit by digit: "1", then "2" is 12.
    pub fn digit(&mut self, digit: u8) {
        let (min, max, at, typed) = match self {
            Choice::Bid(picker) => return picker.digit(digit),
            Choice::Claim { min, max, at, typed, .. } => (min, max, at, typed),
            Choice::Either { .. } | Choice::Split { .. } => return,
        };
        let longer = typed.and_then(|first| first.checked_mul(10)?.checked_add(digit));
        let sum = longer.filter(|sum| *sum <= *max).unwrap_or(digit);
        *typed = Some(sum);
        if (*min..=*max).contains(&sum) {
            *at = sum;
        }
    }

    /// The act under the cursor.
    ///
    /// # Errors
    /// Why it may not be done.
    pub fn chosen(&self, language: Language) -> Result<Act, String> {
        match self {
            Choice::Bid(picker) => match picker.reason() {
                Some(reason) => Err(reason.to_owned()),
                None => Ok(Act::Bid(picker.cursor)),
            },
            Choice::Claim { at, .. } => Ok(Act::Claim(*at)),
            Choice::Either { acts, at, .. } => Ok(acts[*at]),
            Choice::Split { splits, at, .. } => {
                let none = || text!(language, "table.choose-split").to_owned();
                splits.get(*at).copied().map(Act::Split).ok_or_else(none)
            }
        }
    }

    /// The keys that move the cursor.
    pub fn moves(&self, language: Language) -> Vec<(&'static str, &'static str, Action)> {
        let (across, down) = (Action::Move(Step::Right), Action::Move(Step::Down));
        match self {
            Choice::Bid(_) => vec![
                ("←→", text!(language, "key.face"), across),
                ("↑↓", text!(language, "key.how-many"), down),
            ],
            Choice::Claim { .. } => vec![("←→", text!(language, "key.sum"), across)],
            Choice::Either { .. } => vec![("↑↓", text!(language, "key.answer"), down)],
            Choice::Split { .. } => vec![("↑↓", text!(language, "key.split"), down)],
        }
    }

    /// The keys that decide something here, besides Enter.
    pub fn keys(&self, settings: &Settings) -> Vec<(&'static str, &'static str, Action)> {
        let language = settings.look.language;
        let next = self.next_hint(settings.hints, language);
        let hints = ("o", next, Action::Hints(self.has_believed()));
        match self {
            Choice::Bid(picker) => {
                let call = ("c", text!(language, "key.call"), Action::Decide(Act::Call));
                let exact = ("e", text!(language, "key.exact"), Action::Decide(Act::Exact));
                let mut keys = Vec::new();
                keys.extend(picker.acts.call.then_some(call));
                keys.extend(picker.acts.exact.then_some(exact));
                keys.push(hints);
                keys
            }
            Choice::Either { acts: [Act::Call, _], .. } => vec![
                ("c", text!(language, "key.call"), Action::Decide(Act::Call)),
                ("p", text!(language, "key.let-pass"), Action::Decide(Act::LetPass)),
                hints,
            ],
            Choice::Either { .. } => vec![
                ("y", text!(language, "key.play-it"), Action::Decide(Act::Immunity)),
                ("n", text!(language, "key.keep-it"), Action::Decide(Act::NoImmunity)),
            ],
            Choice::Split { worth, .. } if worth.is_empty() => Vec::new(),
            Choice::Claim { .. } | Choice::Split { .. } => vec![hints],
        }
    }

    /// Whether there are odds that take into account what the others have bid or claimed.
    fn has_believed(&self) -> bool {
        match self {
            Choice::Bid(picker) => picker.has_believed(),
            Choice::Claim { called, .. } => !called.is_empty(),
            Choice::Either { truth, .. } => truth.is_some(),
            Choice::Split { .. } => false,
        }
    }

    /// What the key for hints does next.
    fn next_hint(&self, hints: Hints, language: Language) -> &'static str {
        match (self, hints.next(self.has_believed())) {
            (_, Hints::Off) => text!(language, "key.no-hints"),
            (Choice::Split { .. }, _) => text!(language, "key.hints"),
            (_, Hints::Chance) => text!(language, "key.odds"),
            (Choice::Bid(_), Hints::Bids) => text!(language, "key.odds-bids"),
            (_, Hints::Bids) => text!(language, "key.odds-play"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_pick_a_claim() {
        let called = Vec::new();
        let mut choice = Choice::Claim { min: 2, max: 12, at: 7, typed: None, called };
        let mut after = |digit| {
            choice.digit(digit);
            choice.chosen(Language::English).unwrap()
        };
        assert_eq!(after(9), Act::Claim(9));
        assert_eq!(after(1), Act::Claim(9), "1 is not allowed, but 11 may follow");
        assert_eq!(after(2), Act::Claim(12));
        assert_eq!(after(5), Act::Claim(5), "125 is none, so a new number begins");
    }
}
