//! What a solution says about one decision: what every act is worth, and what the other player may hold.

use dicehouse_rules::{Act, Bid, Dice};

use crate::Side;
use crate::round::{End, Round, Solver};

/// The most histories that are gone through for one decision: those of one die each.
const MOST_HISTORIES: u128 = 1 << 13;
/// A line that the other player goes more rarely than this, act by act, is one that the solution never goes: what it
/// does there means nothing.
const GOES: f64 = 0.01;

/// What the solution of a round says about the decision of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundOutlook {
    /// Every legal act, calls first, then bids, lowest first.
    pub acts: Vec<SolvedAct>,
    /// What the other player may hold after these bids, by the solution; adds up to 1.
    pub hands: Vec<(Dice, f64)>,
    /// How far the winning chances may be off.
    pub error: f64,
}

/// An act by the solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvedAct {
    /// What can be done.
    pub act: Act,
    /// The winning chance after it, for who plays as well as can be from then on, against the solution.
    pub win: f64,
    /// How often the solution does it.
    pub often: f64,
}

/// A solution being read, by the eyes of one player.
struct Reader<'a> {
    round: &'a Round,
    solver: &'a Solver,
    me: Side,
    hand: &'a Dice,
    /// The hands of the other player.
    theirs: Vec<Dice>,
}

/// What whoever's turn it is with `hand` can expect after `history`; `None` when this cannot come about, when the
/// solution of the other player would not have bid like that, and for rounds too large to be gone through.
/// `exploitability` is that of the solution.
pub(super) fn outlook(
    solver: &Solver,
    exploitability: f64,
    history: &[Bid],
    hand: &Dice,
) -> Option<RoundOutlook> {
    let round = solver.round();
    if round.histories() > MOST_HISTORIES {
        return None;
    }
    let me = if history.len().is_multiple_of(2) { Side::First } else { Side::Second };
    let own_chance = round.hands(me).chances()[round.hands(me).index(hand)?];
    let theirs = round.hands(me.other());
    let reader = Reader {
        round,
        solver,
        me,
        hand,
        theirs: (0..theirs.len()).map(|at| theirs.dice(at)).collect(),
    };
    let reach = reader.reach(history, theirs.chances())?;
    let reached: f64 = reach.iter().sum();
    let mix = solver.mix(history, hand)?;
    let mut line = history.to_vec();
    let acts = mix.into_iter().map(|(act, often)| {
        let worth = reader.after(&mut line, act, &reach) / reached;
        SolvedAct { act, win: ((worth + 1.0) / 2.0).clamp(0.0, 1.0), often }
    });
    Some(RoundOutlook {
        acts: acts.collect(),
        hands: reader.theirs.iter().copied().zip(reach.iter().map(|part| part / reached)).collect(),
        // Best responses to both win twice the exploitability at most, and all of it may be won here.
        error: (exploitability / (own_chance * reached)).min(1.0),
    })
}

impl Reader<'_> {
    /// How likely the other player gets to the end of `history` with each hand, when I do what is in it; `None` when
    /// they would have done something else.
    fn reach(&self, history: &[Bid], chances: &[f64]) -> Option<Vec<f64>> {
        let mut reach = chances.to_vec();
        let own = self.me.index();
        for at in (0..history.len()).filter(|at| at % 2 != own) {
            let before: f64 = reach.iter().sum();
            self.take(&history[..at], Act::Bid(history[at]), &mut reach)?;
            if reach.iter().sum::<f64>() < GOES * before {
                return None;
            }
        }
        Some(reach)
    }

    /// Multiplies by how often the other player, whose turn it is, does `act` with each hand.
    fn take(&self, history: &[Bid], act: Act, reach: &mut [f64]) -> Option<()> {
        for (part, hand) in reach.iter_mut().zip(&self.theirs) {
            if *part > 0.0 {
                let mix = self.solver.mix(history, hand)?;
                *part *= mix.iter().find(|(of, _)| *of == act).map_or(0.0, |(_, often)| *often);
            }
        }
        Some(())
    }

    /// What it is worth to me when `act` follows `line`, by whoever's turn it is; the hands of the other player
    /// weigh `reach`.
    fn after(&self, line: &mut Vec<Bid>, act: Act, reach: &[f64]) -> f64 {
        match act {
            Act::Bid(bid) => {
                line.push(bid);
                let worth = self.worth(line, reach);
                line.pop();
                worth
            }
            Act::Call | Act::Exact => self.called(line, act == Act::Exact, reach),
            _ => 0.0,
        }
    }

    /// What `line` is worth to me when I do my best and the other player plays the solution.
    fn worth(&self, line: &mut Vec<Bid>, reach: &[f64]) -> f64 {
        let Some(acts) = self.round.acts(line) else { return 0.0 };
        if line.len() % 2 == self.me.index() {
            let worths = acts.into_iter().map(|act| self.after(line, act, reach));
            return worths.collect::<Vec<f64>>().into_iter().fold(f64::MIN, f64::max);
        }
        let mut worth = 0.0;
        let mixes: Vec<Vec<(Act, f64)>> = self
            .theirs
            .iter()
            .zip(reach)
            .map(|(hand, part)| match *part > 0.0 {
                true => self.solver.mix(line, hand).unwrap_or_default(),
                false => Vec::new(),
            })
            .collect();
        for (at, act) in acts.into_iter().enumerate() {
            let often = |mix: &Vec<(Act, f64)>| mix.get(at).map_or(0.0, |(_, often)| *often);
            let then: Vec<f64> =
                mixes.iter().zip(reach).map(|(mix, part)| part * often(mix)).collect();
            if then.iter().any(|part| *part > 0.0) {
                worth += self.after(line, act, &then);
            }
        }
        worth
    }

    /// What it is worth to me when the last bid of `line` is called.
    fn called(&self, line: &[Bid], exact: bool, reach: &[f64]) -> f64 {
        let Some(bid) = line.last() else { return 0.0 };
        let caller = if line.len().is_multiple_of(2) { Side::First } else { Side::Second };
        let wild = self.round.wild();
        let own = self.hand.count_for(bid.face, wild);
        let stakes = &self.round.setup().stakes;
        let worth = |(hand, part): (&Dice, &f64)| {
            let count = own + hand.count_for(bid.face, wild);
            let end = match (exact, count >= bid.quantity, count == bid.quantity) {
                (false, true, _) => End::WrongCall,
                (false, false, _) => End::RightCall,
                (true, _, true) => End::RightExact,
                (true, _, false) => End::WrongExact,
            };
            part * stakes.worth(self.me, caller, end)
        };
        self.theirs.iter().zip(reach).map(worth).sum()
    }
}
