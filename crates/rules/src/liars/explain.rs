//! The rules of `liars` in plain words.

use crate::bid::Bid;
use crate::dice::Face;
use crate::ruleset::{REFUSED, Section, dice};

use super::rules::{
    Exact, ExactRight, ExactWrong, FirstOpener, Illegal, LiarsRules, NextOpener, RaiseRule,
};

pub(crate) fn explain(rules: &LiarsRules) -> Vec<Section> {
    let mut sections = vec![
        Section::new("The aim", vec![aim(rules)]),
        Section::new("A round", a_round(rules)),
        Section::new("Bids", bids(rules)),
        Section::new("Calling", calling(rules)),
    ];
    if let Some(exact) = rules.exact {
        sections.push(Section::new("Exact", vec![exact_call(exact, rules)]));
    }
    if rules.palifico {
        sections.push(Section::new("Palifico", vec![palifico(rules)]));
    }
    sections.push(Section::new("Who starts", who_starts(rules)));
    sections.push(Section::new("Mistakes", vec![mistakes(rules)]));
    sections
}

fn aim(rules: &LiarsRules) -> String {
    if rules.one_round {
        format!(
            "Everyone has a cup with {}. There is a single round: whoever loses it loses the game.",
            dice(rules.dice)
        )
    } else {
        format!(
            "Everyone starts with a cup and {}. Whoever loses a round loses a die; without dice you \
             are out. The last player with dice wins.",
            dice(rules.dice)
        )
    }
}

fn a_round(rules: &LiarsRules) -> Vec<String> {
    let example = Bid::new(if rules.dice == 1 { 2 } else { 3 }, other_face(rules.wild, 5, rules));
    let choice = if rules.exact.is_some() {
        "raises the bid, calls it or says \"exact\""
    } else {
        "raises the bid or calls it"
    };
    let mut lines = vec![
        format!(
            "Everyone rolls all their dice (faces 1 to {}) under their cup and looks at their own \
             only.",
            rules.faces
        ),
        format!(
            "The first player bids, for example {example}: \"among all our dice there are at least \
             {}\". Then, clockwise, each player {choice}.",
            example.spoken()
        ),
    ];
    if rules.stacked > 0 {
        lines.push(format!(
            "In {} of 100 rolls some dice lie stacked on each other: that player lifts the cup, \
             everyone sees the dice, and they are rolled again.",
            rules.stacked
        ));
    }
    lines
}

fn bids(rules: &LiarsRules) -> Vec<String> {
    vec![
        raise(rules),
        match rules.wild {
            Some(wild) => wilds(wild, rules),
            None => "No face is wild: a die counts for the face it shows and no other.".to_owned(),
        },
        if rules.cap {
            "You cannot bid more dice than are in play.".to_owned()
        } else {
            "You may bid more dice than are in play, if you dare.".to_owned()
        },
        match rules.max_bids {
            1 => "After the first bid of a round nobody can raise.".to_owned(),
            most => format!("After {most} bids in one round nobody can raise any more."),
        },
    ]
}

fn wilds(wild: Face, rules: &LiarsRules) -> String {
    let (ones, fives) = (wild.plural(), other_face(Some(wild), 5, rules).plural());
    format!(
        "The {ones} are wild: they count for every other face as well, so a bid on {fives} counts \
         {fives} and {ones}. A bid on {ones} counts only {ones}."
    )
}

fn raise(rules: &LiarsRules) -> String {
    match (rules.raise, rules.wild) {
        (RaiseRule::Perudo, Some(wild)) => perudo(wild, rules),
        (RaiseRule::Quantity | RaiseRule::Perudo, _) => {
            let few = if rules.dice == 1 { 1 } else { 3 };
            let last = Bid::new(few, face_below_top(4, rules));
            let examples = examples(
                rules,
                last,
                &[
                    (few, Step::Up),
                    (few + 1, Step::Lowest),
                    (few, Step::Down),
                    (few - 1, Step::Top),
                ],
            );
            format!(
                "A higher bid has more dice of any face, or the same number of a higher face: \
                 {examples}."
            )
        }
        (RaiseRule::Face, _) => {
            let last = Bid::new(5, face_below_top(5, rules));
            let examples =
                examples(rules, last, &[(6, Step::Same), (1, Step::Up), (6, Step::Down)]);
            format!(
                "A higher bid has more dice of the same face, or any number of a higher face: \
                 {examples}."
            )
        }
        (RaiseRule::Half, _) => {
            let last = Bid::new(4, face_below_top(4, rules));
            let steps =
                [(5, Step::Same), (5, Step::Down), (2, Step::Up), (4, Step::Down), (1, Step::Up)];
            let examples = examples(rules, last, &steps);
            format!(
                "A higher bid has more dice of any face, or a higher face with at least half the \
                 dice, rounded up: {examples}."
            )
        }
    }
}

fn perudo(wild: Face, rules: &LiarsRules) -> String {
    let ones = wild.plural();
    let other = other_face(Some(wild), 4, rules);
    let least = |last: Bid, face| {
        let least = rules.raise.least(last, face, rules.wild).and_then(|q| u8::try_from(q).ok());
        Bid::new(least.unwrap_or(u8::MAX), face)
    };
    let normal = Bid::new(5, other);
    let to_wild = least(normal, wild);
    let from_wild = least(to_wild, other);
    let except = if has_palifico_rounds(rules) { ", except a palifico round" } else { "" };
    format!(
        "A higher bid has more dice of any face, or the same number of a higher face. To change \
         to {ones} you need only half the dice, rounded up: {to_wild} after {normal}. To change \
         from {ones} to another face you need twice the dice and one more: {from_wild} after \
         {to_wild}. Nobody may open a round with {ones}{except}."
    )
}

