//! The rules of `claims` in plain words.

use crate::ruleset::{REFUSED, Section, dice};

use super::exchange::FAULT_COST;
use super::rounds::MOST_ELIMINATIONS;
use super::rules::{ClaimOrder, ClaimsRules, FirstClaimant, RollTime, TieBreak};

pub(crate) fn explain(rules: &ClaimsRules) -> Vec<Section> {
    let mut sections = vec![
        Section::new("The aim", vec![aim(rules)]),
        Section::new("A round", a_round(rules)),
        Section::new("Points", points()),
    ];
    if rules.immunity {
        sections.push(Section::new("Immunity", vec![immunity()]));
    }
    sections.push(Section::new("Ties", vec![ties(rules)]));
    sections.push(Section::new("Mistakes", vec![mistakes(rules)]));
    sections
}

fn aim(rules: &ClaimsRules) -> String {
    let rounds =
        if rules.rounds == 1 { "1 round".into() } else { format!("{} rounds", rules.rounds) };
    format!("The highest score after {rounds} wins. Scores start at 0 and never fall below it.")
}

fn a_round(rules: &ClaimsRules) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(match rules.roll {
        RollTime::EachTurn => {
            format!("When your turn comes you roll {} that only you see.", dice(rules.dice))
        }
        RollTime::RoundStart => format!(
            "At the start of the round everyone rolls {} and looks at their own only.",
            dice(rules.dice)
        ),
    });
    let sum = if rules.dice == 1 { "your die shows" } else { "your dice add up to" };
    lines.push(format!(
        "You claim what {sum}, from {} to {}; it need not be true. The next player calls your \
         bluff or lets the claim pass. Then it is their turn to claim, until everyone has.",
        rules.claim_min,
        rules.claim_max()
    ));
    lines.push(match rules.order {
        ClaimOrder::Seats => "Players claim in seat order, the same in every round.".to_owned(),
        ClaimOrder::Shuffled => "The order of play is shuffled for every round; it runs \
             counterclockwise round the circle shown."
            .to_owned(),
    });
    lines.push(match rules.first_claimant {
        FirstClaimant::Seat0 => {
            "The player in seat 0, the first at the table, claims first.".to_owned()
        }
        FirstClaimant::Leader => {
            "The leader claims first: who has the highest score; among equals \
             who won the most games before this one; if that is equal too, by lot."
                .to_owned()
        }
    });
    lines
}

fn points() -> Vec<String> {
    [
        "Not called: you score what you claimed, true or not.",
        "Called, and it was true: you score one and a half times the claim, rounded down; the \
         caller loses what you claimed.",
        "Called, and it was not true (too little is a bluff too): you lose what you claimed \
         and the caller scores it.",
        "The dice are shown when a claim is called, and stay secret when it is not.",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn immunity() -> String {
    "Everyone has one immunity card per game. When your claim is called and was not true, you may \
     play it: then nobody scores or loses anything."
        .to_owned()
}

fn ties(rules: &ClaimsRules) -> String {
    match rules.tie {
        TieBreak::RollOff => "Those who tie for the highest score roll two dice each; the highest \
             roll wins. If the highest roll is a tie, all of them roll again."
            .to_owned(),
        TieBreak::Elimination => format!(
            "Those who tie for the highest score play another round among themselves, keeping \
             their scores, and those still tied for the top another. After {MOST_ELIMINATIONS} such rounds one of those still tied is drawn \
             by lot."
        ),
    }
}

fn mistakes(rules: &ClaimsRules) -> String {
    let card = if rules.immunity { ", and without an answer the card is not played" } else { "" };
    format!(
        "{REFUSED} Not answering in time costs {FAULT_COST} points: a missing claim is skipped, a \
         missing answer lets the claim pass{card}."
    )
}
