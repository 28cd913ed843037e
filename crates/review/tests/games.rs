//! Reviews of whole games, of every kind.
#![allow(clippy::unwrap_used)]

mod common;

use dicehouse_review::{DecisionReview, Mark, Options, Review, review};
use dicehouse_rules::{Fact, GameKind, PRESETS, Ruleset, Seat};

use common::{played, preset};

fn reviewed(ruleset: &Ruleset, bots: &[&str], seed: u64) -> Review {
    review(played(ruleset, bots, seed), &Options::QUICK, &|_, _| {}).unwrap()
}

/// Everything in a review is a chance, and fits together.
fn check(review: &Review) {
    let in_range = |chance: f64| (0.0..=1.0).contains(&chance);
    for decision in &review.decisions {
        assert_eq!(decision.forced, decision.fault.is_none() && decision.options.is_empty());
        assert!(decision.options.is_empty() || decision.chosen().is_some());
        assert!(decision.options.is_sorted_by(|one, other| one.win >= other.win));
        assert!(in_range(decision.loss), "{decision:?}");
        let said = review.sentence(decision);
        assert!(said.ends_with('.') && !said.contains("NaN"), "{said}: {decision:?}");
        let nothing = decision.forced || decision.fault.is_some();
        assert_eq!(decision.comment.is_none(), nothing, "{decision:?}");
        for option in &decision.options {
            assert!(in_range(option.win) && in_range(option.often) && option.error >= 0.0);
        }
        check_numbers(review, decision);
        if let Some(truth) = decision.truth {
            assert!(in_range(truth.by_dice) && in_range(truth.believed));
        }
    }
    assert_eq!(review.chart.len(), review.decisions.len() + 1);
    for point in &review.chart {
        let total: f64 = point.chances.values().sum();
        let alone = review.players.len() == 1;
        assert!(alone || (total - 1.0).abs() < 0.002, "{total} at {}", point.decision);
    }
    for moment in &review.moments {
        let decision = review.decision(moment.decision).unwrap();
        assert_eq!((decision.seat, decision.mark), (moment.seat, moment.mark));
    }
}

/// What is told adds up, and what is certain is never excused.
fn check_numbers(review: &Review, decision: &DecisionReview) {
    let (Some(best), Some(chosen)) = (decision.best(), decision.chosen()) else { return };
    let gap = best.win - chosen.win;
    assert!(decision.loss == 0.0 || (decision.loss - gap).abs() < 1e-9, "{decision:?}");
    if decision.mark.is_some() {
        let said = review.sentence(decision).replace('\u{a0}', " ");
        for win in [best.win, chosen.win] {
            assert!(said.contains(&format!("{:.1} %", win * 100.0)), "{said}: {decision:?}");
        }
    }
    // At least two can still win wherever there is something to lose; somebody alone has a whole share.
    let fewest = review.players.len().min(2) as f64;
    if (gap - 2.0 * chosen.error) * fewest >= 0.2 + 1e-9 {
        assert_eq!(decision.mark, Some(Mark::Blunder), "{decision:?}");
    }
}

/// The line of a decision is the one it stands on, whatever followed from it.
#[test]
fn lines_point_at_acts() {
    let tables: [(GameKind, &str, &[&str]); 3] = [
        (GameKind::Liars, "perudo", &["odds", "gambler"]),
        (GameKind::Claims, "full", &["honest", "shark"]),
        (GameKind::Pairs, "standard", &["steady", "legal"]),
    ];
    for (game, rules, bots) in tables {
        let record = played(&preset(game, rules), bots, 6);
        let review = review(record.clone(), &Options { effort: 1 }, &|_, _| {}).unwrap();
        for decision in &review.decisions {
            let line = record.lines.iter().find(|line| line.number == decision.line).unwrap();
            let is_act = match line.entry.fact().unwrap() {
                Fact::Acted { seat, act } => (*seat, Some(*act)) == (decision.seat, decision.act),
                Fact::Decided { seat } => *seat == decision.seat,
                _ => false,
            };
            assert!(is_act, "{line:?}: {decision:?}");
        }
    }
}

