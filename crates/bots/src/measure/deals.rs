//! Playing many seeded deals on all cores, with the same result on any number of them.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use dicehouse_rules::{Ruleset, Standing};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{NoClock, Player, Table, run};

use crate::bot::HouseBot;

/// Hears how many deals are done, of how many, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// `of(deal)` for every deal from 0, in order of the deals.
pub(super) fn each_deal<T: Send>(
    deals: u64,
    progress: Progress<'_>,
    of: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let work = || {
        let mut mine = Vec::new();
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= deals {
                return mine;
            }
            mine.push((deal, of(deal)));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, deals);
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut all: Vec<(u64, T)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            match other.join() {
                Ok(results) => all.extend(results),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(deal, _)| *deal);
    all.into_iter().map(|(_, result)| result).collect()
}

/// One game of one deal. `None` when the ruleset does not seat so many.
pub(super) fn play(ruleset: Ruleset, bots: &[&HouseBot], seed: u64, deal: u64) -> Option<Standing> {
    let seats: Vec<_> = bots.iter().map(|bot| bot.seated(bot.name())).collect();
    let mut table =
        Table::new(ruleset, seats, DealStream::new(&ContestSecret::from_seed(seed), deal)).ok()?;
    // A bot's luck must not be the dice's, nor another seat's.
    let luck = seed.rotate_left(32) ^ deal.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut players: Vec<Box<dyn Player>> = (0..)
        .zip(bots)
        .map(|(seat, bot)| bot.player(luck.wrapping_add(seat)) as Box<dyn Player>)
        .collect();
    // Nothing is kept, so nothing can fail to be kept.
    run(&mut table, &mut players, &mut NoClock, &mut ()).ok().flatten()
}
