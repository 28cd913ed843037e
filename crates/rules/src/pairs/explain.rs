//! The rules of `pairs` in plain words.

use crate::ruleset::Section;

use super::rules::PairsRules;
use super::sheet::{NUMBERS, value};

pub(crate) fn explain(rules: &PairsRules) -> Vec<Section> {
    let s = if rules.removed_numbers == 1 { "" } else { "s" };
    let all = rules.removed_numbers;
    vec![
        Section::new(
            "The aim",
            vec![
                "The highest total wins; equal totals share the win. Alone, try to reach 500."
                    .to_owned(),
            ],
        ),
        Section::new(
            "A round",
            vec![
                "Five dice are rolled once for everybody. Each player, without waiting for the \
                 others, splits the same five into two pairs and one removed die."
                    .to_owned(),
                "The sum of each pair gets a mark on your sheet; both may be the same number."
                    .to_owned(),
            ],
        ),
        Section::new("Points", points()),
        Section::new(
            "Removed numbers",
            vec![
                format!(
                    "You collect at most {all} different removed number{s}. Until you have \
                     {all}, you may remove any die. After that you must remove a number you \
                     have collected."
                ),
                "If none of the five dice is one of them, you have a free ride: remove any die, \
                 mark your pairs, and no counter moves."
                    .to_owned(),
            ],
        ),
        Section::new(
            "The end",
            vec![format!(
                "Your game ends after the round in which you remove one number for the {} time. \
                 The others play on.",
                ordinal(rules.last_count)
            )],
        ),
        Section::new(
            "Mistakes",
            vec![
                "What is not allowed is refused with the reason, and you try again. If you do not \
                 answer in time, the first legal split is played for you: the lowest removed \
                 number, then the lowest pair."
                    .to_owned(),
            ],
        ),
    ]
}

fn points() -> Vec<String> {
    let values: Vec<String> = NUMBERS.map(|n| format!("{n}: {}", value(n))).collect();
    vec![
        "A number without marks counts 0; with one to four marks it costs 200, once; with five it \
         counts 0 again."
            .to_owned(),
        "Each mark from the sixth to the tenth brings the number's value; more bring nothing."
            .to_owned(),
        format!("The values: {}.", values.join(", ")),
    ]
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
