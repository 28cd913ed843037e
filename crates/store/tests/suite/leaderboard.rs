//! The leaderboard's arithmetic and order, by hand and against a second way of counting.
use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::common::{Ground, game};
use dicehouse_store::blocking::Store;
use dicehouse_store::{FinishedGame, Kind, LeaderboardQuery, LeaderboardRow, SeatResult};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn store_of(ground: &Ground, games: &[FinishedGame]) -> Store {
    let store = ground.store();
    for game in games {
        assert!(store.record_game(game).unwrap().is_new());
    }
    store
}

fn names(board: &[LeaderboardRow]) -> Vec<&str> {
    board.iter().map(|row| row.name.as_str()).collect()
}

pub fn figures_by_hand_with_ties(ground: &Ground) {
    let seat = SeatResult::person;
    let store = store_of(
        ground,
        &[
            game("1", 100, vec![seat("Ada", 1).with_score(30), seat("Bo", 1).with_score(30)]),
            game("2", 300, vec![seat("Ada", 1).with_score(-5), seat("Bo", 2).with_score(-6)]),
            game("3", 200, vec![seat("Ada", 3), seat("Bo", 1), SeatResult::bot("Cy", "1", 1)]),
            game("4", 50, vec![seat("Ada", 2).with_score(1), seat("Bo", 1).with_score(3)]),
        ],
    );
    let board = store.leaderboard(&LeaderboardQuery::of("claims")).unwrap();

    let expected = [
        LeaderboardRow {
            name: "Cy".into(),
            kind: Kind::Bot,
            games: 1,
            wins: 1,
            win_share: 1.0,
            mean_place: 1.0,
            best_score: None,
            mean_score: None,
            last_played: 200,
        },
        LeaderboardRow {
            name: "Bo".into(),
            kind: Kind::Person,
            games: 4,
            wins: 3,
            win_share: 0.75,
            mean_place: 1.25,
            best_score: Some(30),
            mean_score: Some(9.0),
            last_played: 300,
        },
        LeaderboardRow {
            name: "Ada".into(),
            kind: Kind::Person,
            games: 4,
            wins: 2,
            win_share: 0.5,
            mean_place: 1.75,
            best_score: Some(30),
            mean_score: Some(26.0 / 3.0),
            last_played: 300,
        },
    ];
    assert_eq!(board, expected);
}

pub fn a_person_and_a_bot_of_one_name_are_two(ground: &Ground) {
    let seats = vec![SeatResult::person("x", 1), SeatResult::bot("x", "1", 2)];
    let board = store_of(ground, &[game("1", 0, seats)])
        .leaderboard(&LeaderboardQuery::of("claims"))
        .unwrap();
    let wins: Vec<_> = board.iter().map(|row| (row.kind, row.games, row.wins)).collect();
    assert_eq!(wins, [(Kind::Person, 1, 1), (Kind::Bot, 1, 0)]);
}

pub fn a_bot_against_itself_gains_no_win_share(ground: &Ground) {
    let seats = (1..=4).map(|place| SeatResult::bot("mirror", "1", place)).collect();
    let board = store_of(ground, &[game("1", 0, seats)])
        .leaderboard(&LeaderboardQuery::of("claims"))
        .unwrap();
    assert_eq!((board[0].games, board[0].wins, board[0].win_share), (4, 1, 0.25));
    assert_eq!(board[0].mean_place, 2.5);
}

