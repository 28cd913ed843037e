//! Quick match: people who want to play at once are brought together.

use std::time::{Duration, Instant};

use dicehouse_answers::RoomSummary;
use dicehouse_room::message::{PersonId, Phase, RoomCode};
use tokio::sync::{Mutex, MutexGuard};

/// How long a seat is kept for somebody who was sent to a room and does not sit yet.
const ON_THE_WAY: Duration = Duration::from_secs(15);

/// Who was sent where. People are served one after another, so that two who ask at the same moment meet
/// in one room instead of opening two.
#[derive(Debug, Default)]
pub struct Matching(Mutex<OnTheWay>);

/// The people who were sent to a room a moment ago.
#[derive(Debug, Default)]
pub struct OnTheWay(Vec<Sent>);

#[derive(Debug)]
struct Sent {
    person: PersonId,
    room: RoomCode,
    until: Instant,
}

impl Matching {
    /// Waits until everybody who came earlier has a room.
    pub async fn turn(&self) -> MutexGuard<'_, OnTheWay> {
        self.0.lock().await
    }
}

impl OnTheWay {
    /// The first of these rooms in which a seat is left for this person.
    pub fn room(
        &mut self,
        rooms: &[RoomSummary],
        person: &PersonId,
        now: Instant,
    ) -> Option<RoomCode> {
        let seated = |sent: &Sent| {
            rooms.iter().any(|room| room.code == sent.room.as_str() && room.sits(&sent.person))
        };
        self.0.retain(|sent| now < sent.until && sent.person != *person && !seated(sent));
        let room = rooms.iter().find(|room| {
            let coming = self.0.iter().filter(|sent| room.code == sent.room.as_str()).count();
            let somebody_waits = room.here > 0 || coming > 0;
            room.phase != Phase::Playing
                && (room.sits(person) || somebody_waits && room.free > coming)
        })?;
        RoomCode::new(&room.code)
    }

    /// Keeps a seat in this room for somebody who was sent there.
    pub fn send(&mut self, person: PersonId, room: RoomCode, now: Instant) {
        self.0.push(Sent { person, room, until: now + ON_THE_WAY });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(code: &str, free: usize, here: usize, seated: &[&str]) -> RoomSummary {
        RoomSummary {
            code: code.to_owned(),
            game: "liars".to_owned(),
            rules: "liars house".to_owned(),
            phase: Phase::Lobby,
            seats: 2,
            free,
            host: None,
            players: Vec::new(),
            here,
            per_turn: None,
            watching: true,
            rated: true,
            listed: true,
            commitment: None,
            seated: seated.iter().map(|person| id(person)).collect(),
        }
    }

    fn id(person: &str) -> PersonId {
        PersonId::new(person).unwrap()
    }

    fn code(code: &str) -> RoomCode {
        RoomCode::new(code).unwrap()
    }

    #[test]
    fn a_room_that_was_just_opened_counts_until_nobody_is_on_the_way_any_more() {
        let now = Instant::now();
        let mut sent = OnTheWay::default();
        let rooms = [room("AAAAAA", 2, 0, &[])];
        assert_eq!(sent.room(&rooms, &id("bob"), now), None, "nobody waits there");
        sent.send(id("ann"), code("AAAAAA"), now);
        assert_eq!(sent.room(&rooms, &id("bob"), now), Some(code("AAAAAA")));
        assert_eq!(sent.room(&rooms, &id("bob"), now + ON_THE_WAY), None, "Ann never came");
    }

    #[test]
    fn seats_are_kept_for_those_on_the_way_and_not_for_those_who_sit() {
        let now = Instant::now();
        let mut sent = OnTheWay::default();
        sent.send(id("ann"), code("AAAAAA"), now);
        sent.send(id("bob"), code("AAAAAA"), now);
        let nobody_sits = [room("AAAAAA", 2, 0, &[])];
        assert_eq!(sent.room(&nobody_sits, &id("cid"), now), None, "both seats are promised");
        let ann_sits = [room("AAAAAA", 1, 1, &["ann"])];
        assert_eq!(sent.room(&ann_sits, &id("cid"), now), None, "Bob is on the way");
        assert_eq!(sent.room(&ann_sits, &id("bob"), now), Some(code("AAAAAA")), "his seat");
    }

    #[test]
    fn who_sits_in_a_waiting_room_is_sent_back_to_it() {
        let mut sent = OnTheWay::default();
        let rooms = [room("AAAAAA", 1, 1, &["bob"]), room("BBBBBB", 0, 1, &["ann", "cid"])];
        let found = sent.room(&rooms[1..], &id("ann"), Instant::now());
        assert_eq!(found, Some(code("BBBBBB")), "its seats are taken, one of them by Ann");
        assert_eq!(sent.room(&rooms[1..], &id("bob"), Instant::now()), None);
    }
}
