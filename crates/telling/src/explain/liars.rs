//! The rules of `liars` in plain words.

use dicehouse_rules::liars::{
    Exact, ExactRight, ExactWrong, FirstOpener, Illegal, LiarsRules, NextOpener, RaiseRule,
};
use dicehouse_rules::{Bid, Face};

use super::Section;
use crate::language::Words;

pub(super) fn explain(rules: &LiarsRules, words: &Words) -> Vec<Section> {
    let mut sections = vec![
        Section::new(words, "heading.aim", vec![aim(rules, words)]),
        Section::new(words, "heading.round", a_round(rules, words)),
        Section::new(words, "heading.bids", bids(rules, words)),
        Section::new(words, "heading.calling", calling(rules, words)),
    ];
    if let Some(exact) = rules.exact {
        let lines = vec![exact_call(exact, rules, words)];
        sections.push(Section::new(words, "heading.exact", lines));
    }
    if rules.palifico {
        sections.push(Section::new(words, "heading.palifico", vec![palifico(rules, words)]));
    }
    sections.push(Section::new(words, "heading.starts", who_starts(rules, words)));
    sections.push(Section::new(words, "heading.mistakes", vec![mistakes(rules, words)]));
    sections
}

fn aim(rules: &LiarsRules, words: &Words) -> String {
    let key = if rules.one_round { "liars.aim-one-round" } else { "liars.aim" };
    words.say(key, &[("dice", &words.dice(rules.dice))])
}

fn a_round(rules: &LiarsRules, words: &Words) -> Vec<String> {
    let example = Bid::new(if rules.dice == 1 { 2 } else { 3 }, other_face(rules.wild, 5, rules));
    let bid = if rules.exact.is_some() { "liars.bid-or-exact" } else { "liars.bid" };
    let mut lines = vec![
        words.say("liars.roll", &[("faces", &rules.faces)]),
        words.say(bid, &[("example", &example), ("spoken", &words.bid(example))]),
    ];
    if rules.stacked > 0 {
        lines.push(words.say("liars.stacked", &[("percent", &rules.stacked)]));
    }
    lines
}

fn bids(rules: &LiarsRules, words: &Words) -> Vec<String> {
    vec![
        raise(rules, words),
        rules.wild.map_or_else(|| words.text("liars.no-wild"), |wild| wilds(wild, rules, words)),
        words.text(if rules.cap { "liars.cap" } else { "liars.no-cap" }),
        match rules.max_bids {
            1 => words.text("liars.one-bid"),
            most => words.say("liars.max-bids", &[("most", &most)]),
        },
    ]
}

fn wilds(wild: Face, rules: &LiarsRules, words: &Words) -> String {
    let fives = words.faces(other_face(Some(wild), 5, rules));
    words.say("liars.wild", &[("ones", &words.faces(wild)), ("fives", &fives)])
}

fn raise(rules: &LiarsRules, words: &Words) -> String {
    let say = |key, last, tried: &[(u8, ExampleFace)]| {
        words.say(key, &[("examples", &examples(rules, words, last, tried))])
    };
    match (rules.raise, rules.wild) {
        (RaiseRule::Perudo, Some(wild)) => perudo(wild, rules, words),
        (RaiseRule::Quantity | RaiseRule::Perudo, _) => {
            let few = if rules.dice == 1 { 1 } else { 3 };
            let last = Bid::new(few, face_below_top(4, rules));
            let tried = [
                (few, ExampleFace::Up),
                (few + 1, ExampleFace::Lowest),
                (few, ExampleFace::Down),
                (few - 1, ExampleFace::Top),
            ];
            say("liars.raise-quantity", last, &tried)
        }
        (RaiseRule::Face, _) => {
            let last = Bid::new(5, face_below_top(5, rules));
            let tried = [(6, ExampleFace::Same), (1, ExampleFace::Up), (6, ExampleFace::Down)];
            say("liars.raise-face", last, &tried)
        }
        (RaiseRule::Half, _) => {
            let last = Bid::new(4, face_below_top(4, rules));
            let tried = [
                (5, ExampleFace::Same),
                (5, ExampleFace::Down),
                (2, ExampleFace::Up),
                (4, ExampleFace::Down),
                (1, ExampleFace::Up),
            ];
            say("liars.raise-half", last, &tried)
        }
    }
}

fn perudo(wild: Face, rules: &LiarsRules, words: &Words) -> String {
    let other = other_face(Some(wild), 4, rules);
    let least = |last: Bid, face| {
        let least = rules.raise.least(last, face, rules.wild).and_then(|q| u8::try_from(q).ok());
        Bid::new(least.unwrap_or(u8::MAX), face)
    };
    let normal = Bid::new(5, other);
    let to_wild = least(normal, wild);
    let from_wild = least(to_wild, other);
    let key = if has_palifico_rounds(rules) {
        "liars.raise-perudo-palifico"
    } else {
        "liars.raise-perudo"
    };
    words.say(
        key,
        &[
            ("ones", &words.faces(wild)),
            ("normal", &normal),
            ("to_wild", &to_wild),
            ("from_wild", &from_wild),
        ],
    )
}

