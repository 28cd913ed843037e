//! The people of a world and the network between them and the room: lines that break, messages that are lost, doubled
//! or late, and clients that come back and ask again.

use std::sync::Arc;

use crate::Input;
use crate::message::{Do, ToClient, ToRoom};

use super::super::rng::Rng;
use super::{Coming, World, Wrong, person_id};

impl World {
    pub(super) fn carry_to_client(&mut self, person: usize, message: Arc<ToClient>) {
        let line = self.people[person].line;
        for delay in self.network() {
            let message = Arc::clone(&message);
            self.at(self.now + delay, Coming::ToClient { person, line, message });
        }
    }

    /// How long each copy of a message takes; none when it is lost.
    fn network(&mut self) -> Vec<u64> {
        self.count += 1;
        let mut rng = Rng::of(&[self.plan.seed, 6, self.count]);
        let network = self.plan.network;
        if self.is_calm() {
            return vec![5];
        }
        if rng.chance(network.drops) {
            return Vec::new();
        }
        let copies = if rng.chance(network.doubles) { 2 } else { 1 };
        (0..copies).map(|_| 1 + rng.below(network.slowest)).collect()
    }

    pub(super) fn comes(&mut self, person: usize) {
        let Some(process) = &self.process else {
            return self.at(self.now + 1000, Coming::Comes { person });
        };
        let number = process.number;
        let somebody = &mut self.people[person];
        if somebody.sent_away {
            return;
        }
        somebody.line += 1;
        somebody.connected = true;
        let come = somebody.mirror.come();
        self.carry_to_room(number, person, come);
        self.expect_something(person);
    }

    pub(super) fn breaks(&mut self, person: usize) {
        if self.is_calm() {
            return;
        }
        self.hang_up(person);
    }

    fn hang_up(&mut self, person: usize) {
        let somebody = &mut self.people[person];
        somebody.line += 1;
        if !std::mem::take(&mut somebody.connected) {
            return;
        }
        if let Some(process) = &self.process {
            let input = Input::Gone { person: person_id(person) };
            let number = process.number;
            self.at(self.now + 20, Coming::Input { process: number, input });
        }
    }

    fn carry_to_room(&mut self, process: u64, person: usize, message: ToRoom) {
        let line = self.people[person].line;
        for delay in self.network() {
            let message = message.clone();
            self.at(self.now + delay, Coming::ToRoom { process, person, line, message });
        }
    }

    pub(super) fn send_command(&mut self, person: usize, what: Do) {
        let Some(process) = &self.process else { return };
        let number = process.number;
        if !self.people[person].connected || self.people[person].mirror.shown().is_none() {
            return;
        }
        let message = self.people[person].mirror.command(what);
        if let ToRoom::Command(command) = &message {
            self.ledger.sent(&person_id(person), command);
        }
        self.carry_to_room(number, person, message);
        self.expect_something(person);
    }

    /// Somebody who hears nothing for a while comes again.
    fn expect_something(&mut self, person: usize) {
        let line = self.people[person].line;
        self.at(self.now + 4000, Coming::Impatient { person, line });
    }

    pub(super) fn impatient(&mut self, person: usize, line: u64) {
        let somebody = &self.people[person];
        if somebody.line != line || !somebody.connected {
            return;
        }
        let waits =
            somebody.mirror.shown().is_none() || somebody.mirror.is_waiting() || somebody.lost;
        if waits {
            self.hang_up(person);
            self.at(self.now + 200, Coming::Comes { person });
        }
    }

    pub(super) fn client_hears(&mut self, person: usize, message: &ToClient) -> Result<(), Wrong> {
        use crate::Heed;
        let welcome = matches!(message, ToClient::Welcome(_) | ToClient::Resumed(_));
        let heed = self.people[person].mirror.take(message.clone());
        self.people[person].hears(message);
        match heed {
            Heed::ComeAgain => {
                self.note(|| format!("p{person} missed something"));
                self.hang_up(person);
                self.at(self.now + 100, Coming::Comes { person });
            }
            Heed::Answered(answer) => self.ledger.heard(&person_id(person), &answer)?,
            _ => {}
        }
        if welcome && let Some(process) = &self.process {
            let number = process.number;
            let again: Vec<ToRoom> = self.people[person].mirror.again().collect();
            for message in again {
                self.carry_to_room(number, person, message);
            }
            self.expect_something(person);
        }
        if self.people[person].is_due() {
            let delay = Rng::of(&[self.plan.seed, 7, self.count]).below(3000) + 10;
            self.at(self.now + delay, Coming::Acts { person });
        }
        if let Some(seed) = self.people[person].seed_to_send() {
            self.send_command(person, Do::SeatSeed { seed });
        }
        Ok(())
    }

    pub(super) fn person_acts(&mut self, person: usize) {
        let calm = self.is_calm();
        if let Some(what) = self.people[person].act(calm) {
            self.send_command(person, what);
        }
    }
}
