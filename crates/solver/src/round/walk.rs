//! The walk through the public tree, the same for solving and for best responses.
//!
//! A walk is made for one player. It carries down how likely each class of hands of either player
//! is to play that way, and brings back what the history is worth to each class of that player,
//! weighted by how likely the other one is there. The walk turns back at nodes that the other
//! player never reaches: they count for nothing.

use rayon::prelude::*;

use super::ends::Ending;
use super::lanes::{Falls, Lanes, Wide, ZERO, add, add_product, is_zero, times};
use super::shape::{Kind, Raise, Size};
use super::{Round, StepTo};
use crate::Side;

/// What is done on a walk.
pub(super) trait Visit: Sync {
    /// The numbers of a subtree.
    type Numbers<'a>: Numbers + Send;

    /// Whether to walk on where the other player never goes.
    const EVERYWHERE: bool;

    /// Whether it matters how likely the player of the walk is there.
    const LOOKS_AT_OWN: bool;

    /// Whether it matters what the acts are worth.
    const LOOKS_AT_WORTH: bool;

    /// The walk turns back before a decision of its player, who comes here with `mine`.
    fn skipped(&self, own: Self::Numbers<'_>, mine: &[Lanes]);

    /// The player of the walk comes to a decision; what was skipped before comes on top of `mine`.
    fn arrived(&self, own: &mut Self::Numbers<'_>, mine: &mut [Lanes]);

    /// Writes how often each act is played by each class of the mover, as any numbers in proportion
    /// from 0.
    fn mix(&self, own: &Self::Numbers<'_>, mix: &mut [Lanes]);

    /// The player of the walk decided. Writes what the decision is worth into `out`.
    fn decided(&self, own: Self::Numbers<'_>, decision: &Decision<'_>, out: &mut [Lanes]);
}

/// Numbers that can be handed out from the front.
pub(super) trait Numbers {
    /// Splits off the first of them.
    fn take(&mut self, size: &Size) -> Self;
}

/// How likely each class of either player plays to a history.
#[derive(Clone, Copy)]
pub(super) struct Reach<'a> {
    /// Empty where it does not matter.
    pub mine: &'a [Lanes],
    pub theirs: &'a [Lanes],
}

/// A decision of the player of the walk, block by block, act by act in each.
pub(super) struct Decision<'a> {
    pub acts: usize,
    pub mix: &'a [Lanes],
    pub worth: &'a [Lanes],
    pub mine: &'a [Lanes],
}

pub(super) struct Walk<'a, V> {
    pub round: &'a Round,
    pub me: Side,
    pub visit: V,
    /// Subtrees with more blocks are shared among threads.
    pub split_above: u128,
    /// How blocks are worked on.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "other processors are not asked")
    )]
    pub wide: Wide,
}

/// What a raise came to.
enum Raised<'a> {
    /// The other player can only call.
    Called(Ending<'a>),
    /// The round went on: which class each class fell into, and what each of these is worth.
    Played { falls: &'a Falls, values: &'a [Lanes] },
}

/// A subtree for some thread.
struct Job<'a, N> {
    kind: &'a Kind,
    numbers: N,
    mine: Vec<Lanes>,
    theirs: Vec<Lanes>,
    out: Vec<Lanes>,
}

