//! The walk through the public tree, the same for solving and for best responses.
//!
//! A walk is made for one player. It carries down how likely each class of hands of either player
//! is to play that way, and brings back what the history is worth to each class of that player,
//! weighted by how likely the other one is there. Where the other one never goes, everything is
//! worth nothing and the walk turns back.

use rayon::prelude::*;

use super::Round;
use super::ends::Ending;
use super::shape::{Kind, Raise, Size};
use crate::Side;

/// What is done on a walk.
pub(super) trait Visit: Sync {
    /// The numbers of a subtree.
    type Numbers<'a>: Numbers + Send;

    /// Whether to walk on where the other player never goes.
    const EVERYWHERE: bool;

    /// The walk turns back before a decision of its player, who comes here with `mine`.
    fn skipped(&self, own: Self::Numbers<'_>, mine: &[f64]);

    /// The player of the walk comes to a decision; what was skipped before comes on top of `mine`.
    fn arrived(&self, own: &mut Self::Numbers<'_>, mine: &mut [f64]);

    /// Writes how often each act is played by each class of the mover, act by act, as any numbers
    /// in proportion.
    fn mix(&self, own: &Self::Numbers<'_>, mix: &mut [f64]);

    /// The player of the walk decided. Writes what the decision is worth into `out`, which is 0.
    fn decided(&self, own: Self::Numbers<'_>, decision: &Decision<'_>, out: &mut [f64]);
}

/// Numbers that can be handed out from the front.
pub(super) trait Numbers {
    /// Splits off the first of them.
    fn take(&mut self, size: Size) -> Self;
}

/// How likely each class of either player plays to a history.
#[derive(Clone, Copy)]
pub(super) struct Reach<'a> {
    pub mine: &'a [f64],
    pub theirs: &'a [f64],
}

/// A decision of the player of the walk, act by act.
pub(super) struct Decision<'a> {
    pub acts: usize,
    pub mix: &'a [f64],
    pub worth: &'a [f64],
    pub mine: &'a [f64],
}

pub(super) struct Walk<'a, V> {
    pub round: &'a Round,
    pub me: Side,
    pub visit: V,
    /// Subtrees with more cells are shared among threads.
    pub split_above: u128,
}

/// What a raise came to.
enum Raised<'a> {
    /// The other player can only call.
    Called(Ending<'a>),
    /// The round went on: which class each class fell into, and what each of these is worth.
    Played { moves: &'a [u16], values: &'a [f64] },
}

/// A subtree for some thread.
struct Job<'a, N> {
    kind: &'a Kind,
    numbers: N,
    mine: Vec<f64>,
    theirs: Vec<f64>,
    out: Vec<f64>,
}

