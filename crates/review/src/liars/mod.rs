//! Decisions of `liars`.

mod belief;
mod comment;
mod solved;
mod spoken;
mod words;
mod worlds;
mod worth;

use std::ops::Range;

use dicehouse_bots::strategy::{RoundOutlook, liars_solved};
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, Bid, BySeat, Game, Seat, View, Viewer};
use dicehouse_table::record::Decision;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Findings, Judge, worth_looking_at};
use crate::shape::{Considered, Truth};

use self::belief::Belief;
use self::spoken::Spoken;
use self::worlds::{Players, Worlds};
use self::worth::Worth;

pub(crate) use self::comment::comment;
pub(crate) use self::words::sentence;

/// The most acts that are looked at, besides calls and what was done.
const MOST_ACTS: usize = 5;

/// Judges decisions by worlds drawn from what the actor could believe.
pub(crate) struct LiarsJudge {
    /// Worlds for each decision.
    worlds: usize,
    /// Lines that are followed to find the winning chances when all dice are seen.
    lines: usize,
    /// What the acts of everybody say about their dice and their style.
    spoken: Spoken,
}

impl LiarsJudge {
    /// For a game with these decisions: `effort` worlds in all, a sensible number for each.
    pub fn new(decisions: &[Decision<'_>], effort: u32) -> LiarsJudge {
        let each = effort as usize / decisions.len().max(1);
        LiarsJudge {
            worlds: each.clamp(6, 160),
            lines: (each / 4).clamp(2, 24),
            spoken: Spoken::new(decisions),
        }
    }

    /// What is known of the bid that a decision made or answered.
    pub fn truth(&self, decision: &Decision<'_>, luck: &mut ChaCha8Rng) -> Option<Truth> {
        let View::Liars(view) = decision.view() else { return None };
        truth(&view, decision, &self.belief(&view, decision, liars_solved(&view).as_ref(), luck))
    }

    /// What the actor could believe: by the solution where there is one, else by how everybody bids.
    fn belief(
        &self,
        view: &LiarsView<'_>,
        decision: &Decision<'_>,
        solved: Option<&RoundOutlook>,
        luck: &mut ChaCha8Rng,
    ) -> Belief {
        match solved {
            Some(solved) => Belief::of_one(view, decision.seat, &solved.hands),
            None => Belief::new(view, decision, &self.spoken, luck),
        }
    }

    fn options(
        &self,
        view: &LiarsView<'_>,
        decision: &Decision<'_>,
        belief: &Belief,
        players: &mut Players,
        luck: &mut ChaCha8Rng,
    ) -> Vec<Considered> {
        let (Some(done), Acts::Bid(legal)) = (decision.outcome.act(), decision.legal()) else {
            return Vec::new();
        };
        let mix = players.mix(view, &legal);
        let mut acts = worth_looking_at(&mix, done, MOST_ACTS);
        for (act, is_legal) in [(Act::Call, legal.call), (Act::Exact, legal.exact)] {
            if is_legal && !acts.iter().any(|(known, _)| *known == act) {
                acts.push((act, 0.0));
            }
        }
        let worlds = Worlds::draw(&decision.view(), belief, self.worlds, luck);
        let most = worlds.len();
        let seat = decision.seat;
        let mut trial = Trial { worlds: &worlds, most, seat, players, tried: Vec::new() };
        trial.run(&acts, done);
        compared(&acts, &trial.tried, &worlds)
    }
}

/// Acts being tried in worlds.
struct Trial<'a> {
    worlds: &'a Worlds,
    /// How many of the worlds are used at the most.
    most: usize,
    seat: Seat,
    players: &'a mut Players,
    /// The actor's winning chance after each act in each world.
    tried: Vec<Vec<f64>>,
}