/// The face of an example, compared with the face of the bid before it.
#[derive(Clone, Copy)]
enum ExampleFace {
    Same,
    Up,
    Down,
    Lowest,
    Top,
}

/// "after 3x4 you may bid 3x5 or 4x1, but not 3x3 or 2x6": bids that the dice have, sorted by the
/// rule itself.
fn examples(rules: &LiarsRules, words: &Words, last: Bid, bids: &[(u8, ExampleFace)]) -> String {
    let (mut legal, mut illegal) = (Vec::new(), Vec::new());
    for &(quantity, which) in bids {
        let face = Face::new(match which {
            ExampleFace::Same => last.face.get(),
            ExampleFace::Up => last.face.get() + 1,
            ExampleFace::Down => last.face.get() - 1,
            ExampleFace::Lowest => 1,
            ExampleFace::Top => rules.faces,
        });
        let Some(face) = face.filter(|_| quantity > 0) else { continue };
        let least = rules.raise.least(last, face, rules.wild);
        let list = match least {
            Some(least) if u16::from(quantity) >= least => &mut legal,
            _ => &mut illegal,
        };
        list.push(Bid::new(quantity, face));
    }
    let key = if illegal.is_empty() { "liars.examples" } else { "liars.examples-not" };
    let (legal, illegal) = (words.alternatives(&legal), words.alternatives(&illegal));
    words.say(key, &[("last", &last), ("legal", &legal), ("illegal", &illegal)])
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

fn calling(rules: &LiarsRules, words: &Words) -> Vec<String> {
    let call = if rules.one_round { "liars.call-one-round" } else { "liars.call" };
    let nothing = match rules.exact {
        Some(_) => "liars.nothing-to-call-exact",
        None => "liars.nothing-to-call",
    };
    vec![words.text(call), words.text(nothing)]
}

fn exact_call(exact: Exact, rules: &LiarsRules, words: &Words) -> String {
    let right = match (exact.right, rules.one_round) {
        (ExactRight::OthersLose, false) => "liars.others-lose",
        (ExactRight::OthersLose, true) => "liars.others-lose-game",
        (ExactRight::CallerGains, _) => "liars.caller-gains",
    };
    let wrong = match (exact.wrong, rules.one_round) {
        (ExactWrong::CallerLoses, false) => "liars.caller-loses",
        (ExactWrong::CallerLoses, true) => "liars.caller-loses-game",
        (ExactWrong::BidderLoses, false) => "liars.bidder-loses",
        (ExactWrong::BidderLoses, true) => "liars.bidder-loses-game",
    };
    let right = words.say(right, &[("dice", &rules.dice)]);
    words.say("liars.exact", &[("right", &right), ("wrong", &words.text(wrong))])
}

/// A player who starts with one die cannot fall to one, nor can anybody in a game of one round.
fn has_palifico_rounds(rules: &LiarsRules) -> bool {
    rules.palifico && rules.dice > 1 && !rules.one_round
}

fn palifico(rules: &LiarsRules, words: &Words) -> String {
    match rules.wild {
        _ if !has_palifico_rounds(rules) => words.text("liars.palifico-never"),
        Some(wild) => words.say("liars.palifico-wild", &[("ones", &words.faces(wild))]),
        None => words.text("liars.palifico"),
    }
}

fn who_starts(rules: &LiarsRules, words: &Words) -> Vec<String> {
    let first = match (rules.first_opener, rules.one_round) {
        (FirstOpener::Seat0, false) => "liars.first-seat-0",
        (FirstOpener::LowestRoll, false) => "liars.first-lowest-roll",
        (FirstOpener::Random, false) => "liars.first-random",
        (FirstOpener::Seat0, true) => "liars.only-seat-0",
        (FirstOpener::LowestRoll, true) => "liars.only-lowest-roll",
        (FirstOpener::Random, true) => "liars.only-random",
    };
    let mut lines = vec![words.text(first)];
    if rules.one_round {
        return lines;
    }
    lines.push(words.text(match rules.next_opener {
        NextOpener::AfterLoser => "liars.next-after-loser",
        NextOpener::Loser => "liars.next-loser",
        NextOpener::Random => "liars.next-random",
    }));
    if rules.exact.is_some() && rules.next_opener != NextOpener::Random {
        lines.push(words.text("liars.after-exact"));
    }
    lines
}

fn mistakes(rules: &LiarsRules, words: &Words) -> String {
    match (rules.illegal, rules.one_round) {
        (Illegal::Refuse, false) => {
            format!("{} {}", words.text("all.refused"), words.text("liars.late"))
        }
        (Illegal::Refuse, true) => {
            format!("{} {}", words.text("all.refused"), words.text("liars.late-one-round"))
        }
        (Illegal::LoseDie, false) => words.text("liars.lose-die"),
        (Illegal::LoseDie, true) => words.text("liars.lose-die-one-round"),
    }
}
