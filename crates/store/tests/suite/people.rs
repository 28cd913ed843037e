//! Accounts: found by what only their owner has, and gone when they leave.

use dicehouse_store::{
    Account, Device, Error, Finish, GONE, KeptRecord, Kind, Rater, Rating, SeatResult, Store,
};

use crate::common::{Ground, block_on, game};

fn person(id: &str) -> Account {
    Account {
        id: id.into(),
        kind: Kind::Person,
        name: format!("Name of {id}"),
        owner: None,
        made_at: 7,
    }
}

pub fn an_account_is_found_by_its_token_alone(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        let ada = person("ada");
        assert!(store.add_account(&ada, "t1", Some("r1")).await.unwrap());
        // Neither the id nor a hash can be had twice, and a refusal leaves nothing behind.
        assert!(!store.add_account(&ada, "t2", Some("r2")).await.unwrap());
        assert!(!store.add_account(&person("bo"), "t1", Some("r2")).await.unwrap());
        assert!(!store.add_account(&person("bo"), "t2", Some("r1")).await.unwrap());
        assert_eq!(store.account("bo").await.unwrap(), None);
        assert!(store.add_account(&person("bo"), "t2", Some("r2")).await.unwrap());

        assert_eq!(store.account_of_token("t1").await.unwrap(), Some(ada.clone()));
        for other in ["ada", "r1", "T1", "", "t1\0", "%"] {
            assert_eq!(store.account_of_token(other).await.unwrap(), None, "{other:?}");
        }
        assert!(store.rename("ada", "Countess").await.unwrap());
        assert!(!store.rename("nobody", "x").await.unwrap());
        assert_eq!(store.account("ada").await.unwrap().unwrap().name, "Countess");

        assert!(store.forget_token("t1").await.unwrap());
        assert_eq!(store.account_of_token("t1").await.unwrap(), None);
        store.close().await;
    });
}

pub fn a_recovery_code_works_once(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        assert!(store.add_account(&person("ada"), "t1", Some("r1")).await.unwrap());
        let found = store.recover("r1", "r2", "t2", 8).await.unwrap();
        assert_eq!(found, Some(person("ada")));
        assert_eq!(store.recover("r1", "r3", "t3", 8).await.unwrap(), None);
        assert_eq!(store.recover("", "r3", "t3", 8).await.unwrap(), None);
        // The new device acts for her now, and none of those before.
        assert_eq!(store.account_of_token("t2").await.unwrap(), Some(person("ada")));
        for token in ["t1", "t3"] {
            assert_eq!(store.account_of_token(token).await.unwrap(), None, "{token}");
        }
        assert!(store.set_recovery("ada", "r9").await.unwrap());
        assert_eq!(store.recover("r2", "r4", "t4", 9).await.unwrap(), None);
        assert!(store.recover("r9", "r4", "t4", 9).await.unwrap().is_some());
        store.close().await;
    });
}

async fn played(store: &Store) {
    let bot = Account { kind: Kind::Bot, owner: Some("ada".into()), ..person("robo") };
    assert!(store.add_account(&person("ada"), "t1", Some("r1")).await.unwrap());
    assert!(store.add_account(&person("bo"), "t2", Some("r2")).await.unwrap());
    assert!(store.add_account(&bot, "t3", None).await.unwrap());
    assert!(store.begin_try("2026-01-31", "ada", "room", 3).await.unwrap());
    let finished = game(
        "g",
        10,
        vec![
            SeatResult::person("Ada", 1).with_score(50).with_account("ada"),
            SeatResult::person("Bo", 2).with_score(20).with_account("bo"),
            SeatResult::bot("Robo", "1", 3).with_score(1).with_account("robo"),
        ],
    );
    let rate: Rater = |rated| vec![Rating { rating: 1500.0, uncertainty: 100.0 }; rated.len()];
    let finish = Finish {
        game: finished,
        record: Some(("{}\n".into(), 100)),
        rated: Some(("full".into(), rate)),
        day: Some("2026-01-31".into()),
        is_private: false,
    };
    assert!(store.finish(finish).await.unwrap().is_new());
}