pub fn game_preset_least_games_and_limit_narrow_it(ground: &Ground) {
    let with = |id: &str, kind: &str, preset: &str, winner: &str| FinishedGame {
        game: kind.into(),
        preset: preset.into(),
        ..game(id, 0, vec![SeatResult::person(winner, 1), SeatResult::person("Zed", 2)])
    };
    let store = store_of(
        ground,
        &[
            with("1", "claims", "full", "Ada"),
            with("2", "claims", "simple", "Bo"),
            with("3", "claims", "simple", "Bo"),
            with("4", "liars", "full", "Cy"),
        ],
    );
    let claims = LeaderboardQuery::of("claims");
    let ask = |query: LeaderboardQuery| store.leaderboard(&query).unwrap();

    assert_eq!(names(&ask(claims.clone())), ["Bo", "Ada", "Zed"]);
    assert_eq!(
        names(&ask(LeaderboardQuery { preset: Some("full".into()), ..claims.clone() })),
        ["Ada", "Zed"]
    );
    assert_eq!(
        names(&ask(LeaderboardQuery { preset: Some("".into()), ..claims.clone() })),
        [""; 0]
    );
    assert_eq!(names(&ask(LeaderboardQuery { min_games: 2, ..claims.clone() })), ["Bo", "Zed"]);
    assert_eq!(names(&ask(LeaderboardQuery { limit: 1, ..claims.clone() })), ["Bo"]);
    assert_eq!(names(&ask(LeaderboardQuery { limit: 0, ..claims })), [""; 0]);
    assert_eq!(names(&ask(LeaderboardQuery::of("liars"))), ["Cy", "Zed"]);
    assert_eq!(names(&ask(LeaderboardQuery::of("chess"))), [""; 0]);
}

pub fn games_played_alone_have_a_board_of_their_own(ground: &Ground) {
    let alone = |id: &str, name: &str, score| {
        game(id, 0, vec![SeatResult::person(name, 1).with_score(score)])
    };
    let store = store_of(
        ground,
        &[
            alone("1", "Ada", 100),
            alone("2", "Bo", 400),
            alone("3", "Ada", 500),
            game("4", 0, vec![SeatResult::person("Cy", 1), SeatResult::person("Ada", 2)]),
        ],
    );
    let query = LeaderboardQuery::of("claims");
    assert_eq!(names(&store.leaderboard(&query).unwrap()), ["Cy", "Ada"]);
    let solo = store.leaderboard(&LeaderboardQuery { solo: true, ..query }).unwrap();
    assert_eq!(names(&solo), ["Bo", "Ada"]);
    assert_eq!(
        (solo[1].games, solo[1].best_score, solo[1].mean_score),
        (2, Some(500), Some(300.0))
    );
}

pub fn huge_scores_do_not_overflow(ground: &Ground) {
    let seats = |place| {
        vec![
            SeatResult::person("up", 1).with_score(i64::MAX),
            SeatResult::person("down", place).with_score(i64::MIN),
        ]
    };
    let store = store_of(ground, &[game("1", 0, seats(2)), game("2", i64::MAX, seats(2))]);
    let board = store.leaderboard(&LeaderboardQuery::of("claims")).unwrap();
    assert_eq!(board[0].best_score, Some(i64::MAX));
    assert_eq!(board[1].best_score, Some(i64::MIN));
    assert_eq!(board[0].mean_score, Some(i64::MAX as f64));
}

