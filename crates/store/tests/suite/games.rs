//! Games go in and come out as they were, once each.
use crate::common::{Ground, block_on, game, numbered};
use dicehouse_store::blocking::Store;
use dicehouse_store::{
    Error, Field, FinishedGame, Invalid, Kind, MAX_LABEL, MAX_NAME, MAX_SEATS, Recorded, SeatResult,
};

pub fn a_game_comes_back_as_it_was(ground: &Ground) {
    let place = ground.place();
    let games = [
        FinishedGame {
            record: Some("games/α/1.jsonl".into()),
            ..game(
                "a",
                -5,
                vec![
                    SeatResult::person("Ada", 2).with_score(i64::MIN).with_faults(u32::MAX),
                    SeatResult::bot("counter", "1.2.3", 1).with_score(i64::MAX),
                    SeatResult { bot_version: None, ..SeatResult::bot("my bot.py", "", 2) },
                ],
            )
        },
        FinishedGame {
            game: "liars".into(),
            preset: "perudo".into(),
            ruleset: "[1, \"two\", null]".into(),
            ..game("b", i64::MAX, vec![SeatResult::person("Ada", 1)])
        },
    ];
    {
        let store = Store::open(place.clone()).unwrap();
        for game in &games {
            assert_eq!(store.record_game(game).unwrap(), Recorded::New);
        }
    }

    let store = Store::open(place.clone()).unwrap();
    let [a, b] = games;
    assert_eq!(store.game("a").unwrap().as_ref(), Some(&a));
    assert_eq!(store.game("c").unwrap(), None);
    assert_eq!(store.recent(10).unwrap(), [b, a]);
    assert_eq!(store.place(), &place);
}

pub fn the_newest_games_come_first_and_no_more_than_asked(ground: &Ground) {
    let store = ground.store();
    for (id, time) in [("a", 20), ("b", 30), ("c", 10), ("d", 20)] {
        let _ = store.record_game(&game(id, time, numbered(id, 3).seats)).unwrap();
    }
    let ids = |limit| -> Vec<String> {
        store.recent(limit).unwrap().into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids(u32::MAX), ["b", "d", "a", "c"]);
    assert_eq!(ids(2), ["b", "d"]);
    assert!(ids(0).is_empty());
}

pub fn the_results_of_a_name_tell_game_and_seat(ground: &Ground) {
    let store = ground.store();
    let two_seats = vec![
        SeatResult::bot("greedy", "1", 2).with_faults(3),
        SeatResult::person("Ada", 1).with_score(7),
        SeatResult::bot("greedy", "2", 2),
    ];
    let older = FinishedGame { record: Some("r".into()), ..game("a", 1, two_seats) };
    let newer = game("b", 2, vec![SeatResult::person("greedy", 1), SeatResult::person("Bo", 2)]);
    let _ = store.record_game(&older).unwrap();
    let _ = store.record_game(&newer).unwrap();

    let results = store.results_of("greedy", 10).unwrap();
    let places: Vec<_> =
        results.iter().map(|past| (past.id.as_str(), past.seats, past.seat)).collect();
    assert_eq!(places, [("b", 2, 0), ("a", 3, 0), ("a", 3, 2)]);
    assert_eq!(results[0].result.kind, Kind::Person);
    assert_eq!(results[1].result, older.seats[0]);
    assert_eq!(results[2].result, older.seats[2]);
    assert_eq!(results[1].record.as_deref(), Some("r"));
    assert_eq!((results[1].game.as_str(), results[1].preset.as_str()), ("claims", "full"));
    assert_eq!(results[1].finished_at, 1);

    assert_eq!(store.results_of("greedy", 1).unwrap(), results[..1]);
    assert!(store.results_of("Greedy", 10).unwrap().is_empty());
}

