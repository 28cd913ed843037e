//! The rules of `pairs` in plain words.

use dicehouse_rules::pairs::{NUMBERS, PairsRules, value};

use super::Section;
use crate::language::Words;

pub(super) fn explain(rules: &PairsRules, words: &Words) -> Vec<Section> {
    vec![
        Section::new(words, "heading.aim", vec![words.text("pairs.aim")]),
        Section::new(
            words,
            "heading.round",
            vec![words.text("pairs.split"), words.text("pairs.marks")],
        ),
        Section::new(words, "heading.points", points(words)),
        Section::new(words, "heading.removed", removed_numbers(rules, words)),
        Section::new(words, "heading.end", vec![the_end(rules, words)]),
        Section::new(
            words,
            "heading.mistakes",
            vec![format!("{} {}", words.text("all.refused"), words.text("pairs.late"))],
        ),
    ]
}

fn points(words: &Words) -> Vec<String> {
    let values: Vec<String> = NUMBERS.map(|n| format!("{n}: {}", value(n))).collect();
    vec![
        words.text("pairs.few-marks"),
        words.text("pairs.many-marks"),
        words.say("pairs.values", &[("values", &values.join(", "))]),
    ]
}

fn removed_numbers(rules: &PairsRules, words: &Words) -> Vec<String> {
    let keys: &[&str] = match rules.removed_numbers {
        1 => &["pairs.one-number", "pairs.must-remove-it", "pairs.free-ride-it"],
        6 => &["pairs.any-number"],
        _ => &["pairs.numbers", "pairs.must-remove", "pairs.free-ride"],
    };
    keys.iter().map(|key| words.say(key, &[("most", &rules.removed_numbers)])).collect()
}

fn the_end(rules: &PairsRules, words: &Words) -> String {
    match rules.last_count {
        1 => words.text("pairs.end-first"),
        last => words.say("pairs.end", &[("last", &last)]),
    }
}
