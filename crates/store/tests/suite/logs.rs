//! Logs of rooms: in order, without gaps, by one owner.

use std::sync::Arc;

use dicehouse_store::{Append, Epoch, Error, Invalid, LogStart, RoomStatus, Store};

use crate::common::{Ground, block_on};

fn append(room: &str, epoch: Epoch, version: u64, entries: &[&str]) -> Append {
    Append {
        room: room.into(),
        epoch,
        version,
        entries: entries.iter().map(|&entry| entry.into()).collect(),
        status: RoomStatus::Playing,
        checkpoint: false,
        at: 1,
    }
}

async fn opened(ground: &Ground) -> Store {
    Store::open(ground.place()).await.unwrap()
}

pub fn a_log_comes_back_in_order(ground: &Ground) {
    let place = ground.place();
    block_on(async {
        let store = Store::open(place.clone()).await.unwrap();
        let epoch = store.make_room("r", 5).await.unwrap().unwrap();
        assert_eq!(store.make_room("r", 6).await.unwrap(), None, "the id is taken");
        assert_eq!(store.epoch("r").await.unwrap(), Some(epoch));
        assert_eq!(store.epoch("s").await.unwrap(), None);
        assert_eq!(store.log("r", LogStart::Checkpoint).await.unwrap().entries.len(), 0);

        store.append(append("r", epoch, 0, &["a", "b"])).await.unwrap();
        let start =
            Append { checkpoint: true, at: 9, ..append("r", epoch, 2, &["c", "{\"d\":1}"]) };
        store.append(start).await.unwrap();
        store.append(append("r", epoch, 4, &["é 猫 \t \u{2028}"])).await.unwrap();
        store.close().await;
    });
    block_on(async {
        let store = Store::open(place).await.unwrap();
        let all = ["a", "b", "c", "{\"d\":1}", "é 猫 \t \u{2028}"];
        for first in 0..=6 {
            let log = store.log("r", LogStart::Version(first)).await.unwrap();
            let expected: Vec<&str> = all.iter().copied().skip(first as usize).collect();
            assert_eq!(log.first, first);
            assert_eq!(log.entries, expected);
        }
        let log = store.log("r", LogStart::Checkpoint).await.unwrap();
        assert_eq!((log.first, log.next(), log.changed_at), (2, 5, 1));
        assert_eq!(log.status, RoomStatus::Playing);
        let missing = store.log("s", LogStart::Checkpoint).await.unwrap_err();
        assert!(matches!(missing, Error::NoRoom { .. }), "{missing:?}");
        store.close().await;
    });
}

pub fn a_gap_or_a_repetition_is_refused(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        let epoch = store.make_room("r", 0).await.unwrap().unwrap();
        store.append(append("r", epoch, 0, &["a", "b"])).await.unwrap();
        for version in [0, 1, 3, 1000] {
            let error = store.append(append("r", epoch, version, &["x"])).await.unwrap_err();
            let Error::Gap { given, next: 2, .. } = error else { panic!("{error:?}") };
            assert_eq!(given, version);
        }
        let error = store.append(append("nowhere", epoch, 0, &["x"])).await.unwrap_err();
        assert!(matches!(error, Error::NoRoom { .. }), "{error:?}");
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().entries, ["a", "b"]);
        store.close().await;
    });
}

pub fn an_old_owner_is_refused(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        let old = store.make_room("r", 0).await.unwrap().unwrap();
        store.append(append("r", old, 0, &["a"])).await.unwrap();
        let new = store.take_room("r").await.unwrap().unwrap();
        assert!(new > old);
        assert_eq!(store.take_room("nowhere").await.unwrap(), None);
        let error = store.append(append("r", old, 1, &["x"])).await.unwrap_err();
        let Error::OldEpoch { given, current, .. } = error else { panic!("{error:?}") };
        assert_eq!((given, current), (old, new));
        store.append(append("r", new, 1, &["b"])).await.unwrap();
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().entries, ["a", "b"]);
        store.close().await;
    });
}