/// Random games, counted by the store and once more in plain Rust.
pub fn random_games_agree_with_a_second_count(ground: &Ground) {
    for seed in 0..8 {
        println!("seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let games: Vec<FinishedGame> =
            (0..120).map(|number| random_game(&mut rng, number)).collect();
        let store = store_of(ground, &games);

        for kind in ["liars", "claims", "pairs"] {
            for preset in [None, Some("a".to_string()), Some("b".to_string())] {
                for solo in [false, true] {
                    let query = LeaderboardQuery {
                        preset: preset.clone(),
                        solo,
                        min_games: rng.random_range(0..4),
                        limit: rng.random_range(0..12),
                        ..LeaderboardQuery::of(kind)
                    };
                    // Whole sums of this size are exact in both, so the means are equal to the last bit.
                    assert_eq!(store.leaderboard(&query).unwrap(), count(&games, &query));
                }
            }
            let won = store.games_won(kind, &NAMES).unwrap();
            assert_eq!(won, NAMES.map(|name| count_won(&games, kind, name)));
        }

        let mut newest = games.clone();
        newest.sort_by(|a, b| (b.finished_at, &b.id).cmp(&(a.finished_at, &a.id)));
        assert_eq!(store.recent(50).unwrap(), newest[..50]);
        for name in NAMES {
            let seats: usize =
                games.iter().flat_map(|game| &game.seats).filter(|seat| seat.name == name).count();
            assert_eq!(store.results_of(name, u32::MAX).unwrap().len(), seats);
        }
    }
}

const NAMES: [&str; 6] = ["ada", "bo", "cy", "dee", "é", "猫"];

fn random_game(rng: &mut ChaCha8Rng, number: u32) -> FinishedGame {
    let seats = rng.random_range(1..=5);
    let scored = rng.random_bool(0.7);
    let mut results: Vec<SeatResult> = (0..seats)
        .map(|_| {
            let name = NAMES[rng.random_range(0..NAMES.len())];
            let place = rng.random_range(1..=seats);
            let mut result = match rng.random_bool(0.5) {
                true => SeatResult::person(name, place),
                false => SeatResult::bot(name, "1", place),
            };
            result.score = scored.then(|| rng.random_range(-500..500));
            result.with_faults(rng.random_range(0..3))
        })
        .collect();
    results[rng.random_range(0..seats as usize)].place = 1;
    FinishedGame {
        game: ["liars", "claims", "pairs"][rng.random_range(0..3)].into(),
        preset: ["a", "b"][rng.random_range(0..2)].into(),
        ..game(&format!("game {number}"), rng.random_range(0..50), results)
    }
}

fn count(games: &[FinishedGame], query: &LeaderboardQuery) -> Vec<LeaderboardRow> {
    let mut players: BTreeMap<(&str, Kind), Vec<(i64, &SeatResult)>> = BTreeMap::new();
    for game in games {
        let asked = game.game == query.game
            && query.preset.as_ref().is_none_or(|preset| *preset == game.preset)
            && (game.seats.len() == 1) == query.solo;
        for seat in game.seats.iter().filter(|_| asked) {
            players.entry((&seat.name, seat.kind)).or_default().push((game.finished_at, seat));
        }
    }
    let mut board: Vec<_> = players
        .into_iter()
        .filter(|(_, played)| played.len() >= query.min_games as usize)
        .map(|((name, kind), played)| count_one(name, kind, &played))
        .collect();
    board.sort_by(order);
    board.truncate(query.limit as usize);
    board
}

fn count_one(name: &str, kind: Kind, played: &[(i64, &SeatResult)]) -> LeaderboardRow {
    let games = played.len();
    let wins = played.iter().filter(|(_, seat)| seat.place == 1).count();
    let places: u32 = played.iter().map(|(_, seat)| seat.place).sum();
    let scores: Vec<i64> = played.iter().filter_map(|(_, seat)| seat.score).collect();
    LeaderboardRow {
        name: name.into(),
        kind,
        games: games as u64,
        wins: wins as u64,
        win_share: wins as f64 / games as f64,
        mean_place: f64::from(places) / games as f64,
        best_score: scores.iter().copied().max(),
        mean_score: (!scores.is_empty())
            .then(|| scores.iter().sum::<i64>() as f64 / scores.len() as f64),
        last_played: played.iter().map(|(time, _)| *time).max().unwrap(),
    }
}

fn order(a: &LeaderboardRow, b: &LeaderboardRow) -> Ordering {
    let number = |x: f64, y: f64| x.partial_cmp(&y).unwrap();
    number(b.win_share, a.win_share)
        .then(number(a.mean_place, b.mean_place))
        .then(b.mean_score.partial_cmp(&a.mean_score).unwrap())
        .then(b.games.cmp(&a.games))
        .then_with(|| (&a.name, a.kind).cmp(&(&b.name, b.kind)))
}

fn count_won(games: &[FinishedGame], kind: &str, name: &str) -> u64 {
    let won = |seat: &SeatResult| seat.name == name && seat.place == 1;
    let against_others = games.iter().filter(|game| game.game == kind && game.seats.len() > 1);
    against_others.filter(|game| game.seats.iter().any(won)).count() as u64
}
