//! The rules of `liars` in plain words.

use crate::ruleset::{Section, dice};

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
        sections.push(Section::new("Exact", exact_call(exact, rules)));
    }
    if rules.palifico {
        sections.push(Section::new("Palifico", palifico(rules)));
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
            "Everyone starts with a cup and {}. Each round somebody loses a die; without dice you \
             are out. The last player with dice wins.",
            dice(rules.dice)
        )
    }
}

fn a_round(rules: &LiarsRules) -> Vec<String> {
    let mut lines = vec![
        format!(
            "Everyone rolls all their dice (faces 1 to {}) under their cup and looks at their own \
             only.",
            rules.faces
        ),
        "The first player bids, for example 3x5: \"among all our dice at least three show a \
         five\". Then it goes round clockwise: raise the bid, or call it."
            .to_owned(),
    ];
    if rules.stacked > 0 {
        lines.push(format!(
            "In {} rolls of 100 some dice lie stacked on each other: that player lifts the cup, \
             everyone sees the dice, and they are rolled again.",
            rules.stacked
        ));
    }
    lines
}

fn bids(rules: &LiarsRules) -> Vec<String> {
    let mut lines = vec![raise(rules)];
    lines.push(match rules.wild {
        Some(wild) => {
            let ones = wild.plural();
            format!("The {ones} are wild: they count for every face. A bid on {ones} counts only {ones}.")
        }
        None => "No face is wild: a die counts for the face it shows and no other.".to_owned(),
    });
    lines.push(if rules.cap {
        "You cannot bid more dice than are in play.".to_owned()
    } else {
        "You may bid more dice than are in play, if you dare.".to_owned()
    });
    lines.push(format!("After {} bids in one round nobody can raise any more.", rules.max_bids));
    lines
}

fn raise(rules: &LiarsRules) -> String {
    match (rules.raise, rules.wild) {
        (RaiseRule::Quantity, _) => "A higher bid has more dice of any face, or the same number \
             of a higher face: after 3x4 you may bid 3x5 or 4x1, but not 3x3 or 2x6."
            .to_owned(),
        (RaiseRule::Face, _) => "A higher bid has more dice of the same face, or any number of a \
             higher face: after 5x5 you may bid 6x5 or even 1x6, but not 6x4."
            .to_owned(),
        (RaiseRule::Half, _) => "A higher bid has more dice of any face, or a higher face with at \
             least half the dice, rounded up: after 4x4 you may bid 5x4, 5x3 or 2x5, but not 4x3 \
             or 1x5."
            .to_owned(),
        (RaiseRule::Perudo, wild) => {
            let ones = wild.map_or("wild ones".into(), |face| face.plural());
            let except = if rules.palifico { ", except a palifico round" } else { "" };
            format!(
                "A higher bid has more dice of any face, or the same number of a higher face. To \
                 change to {ones} you need only half the dice, rounded up; to change back from \
                 {ones} you need twice the dice and one more. Nobody may open a round with \
                 {ones}{except}."
            )
        }
    }
}

fn calling(rules: &LiarsRules) -> Vec<String> {
    let price = if rules.one_round { "loses the game" } else { "loses a die" };
    vec![
        format!(
            "When you do not believe the bid, call it. All cups are lifted and the dice counted. \
             If there are at least as many as were bid, the caller {price}; if there are fewer, \
             the bidder {price}."
        ),
        "You cannot call when you open the round: there is nothing to call yet.".to_owned(),
    ]
}

fn exact_call(exact: Exact, rules: &LiarsRules) -> Vec<String> {
    let right = match exact.right {
        ExactRight::OthersLose => "everyone else loses a die".to_owned(),
        ExactRight::CallerGains => {
            format!("you get a die back, up to the {} you started with", rules.dice)
        }
    };
    let wrong = match exact.wrong {
        ExactWrong::CallerLoses => "you lose a die",
        ExactWrong::BidderLoses => "the bidder loses a die",
    };
    vec![format!(
        "Instead of calling you may say \"exact\": there are exactly as many as were bid, not one \
         more. If you are right, {right}; if you are wrong, {wrong}."
    )]
}

fn palifico(rules: &LiarsRules) -> Vec<String> {
    let wild =
        rules.wild.map_or(String::new(), |face| format!(" the {} are not wild and", face.plural()));
    vec![format!(
        "When a player falls to one die for the first time, the next round they open is special: \
         in it{wild} everyone who has more than one die must stay with the face of the first bid."
    )]
}

fn who_starts(rules: &LiarsRules) -> Vec<String> {
    let first = match rules.first_opener {
        FirstOpener::Seat0 => "The player in seat 0 opens the first round.",
        FirstOpener::LowestRoll => {
            "Everyone rolls one die; the lowest opens the first round. Those who tie roll again."
        }
        FirstOpener::Random => "Who opens the first round is drawn by lot.",
    };
    let mut lines = vec![first.to_owned()];
    if rules.one_round {
        return lines;
    }
    let next = match rules.next_opener {
        NextOpener::AfterLoser => {
            "Later rounds are opened by the next player still in after the one who lost a die."
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
    let price = if rules.one_round { "the game" } else { "a die and ends the round" };
    match rules.illegal {
        Illegal::Refuse => format!(
            "A bid that is not allowed is refused with the reason, and you try again. Not answering \
             in time costs {price}."
        ),
        Illegal::LoseDie => {
            format!("A bid that is not allowed costs {price}; so does not answering in time.")
        }
    }
}