/// A refused append in a group hurts none of the others.
pub fn appends_of_many_rooms_share_commits(ground: &Ground) {
    block_on(async {
        let store = Arc::new(opened(ground).await);
        let mut tasks = Vec::new();
        for number in 0..100 {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let room = format!("r{number}");
                let epoch = store.make_room(&room, 0).await.unwrap().unwrap();
                for version in 0..10 {
                    let entry = version.to_string();
                    store.append(append(&room, epoch, version, &[&entry])).await.unwrap();
                    assert!(store.append(append(&room, epoch, version, &["x"])).await.is_err());
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        // A hundred rooms were made, and each had ten appends done and ten refused.
        let commits = store.commits();
        assert!(commits < 100 * (1 + 10 + 10), "{commits} commits: none was shared");
        for number in 0..100 {
            let log = store.log(&format!("r{number}"), LogStart::Version(0)).await.unwrap();
            assert_eq!(log.entries, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        }
        store.close().await;
    });
}

/// What is written at the same time goes into one commit, also where some of it is about the same room.
pub fn appends_to_one_room_keep_their_order(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        let epoch = store.make_room("r", 0).await.unwrap().unwrap();
        let other = store.make_room("s", 0).await.unwrap().unwrap();
        let (a, b, gap, c, alone) = tokio::join!(
            store.append(append("r", epoch, 0, &["a"])),
            store.append(append("r", epoch, 1, &["b"])),
            store.append(append("r", epoch, 9, &["x"])),
            store.append(append("r", epoch, 2, &["c"])),
            store.append(append("s", other, 0, &["d"])),
        );
        assert!([a, b, c, alone].iter().all(Result::is_ok));
        assert!(matches!(gap, Err(Error::Gap { given: 9, next: 2, .. })), "{gap:?}");
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().entries, ["a", "b", "c"]);
        assert_eq!(store.log("s", LogStart::Version(0)).await.unwrap().entries, ["d"]);
        store.close().await;
    });
}

/// What the database refuses fails alone, though it was to be committed together with others.
pub fn a_failure_in_a_group_hurts_nothing_else(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        let epoch = store.make_room("r", 0).await.unwrap().unwrap();
        let (entry, nobody, room, more) = tokio::join!(
            store.append(append("r", epoch, 0, &["a"])),
            // There is no such account, and a try belongs to one.
            store.begin_try("2026-01-31", "nobody", "r", 1),
            store.make_room("s", 1),
            store.append(append("r", epoch, 1, &["b"])),
        );
        assert!(nobody.is_err(), "{nobody:?}");
        assert!(entry.is_ok() && more.is_ok() && room.unwrap().is_some());
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().entries, ["a", "b"]);
        store.close().await;
    });
}

/// Two houses take the same room again and again; every acknowledged entry is there once, in order.
pub fn racing_owners_leave_one_whole_log(ground: &Ground) {
    let place = ground.place();
    block_on(async {
        let first = Store::open(place.clone()).await.unwrap();
        first.make_room("r", 0).await.unwrap().unwrap();
        let mut tasks = Vec::new();
        for owner in 0..2 {
            let place = place.clone();
            tasks.push(tokio::spawn(async move {
                let store = Store::open(place).await.unwrap();
                let mut acknowledged = Vec::new();
                for taken in 0..15 {
                    let epoch = store.take_room("r").await.unwrap().unwrap();
                    let mut version = store.log("r", LogStart::Checkpoint).await.unwrap().next();
                    for entry in 0..5 {
                        let text = format!("{owner}-{taken}-{entry}");
                        match store.append(append("r", epoch, version, &[&text])).await {
                            Ok(()) => acknowledged.push((version, text)),
                            Err(Error::OldEpoch { .. } | Error::Gap { .. }) => break,
                            Err(error) => panic!("{error:?}"),
                        }
                        version += 1;
                    }
                }
                store.close().await;
                acknowledged
            }));
        }
        let mut acknowledged = Vec::new();
        for task in tasks {
            acknowledged.extend(task.await.unwrap());
        }
        acknowledged.sort();
        let log = first.log("r", LogStart::Version(0)).await.unwrap();
        let kept: Vec<(u64, String)> = (0..).zip(log.entries).collect();
        assert_eq!(kept, acknowledged);
        first.close().await;
    });
}

