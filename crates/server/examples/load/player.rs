//! A player who acts about once a second, and notes how long it takes until everybody knows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use dicehouse_client::{Address, Visitor, WebSocket};
use dicehouse_rules::{Act, Acts};
use serde::Deserialize;
use serde::de::IgnoredAny;
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

    /// What went wrong: refusals, notices, messages that cannot be read, lines that broke.
    pub fn errors(&self) -> u64 {
        self.errors.get()
    }

    fn error(&self) {
        self.errors.set(self.errors.get() + 1);
    }
}

/// The act of a room that has not been told to everybody yet.
struct Pending {
    by: String,
    sent: Instant,
    told: usize,
}

/// A player.
pub struct Player {
    line: WebSocket,
    me: String,
    /// Shared by the players of a room.
    pending: Rc<RefCell<Option<Pending>>>,
    next: u32,
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
    let code = host.open_room(&room).await?;
    let pending = Rc::default();
    let mut players = Vec::new();
    for (seat, (visitor, me)) in visitors.into_iter().enumerate() {
        let mut line = WebSocket::open(&visitor, &format!("/api/rooms/{code}/socket")).await?;
        line.say(r#"{"type":"come","protocol":1}"#).await;
        line.say(r#"{"type":"command","id":1,"do":"sit"}"#).await;
        line.say(r#"{"type":"command","id":2,"do":"ready","ready":true}"#).await;
        let luck = (number * SEATS + seat) as u32;
        players.push(Player { line, me, pending: Rc::clone(&pending), next: 3, luck });
    }
    Ok(players)
}

/// As much of a message as a player needs.
#[derive(Deserialize)]
struct Message<'m> {
    #[serde(rename = "type")]
    kind: &'m str,
    #[serde(default, borrow)]
    entries: Vec<Entry<'m>>,
    moment: Option<Moment>,
    game: Option<Game>,
    refused: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Entry<'m> {
    what: &'m str,
    #[serde(borrow)]
    by: Option<By<'m>>,
}

#[derive(Deserialize)]
struct By<'m> {
    person: &'m str,
}

#[derive(Deserialize)]
struct Game {
    now: Moment,
    seeds_until: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Moment {
    asked: Option<u32>,
    legal: Acts,
}

impl Player {
    /// Plays one game after the other, until the line breaks.
    pub async fn play(mut self, counts: Rc<Counts>) {
        let mut acted = None;
        while let Some(text) = self.line.hear().await {
            let Ok(message) = serde_json::from_str::<Message<'_>>(&text) else {
                counts.error();
                continue;
            };
            if message.refused.is_some() || message.kind == "notice" {
                counts.error();
            }
            self.note(&message.entries, &counts);
            if message.entries.iter().any(|entry| entry.what == "ended") {
                self.command(r#""do":"ready","ready":true"#).await;
            }
            if message.game.as_ref().is_some_and(|game| game.seeds_until.is_some()) {
                let seed = self.draw();
                self.command(&format!(r#""do":"seat-seed","seed":"{seed:08x}""#)).await;
            }
            let moment = message.moment.or(message.game.map(|game| game.now));
            let Some(Moment { asked: Some(asked), legal }) = moment else { continue };
            if acted == Some(asked) {
                continue;
            }
            acted = Some(asked);
            self.act(asked, legal).await;
        }
        counts.error();
    }

    async fn act(&mut self, asked: u32, legal: Acts) {
        // Between half and one and a half of the average.
        let thinks = THINKS / 2 + THINKS * (self.draw() % 1000) / 1000;
        sleep(thinks).await;
        let call = legal.iter().find(|act| *act == Act::Call).filter(|_| asked.is_multiple_of(3));
        let Some(act) = call.or_else(|| legal.nth(0)) else { return };
        let pending = Pending { by: self.me.clone(), sent: Instant::now(), told: 0 };
        self.pending.replace(Some(pending));
        self.command(&format!(r#""do":"act","act":"{act}","asked":{asked}"#)).await;
    }

    async fn command(&mut self, what: &str) {
        let id = self.next;
        self.next += 1;
        self.line.say(format!(r#"{{"type":"command","id":{id},{what}}}"#)).await;
    }

    /// Numbers that look random and are the same each time.
    fn draw(&mut self) -> u32 {
        self.luck = self.luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.luck >> 8
    }

    /// Counts who has been told of the act of this room.
    fn note(&self, entries: &[Entry<'_>], counts: &Counts) {
        let mut slot = self.pending.borrow_mut();
        let Some(pending) = slot.as_mut() else { return };
        let is_it = |entry: &Entry<'_>| {
            entry.what == "played" && entry.by.as_ref().is_some_and(|by| by.person == pending.by)
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
