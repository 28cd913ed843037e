//! The task of a room with a store that is slow, fails, or has lost the room to another owner, and is well again later. Each trouble is
//! tried without and with the mistake that it is there to find.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use dicehouse_room::message::{
    Answer, Come, Command, CommandId, Do, Happened, Outcome, PROTOCOL, PersonId, Phase, ToClient,
    ToRoom, Version,
};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_store::{Account, Kind, LogStart, Place, Store};
use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::mpsc::Receiver;
use tokio::time::{sleep, timeout};

use super::handle::{Connection, RoomHandle};
use super::log::read_entry;
use super::outbox::{Outbox, Outgoing};
use crate::config::{Config, Limits};
use crate::house::House;
use crate::key::HouseKey;
use crate::planted::{Bug, plant};

/// So long that only what hangs takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A house in a file, and a hand on that file.
struct Scene {
    folder: TempDir,
    house: House,
    room: RoomHandle,
}

impl Scene {
    async fn new() -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let house = open(folder.path().join("house.db")).await;
        let rules = Ruleset::default_of(GameKind::Liars);
        let mut settings = dicehouse_answers::usual(&house.offers, rules);
        settings.seats = 2;
        let room = house.rooms.open(&house, settings).await.unwrap();
        Scene { folder, house, room }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("house.db")
    }

    /// Does something to the file behind the back of the house.
    async fn meddle(&self, sql: &str) -> SqliteConnection {
        let mut file = SqliteConnection::connect(&format!("sqlite://{}", self.path().display()))
            .await
            .unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut file).await.unwrap();
        file
    }

    /// From now on the house cannot write to this table.
    async fn breaks(&self, table: &str) {
        let sql = format!(
            "CREATE TRIGGER trouble BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'trouble'); END"
        );
        self.meddle(&sql).await.close().await.unwrap();
    }

    async fn mends(&self) {
        self.meddle("DROP TRIGGER trouble").await.close().await.unwrap();
    }

    /// Who sat down, by what is kept.
    async fn seated(&self) -> usize {
        let code = self.room.code().as_str();
        let log = self.house.store.log(code, LogStart::Version(0)).await.unwrap();
        let read = |text: &String| read_entry(Some(&self.house.key), code, text).unwrap();
        let entries = log.entries.iter().map(read);
        entries.filter(|entry| matches!(entry.what, Happened::Sat { .. })).count()
    }
}

async fn open(path: PathBuf) -> House {
    let store = Store::open(Place::file(path)).await.unwrap();
    let config = Config {
        limits: Limits::by_connection_alone(),
        bot_pause: Duration::ZERO,
        ..Config::loopback(0)
    };
    let key = HouseKey::from_bytes([9; 32]);
    House::new(config, key, store, ChaCha20Rng::seed_from_u64(7), SystemTime::now)
}

/// Somebody in a room, with their line to it.
struct Guest {
    connection: Connection,
    outgoing: Receiver<Outgoing>,
    commands: u32,
}

/// What came along a line.
#[derive(Debug, PartialEq)]
enum Came {
    Message(ToClient),
    /// The line ended.
    End,
}

impl Guest {
    async fn come(room: &RoomHandle, name: &str) -> Guest {
        let account = Account {
            id: name.to_owned(),
            kind: Kind::Person,
            name: name.to_owned(),
            owner: None,
            made_at: 0,
        };
        let (outbox, outgoing) = Outbox::new();
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let connection = room.connect(&account, here, outbox).await.unwrap();
        let mut guest = Guest { connection, outgoing, commands: 0 };
        guest.connection.say(ToRoom::Come(Come { protocol: PROTOCOL, have: None })).await;
        while !matches!(guest.next().await, Came::Message(ToClient::Welcome(_))) {}
        guest
    }

    async fn does(&mut self, what: Do) {
        self.commands += 1;
        let command = Command { id: CommandId(self.commands), what };
        self.connection.say(ToRoom::Command(command)).await;
    }

    async fn next(&mut self) -> Came {
        let next = timeout(PATIENCE, self.outgoing.recv()).await.expect("nothing comes any more");
        came(next)
    }

    /// Whether they are told that the last command was done, before their line ends.
    async fn is_done(&mut self) -> Option<Version> {
        loop {
            match self.next().await {
                Came::End => return None,
                Came::Message(ToClient::Answer(Answer { outcome, id }))
                    if id.0 == self.commands =>
                {
                    match outcome {
                        Outcome::Done(version) => return Some(version),
                        Outcome::Refused(refusal) => panic!("{refusal}"),
                    }
                }
                Came::Message(_) => {}
            }
        }
    }
}

fn came(next: Option<Outgoing>) -> Came {
    match next {
        Some(Outgoing::Message(message)) => Came::Message(message.message().clone()),
        Some(Outgoing::End) | None => Came::End,
    }
}

fn is_of_a_seat(came: &Came) -> bool {
    match came {
        Came::Message(ToClient::Answer(_)) => true,
        Came::Message(ToClient::Update(update)) => {
            update.entries.iter().any(|entry| matches!(entry.what, Happened::Sat { .. }))
        }
        _ => false,
    }
}

