//! At the table of an online room.

use std::time::Duration;

use dicehouse_room::message::{Do, GameSnapshot, Moment};
use dicehouse_rules::View;
use dicehouse_table::Entry;
use dicehouse_telling::voice::Remark;

use super::steps::steps;
use super::{Visit, Wire};
use crate::screen::action::Action;
use crate::screen::past::LookBack;
use crate::screen::sound::Sound;
use crate::screen::state::Screen;
use crate::screen::table::{Command, Ending, Play, table};

/// Something that is to be shown at the table.
#[derive(Clone, Debug)]
pub(super) enum Coming {
    /// This happened, and then the table looks like that.
    Happened(Vec<Entry>, Box<View<'static>>),
    /// A bot says something to it.
    Remark(Remark),
    /// The game is over.
    Over,
}

/// With less time than this left, the question comes before anything that is still being shown.
const SHORT: u64 = 10;
/// With more than this still to be shown, the screen catches up.
const BEHIND: usize = 6;

impl<W: Wire> Visit<W> {
    pub(super) fn game_shown(&self) -> Option<&GameSnapshot> {
        self.shown()?.game.as_ref()
    }

    pub(super) fn moment(&self) -> Option<&Moment> {
        self.game_shown().filter(|game| game.end.is_none()).map(|game| &game.now)
    }

    /// The question the person is to answer, by its version.
    fn question(&self) -> Option<dicehouse_room::message::Version> {
        self.moment()?.asked
    }

    /// Shows the table of the game that is going on, as it is now.
    pub(super) fn sit_down(&mut self) {
        let Some(game) = self.mirror.shown().and_then(|shown| shown.game.as_ref()) else { return };
        let you = game.now.view.viewer().seat();
        let header = &game.header;
        let view = game.now.view.clone();
        let mut play = Play::online(header.ruleset, header.seats.clone(), view, you);
        play.remember(&game.entries);
        self.game = Some((header.id.clone(), game.entries.len()));
        self.coming.clear();
        (self.asked, self.answered) = (None, None);
        self.offers.clear();
        self.state.front = None;
        self.state.came_from.clear();
        self.state.screen = Screen::Table(Box::new(play));
    }

    /// Takes in what happened at the table; it is shown step by step.
    pub(super) fn comes(&mut self, entries: Vec<Entry>) {
        let (Some((_, taken)), Some(game)) =
            (&mut self.game, self.mirror.shown().and_then(|shown| shown.game.as_ref()))
        else {
            return;
        };
        *taken += entries.len();
        let Screen::Table(play) = &self.state.screen else { return };
        let steps = steps(entries);
        let last = steps.len().saturating_sub(1);
        let before = self.coming.iter().rev().find_map(|coming| match coming {
            Coming::Happened(_, view) => Some((**view).clone()),
            Coming::Remark(_) | Coming::Over => None,
        });
        // Only the view at the end is known: until then the table looks as before.
        let before = before.unwrap_or_else(|| play.view().clone());
        for (n, step) in steps.into_iter().enumerate() {
            let view = if n == last { game.now.view.clone() } else { before.clone() };
            self.coming.push_back(Coming::Happened(step, Box::new(view)));
        }
    }

    /// What the person does at the table.
    pub(super) fn at_table(&mut self, action: Action) {
        let settings = self.state.settings;
        let Screen::Table(play) = &mut self.state.screen else { return };
        if action == Action::Back && !play.is_over() && !play.is_confirming() {
            return self.offer_more();
        }
        if let Some(command) = play.apply(action, &settings) {
            self.run(command);
        }
    }

    /// Lets time go by at the table.
    pub(super) fn table_goes_on(&mut self, time: Duration) {
        let settings = self.state.settings;
        let short = self.question().is_some() && self.left().is_some_and(|left| left < SHORT);
        let behind = self.coming.len() > BEHIND;
        let question = self.question();
        let Screen::Table(play) = &mut self.state.screen else { return };
        if play.showing.is_some() && (short || behind) {
            play.hurry_on();
        }
        if play.showing.is_none() && !self.coming.is_empty() {
            return self.step();
        }
        if play.is_asking() && question != self.asked {
            play.withdraw();
        }
        if let Some(command) = play.tick(time, &settings) {
            self.run(command);
        }
    }