#[test]
fn every_preset_is_reviewed() {
    for of in &PRESETS {
        let ruleset = preset(of.game(), of.name);
        let bots: &[&str] = match of.game() {
            GameKind::Liars => &["gambler", "odds", "dicey"],
            GameKind::Claims => &["chancer", "shark", "honest"],
            GameKind::Pairs => &["steady", "greedy", "legal"],
        };
        let ruleset = match of.game() {
            GameKind::Liars if of.name != "openspiel" => ruleset.with(&[("dice", "2")]).unwrap(),
            _ => ruleset,
        };
        let review = reviewed(&ruleset, bots, 5);
        assert!(review.standing.is_some() && !review.decisions.is_empty(), "{}", of.name);
        check(&review);
    }
}

#[test]
fn one_player_alone() {
    let review = reviewed(&preset(GameKind::Pairs, "standard"), &["steady"], 3);
    check(&review);
    assert!(review.players[0].accuracy.is_some());
}

/// The strongest bot makes few mistakes, the one that bids blindly makes many.
#[test]
fn masters_are_accurate_and_beginners_are_not() {
    let tables: [(GameKind, &str, [&str; 4], f64); 3] = [
        (GameKind::Liars, "contest", ["master", "dicey", "master", "dicey"], 12.0),
        (GameKind::Claims, "full", ["master", "honest", "master", "honest"], 3.0),
        (GameKind::Pairs, "standard", ["master", "legal", "master", "legal"], 10.0),
    ];
    for (game, rules, bots, gap) in tables {
        let (mut strong, mut weak) = (Vec::new(), Vec::new());
        let (mut good, mut bad) = (Share::default(), Share::default());
        for seed in 0..2 {
            let review = reviewed(&preset(game, rules), &bots, seed);
            check(&review);
            for player in &review.players {
                let is_master = player.seated.name.starts_with("master");
                let (accuracies, share) =
                    if is_master { (&mut strong, &mut good) } else { (&mut weak, &mut bad) };
                accuracies.extend(player.accuracy);
                share.marked += player.marks.mistakes + player.marks.blunders;
                share.all += player.judged;
            }
        }
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let what = format!("{game}: {strong:?} {good:?}, {weak:?} {bad:?}");
        assert!(mean(&strong) >= mean(&weak) + gap, "{what}");
        assert!(good.part() <= 0.03, "{what}");
        assert!(bad.part() >= 3.0 * good.part().max(0.01), "{what}");
    }
}

/// How many decisions were marked.
#[derive(Debug, Default)]
struct Share {
    marked: u32,
    all: u32,
}

impl Share {
    fn part(&self) -> f64 {
        f64::from(self.marked) / f64::from(self.all.max(1))
    }
}

#[test]
fn the_same_record_gives_the_same_review_whatever_the_threads() {
    let record = played(&preset(GameKind::Liars, "perudo"), &["odds", "gambler", "fox"], 8);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| review(record.clone(), &Options::QUICK, &|_, _| {}).unwrap())
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn progress_is_told() {
    let record = played(&preset(GameKind::Claims, "simple"), &["honest", "shark"], 1);
    let told = std::sync::Mutex::new(Vec::new());
    let review =
        review(record, &Options::QUICK, &|done, all| told.lock().unwrap().push((done, all)))
            .unwrap();
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    let all = review.decisions.len();
    assert_eq!(told, (1..=all).map(|done| (done, all)).collect::<Vec<_>>());
}

/// What is written as JSON is read as the same.
#[test]
fn a_review_travels_as_json() {
    let review = reviewed(&preset(GameKind::Pairs, "standard"), &["steady", "legal"], 4);
    let json = serde_json::to_string(&review).unwrap();
    assert_eq!(serde_json::from_str::<Review>(&json).unwrap(), review);
    assert!(json.contains(r#""game":"pairs""#) && json.contains(r#""score":"#));
}

#[test]
fn names_by_seat() {
    let review = reviewed(&preset(GameKind::Claims, "simple"), &["honest", "shark"], 2);
    assert_eq!(review.name(Seat::new(1).unwrap()), "shark-1");
    assert_eq!(review.name(Seat::new(9).unwrap()), "");
    assert!(review.decision(0).is_none() && review.decision(9_999).is_none());
}
