//! What a key or a click does at the table, phase by phase.

use dicehouse_rules::{Act, Seat, Seats};

use dicehouse_telling::say;

use super::asking::{Choice, Confirm, GRACE};
use super::command::Command;
use super::kind::table;
use super::phase::Phase;
use super::play::Play;
use super::showing::Showing;
use crate::screen::action::Action;
use crate::screen::format::{brief, typeset};
use crate::screen::settings::Settings;

impl Play {
    /// Does what a key or a click asks for.
    pub fn apply(&mut self, action: Action, settings: &Settings) -> Option<Command> {
        self.note = None;
        if matches!(action, Action::Next | Action::Hurry) && self.is_hurried() {
            self.hurried = GRACE;
        }
        match (&self.phase, action) {
            (Phase::Over(_), action) if self.showing.is_none() => self.when_over(action),
            (_, Action::Eyes) => self.turn_the_sheet(),
            (_, Action::Seat(n)) => self.look_at_sheet(n),
            (_, Action::Skip) => self.skip(),
            (_, Action::Cups) if self.may_lift_cups() => Some(Command::Cups),
            (_, action) if self.showing.is_some() => self.while_showing(&action),
            (Phase::Asking(_), action) => self.when_asked(action, settings),
            (Phase::Pass(_), Action::Next) => Some(Command::Look),
            (Phase::Out | Phase::Stuck, Action::Next | Action::Hurry) => self.go(),
            (Phase::Thinking(..), Action::Hurry) => Some(Command::Step),
            _ => None,
        }
    }

    /// Whether a key that goes on now is for what is shown, not for a decision.
    fn is_hurried(&self) -> bool {
        self.showing.is_some() || !matches!(self.phase, Phase::Asking(_))
    }

    fn go(&mut self) -> Option<Command> {
        let stuck = matches!(self.phase, Phase::Stuck);
        self.phase = Phase::Going;
        stuck.then_some(Command::Step)
    }

    /// The results stay until they have been seen; then they can be put aside to look at the table.
    fn when_over(&mut self, action: Action) -> Option<Command> {
        let Phase::Over(over) = &mut self.phase else { return None };
        match action {
            Action::Quit => return Some(Command::Quit),
            _ if !over.takes_keys() => {}
            Action::Back => over.aside = !over.aside,
            Action::Eyes => return self.turn_the_sheet(),
            Action::Seat(n) => return self.look_at_sheet(n),
            Action::Next if over.aside => over.aside = false,
            Action::Rematch | Action::Next => return Some(Command::Rematch),
            Action::Lobby => return Some(Command::Another),
            Action::Replay if over.ending.replay => return Some(Command::Replay),
            Action::Story if over.ending.replay => {
                return self.storyteller().map(Command::Story);
            }
            Action::Review if over.ending.replay => return Some(Command::Review),
            Action::Share => return Some(Command::Share),
            _ => {}
        }
        None
    }

    fn turn_the_sheet(&mut self) -> Option<Command> {
        let near = self.sheet_of.or(self.viewer.seat()).unwrap_or_default();
        self.sheet_of = Seats::first(self.seats.len()).next_after(near);
        None
    }

    fn look_at_sheet(&mut self, n: usize) -> Option<Command> {
        self.sheet_of = Seat::new(n).filter(|seat| seat.index() < self.seats.len());
        None
    }

    fn skip(&mut self) -> Option<Command> {
        if self.can_skip() {
            self.skipping = true;
            if let Phase::Out = self.phase {
                self.phase = Phase::Going;
            }
        }
        None
    }

    /// Enter must not run ahead into a decision, so it goes on only when everything has been told.
    fn while_showing(&mut self, action: &Action) -> Option<Command> {
        let told = self.showing.as_ref().is_some_and(Showing::is_told);
        let goes_on = match action {
            Action::Next => told,
            Action::Hurry => true,
            _ => false,
        };
        if goes_on && self.showing.as_mut().is_some_and(Showing::hurry) {
            self.put_away();
        } else if goes_on {
            self.tell();
        }
        None
    }

    fn when_asked(&mut self, action: Action, settings: &Settings) -> Option<Command> {
        let language = settings.look.language;
        let Phase::Asking(asking) = &mut self.phase else { return None };
        if let Some(confirm) = &asking.confirm {
            let act = confirm.act;
            match action {
                Action::Yes | Action::Next => return self.decide(act),
                Action::Back => asking.confirm = None,
                _ => {}
            }
            return None;
        }
        match action {
            Action::Move(step) => asking.choice.step(step),
            Action::Point(bid) => {
                if let Choice::Bid(picker) = &mut asking.choice {
                    picker.point(bid);
                }
            }
            Action::Pick(n) => asking.choice.pick(n),
            Action::Digit(digit) => asking.choice.digit(digit),
            Action::Next if !asking.grace.is_zero() => {}
            Action::Next => match asking.choice.chosen(language) {
                Ok(act) => return self.wants(act, settings),
                Err(reason) => match table(&self.view).costs(&asking.choice) {
                    // These rules let one do it, and pay.
                    Some(act) => {
                        let why = say!(language, "table.costs", bid = brief(act, language));
                        asking.confirm = Some(Confirm::warning(act, &why, language));
                    }
                    None => self.note = Some(typeset(&reason)),
                },
            },
            Action::Decide(act) => return self.wants(act, settings),
            _ => {}
        }
        None
    }

    /// Decides, unless there is reason to ask again.
    fn wants(&mut self, act: Act, settings: &Settings) -> Option<Command> {
        let language = settings.look.language;
        let confirm = match table(self.view()).warning(act, language) {
            Some(why) => Some(Confirm::warning(act, &why, language)),
            None => {
                let large = matches!(act, Act::Call | Act::Exact);
                (large && settings.confirm).then(|| Confirm::really(act, language))
            }
        };
        match (confirm, &mut self.phase) {
            (Some(confirm), Phase::Asking(asking)) => {
                asking.confirm = Some(confirm);
                None
            }
            _ => self.decide(act),
        }
    }

    fn decide(&mut self, act: Act) -> Option<Command> {
        let Phase::Asking(asking) = &mut self.phase else { return None };
        asking.confirm = None;
        Some(Command::Act(act))
    }
}
