//! A player who acts about once a second, and notes how long it takes until everybody knows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use dicehouse_client::{Address, Online, Visitor};
use dicehouse_room::Output;
use dicehouse_room::message::{Do, Happened, Outcome, PersonId, RoomCode, RoomEntry, Version};
use dicehouse_rules::{Act, Acts};
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::GameId;
use serde_json::json;
use tokio::time::sleep;

/// Players of a room.
pub const SEATS: usize = 4;
/// How long a player thinks, on average: then each of the players of a room acts about once a second.
const THINKS: Duration = Duration::from_millis(1000 / SEATS as u64);

/// What the players of all rooms measured.
#[derive(Default)]
pub struct Counts {
    waits: RefCell<Vec<Duration>>,
    errors: Cell<u64>,
}

impl Counts {
    /// Forgets what was measured so far.
    pub fn reset(&self) {
        self.waits.borrow_mut().clear();
        self.errors.set(0);
    }

    /// The times from an act to its last broadcast, shortest first.
    pub fn waits(&self) -> Vec<Duration> {
        let mut waits = self.waits.borrow().clone();
        waits.sort_unstable();
        waits
    }

    /// What went wrong: refusals, notices, lines that broke.
    pub fn errors(&self) -> u64 {
        self.errors.get()
    }

    fn error(&self) {
        self.errors.set(self.errors.get() + 1);
    }
}

/// The act of a room that has not been told to everybody yet.
struct Pending {
    by: PersonId,
    sent: Instant,
    told: usize,
}

/// A player.
pub struct Player {
    online: Online,
    me: PersonId,
    /// Shared by the players of a room.
    pending: Rc<RefCell<Option<Pending>>>,
    /// The question that was answered last, and the game that has got a seed.
    acted: Option<Version>,
    seeded: Option<GameId>,
    luck: u32,
}

/// Four people in a room of their own.
pub async fn gather(
    house: Address,
    number: usize,
) -> Result<Vec<Player>, Box<dyn std::error::Error>> {
    let mut visitors = Vec::new();
    for seat in 0..SEATS {
        let mut visitor = Visitor::new(house.clone());
        let welcome = visitor.come(&format!("Player {number} {seat}")).await?;
        visitors.push((visitor, welcome.me.id));
    }
    let room = json!({ "game": "liars", "settings": { "seats": SEATS, "start_when_ready": true } });
    let host = &visitors.first().ok_or("nobody")?.0;
    let code = RoomCode::new(&host.open_room(&room).await?).ok_or("not a code")?;
    let pending = Rc::default();
    let mut players = Vec::new();
    for (seat, (visitor, me)) in visitors.into_iter().enumerate() {
        let mut online = Online::come(visitor, &code).await?;
        online.act(Do::Sit { seat: None });
        online.act(Do::Ready { ready: true });
        let luck = (number * SEATS + seat) as u32;
        let me = PersonId::new(&me).ok_or("not an id")?;
        let pending = Rc::clone(&pending);
        players.push(Player { online, me, pending, acted: None, seeded: None, luck });
    }
    Ok(players)
}

impl Player {
    /// Plays one game after the other, until the line is given up.
    pub async fn play(mut self, counts: Rc<Counts>) {
        loop {
            match self.online.next().await {
                Output::Happened(entries) => {
                    self.note(&entries, &counts);
                    if entries.iter().any(|one| matches!(one.what, Happened::Ended { .. })) {
                        self.online.act(Do::Ready { ready: true });
                    }
                }
                Output::Answered(_, answer) if matches!(answer.outcome, Outcome::Refused(_)) => {
                    counts.error();
                }
                Output::Noticed(_) | Output::Reconnect { .. } => counts.error(),
                Output::GaveUp(_) => return counts.error(),
                _ => {}
            }
            self.take_turn().await;
        }
    }

    /// Adds a seed to the dice of a new game, and answers a question that is open.
    async fn take_turn(&mut self) {
        let Some(game) = self.online.shown().and_then(|shown| shown.game.as_ref()) else { return };
        if game.seeds_until.is_some() && self.seeded.as_ref() != Some(&game.header.id) {
            self.seeded = Some(game.header.id.clone());
            let seed = SeatSeed::from_bytes(&[self.draw() as u8; 32]);
            self.online.act(Do::SeatSeed { seed });
            return;
        }
        let (open, legal) = (game.now.asked.filter(|_| game.end.is_none()), game.now.legal);
        if let Some(asked) = open.filter(|asked| self.acted != Some(*asked)) {
            self.acted = Some(asked);
            self.act(asked, legal).await;
        }
    }

    async fn act(&mut self, asked: Version, legal: Acts) {
        // Between half and one and a half of the average.
        let thinks = THINKS / 2 + THINKS * (self.draw() % 1000) / 1000;
        sleep(thinks).await;
        let call = legal.iter().find(|act| *act == Act::Call).filter(|_| asked.0.is_multiple_of(3));
        let Some(act) = call.or_else(|| legal.nth(0)) else { return };
        let pending = Pending { by: self.me.clone(), sent: Instant::now(), told: 0 };
        self.pending.replace(Some(pending));
        self.online.act(Do::Act { act, asked });
    }

    /// Numbers that look random and are the same each time.
    fn draw(&mut self) -> u32 {
        self.luck = self.luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.luck >> 8
    }

    /// Counts who has been told of the act of this room.
    fn note(&self, entries: &[RoomEntry], counts: &Counts) {
        let mut slot = self.pending.borrow_mut();
        let Some(pending) = slot.as_mut() else { return };
        let is_it = |entry: &RoomEntry| {
            matches!(entry.what, Happened::Played { .. })
                && entry.by.as_ref().is_some_and(|by| by.person == pending.by)
        };
        if !entries.iter().any(is_it) {
            return;
        }
        pending.told += 1;
        if pending.told == SEATS {
            counts.waits.borrow_mut().push(pending.sent.elapsed());
            *slot = None;
        }
    }
}
