//! What arrives from the room.

use dicehouse_room::message::{Happened, Notice, Outcome, Phase, Refusal, RoomEntry};

use dicehouse_telling::{say, text};

use super::table::Coming;
use super::{LineState, Visit};
use crate::party::News;
use crate::screen::state::{Front, Screen, State, Text};
use crate::words::{presence, refused, told};

impl Visit {
    /// Takes in everything that came.
    pub(super) fn hear(&mut self, state: &mut State) {
        while let Some(news) = self.party.next(self.now()) {
            match news {
                News::Shown => self.welcomed(state),
                News::Happened(entries) => self.happened(state, entries),
                News::Seen(who, seen) => {
                    self.others.insert((who, seen.version), seen);
                }
                News::Changed => self.tell_presence(state),
                News::Answered(answer) => self.answered(state, &answer.outcome),
                News::Noticed(notice) => self.noticed(state, &notice),
                News::Slow(slow) => self.slow = slow,
                News::Lost => self.lost(state),
                News::Ended(why) => return self.ended(state, why),
            }
        }
        let stuck = self.party.line.here().and_then(|here| here.stuck().map(str::to_owned));
        if let (Some(why), Screen::Table(play)) = (stuck, &mut state.screen) {
            play.stuck(&why);
        }
    }

    fn lost(&mut self, state: &mut State) {
        if self.line == LineState::Good {
            self.line = LineState::Lost;
            let words = text!(state.language(), "hear.gone");
            self.say_plainly(state, words);
        }
    }

    fn ended(&mut self, state: &mut State, why: String) {
        self.line = LineState::Ended;
        self.notes.push(why.clone());
        match self.leaving {
            Some(_) => self.leaving = Some(std::time::Duration::ZERO),
            None => {
                state.front = Some(Front::Text(Text::new(
                    text!(state.language(), "front.the-end"),
                    vec![why],
                )))
            }
        }
    }

    /// The room was heard: the connection is there.
    fn connected(&mut self, state: &mut State) {
        if self.line != LineState::Good {
            self.line = LineState::Good;
            let words = text!(state.language(), "at.connected");
            self.say_plainly(state, words);
        }
    }

    fn answered(&mut self, state: &mut State, outcome: &Outcome) {
        match outcome {
            _ if self.leaving.is_some() => self.leaving = Some(std::time::Duration::ZERO),
            Outcome::Done(_) => {}
            Outcome::Refused(refusal) => self.refused(state, refusal),
        }
    }

    fn refused(&mut self, state: &mut State, refusal: &Refusal) {
        // The refused command may have been an act, so an open question is asked again.
        self.answered.clear();
        let why = refused(refusal, state.language());
        let why = say!(state.language(), "hear.not-possible", why = why);
        self.answer(state, &why);
    }

    fn noticed(&mut self, state: &mut State, notice: &Notice) {
        match notice {
            Notice::Restart { .. } => {
                self.line = LineState::Restarting;
                let words = text!(state.language(), "hear.restarts");
                self.say_plainly(state, words);
            }
            Notice::TooFast { .. } => {
                let words = text!(state.language(), "at.too-fast");
                self.answer(state, words);
            }
            Notice::Announcement { text } => {
                let line = say!(state.language(), "house.says", text = text);
                self.say_plainly(state, &line);
            }
            // The client core handles the other messages: it gives up, or connects again.
            Notice::Replaced
            | Notice::Unreadable { .. }
            | Notice::Refused { .. }
            | Notice::TooSlow
            | Notice::Closed => {}
        }
    }

    /// Says who went away and who is back.
    fn tell_presence(&mut self, state: &mut State) {
        self.connected(state);
        let Some(shown) = self.party.shown().filter(|_| !self.here) else { return };
        self.guests.note(&shown.room);
        let language = state.language();
        for person in self.guests.changes(&shown.room, &shown.you.person) {
            self.say_plainly(state, &presence(&person.name, person.here, language));
        }
    }

    /// Everything was told anew: on coming in, after a long absence, and when a game starts.
    fn welcomed(&mut self, state: &mut State) {
        self.connected(state);
        let Some(shown) = self.party.shown() else { return };
        self.guests.note(&shown.room);
        if !matches!(state.screen, Screen::Table(_) | Screen::Room(_)) {
            state.front = None;
            let language = state.language();
            let talk = shown.talk.iter().filter_map(|entry| told(entry, &self.guests, language));
            self.log.extend(talk.collect::<Vec<_>>());
        }
        self.guests.note_away(&shown.room);
        let playing = shown.room.phase == Phase::Playing;
        let same =
            shown.game.as_ref().map(|game| &game.header.id) == self.game.as_ref().map(|(id, _)| id);
        match &shown.game {
            Some(game) if same && matches!(state.screen, Screen::Table(_)) => {
                let taken = self.game.as_ref().map_or(0, |(_, taken)| *taken);
                let missed = game.entries.get(taken..).unwrap_or_default().to_vec();
                let over = game.end.is_some();
                self.catch_up(missed);
                if over {
                    self.coming.push_back(Coming::Over);
                }
            }
            Some(_) if playing => self.sit_down(state),
            // A person who looks at a game that is over is not taken away from it.
            _ if matches!(state.screen, Screen::Watch(_) | Screen::Review(_)) => {}
            // Nothing is gathered for at this computer: the game starts at once.
            _ if self.here => {}
            _ => self.show_room(state),
        }
    }

    fn happened(&mut self, state: &mut State, entries: Vec<RoomEntry>) {
        self.connected(state);
        if let Some(shown) = self.party.shown() {
            self.guests.note(&shown.room);
        }
        let remark = entries.iter().find_map(|entry| match entry.what {
            Happened::Played { remark, .. } => remark,
            _ => None,
        });
        let seen = self.party.at_table(0, &entries);
        self.coming.extend(seen.map(|seen| Coming::Happened(seen, remark)));
        let mut over = false;
        for entry in entries {
            match told(&entry, &self.guests, state.language()) {
                // At the table the end is shown in its turn.
                Some(line) if matches!(entry.what, Happened::Ended { .. }) => self.log.push(line),
                Some(line) => self.note_down(state, line),
                None => {}
            }
            match entry.what {
                Happened::Played { entries, .. } => {
                    if let Some((_, taken)) = &mut self.game {
                        *taken += entries.len();
                    }
                }
                Happened::Ended { .. } => over = true,
                _ => {}
            }
        }
        if over && self.game.is_some() {
            self.coming.push_back(Coming::Over);
        }
    }
}