/// Where the face of an example lies from that of the bid before.
#[derive(Clone, Copy)]
enum Step {
    Same,
    Up,
    Down,
    Lowest,
    Top,
}

/// "after 3x4 you may bid 3x5 or 4x1, but not 3x3 or 2x6": bids that the dice have, sorted by the
/// rule itself.
fn examples(rules: &LiarsRules, last: Bid, bids: &[(u8, Step)]) -> String {
    let (mut legal, mut illegal) = (Vec::new(), Vec::new());
    for &(quantity, step) in bids {
        let face = Face::new(match step {
            Step::Same => last.face.get(),
            Step::Up => last.face.get() + 1,
            Step::Down => last.face.get() - 1,
            Step::Lowest => 1,
            Step::Top => rules.faces,
        });
        let Some(face) = face.filter(|_| quantity > 0) else { continue };
        let least = rules.raise.least(last, face, rules.wild);
        let list = match least {
            Some(least) if u16::from(quantity) >= least => &mut legal,
            _ => &mut illegal,
        };
        list.push(Bid::new(quantity, face).to_string());
    }
    let mut text = format!("after {last} you may bid {}", alternatives(&legal));
    if !illegal.is_empty() {
        text.push_str(&format!(", but not {}", alternatives(&illegal)));
    }
    text
}

/// "5x4, 5x3 or 2x5"
fn alternatives(bids: &[String]) -> String {
    match bids {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The highest face up to `most` that has one above it.
fn face_below_top(most: u8, rules: &LiarsRules) -> Face {
    Face::new(most.min(rules.faces - 1)).unwrap_or_default()
}

/// The highest face up to `most` that is not wild, or where there is none the lowest above.
fn other_face(wild: Option<Face>, most: u8, rules: &LiarsRules) -> Face {
    let others = || Face::first(rules.faces).filter(|face| Some(*face) != wild);
    let low = others().rev().find(|face| face.get() <= most);
    low.or_else(|| others().next()).unwrap_or_default()
}

fn price(rules: &LiarsRules) -> &'static str {
    if rules.one_round { "the game" } else { "a die" }
}

fn calling(rules: &LiarsRules) -> Vec<String> {
    let price = price(rules);
    let nothing_yet = if rules.exact.is_some() { "call or say \"exact\"" } else { "call" };
    vec![
        format!(
            "When you do not believe the bid, call it. All cups are lifted and the dice counted. \
             If there are at least as many as were bid, the caller loses {price}; if there are \
             fewer, the bidder loses {price}."
        ),
        format!("You cannot {nothing_yet} when you open the round: there is no bid yet."),
    ]
}

fn exact_call(exact: Exact, rules: &LiarsRules) -> String {
    let price = price(rules);
    let right = match exact.right {
        ExactRight::OthersLose => format!("everyone else loses {price}"),
        ExactRight::CallerGains => {
            format!("you get a die back, but never have more than {}", rules.dice)
        }
    };
    let wrong = match exact.wrong {
        ExactWrong::CallerLoses => format!("you lose {price}"),
        ExactWrong::BidderLoses => format!("the bidder loses {price}"),
    };
    format!(
        "Instead of calling you may say \"exact\": there are exactly as many as were bid, no more \
         and no fewer. All cups are lifted. If you are right, {right}; if you are wrong, {wrong}."
    )
}

/// Nobody falls to one die who starts with one, or in a game of one round.
fn has_palifico_rounds(rules: &LiarsRules) -> bool {
    rules.palifico && rules.dice > 1 && !rules.one_round
}

fn palifico(rules: &LiarsRules) -> String {
    if !has_palifico_rounds(rules) {
        return "There would be a special round for whoever falls to one die, but in this game \
                nobody does."
            .to_owned();
    }
    let wild =
        rules.wild.map_or(String::new(), |face| format!(" the {} are not wild and", face.plural()));
    format!(
        "The first round that a player opens while holding one die is special: in it{wild} everyone \
         who has more than one die must stay with the face of the first bid. Each player has one \
         such round."
    )
}

fn who_starts(rules: &LiarsRules) -> Vec<String> {
    let round = if rules.one_round { "" } else { " the first round" };
    let mut lines = vec![match rules.first_opener {
        FirstOpener::Seat0 => {
            format!("The player in seat 0, the first at the table, opens{round}.")
        }
        FirstOpener::LowestRoll => format!(
            "Everyone rolls one die; the lowest opens{round}. Those who tie for the lowest roll \
             again."
        ),
        FirstOpener::Random => format!("Who opens{round} is drawn by lot."),
    }];
    if rules.one_round {
        return lines;
    }
    let next = match rules.next_opener {
        NextOpener::AfterLoser => {
            "Later rounds are opened by the next player still in, clockwise from the one who lost \
             a die."
        }
        NextOpener::Loser => {
            "Later rounds are opened by the one who lost a die or, if they are out, the next \
             player still in."
        }
        NextOpener::Random => "Who opens a later round is drawn by lot among those still in.",
    };
    lines.push(next.to_owned());
    if rules.exact.is_some() && rules.next_opener != NextOpener::Random {
        lines.push("After a right exact call its caller opens.".to_owned());
    }
    lines
}

fn mistakes(rules: &LiarsRules) -> String {
    let cost = if rules.one_round { "the game" } else { "a die and ends the round" };
    match rules.illegal {
        Illegal::Refuse => format!("{REFUSED} Not answering in time costs {cost}."),
        Illegal::LoseDie => {
            format!("What is not allowed costs {cost}; so does not answering in time.")
        }
    }
}
