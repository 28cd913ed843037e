//! `master` of `claims`: plays for the win.
//!
//! At a table of two it plays the solved game: winning chances for all scores and cards, solved
//! from the last round back ([`dicehouse_solver::claims`]), come with the program for the presets.
//! Where everybody rolls at the start of a round it plays as if each rolled when their turn came:
//! what a caller's own dice tell about a claim is next to nothing.
//! At other tables, and under other rules, it solves the exchange on the table by the chance to
//! win that its outcomes leave, and by what past exchanges say about the rival
//! ([`winning`](super::winning)). It mixes: what it claims and calls is drawn anew each time.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use dicehouse_rules::claims::{ClaimsRules, ClaimsView, RollTime};
use dicehouse_rules::{Act, Acts, GameKind, Rules, Ruleset, View};
use dicehouse_solver::claims::ClaimsValues;
use dicehouse_table::{Info, Player, Question, Reply};

use crate::adapter;
use crate::bot::{BotInfo, Difficulty, Entry, Factory};
use crate::chance::Luck;
use crate::trained::Trained;

use super::winning;

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "master",
        game: GameKind::Claims,
        difficulty: Difficulty::Expert,
        about: "plays the solved game for two, and for the chance to win at any table",
        options: &[],
        version: "1",
    },
    make: |_| Arc::new(ClaimsMasters),
};

/// What makes a `master` for each seat that wants one.
struct ClaimsMasters;

impl Factory for ClaimsMasters {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        let mut luck = Luck::new(seed);
        adapter::seat(move |question| decide(question, &mut luck))
    }

    fn claims_mix(&self, view: &ClaimsView<'_>, legal: &Acts) -> Option<Vec<(Act, f64)>> {
        Some(mix(view, legal))
    }
}

fn decide(question: &Question<'_>, luck: &mut Luck) -> Option<Reply> {
    let View::Claims(view) = &question.view else { return None };
    if question.legal == Acts::Nothing {
        return None;
    }
    let solved = solved(view);
    let mix = mix(view, &question.legal);
    let drawn = luck.weighted(mix.iter().map(|(_, share)| *share));
    let act = drawn.and_then(|n| mix.get(n)).map(|(act, _)| *act);
    let act = act.filter(|act| question.legal.contains(*act)).or(question.legal.nth(0))?;
    let chance = solved.and_then(|values| values.before_this_round(&each_turn(view)));
    let info = chance.map(|chance| Info { win_chance: Some(chance), ..Info::default() });
    Some(Reply { act, talk: None, info })
}

/// How often each act is played by the viewer, who is to act.
pub(super) fn mix(view: &ClaimsView<'_>, legal: &Acts) -> Vec<(Act, f64)> {
    solved(view)
        .and_then(|values| values.mix(&each_turn(view)))
        .unwrap_or_else(|| winning::mix(view, legal))
}

/// The winning chances for the table of two that `view` is of, where they come with the program.
pub(super) fn solved(view: &ClaimsView<'_>) -> Option<&'static ClaimsValues> {
    static SOLVED: LazyLock<Vec<ClaimsValues>> = LazyLock::new(|| {
        let tables: [(&str, &[u8]); 2] =
            [("simple", Trained::ClaimsSimple.bytes()), ("full", Trained::ClaimsFull.bytes())];
        tables.iter().filter_map(|(preset, bytes)| unpack(preset, bytes)).collect()
    });
    if view.scores.len() != 2 {
        return None;
    }
    SOLVED.iter().find(|values| *values.rules() == each_turn(view).rules)
}

/// The view of a game in which everybody rolls when their turn comes.
pub(super) fn each_turn<'a>(view: &'a ClaimsView<'_>) -> ClaimsView<'a> {
    let rules = ClaimsRules { roll: RollTime::EachTurn, ..view.rules };
    ClaimsView { rules, past: Cow::Borrowed(&view.past), ..view.clone() }
}

fn unpack(preset: &str, bytes: &[u8]) -> Option<ClaimsValues> {
    let ruleset = Ruleset::preset(GameKind::Claims, preset).ok()?;
    let Rules::Claims(rules) = *ruleset.rules() else { return None };
    ClaimsValues::unpack(&ClaimsRules { roll: RollTime::EachTurn, ..rules }, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables that come with the program are of the presets as they are.
    #[test]
    fn the_tables_are_read() {
        for (preset, bytes) in
            [("simple", Trained::ClaimsSimple.bytes()), ("full", Trained::ClaimsFull.bytes())]
        {
            let values = unpack(preset, bytes).unwrap();
            assert!(values.states() > 1000);
            assert!(unpack(preset, &bytes[1..]).is_none(), "of another size");
        }
    }
}