pub fn a_game_is_stored_once_and_the_first_result_stands(ground: &Ground) {
    let store = ground.store();
    let first = numbered("a", 4);
    assert!(store.record_game(&first).unwrap().is_new());
    let again = store.record_game(&first).unwrap();
    assert_eq!(again, Recorded::Already { same_result: true });
    assert!(!again.is_new());

    // Done again after an interruption: later, to another file, with the same outcome.
    let later = FinishedGame { finished_at: 9, record: Some("other".into()), ..first.clone() };
    assert_eq!(store.record_game(&later).unwrap(), Recorded::Already { same_result: true });

    let mut other = first.clone();
    other.seats[0].faults += 1;
    assert_eq!(store.record_game(&other).unwrap(), Recorded::Already { same_result: false });
    other.seats = vec![SeatResult::person("Ada", 1)];
    assert_eq!(store.record_game(&other).unwrap(), Recorded::Already { same_result: false });

    assert_eq!(store.recent(10).unwrap(), [first]);
}

pub fn games_won_are_counted_by_name_and_game(ground: &Ground) {
    let store = ground.store();
    let pair = |a: (&str, u32), b: (&str, u32)| {
        vec![SeatResult::person(a.0, a.1), SeatResult::person(b.0, b.1)]
    };
    for (id, kind, seats) in [
        ("1", "claims", pair(("Ada", 1), ("Bo", 2))),
        ("2", "claims", pair(("Ada", 1), ("Bo", 1))), // shared: a win for both
        ("3", "claims", pair(("Ada", 2), ("Bo", 1))),
        ("4", "liars", pair(("Ada", 1), ("Bo", 2))), // another game
        ("5", "claims", pair(("Ada", 1), ("Ada", 1))), // one game, whoever sat where
        ("6", "claims", vec![SeatResult::person("Ada", 1)]), // against nobody
    ] {
        let game = FinishedGame { game: kind.into(), ..game(id, 0, seats) };
        let _ = store.record_game(&game).unwrap();
    }
    assert_eq!(store.games_won("claims", &["Bo", "Ada", "Cy", "Bo"]).unwrap(), [2, 3, 0, 2]);
    assert_eq!(store.games_won("liars", &["Ada".to_string()]).unwrap(), [1]);
    assert_eq!(store.games_won("pairs", &["Ada"]).unwrap(), [0]);
    assert!(store.games_won("claims", &[""; 0]).unwrap().is_empty());
}

pub fn odd_names_are_kept_as_they_are(ground: &Ground) {
    let names = [
        " ",
        "\t\n\r",
        "\u{1b}[31mred\u{7}",
        "'; DROP TABLE games; --",
        "\"",
        "%",
        "$1",
        "?1",
        "NULL",
        "0",
        "Zoë",
        "Zoe\u{308}",
        "👩‍👩‍👧‍👦",
        "\u{202e}abc",
        "\u{feff}",
        "\u{10ffff}",
        "\u{fffd}",
        "İ",
        "ı",
    ];
    let longest = "\u{10ffff}".repeat(MAX_NAME);
    let names: Vec<&str> = names.into_iter().chain([longest.as_str()]).collect();
    let store = ground.store();
    let played =
        game("names", 1, names.iter().map(|name| SeatResult::bot(*name, *name, 1)).collect());
    let _ = store.record_game(&played).unwrap();

    assert_eq!(store.recent(1).unwrap(), [played]);
    // Each is a name of its own: nothing is trimmed, folded or normalised.
    assert_eq!(store.games_won("claims", &names).unwrap(), vec![1; names.len()]);
    for name in names {
        let results = store.results_of(name, 10).unwrap();
        assert_eq!(results.len(), 1, "{name:?}");
        assert_eq!(results[0].result.name, name);
    }
    // Asking for what cannot be there is no error.
    assert_eq!(store.games_won("claims", &["", "a\0b", &"x".repeat(100_000)]).unwrap(), [0, 0, 0]);
    assert!(store.results_of("a\0b", 1).unwrap().is_empty());
}