pub fn rooms_are_listed_by_what_they_do(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        for (room, status, at) in [
            ("a", RoomStatus::Playing, 1),
            ("b", RoomStatus::Closed, 2),
            ("c", RoomStatus::Playing, 3),
            ("d", RoomStatus::Waiting, 4),
        ] {
            let epoch = store.make_room(room, 0).await.unwrap().unwrap();
            store.append(Append { status, at, ..append(room, epoch, 0, &["x"]) }).await.unwrap();
        }
        assert_eq!(store.rooms(RoomStatus::Playing, 10).await.unwrap(), ["c", "a"]);
        assert_eq!(store.rooms(RoomStatus::Playing, 1).await.unwrap(), ["c"]);
        assert_eq!(store.rooms(RoomStatus::Waiting, 10).await.unwrap(), ["d"]);
        let old = store.take_room("d").await.unwrap().unwrap();
        let new = store.take_room("d").await.unwrap().unwrap();
        store.set_room_status("d", old, RoomStatus::Playing).await.unwrap();
        assert_eq!(store.rooms(RoomStatus::Waiting, 10).await.unwrap(), ["d"], "an old owner");
        store.set_room_status("d", new, RoomStatus::Closed).await.unwrap();
        assert_eq!(store.rooms(RoomStatus::Closed, 10).await.unwrap(), ["d", "b"]);
        store.close().await;
    });
}

pub fn what_is_no_entry_is_refused(ground: &Ground) {
    block_on(async {
        let store = opened(ground).await;
        let epoch = store.make_room("r", 0).await.unwrap().unwrap();
        let refused =
            async |entries: &[&str]| match store.append(append("r", epoch, 0, entries)).await {
                Err(Error::Invalid(invalid)) => invalid,
                other => panic!("{other:?}"),
            };
        assert_eq!(refused(&[]).await, Invalid::NoEntries);
        assert_eq!(refused(&["a\nb"]).await, Invalid::LineBreak);
        assert!(matches!(refused(&["a\0b"]).await, Invalid::Nul { .. }));
        assert!(matches!(refused(&[""]).await, Invalid::Empty { .. }));
        for version in [u64::MAX, u64::MAX - 1, i64::MAX as u64] {
            let huge = store.append(append("r", epoch, version, &["x"])).await;
            assert!(matches!(huge, Err(Error::Invalid(Invalid::TooLarge { .. }))), "{huge:?}");
        }
        assert!(store.make_room("", 0).await.is_err());
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().next(), 0);
        store.close().await;
    });
}

pub fn old_rooms_are_forgotten(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        for (room, status, at) in [
            ("closed-old", RoomStatus::Closed, 10),
            ("closed-new", RoomStatus::Closed, 30),
            ("waiting-old", RoomStatus::Waiting, 3),
            ("waiting-new", RoomStatus::Waiting, 10),
            ("playing-old", RoomStatus::Playing, 1),
        ] {
            let epoch = store.make_room(room, at).await.unwrap().unwrap();
            let append = Append {
                room: room.into(),
                epoch,
                version: 0,
                entries: vec!["{}".into()],
                status,
                checkpoint: false,
                at,
            };
            store.append(append).await.unwrap();
        }
        assert_eq!(store.forget_rooms(20, 5).await.unwrap(), 2);
        assert_eq!(store.forget_rooms(20, 5).await.unwrap(), 0);
        let left = store.rooms_after("", 9).await.unwrap();
        assert_eq!(left, ["closed-new", "playing-old", "waiting-new"]);
        assert_eq!(store.rooms_after("closed-new", 1).await.unwrap(), ["playing-old"]);
        let log = store.log("closed-old", LogStart::Version(0)).await;
        assert!(matches!(log, Err(Error::NoRoom { .. })), "{log:?}");
        let counts = store.counts().await.unwrap();
        let rooms = (counts.rooms_waiting, counts.rooms_playing, counts.rooms_closed);
        assert_eq!(rooms, (1, 1, 1));
        store.close().await;
    });
}
