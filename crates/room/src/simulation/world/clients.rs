//! The people of a world and the network between them and the room: lines that break, seen or unseen, and messages that are
//! lost, doubled or late. What a client does about it is up to its [`Mirror`](crate::Mirror).

use std::sync::Arc;

use crate::message::{Do, Notice, RefusalCode, Time, ToClient, ToRoom};
use crate::{Input, Output, WhyGaveUp};

use super::super::rng::Rng;
use super::{Coming, World, Wrong, person_id};

/// What happens to the client of somebody.
pub(super) enum ToMirror {
    Connected,
    Lost,
    Message(ToClient),
    Wants(Do),
    Tick,
}

impl World {
    pub(super) fn carry_to_client(&mut self, person: usize, message: Arc<ToClient>) {
        let somebody = &self.people[person];
        let (line, Some(_)) = (somebody.line, somebody.reached) else { return };
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

    /// Whether the room does not read a message, because it is too much at once.
    pub(super) fn is_too_much(&mut self, person: usize) -> bool {
        let mut rng = Rng::of(&[self.plan.seed, 11, self.count]);
        let too_much = !self.is_calm() && rng.chance(self.plan.network.drops / 2);
        if too_much {
            let notice = Notice::TooFast { wait: 100 + rng.below(3000) as u32 };
            self.carry_to_client(person, Arc::new(ToClient::Notice(notice)));
        }
        too_much
    }

    /// Somebody's client tries to open a line.
    pub(super) fn opens(&mut self, person: usize) -> Result<(), Wrong> {
        let somebody = &mut self.people[person];
        let Some(process) = self.process.as_ref().filter(|_| self.now >= somebody.cut_off_until)
        else {
            return self.tell_mirror(person, ToMirror::Lost);
        };
        somebody.line += 1;
        somebody.reached = Some(process.number);
        self.tell_mirror(person, ToMirror::Connected)
    }

    /// The line of somebody breaks, and cannot be opened again before `back_at`. Sometimes the client does not notice.
    pub(super) fn breaks(
        &mut self,
        person: usize,
        back_at: u64,
        noticed: bool,
    ) -> Result<(), Wrong> {
        let somebody = &mut self.people[person];
        somebody.cut_off_until = back_at;
        // What is on its way on the old line is lost.
        somebody.line += 1;
        let Some(reached) = somebody.reached.take() else { return Ok(()) };
        somebody.broke_at = self.now;
        let input = Input::Gone { person: person_id(person) };
        self.at(self.now + 20, Coming::Input { process: reached, input });
        match noticed {
            true => self.tell_mirror(person, ToMirror::Lost),
            false => Ok(()),
        }
    }

    fn carry_to_room(&mut self, person: usize, message: ToRoom) {
        let somebody = &self.people[person];
        let (line, Some(process)) = (somebody.line, somebody.reached) else { return };
        for delay in self.network() {
            let message = message.clone();
            self.at(self.now + delay, Coming::ToRoom { process, person, line, message });
        }
    }

    /// Tells somebody's client what happened, and does what it asks for.
    pub(super) fn tell_mirror(&mut self, person: usize, what: ToMirror) -> Result<(), Wrong> {
        let now = Time(self.now);
        let somebody = &mut self.people[person];
        let news = matches!(what, ToMirror::Message(_));
        match what {
            ToMirror::Connected => somebody.mirror.connected(now),
            ToMirror::Lost => somebody.mirror.lost(now),
            ToMirror::Message(message) => somebody.mirror.take(now, message),
            ToMirror::Wants(what) => {
                let ticket = somebody.mirror.want(now, what.clone());
                somebody.wants(ticket, what, self.now);
            }
            ToMirror::Tick => somebody.mirror.tick(now),
        }
        while let Some(output) = self.people[person].mirror.poll() {
            self.client_does(person, output)?;
        }
        let somebody = &mut self.people[person];
        somebody.is_served(self.now)?;
        if let Some(wake) = somebody.wakes(self.now) {
            self.at(wake, Coming::ClientTick { person });
        }
        if news { self.looks(person) } else { Ok(()) }
    }

    fn client_does(&mut self, person: usize, output: Output) -> Result<(), Wrong> {
        let id = person_id(person);
        let now = self.now;
        let somebody = &mut self.people[person];
        match output {
            Output::Send(message) => {
                somebody.sends(&message, now);
                if let ToRoom::Command(command) = &message {
                    self.ledger.sent(&id, command)?;
                }
                self.carry_to_room(person, message);
            }
            Output::Shown => somebody.sees_everything(),
            Output::Happened(entries) => somebody.hears_of(&entries)?,
            Output::Answered(ticket, answer) => {
                let wanted = somebody.is_answered(ticket).ok_or("an answer nobody waits for")?;
                self.ledger.heard(&id, &wanted, &answer)?;
            }
            Output::Slow(slow) => somebody.slow = slow,
            Output::Changed | Output::Noticed(_) => {}
            Output::Reconnect { after } => {
                self.note(|| format!("p{person} opens a line after {after:?}"));
                self.hang_up(person);
                let number = self.people[person].opens_next();
                let after = after.as_millis() as u64;
                self.at(now + after, Coming::Opens { person, number });
            }
            Output::GaveUp(why) => {
                self.note(|| format!("p{person} gives up: {why}"));
                self.hang_up(person);
                self.gave_up(person, why)?;
            }
        }
        Ok(())
    }

    fn gave_up(&mut self, person: usize, why: WhyGaveUp) -> Result<(), Wrong> {
        match why {
            // They left, or were away for too long: some day they come again, with a new client.
            WhyGaveUp::Refused(refusal) if refusal.code == RefusalCode::NotHere => {
                self.people[person].starts_anew();
                self.ledger.new_client(&person_id(person));
                let number = self.people[person].opens_next();
                self.at(self.now + 2000, Coming::Opens { person, number });
            }
            WhyGaveUp::Refused(_) | WhyGaveUp::Closed => self.people[person].sent_away = true,
            WhyGaveUp::Unreachable
            | WhyGaveUp::NoAnswer
            | WhyGaveUp::Replaced
            | WhyGaveUp::TurnedAway(_) => {
                return Err(format!("p{person} gives up without need: {why}"));
            }
        }
        Ok(())
    }

    /// The client drops its line.
    fn hang_up(&mut self, person: usize) {
        let somebody = &mut self.people[person];
        somebody.line += 1;
        if let Some(process) = somebody.reached.take() {
            let input = Input::Gone { person: person_id(person) };
            self.at(self.now + 20, Coming::Input { process, input });
        }
    }

    /// Somebody sees something new, and may want to do something about it.
    fn looks(&mut self, person: usize) -> Result<(), Wrong> {
        if self.people[person].is_due() {
            let delay = Rng::of(&[self.plan.seed, 7, self.count]).below(3000) + 10;
            self.at(self.now + delay, Coming::Acts { person });
        }
        match self.people[person].seed_to_send() {
            Some(seed) => self.tell_mirror(person, ToMirror::Wants(Do::SeatSeed { seed })),
            None => Ok(()),
        }
    }

    pub(super) fn person_acts(&mut self, person: usize) -> Result<(), Wrong> {
        let calm = self.is_calm();
        match self.people[person].act(calm) {
            Some(what) => self.tell_mirror(person, ToMirror::Wants(what)),
            None => Ok(()),
        }
    }
}
