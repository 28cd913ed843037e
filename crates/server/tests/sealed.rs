//! A copy of the database alone tells no die of a game that goes on, nor of the day; what is over is signed by the house.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::path::Path;

use common::{Guest, Open, key, liars, quick};
use dicehouse_client::Visitor;
use dicehouse_room::message::RoomCode;
use dicehouse_server::{HouseKey, check, read_entry};
use dicehouse_store::{LogStart, Place, Store};
use serde_json::Value;

/// Two players in the middle of a game, whose house was closed.
async fn interrupted(path: &Path) -> (RoomCode, [Visitor; 2]) {
    let open = Open::at_file(quick(), path).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let mut one = Guest::come(&ada, &code, 1).await;
    let mut two = Guest::come(&bo, &code, 2).await;
    one.sit();
    two.sit();
    while one.acts + two.acts < 3 {
        tokio::select! {
            message = one.next() => one.take(message.unwrap()),
            message = two.next() => two.take(message.unwrap()),
        }
    }
    open.close().await;
    (code, [ada, bo])
}

/// Everything that is in the files of a database, as text.
fn contents(path: &Path) -> String {
    let folder = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let files = folder.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

#[tokio::test]
async fn a_copy_of_the_database_tells_no_die_of_a_game_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let (code, [ada, bo]) = interrupted(&path).await;
    let kept = contents(&path);
    assert!(kept.contains("\"what\":\"started\"") && kept.contains("\"sealed\":"));
    for secret in ["\"secret\":", "server_seed"] {
        assert!(!kept.contains(secret), "{secret} can be read");
    }
    let store = Store::open(Place::file(&path)).await.unwrap();
    let log = store.log(code.as_str(), LogStart::Version(0)).await.unwrap();
    let read = |key: Option<&HouseKey>, room: &str| -> Vec<String> {
        let entries = log.entries.iter().map(|text| read_entry(key, room, text));
        entries.filter_map(Result::err).collect()
    };
    assert_eq!(read(Some(&key()), code.as_str()), Vec::<String>::new());
    let without = read(None, code.as_str());
    assert!(without.len() >= 2 && without[0].contains("the key of the house is not here"));
    let other = HouseKey::from_bytes([1; 32]);
    for wrong in [read(Some(&other), code.as_str()), read(Some(&key()), "AAAAAA")] {
        assert_eq!(wrong.len(), without.len());
        assert!(wrong.iter().all(|why| why.contains("sealed with another key")), "{wrong:?}");
    }
    let checked = check(&store, Some(&other), || ()).await.unwrap();
    assert_eq!(checked.wrong.len(), 1, "{checked:?}");
    assert_eq!(check(&store, Some(&key()), || ()).await.unwrap().wrong, []);
    store.close().await;

    // Another key opens the house, but not this game; with its own key it goes on.
    let open = Open::with_key(quick(), &path, other).await;
    let ada_there = Visitor { house: open.address.clone(), ..ada.clone() };
    let room = ada_there.get::<Value>(&format!("/api/rooms/{code}")).await;
    assert!(room.is_err(), "{room:?}");
    open.close().await;
    let open = Open::at_file(quick(), &path).await;
    let [ada, bo] = [ada, bo].map(|known| Visitor { house: open.address.clone(), ..known });
    let mut one = Guest::come(&ada, &code, 3).await;
    let mut two = Guest::come(&bo, &code, 4).await;
    tokio::join!(one.play(1), two.play(1));
    let games = open.games(1).await;
    let id = games[0]["id"].as_str().unwrap();
    let verified: Value = ada.get(&format!("/api/games/{id}/verify")).await.unwrap();
    assert_eq!((&verified["good"], &verified["signed_here"]), (&true.into(), &true.into()));
    let proof = &verified["proof"];
    assert_eq!(proof["signed_by"], key().public().to_string(), "{verified}");
    assert!(!proof["by_signature"].as_array().unwrap().is_empty(), "{verified}");
    open.close().await;
}

/// The key is published before a game is over, next to what the house committed to, and the record is signed with it.
#[tokio::test]
async fn the_key_is_published_with_the_commitment() {
    let open = Open::new(quick()).await;
    let (ada, bo) = (open.visitor("Ada").await, open.visitor("Bo").await);
    let code = open.room(&ada, liars(2)).await;
    let mut one = Guest::come(&ada, &code, 1).await;
    let mut two = Guest::come(&bo, &code, 2).await;
    one.sit();
    two.sit();
    while one.acts + two.acts < 1 {
        tokio::select! {
            message = one.next() => one.take(message.unwrap()),
            message = two.next() => two.take(message.unwrap()),
        }
    }
    let public = key().public().to_string();
    let commitments: Vec<Value> = ada.get("/api/commitments").await.unwrap();
    assert_eq!(commitments[0]["signed_by"], public, "{commitments:?}");
    let health: Value = ada.get("/api/health").await.unwrap();
    assert_eq!(health["signs"], public);
    open.close().await;
}

#[tokio::test]
async fn the_secret_of_the_day_is_kept_sealed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let open = Open::at_file(quick(), &path).await;
    let ada = open.visitor("Ada").await;
    let before: Value = ada.get("/api/daily").await.unwrap();
    let day = before["day"].as_str().unwrap();
    open.close().await;
    let store = Store::open(Place::file(&path)).await.unwrap();
    let kept = store.kept_secret(day).await.unwrap().unwrap();
    assert!(HouseKey::is_sealed(&kept), "{kept}");
    store.close().await;
    // The same dice after a restart.
    let open = Open::at_file(quick(), &path).await;
    let ada = Visitor { house: open.address.clone(), ..ada };
    let past: Value = ada.get(&format!("/api/daily/{day}")).await.unwrap();
    assert_eq!(past["commitment"], before["commitment"]);
    open.close().await;
    // A house with another key says that it cannot, and does not draw other dice.
    let open = Open::with_key(quick(), &path, HouseKey::from_bytes([1; 32])).await;
    let ada = Visitor { house: open.address.clone(), ..ada };
    let other = ada.get::<Value>(&format!("/api/daily/{day}")).await;
    assert!(other.is_err(), "{other:?}");
    open.close().await;
}
