//! What arrives from the room.

use dicehouse_room::Output;
use dicehouse_room::message::{
    Do, Happened, Notice, Outcome, Phase, Presence, Refusal, RoomEntry, Time, ToClient,
};
use dicehouse_table::Entry;
use dicehouse_telling::voice::Remark;

use super::table::Coming;
use super::words::{presence, told};
use super::{Arrival, LineState, Visit, Wire};
use crate::screen::state::{Front, Screen, Text};

impl<W: Wire> Visit<W> {
    /// Takes in everything that came.
    pub(super) fn hear(&mut self) {
        while let Some(arrival) = self.wire.next() {
            match arrival {
                Arrival::Message(message) => self.take(*message),
                Arrival::Lost => self.lost(),
                Arrival::Ended(why) => return self.ended(why),
            }
        }
    }

    fn lost(&mut self) {
        if self.line == LineState::Good {
            self.line = LineState::Lost;
            self.say_plainly("The connection is gone.");
        }
    }

    fn ended(&mut self, why: String) {
        self.line = LineState::Ended;
        self.notes.push(why.clone());
        match self.leaving {
            Some(_) => self.state.over = true,
            None => self.state.front = Some(Front::Text(Text::new("The end", vec![why]))),
        }
    }

    fn take(&mut self, message: ToClient) {
        match &message {
            ToClient::Welcome(welcome) => self.connected(welcome.now),
            ToClient::Resumed(resumed) => self.connected(resumed.now),
            ToClient::Answer(answer) => return self.answered(&answer.outcome),
            ToClient::Notice(notice) => return self.noticed(notice),
            ToClient::Presence(presence) => self.presence(presence),
            ToClient::Update(_) | ToClient::Pong { .. } => {}
        }
        // The wire looks after the line; this client only keeps what is shown.
        if !self.mirror.is_live() {
            self.mirror.connected(Time(0));
        }
        self.mirror.take(Time(0), message);
        if let Some(shown) = self.mirror.shown() {
            self.names.note(&shown.room);
        }
        while let Some(output) = self.mirror.poll() {
            match output {
                Output::Happened(entries) => self.happened(entries),
                Output::Shown => self.welcomed(),
                _ => {}
            }
        }
    }

    /// The house was heard: the connection is there, and its time is known.
    fn connected(&mut self, now: Time) {
        self.house_time = (now, self.clock);
        if self.line != LineState::Good {
            self.line = LineState::Good;
            self.say_plainly("You are connected again.");
        }
    }

    fn answered(&mut self, outcome: &Outcome) {
        match outcome {
            _ if self.leaving.is_some() => self.state.over = true,
            Outcome::Done(_) => {}
            Outcome::Refused(refusal) => self.refused(refusal),
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        // The refused command may have been an act, so an open question is asked again.
        self.answered = None;
        self.answer(&format!("That is not possible: {}", refusal.text));
    }

    fn noticed(&mut self, notice: &Notice) {
        match notice {
            Notice::Restart { .. } => {
                self.line = LineState::Restarting;
                self.say_plainly("The house restarts.");
            }
            Notice::TooFast { .. } => self.answer("That was too much at once; wait a moment."),
            // The connection handles the other messages: it ends, or connects again.
            Notice::Replaced
            | Notice::Unreadable { .. }
            | Notice::Refused { .. }
            | Notice::TooSlow
            | Notice::Closed => {}
        }
    }

    fn presence(&mut self, now: &Presence) {
        let known =
            self.room().is_some_and(|room| room.people.iter().any(|one| one.person == now.person));
        // Somebody who comes in for the first time has been announced already.
        let news = match now.here {
            true => self.away.remove(&now.person),
            false => known && self.away.insert(now.person.clone()),
        };
        if news {
            let text = presence(self.names.of(&now.person), now.here);
            self.say_plainly(&text);
        }
    }

    /// Everything was told anew: on coming in, after a long absence, and when a game starts.
    fn welcomed(&mut self) {
        let Some(shown) = self.mirror.shown() else { return };
        if matches!(self.state.screen, Screen::Menu(_)) {
            self.state.front = None;
            let talk: Vec<_> =
                shown.talk.iter().filter_map(|entry| told(entry, &self.names)).collect();
            self.log.extend(talk);
        }
        let playing = shown.room.phase == Phase::Playing;
        let same =
            shown.game.as_ref().map(|game| &game.header.id) == self.game.as_ref().map(|(id, _)| id);
        match &shown.game {
            Some(game) if same && matches!(self.state.screen, Screen::Table(_)) => {
                let taken = self.game.as_ref().map_or(0, |(_, taken)| *taken);
                let missed = game.entries.get(taken..).unwrap_or_default().to_vec();
                let over = game.end.is_some();
                self.comes(missed);
                if over {
                    self.coming.push_back(Coming::Over);
                }
            }
            Some(_) if playing => self.sit_down(),
            // A person who looks at a game that is over is not taken away from it.
            _ if matches!(self.state.screen, Screen::Watch(_) | Screen::Review(_)) => {}
            _ => self.show_room(),
        }
        self.add_seed();
    }

    /// Adds a seed of one's own to the dice of a game that starts.
    fn add_seed(&mut self) {
        let Some(shown) = self.mirror.shown() else { return };
        let Some(game) = &shown.game else { return };
        let wanted = game.seeds_until.is_some() && shown.you.seat.is_some();
        if wanted && self.seeded.as_ref() != Some(&game.header.id) {
            self.seeded = Some(game.header.id.clone());
            let seed = self.wire.seed();
            self.wire.send(Do::SeatSeed { seed });
        }
    }

    fn happened(&mut self, entries: Vec<RoomEntry>) {
        let mut played: Vec<Entry> = Vec::new();
        let mut remarks: Vec<Remark> = Vec::new();
        let mut over = false;
        for entry in entries {
            match told(&entry, &self.names) {
                // At the table the end is shown in its turn.
                Some(line) if matches!(entry.what, Happened::Ended { .. }) => self.log.push(line),
                Some(line) => self.note_down(line),
                None => {}
            }
            match entry.what {
                Happened::Played { entries, remark, .. } => {
                    played.extend(entries);
                    remarks.extend(remark);
                }
                Happened::Ended { .. } => over = true,
                _ => {}
            }
        }
        self.comes(played);
        self.coming.extend(remarks.into_iter().map(Coming::Remark));
        if over && self.game.is_some() {
            self.coming.push_back(Coming::Over);
        }
    }
}