    /// Shows the next thing that happened; when there is none, asks the person who is due.
    fn step(&mut self) {
        let question = self.question();
        let still_asked = question.is_some() && question == self.asked;
        let Some(coming) = self.coming.pop_front() else { return self.ask() };
        let ending = self.ending();
        let Screen::Table(play) = &mut self.state.screen else { return };
        match coming {
            Coming::Happened(entries, view) if still_asked && play.is_asking() => {
                play.happened_beside(entries, *view);
            }
            Coming::Happened(entries, view) => {
                play.happened(entries, *view);
                // The person's clock runs already.
                if question.is_some() {
                    play.shorten();
                }
            }
            Coming::Remark(remark) => {
                play.mute(!self.state.settings.voices);
                play.remarked(&remark);
            }
            Coming::Over => match ending {
                Some(ending) if ending.standing.is_some() => play.over(ending),
                // A game that was broken off has no results to show.
                _ => self.show_room(),
            },
        }
    }

    fn ask(&mut self) {
        let Some(game) = self.mirror.shown().and_then(|shown| shown.game.as_ref()) else { return };
        let now = &game.now;
        let open = now.asked.filter(|_| game.end.is_none() && now.asked != self.answered);
        let Screen::Table(play) = &mut self.state.screen else { return };
        if open.is_none() || play.is_over() || play.is_asking() {
            return;
        }
        let (view, legal) = (now.view.clone(), now.legal);
        // The room has the last word on what is legal.
        let refusal = |act| match now.legal.contains(act) {
            true => None,
            false => table(&now.view).refusal(act),
        };
        // Nobody gets advice where people play against each other.
        play.looks(view.viewer(), view, legal, refusal, None);
        self.asked = open;
        self.sound = Some(Sound::YourTurn);
    }

    fn run(&mut self, command: Command) {
        match command {
            Command::Step | Command::Look(_) => self.step(),
            Command::Act(_, reply) => {
                if let Some(asked) = self.asked {
                    self.answered = Some(asked);
                    self.wire.send(Do::Act { act: reply.act, asked });
                }
                if let Screen::Table(play) = &mut self.state.screen {
                    play.withdraw();
                }
            }
            Command::Rematch => self.again(),
            Command::Lobby => self.show_room(),
            Command::Quit => self.offer_to_leave(),
            Command::Replay => self.look_back(LookBack::Watch),
            Command::Story(seat) => self.look_back(LookBack::Story(seat)),
            Command::Review => self.look_back(LookBack::Review),
            // Only games at this computer have these.
            Command::Share | Command::Cups | Command::Later => {}
        }
    }

    /// Shows what is wished for of the game that is over; its record comes from the house.
    fn look_back(&mut self, wish: LookBack) {
        let Some((game, _)) = self.game.clone() else { return };
        let review = self.luggage.review;
        let wire = &mut self.wire;
        self.past.show_from_afar(&mut self.state, &game, wish, &review, || wire.record(&game));
    }

    /// Another game with the same settings: the host starts it, the others are ready for it.
    fn again(&mut self) {
        let seated = self.shown().is_some_and(|shown| shown.you.seat.is_some());
        self.show_room();
        match (self.is_host(), seated) {
            (true, _) => self.wire.send(Do::Start),
            (false, true) => {
                self.wire.send(Do::Ready { ready: true });
                self.answer("You are ready; the host starts the next game.");
            }
            (false, false) => {}
        }
    }

    fn ending(&self) -> Option<Ending> {
        let shown = self.shown()?;
        let game = shown.game.as_ref()?;
        let again = match (self.is_host(), shown.you.seat) {
            _ if shown.room.challenge.is_some() => "back to the room",
            (true, _) => "rematch",
            (false, Some(_)) => "ready for another",
            (false, None) => "back to the room",
        };
        let standing = game.end.as_ref().and_then(|end| end.standing);
        let note = match game.end.as_ref().and_then(|end| end.reveal) {
            Some(_) => "The seed of the dice is open now: the game can be verified.",
            None => "The seed of the dice is opened when the day is over.",
        };
        Some(Ending {
            standing,
            notes: vec![note.to_owned()],
            replay: game.end.as_ref().is_some_and(|end| end.reveal.is_some()),
            games_won: shown.room.seats.iter().map(|seat| seat.won).collect(),
            in_room: Some(again),
        })
    }
}
