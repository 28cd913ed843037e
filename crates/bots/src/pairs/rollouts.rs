//! Looking ahead by playing games to their end, for rules the network was not trained on.

use dicehouse_rules::pairs::{PairsRules, Sheet};
use dicehouse_rules::{DICE_PER_ROUND, Dice, Split};

use crate::chance::Luck;

use super::{PairsChoice, steady};

/// Splits that are tried: the best ones at first sight.
const TRIED: usize = 5;
/// Games played for each of them.
const GAMES: usize = 24;
/// Rounds after which a game is left as it is; free rides could make it last for ever.
const LONGEST: usize = 100;

/// The split whose games, played on as `steady` would, ended best.
pub(super) fn best(choice: &PairsChoice<'_>, luck: &mut Luck) -> Option<Split> {
    let mut tried = choice.splits.to_vec();
    tried.sort_by(|one, other| {
        let worth = |split: &Split| steady::worth(&choice.after(*split), choice.rules);
        worth(other).total_cmp(&worth(one))
    });
    tried.truncate(TRIED);
    if tried.len() < 2 {
        return tried.first().copied();
    }
    let mut totals = vec![0; tried.len()];
    for _ in 0..GAMES {
        // The same dice for all of them: what is left is the difference between the splits.
        let dice = luck.fork();
        for (total, split) in totals.iter_mut().zip(&tried) {
            *total += play_on(choice.after(*split), choice.rules, &mut dice.clone());
        }
    }
    let best = (0..).zip(&totals).max_by_key(|(at, total)| (**total, std::cmp::Reverse(*at)));
    best.and_then(|(at, _): (usize, _)| tried.get(at)).copied()
}

/// The final total to expect of a sheet, played on as `steady` would.
pub(super) fn expected_total(sheet: &Sheet, rules: &PairsRules, luck: &mut Luck) -> f64 {
    /// Games that are played: a rough look.
    const FEW_GAMES: i32 = 6;
    let total: i32 = (0..FEW_GAMES).map(|_| play_on(*sheet, rules, &mut luck.fork())).sum();
    f64::from(total) / f64::from(FEW_GAMES)
}

/// Plays on to the end, and gives the total.
fn play_on(mut sheet: Sheet, rules: &PairsRules, dice: &mut Luck) -> i32 {
    for _ in 0..LONGEST {
        if sheet.is_full(rules) {
            break;
        }
        let faces = (0..DICE_PER_ROUND).map(|_| dice.face(6));
        let rolled = Dice::from_faces(faces).unwrap_or_default();
        let splits = sheet.splits(&rolled, rules);
        let choice = PairsChoice { rules, sheet: &sheet, dice: rolled, splits: &splits };
        let Some(split) = steady::best(&choice) else { break };
        sheet = choice.after(split);
    }
    sheet.total()
}
