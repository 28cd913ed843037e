//! The real program, killed again and again while people play: what was acknowledged is in the logs and the records, once,
//! and every record verifies.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]
#![allow(clippy::print_stdout, reason = "a failing test says which seed it was")]

mod common;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::served::{CONFIG, House};
use dicehouse_client::{Address, Online, Visitor};
use dicehouse_room::message::{
    CommandId, Do, Happened, Outcome, Phase, RoomCode, RoomEntry, Version,
};
use dicehouse_room::{Output, Ticket};
use dicehouse_rules::{Act, Fact};
use dicehouse_server::{HouseKey, read_entry};
use dicehouse_store::{KeptRecord, LogStart, Place, Store};
use dicehouse_table::Entry;
use dicehouse_table::record::{Record, verify};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tokio::time::{Instant, sleep, timeout_at};

const KILLS: usize = 30;
const ROOMS: usize = 4;
const SEATS: usize = 3;

/// A command somebody was told was done: who, which, at which version.
type Told = (RoomCode, String, CommandId, Version);
/// What everybody was told.
type Acknowledged = Arc<Mutex<Vec<(Told, Do)>>>;

/// Somebody who plays by chance, whatever happens to the house.
struct Player {
    online: Online,
    code: RoomCode,
    luck: ChaCha8Rng,
    /// What was asked for and has no answer yet.
    open: HashMap<Ticket, Do>,
    acted: Option<Version>,
    /// The game to whose dice they added a seed.
    seeded: Option<String>,
    acknowledged: Acknowledged,
}

impl Player {
    /// Plays until `end`; comes back whenever the house does.
    async fn run(mut self, end: Instant) {
        let _ = timeout_at(end, self.play()).await;
    }

    async fn play(&mut self) {
        loop {
            match self.online.next().await {
                Output::Answered(ticket, answer) => {
                    let what = self.open.remove(&ticket).unwrap();
                    if let Outcome::Done(version) = answer.outcome {
                        let me = self.online.shown().unwrap().you.person.to_string();
                        let told = (self.code.clone(), me, answer.id, version);
                        self.acknowledged.lock().unwrap().push((told, what));
                    }
                }
                // There are many kills: nobody waits for long.
                Output::Reconnect { after } if !after.is_zero() => {
                    sleep(Duration::from_millis(self.luck.random_range(5..60))).await;
                    self.online.hurry();
                }
                Output::GaveUp(why) => panic!("{why}"),
                _ => {}
            }
            if let Some(what) = self.wish() {
                let ticket = self.online.act(what.clone());
                self.open.insert(ticket, what);
            }
        }
    }

    /// What they want now, once.
    fn wish(&mut self) -> Option<Do> {
        if self.online.mirror().is_waiting() {
            return None;
        }
        let shown = self.online.shown()?;
        let me = shown.room.people.iter().find(|person| person.person == shown.you.person)?;
        if shown.room.phase != Phase::Playing {
            return match (me.seat, me.ready) {
                (None, _) => Some(Do::Sit { seat: None }),
                (Some(_), false) => Some(Do::Ready { ready: true }),
                (Some(_), true) => None,
            };
        }
        let game = shown.game.as_ref()?;
        let id = game.header.id.to_string();
        if game.seeds_until.is_some() && self.seeded.as_ref() != Some(&id) {
            self.seeded = Some(id);
            return Some(Do::SeatSeed { seed: "mine".parse().unwrap() });
        }
        let now = &game.now;
        let asked = now.asked.filter(|asked| self.acted != Some(*asked))?;
        let call = now.legal.iter().find(|act| *act == Act::Call);
        let n = self.luck.random_range(0..now.legal.len().clamp(1, 12));
        let act = call.filter(|_| self.luck.random_bool(0.3)).or_else(|| now.legal.nth(n))?;
        self.acted = Some(asked);
        Some(Do::Act { act, asked })
    }
}

async fn rooms(address: &Address, end: Instant, acknowledged: &Acknowledged) -> Vec<RoomCode> {
    let mut codes = Vec::new();
    for room in 0..ROOMS {
        let mut host = Visitor::new(address.clone());
        host.come(&format!("Host {room}")).await.unwrap();
        let settings = json!({ "game": "liars", "options": "dice=3",
            "settings": { "seats": SEATS, "start_when_ready": true, "clock": { "per_turn": null },
                          "absence": { "grace": 3600, "stand_in": null } } });
        let code = RoomCode::new(&host.open_room(&settings).await.unwrap()).unwrap();
        for seat in 0..SEATS {
            let mut visitor = Visitor::new(address.clone());
            visitor.come(&format!("Player {room}{seat}")).await.unwrap();
            let player = Player {
                online: Online::come(visitor, &code).await.unwrap(),
                code: code.clone(),
                luck: ChaCha8Rng::seed_from_u64((room * SEATS + seat) as u64),
                open: HashMap::new(),
                acted: None,
                seeded: None,
                acknowledged: acknowledged.clone(),
            };
            tokio::spawn(player.run(end));
        }
        codes.push(code);
    }
    codes
}