pub fn a_deleted_account_leaves_no_trace_but_anonymous_results(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        played(&store).await;
        assert!(store.delete_account("ada").await.unwrap());
        assert!(!store.delete_account("ada").await.unwrap());

        for token in ["t1", "t3"] {
            assert_eq!(store.account_of_token(token).await.unwrap(), None);
        }
        assert_eq!(store.recover("r1", "r9", "t9", 0).await.unwrap(), None);
        for id in ["ada", "robo"] {
            assert_eq!(store.account(id).await.unwrap(), None);
            assert!(store.results_of_account(id, 9).await.unwrap().is_empty());
            assert!(store.ratings_of(id).await.unwrap().is_empty());
        }
        assert!(store.best_tries("2026-01-31", 9).await.unwrap().is_empty());
        let game = store.game("g").await.unwrap().unwrap();
        let names: Vec<&str> = game.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, [GONE, "Bo", GONE]);
        assert!(game.seats[0].account.is_none() && game.seats[2].account.is_none());
        assert_eq!(game.seats[1].account.as_deref(), Some("bo"));
        assert_eq!(store.ratings_of("bo").await.unwrap().len(), 1);
        store.close().await;
    });
}

pub fn an_export_has_everything(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        played(&store).await;
        let export = store.export("ada").await.unwrap().unwrap();
        assert_eq!(export.account, person("ada"));
        assert_eq!(export.bots.len(), 1);
        assert_eq!(export.devices.len(), 1);
        assert_eq!((export.results.len(), export.results[0].result.score), (1, Some(50)));
        assert_eq!((export.ratings.len(), export.ratings[0].wins), (1, 1));
        assert_eq!(export.tries.len(), 1);
        assert_eq!(export.tries[0].score, Some(50));
        assert_eq!(store.record("g", 100).await.unwrap(), KeptRecord::Open("{}\n".into()));
        assert_eq!(store.record("g", 99).await.unwrap(), KeptRecord::Sealed { opens_at: 100 });
        assert_eq!(store.record("h", 100).await.unwrap(), KeptRecord::None);
        assert_eq!(store.export("nobody").await.unwrap(), None);
        assert_eq!(store.games_won_by("claims", &["ada", "bo", "?"]).await.unwrap(), [1, 0, 0]);
        store.close().await;
    });
}

pub fn devices_are_ended_one_by_one(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        assert!(store.add_account(&person("ada"), "t1", Some("r1")).await.unwrap());
        assert!(store.add_account(&person("bo"), "t2", Some("r2")).await.unwrap());
        store.label_device("t1", "Firefox, Linux").await.unwrap();
        let device = Device { id: "t1".into(), label: "Firefox, Linux".into(), since: 7 };
        assert_eq!(store.devices("ada").await.unwrap(), std::slice::from_ref(&device));
        assert_eq!(store.devices("nobody").await.unwrap(), []);
        assert!(!store.end_device("ada", "t2").await.unwrap(), "it is somebody else's");
        assert!(store.add_device("ada", "t3", 8).await.unwrap());
        assert!(!store.add_device("ada", "t2", 8).await.unwrap(), "the token is taken");
        assert!(!store.add_device("nobody", "t4", 8).await.unwrap());
        assert_eq!(store.account_of_token("t3").await.unwrap(), Some(person("ada")));
        assert_eq!(store.devices("ada").await.unwrap().len(), 2);
        assert!(store.end_device("ada", &device.id).await.unwrap());
        assert!(!store.end_device("ada", &device.id).await.unwrap());
        assert_eq!(store.account_of_token("t1").await.unwrap(), None);
        assert!(store.account_of_token("t2").await.unwrap().is_some());
        store.close().await;
    });
}

