//! `master` of `pairs`: the planner's value, and the chance to win the table.
//!
//! Alone it plays as `planner` does. In company it looks at everybody's sheet: it takes what each
//! of them will end with as a normal distribution around the network's value, and plays the split
//! that leaves it the best chance to end above all. Who is ahead of players that have finished
//! ends the game; who is behind goes on.
//!
//! Everybody splits the same dice, so players who decide alike have the same sheet and share the
//! win. Against such a twin another split, nearly as good, is worth more than the best. It takes
//! it every other time only: a twin may think the same.

use std::sync::Arc;

use dicehouse_rules::pairs::{PairsRules, PairsView, Sheet};
use dicehouse_rules::{Act, Acts, Dice, GameKind, Seat, Split, View};
use dicehouse_table::{Info, Player, Question, Reply};

use crate::adapter;
use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::future::Future;

use super::network::Network;
use super::{Choice, rollouts};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "master",
        game: GameKind::Pairs,
        difficulty: Difficulty::Expert,
        about: "plans like planner, and by everybody's sheet for the chance to win",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(player),
};

/// How much what a round brings varies, in points; the total varies with the root of the rounds.
const SPREAD_OF_ROUND: f64 = 47.0;
/// The spread of a total that stands: a tie counts as half a win.
const LEAST_SPREAD: f64 = 2.0;
/// A player has about this many rounds left for each step that the counters have left.
const ROUNDS_PER_STEP: f64 = 0.75;
/// How often, in percent, it leaves the planned split to a twin.
const LEAVES: u16 = 50;

fn player(seed: u64) -> Box<dyn Player + Send> {
    let mut luck = Luck::new(seed);
    adapter::seat(move |question| decide(question, &mut luck))
}

fn decide(question: &Question<'_>, luck: &mut Luck) -> Option<Reply> {
    let (View::Pairs(view), Acts::Split { splits }) = (&question.view, &question.legal) else {
        return None;
    };
    let (sheet, dice) = (view.sheets.get(question.seat)?, view.dice?);
    let choice = Choice { rules: &view.rules, sheet, dice, splits };
    if !Network::knows(&view.rules) {
        let split = rollouts::best(&choice, luck).or(splits.first().copied())?;
        return Some(Act::Split(split).into());
    }
    let table = Company::of(view, question.seat, dice, |sheet| future(sheet, &view.rules));
    let shared = table.twins > 0 && luck.percent(LEAVES);
    let mut best: Option<(f64, f64, Split)> = None;
    for &split in splits.iter() {
        let after = choice.after(split);
        let own = future(&after, &view.rules);
        let chance = table.chance(own, shared && Some(split) == table.planned);
        // Alone every split wins: the total decides.
        let worth = chance + own.mean * 1e-9;
        if best.is_none_or(|(highest, ..)| worth > highest) {
            best = Some((worth, chance, split));
        }
    }
    let (_, chance, split) = best?;
    let info = Info { win_chance: Some(chance.clamp(0.0, 1.0)), ..Info::default() };
    Some(Reply { act: Act::Split(split), talk: None, info: Some(info) })
}

/// The other players.
pub(super) struct Company {
    /// What each kind of them will end with; players with the same sheet are one kind.
    others: Vec<Future>,
    /// What those with the viewer's own sheet will end with, if they split as planned.
    twin: Future,
    /// How many have the viewer's own sheet and decide over the same dice.
    twins: usize,
    /// The split with the highest expected total: what a twin will do.
    planned: Option<Split>,
}

impl Company {
    /// The company of the player in `own`, where `expected` says what a sheet will end with.
    pub fn of(
        view: &PairsView<'_>,
        own: Seat,
        dice: Dice,
        expected: impl Fn(&Sheet) -> Future,
    ) -> Company {
        let sheet = view.sheets[own];
        let (planned_split, twin) = planned(&sheet, &dice, &view.rules, &expected);
        let rivals = view.sheets.iter().filter(|(seat, _)| *seat != own);
        let mut kinds: Vec<Sheet> = Vec::new();
        let mut twins = 0;
        for (_, rival) in rivals {
            if *rival == sheet {
                twins += 1;
            } else if !kinds.contains(rival) {
                kinds.push(*rival);
            }
        }
        let others = kinds.iter().map(|sheet| match sheet.is_full(&view.rules) {
            true => expected(sheet),
            false => planned(sheet, &dice, &view.rules, &expected).1,
        });
        Company { others: others.collect(), twin, twins, planned: planned_split }
    }

    /// The chance to win with this future. When it is `shared`, twins will have the same and a
    /// part of the win.
    pub fn chance(&self, own: Future, shared: bool) -> f64 {
        if shared {
            return own.above_all(&self.others) / (self.twins + 1) as f64;
        }
        let twin = (self.twins > 0).then_some(self.twin);
        let others: Vec<Future> = self.others.iter().copied().chain(twin).collect();
        own.above_all(&others)
    }
}

/// The split of `dice` with the highest expected total, and what it leads to.
fn planned(
    sheet: &Sheet,
    dice: &Dice,
    rules: &PairsRules,
    expected: &impl Fn(&Sheet) -> Future,
) -> (Option<Split>, Future) {
    let mut best: Option<(Split, Future)> = None;
    for &split in sheet.splits(dice, rules).iter() {
        let after = expected(&sheet.after(split, dice, rules));
        if best.is_none_or(|(_, known)| after.mean > known.mean) {
            best = Some((split, after));
        }
    }
    match best {
        Some((split, after)) => (Some(split), after),
        None => (None, expected(sheet)),
    }
}

/// What a player with this sheet will end with, by the network.
pub(super) fn future(sheet: &Sheet, rules: &PairsRules) -> Future {
    let mean = Network::trained().expected_total(sheet, rules);
    Future { mean, spread: spread(sheet, rules) }
}

/// How much the final total of this sheet varies.
pub(super) fn spread(sheet: &Sheet, rules: &PairsRules) -> f64 {
    if sheet.is_full(rules) {
        return LEAST_SPREAD;
    }
    let steps = i32::from(rules.removed_numbers) * i32::from(rules.last_count);
    let taken: i32 = sheet.removed().iter().map(|removed| i32::from(removed.count)).sum();
    let rounds = (f64::from(steps - taken) * ROUNDS_PER_STEP).max(1.0);
    SPREAD_OF_ROUND * rounds.sqrt()
}
