//! What is kept for how long, and what it takes to forget somebody.

use dicehouse_store::{
    Account, Append, Epoch, Finish, Forget, Forgotten, KeptRecord, Kind, LogRow, LogStart,
    RoomStatus, Said, SeatResult, Store, Visit,
};

use crate::common::{Ground, block_on, game};

async fn with_people(ground: &Ground) -> Store {
    let store = Store::open(ground.place()).await.unwrap();
    for (id, made_at) in [("ada", 10), ("bo", 20)] {
        let account =
            Account { id: id.into(), kind: Kind::Person, name: id.into(), owner: None, made_at };
        assert!(store.add_account(&account, &format!("token of {id}"), None).await.unwrap());
    }
    store
}

fn said(account: &str, at: i64, text: &str) -> Said {
    Said { room: "r".into(), at, account: account.into(), text: text.into() }
}

pub fn talk_is_exported_and_goes_with_the_account(ground: &Ground) {
    block_on(async {
        let store = with_people(ground).await;
        let lines = [said("ada", 3, "hello"), said("bo", 4, "hi"), said("ada", 5, "é 猫 '")];
        for line in &lines {
            store.note_talk(line).await.unwrap();
        }
        // Somebody who is gone says nothing any more.
        store.note_talk(&said("nobody", 6, "boo")).await.unwrap();
        assert_eq!(store.talk_of("nobody").await.unwrap(), []);
        let export = store.export("ada").await.unwrap().unwrap();
        assert_eq!(export.talk, [lines[0].clone(), lines[2].clone()]);
        assert!(store.delete_account("ada").await.unwrap());
        assert_eq!(store.talk_of("ada").await.unwrap(), []);
        assert_eq!(store.talk_of("bo").await.unwrap(), [lines[1].clone()]);
        store.close().await;
    });
}

pub fn addresses_are_found_from_both_sides(ground: &Ground) {
    block_on(async {
        let store = with_people(ground).await;
        for (account, address, at) in [
            ("ada", Some("192.0.2.1"), 30),
            ("ada", Some("192.0.2.2"), 40),
            ("ada", Some("192.0.2.1"), 50),
            ("bo", Some("192.0.2.1"), 45),
            ("bo", None, 60),
            ("nobody", Some("192.0.2.1"), 70),
        ] {
            store.note_visit(account, address, at).await.unwrap();
        }
        let visit = |account: &str, address: &str, first_at, last_at| Visit {
            account: account.into(),
            address: address.into(),
            first_at,
            last_at,
        };
        let (first, second) =
            (visit("ada", "192.0.2.1", 30, 50), visit("ada", "192.0.2.2", 40, 40));
        assert_eq!(store.visits_of("ada").await.unwrap(), [first.clone(), second]);
        let bo = visit("bo", "192.0.2.1", 45, 45);
        assert_eq!(store.visits_from("192.0.2.1").await.unwrap(), [first, bo]);
        assert_eq!(store.export("ada").await.unwrap().unwrap().visits.len(), 2);

        // Accounts that nobody uses are found by when they were used last.
        assert_eq!(store.unused_accounts(50, 9).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.unused_accounts(51, 9).await.unwrap(), ["ada"]);
        assert_eq!(store.unused_accounts(61, 9).await.unwrap(), ["ada", "bo"]);
        assert_eq!(store.unused_accounts(61, 1).await.unwrap(), ["ada"]);
        assert!(store.delete_account("ada").await.unwrap());
        assert_eq!(store.visits_from("192.0.2.2").await.unwrap(), []);
        store.close().await;
    });
}

pub fn old_things_are_forgotten_each_in_its_time(ground: &Ground) {
    block_on(async {
        let store = with_people(ground).await;
        let lines: Vec<Said> = (0..1200).map(|at| said("ada", at, "hello")).collect();
        // Together, so that they share commits.
        let mut noting = tokio::task::JoinSet::new();
        for line in lines {
            let store = store.clone();
            noting.spawn(async move { store.note_talk(&line).await.unwrap() });
        }
        noting.join_all().await;
        store.note_visit("ada", Some("192.0.2.1"), 5).await.unwrap();
        store.note_visit("ada", Some("192.0.2.2"), 2000).await.unwrap();
        for (id, at) in [("old", 5), ("new", 2000)] {
            let game = game(id, at, vec![SeatResult::person("Ada", 1).with_account("ada")]);
            let record = Some(("{}\n".to_owned(), 0));
            let finish = Finish { game, record, rated: None, day: None, is_private: false };
            assert!(store.finish(finish).await.unwrap().is_new());
        }
        assert_eq!(store.forget_old(Forget::default()).await.unwrap(), Forgotten::default());
        let all = Forget { talk: Some(1199), addresses: Some(2000), games: Some(2000) };
        let forgotten = store.forget_old(all).await.unwrap();
        assert_eq!(forgotten, Forgotten { talk: 1199, addresses: 1, games: 1 });
        assert_eq!(store.talk_of("ada").await.unwrap(), [said("ada", 1199, "hello")]);
        assert_eq!(store.visits_of("ada").await.unwrap().len(), 1);
        assert_eq!(store.game("old").await.unwrap(), None);
        assert_eq!(store.record("old", 9).await.unwrap(), KeptRecord::None);
        assert!(store.game("new").await.unwrap().is_some());
        store.close().await;
    });
}