impl Trial<'_> {
    /// Tries all acts in some of the worlds, and those that may be the best, and the one that was
    /// done, in all.
    fn run(&mut self, acts: &[(Act, f64)], done: Act) {
        /// The part of the worlds in which all acts are tried.
        const PART: usize = 3;
        /// An act that is this many standard errors behind the best one is not tried any further.
        const BEHIND: f64 = 3.0;
        self.tried = vec![Vec::new(); acts.len()];
        self.look_ahead(acts);
        let some = self.most.div_ceil(PART);
        self.try_all(acts, some);
        let seen = compared(acts, &self.tried, self.worlds);
        let best = seen.iter().map(|option| option.win).fold(f64::MIN, f64::max);
        for (at, option) in seen.iter().enumerate() {
            if option.act == done || option.win + BEHIND * option.error >= best {
                self.complete(at, option.act);
            }
        }
        // The best may have fallen back: then an act that was given up is ahead, and is tried in all worlds, too.
        for _ in acts {
            let seen = compared(acts, &self.tried, self.worlds);
            let ahead = (0..seen.len()).max_by(|a, b| seen[*a].win.total_cmp(&seen[*b].win));
            if let Some(at) = ahead {
                self.complete(at, seen[at].act);
            }
        }
    }

    /// Tries all acts in a few worlds to see how long rounds are, and limits the worlds by that. Under some rules a
    /// round can be long: `half` lets players bid less than before on another face.
    fn look_ahead(&mut self, acts: &[(Act, f64)]) {
        /// The worlds in which it is seen how long rounds are.
        const FEW: usize = 6;
        /// How many acts are played on for one decision, about.
        const ENOUGH: usize = 4000;
        let few = self.most.min(FEW);
        let before = self.players.played;
        self.try_all(acts, few);
        let each = (self.players.played - before) / few.max(1);
        self.most = (ENOUGH / each.max(1)).clamp(few, self.most);
    }

    /// Tries all acts in the first `count` worlds.
    fn try_all(&mut self, acts: &[(Act, f64)], count: usize) {
        for (at, (act, _)) in acts.iter().enumerate() {
            self.try_in(at, *act, count);
        }
    }

    /// Tries the act in the worlds in which it was not tried yet.
    fn complete(&mut self, at: usize, act: Act) {
        self.try_in(at, act, self.most);
    }

    fn try_in(&mut self, at: usize, act: Act, count: usize) {
        let from = self.tried[at].len();
        let more = self.chances(act, from..count.max(from));
        self.tried[at].extend(more);
    }

    fn chances(&mut self, act: Act, which: Range<usize>) -> Vec<f64> {
        let chances = self.worlds.after(Some(act), which, self.players);
        chances.iter().map(|chances| chances[self.seat]).collect()
    }
}

/// The acts with their winning chances, each compared with the best in the same worlds.
fn compared(acts: &[(Act, f64)], tried: &[Vec<f64>], worlds: &Worlds) -> Vec<Considered> {
    let means: Vec<f64> = tried.iter().map(|values| worlds.mean(values).0).collect();
    let best = (0..means.len()).max_by(|one, other| means[*one].total_cmp(&means[*other]));
    let Some(best) = best.and_then(|at| tried.get(at)) else { return Vec::new() };
    let considered = |((act, often), values): (&(Act, f64), &Vec<f64>)| {
        let behind: Vec<f64> = best.iter().zip(values).map(|(best, own)| best - own).collect();
        let (win, error) = (worlds.mean(values).0, worlds.mean(&behind).1);
        Considered { act: *act, win, error, often: *often, score: None }
    };
    acts.iter().zip(tried).map(considered).collect()
}

impl Judge for LiarsJudge {
    fn judge(&self, decision: &Decision<'_>, luck: &mut ChaCha8Rng) -> Findings {
        let mut players = Players::new();
        let after = decision.after();
        let after = if after.turn().due().is_empty() {
            Worth::default().of(after)
        } else {
            let lines = Worlds::real(after, self.lines, luck);
            mean(&lines.after(None, 0..lines.len(), &mut players), after.seats())
        };
        let View::Liars(view) = decision.view() else {
            return Findings { truth: None, options: Vec::new(), chances: Vec::new(), after };
        };
        let solved = liars_solved(&view);
        let belief = self.belief(&view, decision, solved.as_ref(), luck);
        let truth = truth(&view, decision, &belief);
        let options = match (decision.legal().len(), &solved) {
            (0 | 1, _) => Vec::new(),
            (_, Some(solved)) => solved::options(solved, decision),
            (_, None) => self.options(&view, decision, &belief, &mut players, luck),
        };
        let chances = options.iter().filter_map(|option| {
            Some((option.act, belief.comes_right(option.act, view.standing_bid())?))
        });
        Findings { truth, chances: chances.collect(), options, after }
    }

    fn start(&self, game: &Game) -> BySeat<f64> {
        Worth::default().of(game)
    }
}

fn mean(chances: &[BySeat<f64>], seats: usize) -> BySeat<f64> {
    BySeat::from_fn(seats, |seat| {
        chances.iter().map(|chances| chances[seat]).sum::<f64>() / chances.len().max(1) as f64
    })
}

/// The bid that was made or called.
fn bid_in_question(view: &LiarsView<'_>, decision: &Decision<'_>) -> Option<Bid> {
    match decision.outcome.act()? {
        Act::Bid(bid) => Some(bid),
        Act::Call | Act::Exact => view.standing_bid(),
        _ => None,
    }
}

fn truth(view: &LiarsView<'_>, decision: &Decision<'_>, belief: &Belief) -> Option<Truth> {
    let bid = bid_in_question(view, decision)?;
    let count = count(decision.before(), bid);
    Some(Truth {
        of: Act::Bid(bid),
        by_dice: view.chance_at_least(bid),
        believed: belief.at_least(bid),
        exactly: view.rules.exact.map(|_| belief.exactly(bid)),
        is_true: count >= u16::from(bid.quantity),
        count,
    })
}

/// How many dice on the table count for `bid`.
fn count(game: &Game, bid: Bid) -> u16 {
    let seats = Seat::first(game.seats());
    let of_seat = |seat| match game.view(Viewer::Seat(seat)) {
        View::Liars(view) => {
            u16::from(view.hand.unwrap_or_default().count_for(bid.face, view.wild))
        }
        View::Claims(_) | View::Pairs(_) => 0,
    };
    seats.map(of_seat).sum()
}
