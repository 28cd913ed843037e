//! Decisions of `pairs`.

mod words;

use dicehouse_bots::strategy::{PairsOutlook, PairsSplit};
use dicehouse_rules::{Act, BySeat, Game, Split, View, Viewer};
use dicehouse_table::record::Decision;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Findings, Judge, shared_by};
use crate::shape::Considered;

pub(crate) use self::words::{comment, sentence};

/// Splits whose winning chances differ by less than this are as good as each other.
const ALIKE: f64 = 0.001;
/// The most splits that are listed.
const MOST_SPLITS: usize = 6;

/// Judges splits by the final total they promise and the chance that it is the highest.
pub(crate) struct PairsJudge;

impl Judge for PairsJudge {
    fn judge(&self, decision: &Decision<'_>, luck: &mut ChaCha8Rng) -> Findings {
        let outlook = PairsOutlook { seed: luck.random() };
        let after = chances(decision.after(), &outlook);
        let options = match (decision.view(), decision.outcome.act()) {
            (View::Pairs(view), Some(Act::Split(done))) if decision.legal().len() > 1 => {
                options(outlook.splits(&view, decision.seat), done)
            }
            _ => Vec::new(),
        };
        Findings { truth: None, options, chances: Vec::new(), after }
    }

    fn start(&self, game: &Game) -> BySeat<f64> {
        chances(game, &PairsOutlook { seed: 0 })
    }
}

fn options(mut splits: Vec<PairsSplit>, done: Split) -> Vec<Considered> {
    splits.sort_by(|one, other| {
        other.win.total_cmp(&one.win).then(other.total.total_cmp(&one.total))
    });
    let best = splits.first().map_or(0.0, |split| split.win);
    let alike = splits.iter().filter(|split| split.win >= best - ALIKE).count().max(1);
    let considered = |split: &PairsSplit| Considered {
        act: Act::Split(split.split),
        win: split.win.clamp(0.0, 1.0),
        error: 0.0,
        often: if split.win >= best - ALIKE { 1.0 / alike as f64 } else { 0.0 },
        score: Some(split.total),
    };
    let listed = splits.iter().enumerate();
    listed
        .filter(|(at, split)| *at < MOST_SPLITS || split.split == done)
        .map(|(_, split)| considered(split))
        .collect()
}

/// Everybody's winning chances, all decisions of the round seen.
fn chances(game: &Game, outlook: &PairsOutlook) -> BySeat<f64> {
    let View::Pairs(view) = game.view(Viewer::Public) else {
        return BySeat::filled(game.seats(), 0.0);
    };
    if let Some(standing) = game.standing().filter(|_| game.seats() > 1) {
        return shared_by(standing.winners(), game.seats());
    }
    let decided = BySeat::from_fn(game.seats(), |seat| match game.view(Viewer::Seat(seat)) {
        View::Pairs(own) => own.decision,
        View::Liars(_) | View::Claims(_) => None,
    });
    outlook.chances(&view, &decided)
}