impl<V: Visit> Walk<'_, V> {
    /// Walks through the whole tree; what each class of hands is worth comes back.
    pub fn run(&self, numbers: V::Numbers<'_>, reach: Reach<'_>) -> Vec<f64> {
        let root = self.round.root();
        let mut out = vec![0.0; reach.mine.len()];
        let mut scratch = vec![0.0; root.scratch];
        self.visit(root, numbers, reach, &mut out, &mut scratch);
        out
    }

    fn visit(
        &self,
        kind: &Kind,
        mut numbers: V::Numbers<'_>,
        reach: Reach<'_>,
        out: &mut [f64],
        scratch: &mut [f64],
    ) {
        out.fill(0.0);
        let own = numbers.take(kind.own);
        if kind.mover != self.me {
            self.watch(kind, (own, numbers), reach, out, scratch);
        } else if V::EVERYWHERE || !is_zero(reach.theirs) {
            self.decide(kind, (own, numbers), reach, out, scratch);
        } else {
            self.visit.skipped(own, reach.mine);
        }
    }

    /// The player of the walk moves.
    fn decide(
        &self,
        kind: &Kind,
        (mut own, below): (V::Numbers<'_>, V::Numbers<'_>),
        reach: Reach<'_>,
        out: &mut [f64],
        scratch: &mut [f64],
    ) {
        let classes = out.len();
        let (mix, scratch) = scratch.split_at_mut(kind.acts() * classes);
        let (worth, scratch) = scratch.split_at_mut(kind.acts() * classes);
        let (mine, scratch) = scratch.split_at_mut(classes);
        mine.copy_from_slice(reach.mine);
        self.visit.arrived(&mut own, mine);
        self.visit.mix(&own, mix);
        normalise(mix, kind.acts(), out);
        out.fill(0.0);
        worth.fill(0.0);
        self.endings(kind, |act, ending| {
            let worth = &mut worth[act * classes..][..classes];
            self.round.end(ending, self.me, reach.theirs, worth);
        });
        let reach = Reach { mine, theirs: reach.theirs };
        self.raises(kind, below, mix, reach, scratch, |act, raised| {
            let worth = &mut worth[act * classes..][..classes];
            match raised {
                Raised::Called(ending) => self.round.end(&ending, self.me, reach.theirs, worth),
                Raised::Played { moves, values } => {
                    for (worth, to) in worth.iter_mut().zip(moves) {
                        *worth = values[usize::from(*to)];
                    }
                }
            }
        });
        let decision = Decision { acts: kind.acts(), mix, worth, mine: reach.mine };
        self.visit.decided(own, &decision, out);
    }

    /// The other player moves.
    fn watch(
        &self,
        kind: &Kind,
        (own, below): (V::Numbers<'_>, V::Numbers<'_>),
        reach: Reach<'_>,
        out: &mut [f64],
        scratch: &mut [f64],
    ) {
        let classes = reach.theirs.len();
        let (mix, scratch) = scratch.split_at_mut(kind.acts() * classes);
        let (part, scratch) = scratch.split_at_mut(classes);
        self.visit.mix(&own, mix);
        normalise(mix, kind.acts(), part);
        let mut end = |act: usize, ending: &Ending<'_>, out: &mut [f64]| {
            let mix = &mix[act * classes..][..classes];
            part.iter_mut().zip(reach.theirs.iter().zip(mix)).for_each(|(p, (r, m))| *p = r * m);
            self.round.end(ending, self.me, part, out);
        };
        self.endings(kind, |act, ending| end(act, ending, out));
        self.raises(kind, below, mix, reach, scratch, |act, raised| match raised {
            Raised::Called(ending) => end(act, &ending, out),
            Raised::Played { moves, values } => {
                out.iter_mut().zip(moves).for_each(|(out, to)| *out += values[usize::from(*to)]);
            }
        });
    }

    /// The acts of `kind` that end the round.
    #[inline]
    fn endings(&self, kind: &Kind, mut take: impl FnMut(usize, &Ending<'_>)) {
        let Some(last) = kind.last else { return };
        let calls = &self.round.step(kind.last, last).calls;
        for act in 0..kind.ends {
            take(act, &Ending { calls, caller: kind.mover, exact: act > 0 });
        }
    }

    /// Visits what each raise leads to and gives `take` what is there.
    #[inline]
    fn raises(
        &self,
        kind: &Kind,
        mut below: V::Numbers<'_>,
        mix: &[f64],
        reach: Reach<'_>,
        scratch: &mut [f64],
        mut take: impl FnMut(usize, Raised<'_>),
    ) {
        if kind.whole.cells > self.split_above {
            let mut jobs = self.jobs(kind, below, mix, reach);
            jobs.par_iter_mut().for_each(|job| self.work(job));
            for (n, (raise, job)) in kind.raises.iter().zip(&jobs).enumerate() {
                take(kind.ends + n, self.raised(kind, raise, &job.out));
            }
            return;
        }
        for (n, raise) in kind.raises.iter().enumerate() {
            let act = kind.ends + n;
            let child = &self.round.shape.kinds[raise.kind];
            let sizes = if child.is_forced() { (0, 0) } else { self.sizes(raise) };
            let (mine, rest) = scratch.split_at_mut(sizes.0);
            let (theirs, rest) = rest.split_at_mut(sizes.1);
            let (values, rest) = rest.split_at_mut(sizes.0);
            if !child.is_forced() {
                self.descend(kind, act, mix, reach, (mine, theirs));
                let numbers = below.take(child.whole);
                self.visit(child, numbers, Reach { mine, theirs }, values, rest);
            }
            take(act, self.raised(kind, raise, values));
        }
    }

    /// What a raise came to. One that can only be called is counted on the spot.
    #[inline]
    fn raised<'v>(&'v self, kind: &Kind, raise: &Raise, values: &'v [f64]) -> Raised<'v> {
        let step = self.round.step(kind.last, raise.bid);
        if self.round.shape.kinds[raise.kind].is_forced() {
            let caller = kind.mover.other();
            return Raised::Called(Ending { calls: &step.calls, caller, exact: false });
        }
        Raised::Played { moves: &step.moves[self.me.index()], values }
    }

    fn jobs<'j, 'c>(
        &'j self,
        kind: &'j Kind,
        mut below: V::Numbers<'c>,
        mix: &[f64],
        reach: Reach<'_>,
    ) -> Vec<Job<'j, V::Numbers<'c>>> {
        let job = |(n, raise): (usize, &Raise)| {
            let child = &self.round.shape.kinds[raise.kind];
            let sizes = self.sizes(raise);
            let (mut mine, mut theirs) = (vec![0.0; sizes.0], vec![0.0; sizes.1]);
            self.descend(kind, kind.ends + n, mix, reach, (&mut mine, &mut theirs));
            let numbers = below.take(child.whole);
            Job { kind: child, numbers, mine, theirs, out: vec![0.0; sizes.0] }
        };
        kind.raises.iter().enumerate().map(job).collect()
    }

    fn work(&self, job: &mut Job<'_, V::Numbers<'_>>) {
        if job.kind.is_forced() {
            return;
        }
        let mut scratch = vec![0.0; job.kind.scratch];
        let reach = Reach { mine: &job.mine, theirs: &job.theirs };
        let numbers = job.numbers.take(job.kind.whole);
        self.visit(job.kind, numbers, reach, &mut job.out, &mut scratch);
    }

    /// How many classes the player of the walk and the other one have after a raise.
    #[inline]
    fn sizes(&self, raise: &Raise) -> (usize, usize) {
        let classes = |side| self.round.classes(side, Some(raise.bid)).len;
        (classes(self.me), classes(self.me.other()))
    }

    /// How likely either player plays on to what the `act`-th act, a raise, leads to.
    #[inline]
    fn descend(
        &self,
        kind: &Kind,
        act: usize,
        mix: &[f64],
        reach: Reach<'_>,
        (mine, theirs): (&mut [f64], &mut [f64]),
    ) {
        let moves = &self.round.step(kind.last, kind.raises[act - kind.ends].bid).moves;
        let (my_moves, their_moves) = (&moves[self.me.index()], &moves[self.me.other().index()]);
        if kind.mover == self.me {
            gather_chosen(reach.mine, &mix[act * reach.mine.len()..], my_moves, mine);
            gather(reach.theirs, their_moves, theirs);
        } else {
            gather(reach.mine, my_moves, mine);
            gather_chosen(reach.theirs, &mix[act * reach.theirs.len()..], their_moves, theirs);
        }
    }
}

/// Whether nobody is there.
#[inline]
fn is_zero(reach: &[f64]) -> bool {
    reach.iter().all(|part| *part == 0.0)
}

/// Adds up `reach` by the class that each class falls into.
#[inline]
fn gather(reach: &[f64], moves: &[u16], out: &mut [f64]) {
    out.fill(0.0);
    for (reach, to) in reach.iter().zip(moves) {
        out[usize::from(*to)] += reach;
    }
}

/// As [`gather`], of those who choose the act.
#[inline]
fn gather_chosen(reach: &[f64], mix: &[f64], moves: &[u16], out: &mut [f64]) {
    out.fill(0.0);
    for ((reach, mix), to) in reach.iter().zip(mix).zip(moves) {
        out[usize::from(*to)] += reach * mix;
    }
}

/// The cells of each act. (`chunks_exact` would divide, which costs more than the work itself.)
#[inline]
pub(super) fn rows(cells: &[f64], acts: usize, classes: usize) -> impl Iterator<Item = &[f64]> {
    (0..acts).map(move |act| &cells[act * classes..][..classes])
}

/// Makes the parts of all acts add up to 1 for each class; all acts alike where there are none.
#[inline]
fn normalise(mix: &mut [f64], acts: usize, totals: &mut [f64]) {
    let classes = totals.len();
    let even = 1.0 / acts as f64;
    totals.fill(0.0);
    for mix in rows(mix, acts, classes) {
        totals.iter_mut().zip(mix).for_each(|(total, mix)| *total += mix);
    }
    if totals.iter().all(|total| *total > 0.0) {
        totals.iter_mut().for_each(|total| *total = 1.0 / *total);
        for act in 0..acts {
            let mix = &mut mix[act * classes..][..classes];
            mix.iter_mut().zip(&*totals).for_each(|(mix, part)| *mix *= part);
        }
        return;
    }
    for act in 0..acts {
        let mix = &mut mix[act * classes..][..classes];
        for (mix, total) in mix.iter_mut().zip(&*totals) {
            *mix = if *total > 0.0 { *mix / total } else { even };
        }
    }
}