/// A store that is slow: whether anybody is told of what is not kept yet.
async fn tells_while_the_store_is_slow(bug: Option<Bug>) -> bool {
    let scene = Scene::new().await;
    let mut ann = Guest::come(&scene.room, "ann").await;
    let mut bob = Guest::come(&scene.room, "bob").await;
    plant(bug);
    // Nobody else can write while this is open.
    let mut lock = scene.meddle("BEGIN IMMEDIATE").await;
    ann.does(Do::Sit { seat: None }).await;
    let mut told = false;
    for _ in 0..20 {
        sleep(Duration::from_millis(10)).await;
        for guest in [&mut ann, &mut bob] {
            while let Ok(next) = guest.outgoing.try_recv() {
                told |= is_of_a_seat(&came(Some(next)));
            }
        }
    }
    sqlx::raw_sql("ROLLBACK").execute(&mut lock).await.unwrap();
    if !told {
        // As soon as the store can write, everybody is told.
        assert!(ann.is_done().await.is_some());
        while !is_of_a_seat(&bob.next().await) {}
        assert_eq!(scene.seated().await, 1);
    }
    plant(None);
    scene.house.close().await;
    told
}

#[tokio::test]
async fn nobody_is_told_of_what_a_slow_store_has_not_kept() {
    assert!(!tells_while_the_store_is_slow(None).await);
    assert!(tells_while_the_store_is_slow(Some(Bug::AnswersBeforeKept)).await, "planted");
}

/// A store that fails: whether anybody is told of what is not kept. Afterwards, when the store is well, the room goes on
/// from what it has.
async fn tells_although_the_store_fails(bug: Option<Bug>) -> bool {
    let scene = Scene::new().await;
    let mut ann = Guest::come(&scene.room, "ann").await;
    let mut bob = Guest::come(&scene.room, "bob").await;
    plant(bug);
    scene.breaks("room_log").await;
    ann.does(Do::Sit { seat: None }).await;
    let told = ann.is_done().await.is_some();
    if !told {
        loop {
            let next = bob.next().await;
            assert!(!is_of_a_seat(&next), "{next:?}");
            if next == Came::End {
                break;
            }
        }
        scene.mends().await;
        assert_eq!(scene.seated().await, 0);
        let room = scene.house.rooms.find(&scene.house, scene.room.code()).await.unwrap();
        let mut ann = Guest::come(&room, "ann").await;
        ann.does(Do::Sit { seat: None }).await;
        assert!(ann.is_done().await.is_some());
        assert_eq!(scene.seated().await, 1);
    }
    plant(None);
    scene.house.close().await;
    told
}

#[tokio::test]
async fn nobody_is_told_of_what_a_store_could_not_keep() {
    assert!(!tells_although_the_store_fails(None).await);
    assert!(tells_although_the_store_fails(Some(Bug::IgnoresErrorsOfKeeping)).await, "planted");
}

/// A store in which the room has another owner by now: whether anybody is told of what is not kept.
async fn tells_although_the_race_is_lost(bug: Option<Bug>) -> bool {
    let scene = Scene::new().await;
    let mut ann = Guest::come(&scene.room, "ann").await;
    plant(bug);
    let code = scene.room.code().as_str();
    scene.house.store.take_room(code).await.unwrap().unwrap();
    ann.does(Do::Sit { seat: None }).await;
    let told = ann.is_done().await.is_some();
    assert_eq!(scene.seated().await, 0);
    plant(None);
    scene.house.close().await;
    told
}

#[tokio::test]
async fn nobody_is_told_by_an_owner_who_has_lost_the_room() {
    assert!(!tells_although_the_race_is_lost(None).await);
    assert!(tells_although_the_race_is_lost(Some(Bug::IgnoresErrorsOfKeeping)).await, "planted");
}

/// A house that ends just when a game does, before its result is kept: how many results there are after it opened again.
async fn results_after_the_end(bug: Option<Bug>) -> u64 {
    let scene = Scene::new().await;
    let mut ann = Guest::come(&scene.room, "ann").await;
    plant(bug);
    ann.does(Do::Sit { seat: None }).await;
    ann.is_done().await.unwrap();
    ann.does(Do::SeatBot { seat: None, bot: "truthful".to_owned() }).await;
    ann.is_done().await.unwrap();
    ann.does(Do::Start).await;
    ann.is_done().await.unwrap();
    while scene.room.summary().unwrap().phase != Phase::Playing {
        ann.next().await;
    }
    scene.breaks("games").await;
    ann.does(Do::BreakOff).await;
    ann.is_done().await.unwrap();
    scene.house.close().await;
    scene.mends().await;
    let again = open(scene.path()).await;
    assert_eq!(again.store.counts().await.unwrap().games, 0);
    again.reopen().await.unwrap();
    // The room keeps the result before anything else; stopping it waits for that.
    again.rooms.close().await;
    let games = again.store.counts().await.unwrap().games;
    plant(None);
    again.close().await;
    games
}

#[tokio::test]
async fn a_result_is_not_lost_when_the_house_ends_with_the_game() {
    assert_eq!(results_after_the_end(None).await, 1);
    assert_eq!(results_after_the_end(Some(Bug::LosesResults)).await, 0, "planted");
}

/// Whether somebody whose account is gone can still act.
async fn acts_after_the_account_is_gone(bug: Option<Bug>) -> bool {
    let scene = Scene::new().await;
    let mut ann = Guest::come(&scene.room, "ann").await;
    plant(bug);
    let (room, person) = (scene.room.code().to_string(), PersonId::new("ann").unwrap());
    scene.house.rooms.forget(&scene.house, &room, &person).await.unwrap();
    ann.does(Do::Sit { seat: None }).await;
    let acts = ann.is_done().await.is_some();
    assert_eq!(scene.seated().await, usize::from(acts));
    plant(None);
    scene.house.close().await;
    acts
}

#[tokio::test]
async fn nobody_acts_whose_account_is_gone() {
    assert!(!acts_after_the_account_is_gone(None).await);
    assert!(acts_after_the_account_is_gone(Some(Bug::LetsTheDeletedStay)).await, "planted");
}