pub fn one_try_a_day(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        played(&store).await;
        assert!(!store.begin_try("2026-01-31", "ada", "another", 4).await.unwrap());
        assert_eq!(store.try_of("2026-01-31", "ada").await.unwrap().unwrap().room, "room");
        assert!(store.begin_try("2026-02-01", "ada", "another", 4).await.unwrap());
        assert!(store.begin_try("2026-01-31", "bo", "third", 5).await.unwrap());
        // A try that is not finished is on no board.
        let best = store.best_tries("2026-01-31", 9).await.unwrap();
        assert_eq!(best.iter().map(|one| one.account.as_str()).collect::<Vec<_>>(), ["ada"]);
        assert_eq!(best[0].name, "Name of ada");

        let again =
            game("h", 11, vec![SeatResult::person("Bo", 1).with_score(70).with_account("bo")]);
        let finish = Finish {
            game: again,
            record: None,
            rated: None,
            day: Some("2026-01-31".into()),
            is_private: false,
        };
        assert!(store.finish(finish).await.unwrap().is_new());
        let best = store.best_tries("2026-01-31", 9).await.unwrap();
        assert_eq!(best.iter().map(|one| one.score).collect::<Vec<_>>(), [Some(70), Some(50)]);
        assert_eq!(store.best_tries("2026-01-31", 1).await.unwrap().len(), 1);
        assert_eq!(store.place_of_try("2026-01-31", 70).await.unwrap(), (1, 2));
        assert_eq!(store.place_of_try("2026-01-31", 50).await.unwrap(), (2, 2));
        assert_eq!(store.place_of_try("2026-02-01", -200).await.unwrap(), (1, 0));

        // A day and a board are labels like any other: what cannot be stored as it is changes nothing.
        let rate: Rater = |rated| vec![Rating { rating: 0.0, uncertainty: 1.0 }; rated.len()];
        for (rated, day) in [(Some(("a\0b".into(), rate)), None), (None, Some(String::new()))] {
            let finish = Finish {
                game: game("k", 12, vec![given_up()]),
                record: None,
                rated,
                day,
                is_private: false,
            };
            let refused = store.finish(finish).await;
            assert!(matches!(refused, Err(Error::Invalid(_))), "{refused:?}");
        }

        // What was given up is over, without a score, and stays so.
        for (id, seat) in [("i", given_up()), ("j", given_up().with_score(90))] {
            let third = game(id, 12, vec![seat]);
            let day = Some("2026-02-01".into());
            let finish = Finish { game: third, record: None, rated: None, day, is_private: false };
            assert!(store.finish(finish).await.unwrap().is_new());
            let over = store.try_of("2026-02-01", "ada").await.unwrap().unwrap();
            assert_eq!((over.score, over.game_id.as_deref()), (None, Some("i")));
        }
        store.close().await;
    });
}

fn given_up() -> SeatResult {
    SeatResult::person("Ada", 1).with_account("ada")
}

pub fn a_day_has_one_secret(ground: &Ground) {
    block_on(async {
        let place = ground.place();
        let store = Store::open(place.clone()).await.unwrap();
        let day = "2026-01-31";
        assert_eq!(store.kept_secret(day).await.unwrap(), None);
        let asked = (0..8).map(|n| {
            let store = store.clone();
            tokio::spawn(async move { store.secret_of_day(day, &format!("secret {n}")).await })
        });
        let mut told = Vec::new();
        for asked in asked.collect::<Vec<_>>() {
            told.push(asked.await.unwrap().unwrap());
        }
        let kept = store.kept_secret(day).await.unwrap().unwrap();
        assert!(told.iter().all(|secret| *secret == kept), "{told:?}");
        store.close().await;
        let store = Store::open(place).await.unwrap();
        assert_eq!(store.secret_of_day(day, "another").await.unwrap(), kept);
        assert_eq!(store.secret_of_day("2026-02-01", "another").await.unwrap(), "another");
        store.close().await;
    });
}
