//! A prepared review: what the program would find does not matter to the screen.

use dicehouse_review::{
    ChartPoint, Comment, Considered, DecisionReview, Mark, MarkCounts, Moment, PlayerReview,
    Review, Truth,
};
use dicehouse_rules::{Act, BySeat, Seat, Viewer};
use dicehouse_table::record::{Decision, Playback, Record};

/// A review of a game with made-up figures: every third decision is a mistake, and the one after it
/// the best there was.
pub fn prepared(record: Record) -> Review {
    let playback = Playback::new(record).unwrap();
    let header = &playback.record.header;
    let decisions: Vec<DecisionReview> = playback.decisions().iter().map(reviewed).collect();
    let seats = header.seats.len();
    let chart = std::iter::once((0, 0, 1))
        .chain(decisions.iter().map(|made| (made.number, made.at, made.round)))
        .map(|(decision, at, round)| ChartPoint {
            decision,
            at,
            round,
            chances: BySeat::from_fn(seats, |seat| chance(decision, seat, seats)),
        });
    let player = |seat: Seat| PlayerReview {
        seat,
        seated: header.seats[seat.index()].clone(),
        accuracy: Some(90.0 - 7.5 * seat.index() as f64),
        judged: 9,
        mattered: 8,
        forced: 1,
        faults: 0,
        marks: MarkCounts { inaccuracies: 0, mistakes: 3, blunders: 1 },
        loss: 0.31,
    };
    let moment =
        |made: &DecisionReview| Moment { decision: made.number, seat: made.seat, mark: made.mark };
    Review {
        id: header.id.clone(),
        game: header.ruleset.game(),
        ruleset: header.ruleset,
        standing: playback.record.end.as_ref().and_then(|end| end.standing),
        players: Seat::first(seats).map(player).collect(),
        moments: decisions.iter().filter(|made| made.mark.is_some()).map(moment).collect(),
        chart: chart.collect(),
        decisions,
    }
}

/// The first seat's chance falls, the others share the rest.
fn chance(decision: usize, seat: Seat, seats: usize) -> f64 {
    let first = 1.0 / (1.2 + decision as f64 / 8.0);
    if seat.index() == 0 { first } else { (1.0 - first) / (seats - 1).max(1) as f64 }
}

fn reviewed(decision: &Decision<'_>) -> DecisionReview {
    let number = decision.number;
    let act = decision.outcome.act();
    let mark = (number % 3 == 1).then_some(if number == 1 { Mark::Blunder } else { Mark::Mistake });
    let legal = decision.legal();
    let others = legal.iter().filter(|other| Some(*other) != act).take(2);
    let considered = |(n, act): (usize, Act)| Considered {
        act,
        win: 0.62 - 0.17 * n as f64,
        error: 0.01,
        often: 0.5,
        score: None,
    };
    let truth = act.filter(|act| matches!(act, Act::Bid(_))).map(|of| Truth {
        of,
        by_dice: 0.8,
        believed: 1.0,
        exactly: None,
        is_true: true,
        count: 4,
    });
    DecisionReview {
        number,
        at: decision.at,
        line: decision.line(),
        round: decision.before().view(Viewer::Public).round(),
        seat: decision.seat,
        by: None,
        act,
        fault: None,
        forced: false,
        truth,
        options: others.chain(act).enumerate().map(considered).collect(),
        loss: if mark.is_some() { 0.17 } else { 0.0 },
        mark,
        comment: Some(Comment::Claim { sum: 7, claim: 9 }),
    }
}
