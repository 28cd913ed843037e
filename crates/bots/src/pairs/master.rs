//! `master` of `pairs`: the planner's value, and the chance to win the table.
//!
//! Alone, and as long as the end is far, it plays as `planner` does. In the last rounds it looks at everybody's
//! sheet: it takes what each of them will end with as a normal distribution around the network's value, and
//! plays the split that leaves it the best chance to end above all. Looking so far ahead from the start would cost
//! more than it brings: all split the same dice, so their totals rise and fall together.
//!
//! Players who decide alike have the same sheet and share the win. With two such twins or more, another split that
//! is nearly as good is worth more than the best. It takes it every other time only: a twin may think the same.

use std::sync::Arc;

use dicehouse_rules::pairs::{PairsRules, PairsView, Sheet};
use dicehouse_rules::{Act, Acts, Dice, GameKind, Seat, Split, View};
use dicehouse_table::{Info, Player, Question, Reply};

use crate::adapter;
use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::future::Future;

use super::network::ValueNetwork;
use super::{PairsChoice, rollouts};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "master",
        game: GameKind::Pairs,
        difficulty: Difficulty::Expert,
        about: "plans like planner, and by everybody's sheet for the chance to win",
        options: &[],
        version: "3",
    },
    make: |_| Arc::new(player),
};

/// How much what a round brings varies, in points; the total varies with the root of the rounds.
const SPREAD_OF_ROUND: f64 = 47.0;
/// The spread of a total that stands: a tie counts as half a win.
const LEAST_SPREAD: f64 = 2.0;
/// A player has about this many rounds left for each step that the counters have left.
const ROUNDS_PER_STEP: f64 = 0.75;
/// When about this many rounds are left, the chance to win decides; before that the points do.
const LATE: f64 = 3.0;
/// Against one twin half a win is as good as it gets; with more of them it pays to be another.
const MANY_TWINS: usize = 2;
/// How often, in percent, it leaves the planned split to its twins …
const LEAVES: u16 = 50;
/// … and how many points it gives up for that at most.
const COST: f64 = 15.0;

fn player(seed: u64) -> Box<dyn Player + Send> {
    let mut luck = Luck::new(seed);
    adapter::seat(move |question| decide(question, &mut luck))
}

fn decide(question: &Question<'_>, luck: &mut Luck) -> Option<Reply> {
    let (View::Pairs(view), Acts::Split { splits }) = (&question.view, &question.legal) else {
        return None;
    };
    let (sheet, dice) = (view.sheets.get(question.seat)?, view.dice?);
    let choice = PairsChoice { rules: &view.rules, sheet, dice, splits };
    if !ValueNetwork::knows(&view.rules) {
        let split = rollouts::best(&choice, luck).or(splits.first().copied())?;
        return Some(Act::Split(split).into());
    }
    let table = Company::of(view, question.seat, dice, |sheet| future(sheet, &view.rules));
    let mut plans: Vec<Plan> = splits
        .iter()
        .map(|split| {
            let own = future(&choice.after(*split), &view.rules);
            Plan { split: *split, own, chance: table.chance(own) }
        })
        .collect();
    let is_late = rounds_left(sheet, &view.rules) <= LATE;
    let worth = |plan: &Plan| (if is_late { plan.chance } else { 0.0 }, plan.own.mean);
    plans.sort_by(|one, other| {
        let ((chance, mean), (other_chance, other_mean)) = (worth(one), worth(other));
        other_chance.total_cmp(&chance).then(other_mean.total_cmp(&mean))
    });
    let best = plans.first()?;
    // In the first round all sheets are empty, which says nothing about who decides alike.
    let has_twins = view.round > 1 && table.twins >= MANY_TWINS;
    let leaves = has_twins && luck.percent(LEAVES);
    let other = plans.get(1).filter(|other| leaves && best.own.mean - other.own.mean <= COST);
    let plan = other.unwrap_or(best);
    let info = Info { win_chance: Some(plan.chance.clamp(0.0, 1.0)), ..Info::default() };
    Some(Reply { act: Act::Split(plan.split), talk: None, info: Some(info) })
}

/// A split and what it promises.
struct Plan {
    split: Split,
    own: Future,
    chance: f64,
}

/// The other players.
pub(super) struct Company {
    /// What each kind of them will end with; players with the same sheet are one kind.
    others: Vec<Future>,
    /// What those with the viewer's own sheet will end with, if they split as planned.
    twin: Future,
    /// How many have the viewer's own sheet and decide over the same dice.
    twins: usize,
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
        let twin = planned(&sheet, &dice, &view.rules, &expected);
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
            false => planned(sheet, &dice, &view.rules, &expected),
        });
        Company { others: others.collect(), twin, twins }
    }

    /// The chance to win with this future.
    pub fn chance(&self, own: Future) -> f64 {
        let twin = (self.twins > 0).then_some(self.twin);
        let others: Vec<Future> = self.others.iter().copied().chain(twin).collect();
        own.above_all(&others)
    }
}

/// What the split of `dice` with the highest expected total leads to.
fn planned(
    sheet: &Sheet,
    dice: &Dice,
    rules: &PairsRules,
    expected: &impl Fn(&Sheet) -> Future,
) -> Future {
    let after = |split: &Split| expected(&sheet.after(*split, dice, rules));
    let best = sheet.splits(dice, rules).iter().map(after).max_by(|a, b| a.mean.total_cmp(&b.mean));
    best.unwrap_or_else(|| expected(sheet))
}

/// What a player with this sheet will end with, by the network.
pub(super) fn future(sheet: &Sheet, rules: &PairsRules) -> Future {
    let mean = ValueNetwork::trained().expected_total(sheet, rules);
    Future { mean, spread: spread(sheet, rules) }
}

/// How much the final total of this sheet varies.
pub(super) fn spread(sheet: &Sheet, rules: &PairsRules) -> f64 {
    if sheet.is_full(rules) {
        return LEAST_SPREAD;
    }
    SPREAD_OF_ROUND * rounds_left(sheet, rules).max(1.0).sqrt()
}

/// About how many rounds this sheet has left.
fn rounds_left(sheet: &Sheet, rules: &PairsRules) -> f64 {
    let steps = i32::from(rules.removed_numbers) * i32::from(rules.last_count);
    let taken: i32 = sheet.removed().iter().map(|removed| i32::from(removed.count)).sum();
    f64::from(steps - taken) * ROUNDS_PER_STEP
}