pub fn what_cannot_be_stored_is_refused_and_named(ground: &Ground) {
    let check = |change: &dyn Fn(&mut FinishedGame), expected: Invalid, words: &str| {
        let store = ground.store();
        let mut refused = numbered("a", 1);
        change(&mut refused);
        match store.record_game(&refused) {
            Err(Error::Invalid(invalid)) => {
                assert_eq!(invalid, expected);
                assert_eq!(invalid.to_string(), words);
            }
            other => panic!("{expected:?}: {other:?}"),
        }
        assert!(store.recent(1).unwrap().is_empty());
    };
    let long = MAX_NAME + 1;

    check(&|g| g.id.clear(), Invalid::Empty { field: Field::Id }, "the game id is empty");
    check(&|g| g.game.clear(), Invalid::Empty { field: Field::Game }, "the game is empty");
    check(&|g| g.preset.clear(), Invalid::Empty { field: Field::Preset }, "the preset is empty");
    check(
        &|g| g.record = Some(String::new()),
        Invalid::Empty { field: Field::Record },
        "the record path is empty",
    );
    check(
        &|g| g.seats[1].name.clear(),
        Invalid::Empty { field: Field::Name(1) },
        "the name of seat 1 is empty",
    );
    check(
        &|g| g.seats[1].name = "ß".repeat(long),
        Invalid::TooLong { field: Field::Name(1), length: long, limit: MAX_NAME },
        "the name of seat 1 has 201 characters; at most 200 are allowed",
    );
    check(
        &|g| g.seats[0].bot_version = Some("v".repeat(long)),
        Invalid::TooLong { field: Field::BotVersion(0), length: long, limit: MAX_LABEL },
        "the bot version of seat 0 has 201 characters; at most 200 are allowed",
    );
    check(
        &|g| g.seats[0].name = "a\0b".into(),
        Invalid::Nul { field: Field::Name(0) },
        "the name of seat 0 contains a NUL character (U+0000), which cannot be stored",
    );
    check(
        &|g| g.ruleset = "{rounds:5}".into(),
        Invalid::RulesetNotJson { reason: "key must be a string at line 1 column 2".into() },
        "the ruleset is not valid JSON: key must be a string at line 1 column 2",
    );
    check(
        &|g| g.seats.clear(),
        Invalid::Seats { seats: 0 },
        "a game has 1 to 100 seats, this one has 0",
    );
    check(
        &|g| g.seats = vec![g.seats[0].clone(); MAX_SEATS + 1],
        Invalid::Seats { seats: 101 },
        "a game has 1 to 100 seats, this one has 101",
    );
    check(
        &|g| g.seats[2].place = 4,
        Invalid::Place { seat: 2, place: 4, seats: 3 },
        "seat 2 has place 4; places run from 1 to 3, the number of seats",
    );
    check(
        &|g| g.seats[0].place = 0,
        Invalid::Place { seat: 0, place: 0, seats: 3 },
        "seat 0 has place 0; places run from 1 to 3, the number of seats",
    );
    check(
        &|g| g.seats.iter_mut().for_each(|seat| seat.place = 2),
        Invalid::NoWinner,
        "no seat has place 1: a finished game has a winner",
    );
    check(
        &|g| g.seats[1].kind = Kind::Person,
        Invalid::PersonWithVersion { seat: 1 },
        "seat 1 is a person and has a bot version",
    );
}

pub fn deep_json_is_no_trouble(ground: &Ground) {
    let store = ground.store();
    let deep = "[".repeat(30_000) + &"]".repeat(30_000);
    // Accepted or refused, but no overflow of the stack.
    let _ = store.record_game(&FinishedGame { ruleset: deep, ..numbered("a", 1) });
}

pub fn stores_at_two_places_are_separate(ground: &Ground) {
    let (one, two) = (ground.store(), ground.store());
    let _ = one.record_game(&numbered("a", 1)).unwrap();
    assert!(two.recent(1).unwrap().is_empty());
    assert_eq!(one.recent(2).unwrap().len(), 1);
}

pub fn the_blocking_store_works_inside_a_runtime(ground: &Ground) {
    block_on(async {
        let store = ground.store();
        assert!(store.record_game(&numbered("a", 1)).unwrap().is_new());
        drop(store);
    });
}

pub fn the_async_store_can_be_used_from_tasks(ground: &Ground) {
    block_on(async {
        let store = dicehouse_store::Store::open(ground.place()).await.unwrap();
        let tasks: Vec<_> = (0..20)
            .map(|number| {
                let store = store.clone();
                // `spawn` takes only futures that may move between threads.
                tokio::spawn(async move {
                    store.record_game(&numbered(&format!("{}", number % 10), number % 10)).await
                })
            })
            .collect();
        let mut new = 0;
        for task in tasks {
            new += usize::from(task.await.unwrap().unwrap().is_new());
        }
        assert_eq!((new, store.recent(100).await.unwrap().len()), (10, 10));
        store.close().await;
    });
}