impl<V: Visit> Walk<'_, V> {
    /// Walks through the whole tree; what each class of hands is worth comes back.
    pub fn run(&self, numbers: V::Numbers<'_>, reach: Reach<'_>) -> Vec<Lanes> {
        let root = self.round.root();
        let mut out = vec![ZERO; self.round.blocks(self.me, None)];
        let mut scratch = vec![ZERO; root.scratch];
        self.visit(root, numbers, reach, &mut out, &mut scratch);
        out
    }

    /// The walk from here on down, by the widest instructions the processor has. The numbers are the
    /// same either way, to the last bit.
    #[allow(unsafe_code, reason = "instructions that not every processor has")]
    fn visit(
        &self,
        kind: &Kind,
        numbers: V::Numbers<'_>,
        reach: Reach<'_>,
        out: &mut [Lanes],
        scratch: &mut [Lanes],
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.wide.is_there() {
            // SAFETY: the processor was asked whether it has these instructions.
            return unsafe { self.visit_avx2(kind, numbers, reach, out, scratch) };
        }
        self.visit_inline(kind, numbers, reach, out, scratch);
    }

    /// [`Walk::visit_inline`], four numbers at a time: all that it calls is inlined here, and so made
    /// for these instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn visit_avx2(
        &self,
        kind: &Kind,
        numbers: V::Numbers<'_>,
        reach: Reach<'_>,
        out: &mut [Lanes],
        scratch: &mut [Lanes],
    ) {
        self.visit_inline(kind, numbers, reach, out, scratch);
    }

    #[inline(always)]
    fn visit_inline(
        &self,
        kind: &Kind,
        mut numbers: V::Numbers<'_>,
        reach: Reach<'_>,
        out: &mut [Lanes],
        scratch: &mut [Lanes],
    ) {
        let own = numbers.take(&kind.own);
        if kind.mover != self.me {
            self.watch(kind, (own, numbers), reach, out, scratch);
        } else if V::EVERYWHERE || !reach.theirs.iter().all(is_zero) {
            self.decide(kind, (own, numbers), reach, out, scratch);
        } else {
            self.visit.skipped(own, reach.mine);
            out.fill(ZERO);
        }
    }

    /// The player of the walk moves.
    #[inline(always)]
    fn decide(
        &self,
        kind: &Kind,
        (mut own, below): (V::Numbers<'_>, V::Numbers<'_>),
        reach: Reach<'_>,
        out: &mut [Lanes],
        scratch: &mut [Lanes],
    ) {
        let acts = kind.acts();
        let (mix, scratch) = scratch.split_at_mut(acts * out.len());
        let (worth, scratch) = scratch.split_at_mut(acts * out.len());
        let (mine, scratch) = scratch.split_at_mut(reach.mine.len());
        mine.iter_mut().zip(reach.mine).for_each(|(own, mine)| *own = *mine);
        self.visit.arrived(&mut own, mine);
        self.visit.mix(&own, mix);
        normalise(mix, acts, out.len());
        self.endings(kind, |act, ending| {
            self.round.end(ending, self.me, reach.theirs, |block, value| {
                worth[block * acts + act] = value;
            });
        });
        let reach = Reach { mine, theirs: reach.theirs };
        self.raises(kind, below, mix, reach, scratch, |act, raised| match raised {
            Raised::Called(ending) => {
                self.round.end(&ending, self.me, reach.theirs, |block, value| {
                    worth[block * acts + act] = value;
                });
            }
            Raised::Played { falls, values } => {
                for (block, value) in falls.spread(values).enumerate() {
                    worth[block * acts + act] = value;
                }
            }
        });
        let decision = Decision { acts, mix, worth, mine: reach.mine };
        self.visit.decided(own, &decision, out);
    }

    /// The other player moves.
    #[inline(always)]
    fn watch(
        &self,
        kind: &Kind,
        (own, below): (V::Numbers<'_>, V::Numbers<'_>),
        reach: Reach<'_>,
        out: &mut [Lanes],
        scratch: &mut [Lanes],
    ) {
        let acts = kind.acts();
        let (mix, scratch) = scratch.split_at_mut(acts * reach.theirs.len());
        let (part, scratch) = scratch.split_at_mut(reach.theirs.len());
        self.visit.mix(&own, mix);
        normalise(mix, acts, reach.theirs.len());
        out.fill(ZERO);
        let mut end = |act: usize, ending: &Ending<'_>, out: &mut [Lanes]| {
            for (block, (part, reach)) in part.iter_mut().zip(reach.theirs).enumerate() {
                *part = times(reach, &mix[block * acts + act]);
            }
            self.round.end(ending, self.me, part, |block, value| add(&mut out[block], &value));
        };
        self.endings(kind, |act, ending| end(act, ending, out));
        self.raises(kind, below, mix, reach, scratch, |act, raised| match raised {
            Raised::Called(ending) => end(act, &ending, out),
            Raised::Played { falls, values } => {
                out.iter_mut().zip(falls.spread(values)).for_each(|(out, value)| add(out, &value));
            }
        });
    }

    /// The acts of `kind` that end the round.
    #[inline(always)]
    fn endings(&self, kind: &Kind, mut take: impl FnMut(usize, &Ending<'_>)) {
        let Some(last) = kind.last.filter(|_| V::LOOKS_AT_WORTH) else { return };
        let calls = &self.round.step(kind.last, last).calls;
        for act in 0..kind.ends {
            take(act, &Ending { calls, caller: kind.mover, exact: act > 0 });
        }
    }

    /// Visits what each raise leads to and gives `take` what is there.
    #[inline(always)]
    fn raises(
        &self,
        kind: &Kind,
        mut below: V::Numbers<'_>,
        mix: &[Lanes],
        reach: Reach<'_>,
        scratch: &mut [Lanes],
        mut take: impl FnMut(usize, Raised<'_>),
    ) {
        let mut take = |act: usize, raised: Raised<'_>| {
            if V::LOOKS_AT_WORTH {
                take(act, raised);
            }
        };
        if kind.whole.blocks > self.split_above {
            let mut jobs = self.jobs(kind, below, mix, reach);
            jobs.par_iter_mut().for_each(|job| self.work(job));
            for (n, (raise, job)) in kind.raises.iter().zip(&jobs).enumerate() {
                let step = self.round.step(kind.last, raise.bid);
                take(kind.ends + n, self.raised(kind, job.kind, step, &job.out));
            }
            return;
        }
        for (n, raise) in kind.raises.iter().enumerate() {
            let act = kind.ends + n;
            let child = &self.round.shape.kinds[raise.kind];
            let step = self.round.step(kind.last, raise.bid);
            if child.is_forced() {
                take(act, self.raised(kind, child, step, &[]));
                continue;
            }
            let sizes = self.sizes(raise);
            let (mine, rest) = scratch.split_at_mut(sizes.mine);
            let mut numbers = below.take(&child.whole);
            if self.turns_back((kind, act), mix, reach) {
                if V::LOOKS_AT_OWN {
                    step.falls[self.me.index()].gather(reach.mine, mine);
                    self.visit.skipped(numbers.take(&child.own), mine);
                }
                continue;
            }
            let (theirs, rest) = rest.split_at_mut(sizes.theirs);
            let (values, rest) = rest.split_at_mut(sizes.out);
            self.descend((kind, act), step, mix, reach, (mine, theirs));
            self.visit(child, numbers, Reach { mine, theirs }, values, rest);
            take(act, self.raised(kind, child, step, values));
        }
    }

    /// Whether the other player, who moves, chooses the act with no hand: it is worth nothing then.
    #[inline(always)]
    fn turns_back(&self, (kind, act): (&Kind, usize), mix: &[Lanes], reach: Reach<'_>) -> bool {
        let acts = kind.acts();
        let nobody =
            |(block, reach): (usize, &Lanes)| is_zero(&times(reach, &mix[block * acts + act]));
        !V::EVERYWHERE && kind.mover != self.me && reach.theirs.iter().enumerate().all(nobody)
    }

    /// What a raise came to. One that can only be called is counted on the spot.
    #[inline(always)]
    fn raised<'v>(
        &self,
        kind: &Kind,
        child: &Kind,
        step: &'v StepTo,
        values: &'v [Lanes],
    ) -> Raised<'v> {
        if child.is_forced() {
            let caller = kind.mover.other();
            return Raised::Called(Ending { calls: &step.calls, caller, exact: false });
        }
        Raised::Played { falls: &step.falls[self.me.index()], values }
    }

    fn jobs<'j, 'c>(
        &'j self,
        kind: &'j Kind,
        mut below: V::Numbers<'c>,
        mix: &[Lanes],
        reach: Reach<'_>,
    ) -> Vec<Job<'j, V::Numbers<'c>>> {
        let job = |(n, raise): (usize, &Raise)| {
            let child = &self.round.shape.kinds[raise.kind];
            let sizes = self.sizes(raise);
            let (mut mine, mut theirs) = (vec![ZERO; sizes.mine], vec![ZERO; sizes.theirs]);
            let step = self.round.step(kind.last, raise.bid);
            self.descend((kind, kind.ends + n), step, mix, reach, (&mut mine, &mut theirs));
            let numbers = below.take(&child.whole);
            Job { kind: child, numbers, mine, theirs, out: vec![ZERO; sizes.out] }
        };
        kind.raises.iter().enumerate().map(job).collect()
    }

    fn work(&self, job: &mut Job<'_, V::Numbers<'_>>) {
        if job.kind.is_forced() {
            return;
        }
        let mut scratch = vec![ZERO; job.kind.scratch];
        let reach = Reach { mine: &job.mine, theirs: &job.theirs };
        let numbers = job.numbers.take(&job.kind.whole);
        self.visit(job.kind, numbers, reach, &mut job.out, &mut scratch);
    }

    /// How many blocks the numbers of what follows a raise take.
    #[inline(always)]
    fn sizes(&self, raise: &Raise) -> Sizes {
        let blocks = |side| self.round.blocks(side, Some(raise.bid));
        let out = blocks(self.me);
        Sizes { mine: if V::LOOKS_AT_OWN { out } else { 0 }, theirs: blocks(self.me.other()), out }
    }

    /// How likely either player plays on to what the `act`-th act, a raise, leads to.
    #[inline(always)]
    fn descend(
        &self,
        (kind, act): (&Kind, usize),
        step: &StepTo,
        mix: &[Lanes],
        reach: Reach<'_>,
        (mine, theirs): (&mut [Lanes], &mut [Lanes]),
    ) {
        let [my_falls, their_falls] =
            [self.me, self.me.other()].map(|side| &step.falls[side.index()]);
        let of_acts = (act, kind.acts());
        if kind.mover == self.me {
            if V::LOOKS_AT_OWN {
                my_falls.gather_chosen(reach.mine, mix, of_acts, mine);
            }
            their_falls.gather(reach.theirs, theirs);
        } else {
            if V::LOOKS_AT_OWN {
                my_falls.gather(reach.mine, mine);
            }
            their_falls.gather_chosen(reach.theirs, mix, of_acts, theirs);
        }
    }
}

/// What a decision is worth to a block of classes, act by act.
#[inline(always)]
pub(super) fn value(mix: &[Lanes], worth: &[Lanes]) -> Lanes {
    let mut value = ZERO;
    mix.iter().zip(worth).for_each(|(mix, worth)| add_product(&mut value, mix, worth));
    value
}

/// Blocks of numbers after a raise.
struct Sizes {
    mine: usize,
    theirs: usize,
    out: usize,
}

/// Makes the parts of all acts add up to 1 for each class; all acts alike where there are none.
#[inline(always)]
fn normalise(mix: &mut [Lanes], acts: usize, blocks: usize) {
    let even = 1.0 / acts as f64;
    // (`chunks_mut` would divide, which costs as much as the work itself.)
    for block in 0..blocks {
        let mix = &mut mix[block * acts..][..acts];
        let mut total = ZERO;
        mix.iter().for_each(|part| add(&mut total, part));
        let share = total.map(|total| if total > 0.0 { 1.0 / total } else { 0.0 });
        let least = total.map(|total| if total > 0.0 { 0.0 } else { even });
        for part in mix {
            *part = std::array::from_fn(|lane| part[lane] * share[lane] + least[lane]);
        }
    }
}