#[test]
fn thirty_kills_lose_nothing_that_was_acknowledged() {
    let seed = 20_261_115;
    println!("seed {seed}");
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("house.db");
    let mut luck = ChaCha8Rng::seed_from_u64(seed);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let lives: Vec<u64> = (0..KILLS).map(|_| luck.random_range(50..900)).collect();
    let mut house = House::open(&db, 0);
    let port = house.port;
    let address = Address::parse(&house.url()).unwrap();
    let acknowledged = Acknowledged::default();
    let stop = tokio::time::Instant::now() + Duration::from_secs(600);
    let codes = runtime.block_on(rooms(&address, stop, &acknowledged));
    for life in lives {
        std::thread::sleep(Duration::from_millis(life));
        drop(house);
        house = House::open(&db, port);
    }
    // A quiet time in which games are finished; then the players go, and the house opens once more without them.
    std::thread::sleep(Duration::from_secs(3));
    drop(house);
    drop(runtime);
    let house = House::open(&db, port);
    std::thread::sleep(Duration::from_secs(1));
    drop(house);
    let acknowledged = acknowledged.lock().unwrap().clone();
    let checking = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (acts, games) = checking.block_on(check(&db, &codes, &acknowledged));
    println!("{} commands acknowledged, {acts} of them acts; {games} games", acknowledged.len());
    assert!(acts > 300, "only {acts} acts were acknowledged");
    assert!(games >= ROOMS, "only {games} games were finished");
}

/// Holds what was told against what is kept. Gives how many acts were told, and how many games were finished.
async fn check(db: &Path, codes: &[RoomCode], acknowledged: &[(Told, Do)]) -> (usize, usize) {
    let store = Store::open(Place::file(db)).await.unwrap();
    let key = std::fs::read_to_string(Path::new(CONFIG).join("dicehouse/house.key")).unwrap();
    let key: HouseKey = key.parse().unwrap();
    let (mut acts, mut games) = (0, 0);
    for code in codes {
        let log = store.log(code.as_str(), LogStart::Version(0)).await.unwrap();
        let read = |text: &String| read_entry(Some(&key), code.as_str(), text).unwrap();
        let log: Vec<RoomEntry> = log.entries.iter().map(read).collect();
        let versions: Vec<u32> = log.iter().map(|entry| entry.version.0).collect();
        assert_eq!(versions, (1..=versions.len() as u32).collect::<Vec<_>>(), "a log has no gaps");
        let told = acknowledged.iter().filter(|((of, ..), _)| of == code);
        for ((_, person, id, version), what) in told {
            acts += usize::from(is_in_the_log(&log, person, *id, *version, what));
        }
        games += records_agree(&store, &log).await;
    }
    store.close().await;
    (acts, games)
}

/// What a command led to stands in the log at the version that was told, and nowhere else. Whether it was an act.
fn is_in_the_log(
    log: &[RoomEntry],
    person: &str,
    id: CommandId,
    version: Version,
    what: &Do,
) -> bool {
    let of_command = |entry: &&RoomEntry| {
        entry.by.as_ref().is_some_and(|by| by.person.as_str() == person && by.command == Some(id))
    };
    let kept: Vec<&RoomEntry> = log.iter().filter(of_command).collect();
    let at: Vec<u32> = kept.iter().map(|entry| entry.version.0).collect();
    let whole: Vec<u32> = (version.0..version.0 + at.len() as u32).collect();
    assert!(
        !at.is_empty() && at == whole,
        "{person}: {what:?} was told at {version}, kept at {at:?}"
    );
    let Do::Act { act, .. } = what else { return false };
    let acted = played(&kept)
        .filter(|entry| matches!(entry.fact(), Some(Fact::Acted { act: done, .. }) if done == act));
    assert_eq!(acted.count(), 1, "{person}: {act} at {version}");
    true
}

fn played<'e>(entries: &'e [&'e RoomEntry]) -> impl Iterator<Item = &'e Entry> {
    let played = entries.iter().filter_map(|entry| match &entry.what {
        Happened::Played { entries, .. } => Some(entries),
        _ => None,
    });
    played.flatten()
}

/// Every finished game of a log has a record with exactly what the log says, and it verifies. Gives how many.
async fn records_agree(store: &Store, log: &[RoomEntry]) -> usize {
    let mut games = 0;
    let mut current: Option<(String, Vec<&RoomEntry>)> = None;
    for entry in log {
        match (&entry.what, &mut current) {
            (Happened::Started { header, .. }, _) => {
                current = Some((header.id.to_string(), Vec::new()));
            }
            (Happened::Ended { .. }, Some((id, entries))) => {
                let kept = store.record(id, i64::MAX).await.unwrap();
                let KeptRecord::Open(text) = kept else { panic!("{id} has no record: {kept:?}") };
                let record = Record::read(&text).unwrap();
                verify(&record).unwrap();
                let logged: Vec<Entry> = played(entries).cloned().collect();
                assert_eq!(record.entries(), logged, "{id}");
                games += 1;
                current = None;
            }
            (_, Some((_, entries))) => entries.push(entry),
            (_, None) => {}
        }
    }
    games
}