async fn append(store: &Store, epoch: Epoch, version: u64, entries: &[&str], checkpoint: bool) {
    let entries = entries.iter().map(|&entry| entry.to_owned()).collect();
    let status = RoomStatus::Playing;
    let append = Append { room: "r".into(), epoch, version, entries, status, checkpoint, at: 1 };
    store.append(append).await.unwrap();
}

pub fn a_log_is_folded_up_to_its_checkpoint_and_when_the_room_closes(ground: &Ground) {
    block_on(async {
        let store = with_people(ground).await;
        let old = store.make_room("r", 0).await.unwrap().unwrap();
        append(&store, old, 0, &["a", "b"], false).await;
        store.fold_log("r", old).await.unwrap();
        assert_eq!(store.log("r", LogStart::Version(0)).await.unwrap().entries, ["a", "b"]);
        append(&store, old, 2, &["c", "d"], true).await;
        append(&store, old, 4, &["e"], false).await;
        let epoch = store.take_room("r").await.unwrap().unwrap();
        store.fold_log("r", old).await.unwrap();
        assert_eq!(store.log_rows("r").await.unwrap().len(), 3, "an old owner folds nothing");
        store.fold_log("r", epoch).await.unwrap();
        assert_eq!(store.log_rows("r").await.unwrap().len(), 2);
        assert_eq!(store.log("r", LogStart::Checkpoint).await.unwrap().entries, ["c", "d", "e"]);
        append(&store, epoch, 5, &["f"], false).await;

        store.close_room("r", old).await.unwrap();
        assert_eq!(store.log_rows("r").await.unwrap().len(), 3, "an old owner closes nothing");
        store.close_room("r", epoch).await.unwrap();
        assert_eq!(store.log_rows("r").await.unwrap(), []);
        let log = store.log("r", LogStart::Checkpoint).await.unwrap();
        assert_eq!((log.entries.len(), log.status), (0, RoomStatus::Closed));
        assert_eq!(store.make_room("r", 9).await.unwrap(), None, "its code stays taken");
        store.close().await;
    });
}

pub fn a_log_can_be_rewritten_and_a_record_replaced(ground: &Ground) {
    block_on(async {
        let store = with_people(ground).await;
        let epoch = store.make_room("r", 0).await.unwrap().unwrap();
        append(&store, epoch, 0, &["{\"person\":\"ADA1\"}", "b"], false).await;
        append(&store, epoch, 2, &["c"], false).await;
        assert_eq!(store.rooms_naming("ADA1").await.unwrap(), ["r"]);
        assert_eq!(store.rooms_naming("ADA2").await.unwrap(), Vec::<String>::new());
        let mut rows = store.log_rows("r").await.unwrap();
        assert_eq!(rows[1], LogRow { first: 2, entries: "c".into() });
        rows.truncate(1);
        rows[0].entries = rows[0].entries.replace("ADA1", "X");
        store.rewrite_log("r", rows).await.unwrap();
        let log = store.log("r", LogStart::Version(0)).await.unwrap();
        assert_eq!(log.entries, ["{\"person\":\"X\"}", "b", "c"]);
        assert_eq!(store.rooms_naming("ADA1").await.unwrap(), Vec::<String>::new());

        let seats = vec![
            SeatResult::person("Bo", 1).with_account("bo"),
            SeatResult::person("Ada", 2).with_account("ada"),
        ];
        let game = game("g", 5, seats);
        let record = Some(("{}\n".to_owned(), 100));
        let finish = Finish { game, record, rated: None, day: None, is_private: false };
        assert!(store.finish(finish).await.unwrap().is_new());
        assert_eq!(store.recorded_seats("ada").await.unwrap(), [("g".to_owned(), 1)]);
        assert_eq!(store.recorded_seats("nobody").await.unwrap(), []);
        store.replace_record("g", "{\"a\":1}\n").await.unwrap();
        assert_eq!(store.record("g", 99).await.unwrap(), KeptRecord::Sealed { opens_at: 100 });
        assert_eq!(store.record("g", 100).await.unwrap(), KeptRecord::Open("{\"a\":1}\n".into()));
        store.close().await;
    });
}
