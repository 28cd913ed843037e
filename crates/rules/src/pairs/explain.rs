//! The rules of `pairs` in plain words.

use crate::ruleset::{REFUSED, Section};

use super::rules::PairsRules;
use super::sheet::{NUMBERS, value};

pub(crate) fn explain(rules: &PairsRules) -> Vec<Section> {
    vec![
        Section::new("The aim", vec![aim()]),
        Section::new("A round", a_round()),
        Section::new("Points", points()),
        Section::new("Removed numbers", removed_numbers(rules)),
        Section::new("The end", vec![the_end(rules)]),
        Section::new("Mistakes", vec![mistakes()]),
    ]
}

fn aim() -> String {
    "The highest total wins; equal totals share the win. Alone, try to reach 500.".to_owned()
}

fn a_round() -> Vec<String> {
    vec![
        "Five dice are rolled once for everybody. Each player, without waiting for the others, \
         splits the same five into two pairs and one removed die, for example 4+10-3: pairs that \
         add up to 4 and 10, and a removed 3."
            .to_owned(),
        "The sum of each pair gets a mark on your sheet; both may be the same number.".to_owned(),
    ]
}

fn points() -> Vec<String> {
    let values: Vec<String> = NUMBERS.map(|n| format!("{n}: {}", value(n))).collect();
    vec![
        "A number without marks brings 0; one to four marks cost 200 in all; with the fifth mark \
         it is back at 0."
            .to_owned(),
        "Each mark from the sixth to the tenth brings the number's value; more bring nothing."
            .to_owned(),
        format!("The values: {}.", values.join(", ")),
    ]
}

fn removed_numbers(rules: &PairsRules) -> Vec<String> {
    let counted = "The numbers of the dice you remove are collected, and how often you removed \
                   each is counted.";
    let free_ride = |these: &str| {
        format!(
            "If none of the five dice shows {these}, you have a free ride: remove any die and \
             mark your pairs; nothing is collected or counted."
        )
    };
    match rules.removed_numbers {
        1 => vec![
            format!("{counted} You collect only one: what you remove first."),
            "After that you must remove this number.".to_owned(),
            free_ride("it"),
        ],
        6 => vec![format!("{counted} You may remove any die.")],
        most => vec![
            format!("{counted} You collect at most {most} different ones."),
            format!(
                "Until you have {most}, you may remove any die. After that you must remove one of \
                 these numbers."
            ),
            free_ride("one of them"),
        ],
    }
}

fn the_end(rules: &PairsRules) -> String {
    match rules.last_count {
        1 => "The game ends after the first round.".to_owned(),
        last => format!(
            "Your game ends after the round in which you remove one number for the {} time; that \
             round counts. The others play on.",
            ordinal(last)
        ),
    }
}

fn mistakes() -> String {
    format!(
        "{REFUSED} If you do not answer in time, the first legal split is played for you: the \
         lowest removed number, then the lowest pair."
    )
}

fn ordinal(n: u8) -> String {
    let suffix = match (n % 10, n % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}
