//! Tallies are a monoid: the order of units, and how they were shared out among threads, leaves no
//! trace in any figure, to the last bit.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use dicehouse_stats::{
    Entrant, EntrantSummary, Game, Place, Tally, Unit, UnitScores, WengLin, WengLinRating,
};
use proptest::prelude::*;

/// Units of two to five of seven entrants, with ties, in one to four games.
fn unit() -> impl Strategy<Value = Unit> {
    let table = (2..=5_usize)
        .prop_flat_map(|seats| proptest::sample::subsequence((0..7).collect::<Vec<u32>>(), seats));
    let places = proptest::collection::vec(proptest::collection::vec(1..=4_u8, 5), 1..=4);
    (table, places).prop_map(|(table, places)| {
        let games = places.iter().enumerate().map(|(rotation, places)| {
            let mut seated = table.clone();
            seated.rotate_left(rotation % table.len());
            let seats = seated.into_iter().map(Entrant).zip(places.iter().copied().map(Place));
            Game::new(seats).unwrap()
        });
        Unit::new(games.collect()).unwrap()
    })
}

fn tally(units: &[Unit]) -> Tally {
    let mut tally = Tally::new();
    units.iter().for_each(|unit| tally.add(unit));
    tally
}

/// Everything that is shown, as text: JSON writes floating-point numbers so that they read back the
/// same.
fn shown(tally: &Tally) -> String {
    let entrants = tally.entrants();
    let by_players: Vec<_> = entrants.iter().map(|&entrant| tally.by_players(entrant)).collect();
    let by_seat: Vec<_> = entrants.iter().map(|&entrant| tally.by_seat(entrant)).collect();
    let differences: Vec<_> =
        entrants.windows(2).map(|two| tally.fit().difference(two[0], two[1])).collect();
    serde_json::to_string(&(
        (tally.units(), tally.games(), tally.summaries(), tally.cross_table()),
        (by_players, by_seat, tally.seats()),
        (tally.fit(), differences),
    ))
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn stats_do_not_depend_on_order(
        (units, shuffled) in proptest::collection::vec(unit(), 1..40)
            .prop_flat_map(|units| (Just(units.clone()), Just(units).prop_shuffle())),
    ) {
        prop_assert_eq!(shown(&tally(&units)), shown(&tally(&shuffled)));
        prop_assert_eq!(tally(&units), tally(&shuffled));
    }

    #[test]
    fn stats_do_not_depend_on_threads(
        units in proptest::collection::vec((unit(), 0..4_usize), 0..40),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
    ) {
        let of_thread = |thread: usize| {
            let mine = units.iter().filter(|(_, of)| *of == thread);
            tally(&mine.map(|(unit, _)| unit.clone()).collect::<Vec<Unit>>())
        };
        let mut merged = Tally::new();
        for thread in order {
            merged += &of_thread(thread);
        }
        let all: Vec<Unit> = units.iter().map(|(unit, _)| unit.clone()).collect();
        prop_assert_eq!(shown(&merged), shown(&tally(&all)));
        prop_assert_eq!(merged, tally(&all));
    }

    /// Whatever the results, every figure is a number and every interval an interval.
    #[test]
    fn stats_are_always_finite(units in proptest::collection::vec(unit(), 0..20)) {
        let tally = tally(&units);
        for summary in tally.summaries() {
            for estimate in [summary.score, summary.share] {
                let mean = estimate.mean.unwrap();
                let interval = estimate.interval;
                prop_assert!(0.0 <= interval.low && interval.high <= 1.0, "{:?}", estimate);
                prop_assert!(interval.width() > 0.0 && interval.contains(mean), "{:?}", estimate);
            }
        }
        for pair in tally.cross_table() {
            prop_assert!(pair.elo.interval.contains(pair.elo.elo), "{:?}", pair);
            prop_assert!((0.0..=1.0).contains(&pair.elo.los), "{:?}", pair);
        }
        let fit = tally.fit();
        prop_assert!(fit.ratings().iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        for rating in fit.ratings() {
            prop_assert!(rating.error > 0.0 && rating.error.is_finite(), "{:?}", rating);
            prop_assert!(rating.interval.width() > 0.0, "{:?}", rating);
            prop_assert!(rating.interval.contains(rating.elo), "{:?}", rating);
        }
    }

    #[test]
    fn stats_of_both_sides_agree(units in proptest::collection::vec(unit(), 1..20)) {
        let tally = tally(&units);
        for pair in tally.cross_table() {
            let other = tally.pair(pair.opponent, pair.entrant).unwrap();
            prop_assert_eq!((pair.wins, pair.losses), (other.losses, other.wins));
            prop_assert_eq!(pair.ties, other.ties);
            let both = pair.score.mean.unwrap() + other.score.mean.unwrap();
            prop_assert!((both - 1.0).abs() < 1e-12);
            prop_assert!((pair.elo.elo + other.elo.elo).abs() < 1e-6);
        }
        // Each game has one win to share.
        let wins = |summary: &EntrantSummary| summary.share.mean.unwrap() * summary.games as f64;
        let all: f64 = tally.summaries().iter().map(wins).sum();
        prop_assert!((all - tally.games() as f64).abs() < 1e-6);
    }

    /// Within a unit the games may come in any order; units may not.
    #[test]
    fn stats_weng_lin_sees_units_not_games(units in proptest::collection::vec(unit(), 1..20)) {
        let rate = |units: &mut dyn Iterator<Item = Unit>| -> Vec<WengLinRating> {
            let mut ratings = WengLin::new();
            units.for_each(|unit| ratings.update(&unit));
            ratings.ratings()
        };
        let backwards = |unit: &Unit| {
            let games = unit.games().iter().rev().cloned();
            Unit::new(games.collect()).unwrap()
        };
        let mut ours = rate(&mut units.iter().cloned());
        let mut theirs = rate(&mut units.iter().map(backwards));
        ours.sort_by_key(|rating| rating.entrant);
        theirs.sort_by_key(|rating| rating.entrant);
        for (a, b) in ours.iter().zip(&theirs) {
            let apart = (a.mu - b.mu).abs().max((a.sigma - b.sigma).abs());
            prop_assert!(apart < 1e-9, "{:?} {:?}", a, b);
        }
    }
}

#[test]
fn stats_empty_is_neutral() {
    let game = Game::new([(Entrant(0), Place(1)), (Entrant(1), Place(2))]).unwrap();
    let one = tally(&[Unit::new(vec![game]).unwrap()]);
    let mut both = Tally::new();
    both += &one;
    both += &Tally::new();
    assert_eq!(both, one);
    assert_eq!(Tally::new().scores(Entrant(0), Entrant(1)), UnitScores::new());
}
