//! The rules of `claims` in plain words.

use dicehouse_rules::claims::{
    ClaimOrder, ClaimsRules, FAULT_COST, FirstClaimant, MOST_ELIMINATIONS, RollTime, TieBreak,
};

use super::Section;
use crate::language::Words;

pub(super) fn explain(rules: &ClaimsRules, words: &Words) -> Vec<Section> {
    let mut sections = vec![
        Section::new(words, "heading.aim", vec![aim(rules, words)]),
        Section::new(words, "heading.round", a_round(rules, words)),
        Section::new(words, "heading.points", points(words)),
    ];
    if rules.immunity {
        let immunity = vec![words.text("claims.immunity")];
        sections.push(Section::new(words, "heading.immunity", immunity));
    }
    sections.push(Section::new(words, "heading.ties", vec![ties(rules, words)]));
    sections.push(Section::new(words, "heading.mistakes", vec![mistakes(rules, words)]));
    sections
}

fn aim(rules: &ClaimsRules, words: &Words) -> String {
    match rules.rounds {
        1 => words.text("claims.aim-one-round"),
        rounds => words.say("claims.aim", &[("rounds", &rounds)]),
    }
}

fn a_round(rules: &ClaimsRules, words: &Words) -> Vec<String> {
    let roll = match rules.roll {
        RollTime::EachTurn => "claims.roll-each-turn",
        RollTime::RoundStart => "claims.roll-round-start",
    };
    let claim = if rules.dice == 1 { "claims.claim-one-die" } else { "claims.claim" };
    let order = match rules.order {
        ClaimOrder::Seats => "claims.order-seats",
        ClaimOrder::Shuffled => "claims.order-shuffled",
    };
    let first = match rules.first_claimant {
        FirstClaimant::Seat0 => "claims.first-seat-0",
        FirstClaimant::Leader => "claims.first-leader",
    };
    vec![
        words.say(roll, &[("dice", &words.dice(rules.dice))]),
        words.say(claim, &[("min", &rules.claim_min), ("max", &rules.claim_max())]),
        words.text(order),
        words.text(first),
    ]
}

fn points(words: &Words) -> Vec<String> {
    ["claims.not-called", "claims.called-true", "claims.called-bluff", "claims.shown"]
        .map(|key| words.text(key))
        .to_vec()
}

fn ties(rules: &ClaimsRules, words: &Words) -> String {
    match rules.tie {
        TieBreak::RollOff => words.text("claims.tie-roll-off"),
        TieBreak::Elimination => {
            words.say("claims.tie-elimination", &[("most", &MOST_ELIMINATIONS)])
        }
    }
}

fn mistakes(rules: &ClaimsRules, words: &Words) -> String {
    let late = if rules.immunity { "claims.late-immunity" } else { "claims.late" };
    format!("{} {}", words.text("all.refused"), words.say(late, &[("cost", &FAULT_COST)]))
}
