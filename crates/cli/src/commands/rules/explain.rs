//! A ruleset in plain words.

use dicehouse_rules::{OptionValue, Ruleset};
use dicehouse_telling::{Language, Section, explain};

use crate::layout::{definitions, heading, paragraph};

/// The rules as a newcomer reads them, then the options they come from.
pub fn ruleset(ruleset: &Ruleset, width: usize) -> String {
    let explanation = explain(ruleset, Language::English);
    let about = if ruleset.changes().is_empty() {
        explanation.about
    } else {
        // The preset's own line need not hold for what was made of it.
        format!("made from {}: {}", ruleset.base().name, explanation.about)
    };
    let mut parts = vec![heading(&explanation.title) + &paragraph("", &about, width)];
    parts.extend(explanation.sections.iter().map(|part| section(part, width)));
    parts.push(heading("Options") + &options(ruleset, width));
    parts.join("\n")
}

fn section(section: &Section, width: usize) -> String {
    let first = if section.lines.len() > 1 { "  - " } else { "  " };
    let lines = section.lines.iter().map(|line| paragraph(first, line, width));
    heading(&section.heading) + &lines.collect::<String>()
}

/// The options that have a meaning here, each as it is typed after `-o`.
fn options(ruleset: &Ruleset, width: usize) -> String {
    let before = ruleset.base().ruleset().values();
    let infos = ruleset.game().options();
    let entry = |(name, value): (&'static str, OptionValue)| {
        let about = infos.iter().find(|info| info.name == name).map_or("", |info| info.about);
        let note = match before.iter().find(|(option, _)| *option == name) {
            Some((_, preset)) if *preset == value => String::new(),
            Some((_, preset)) => format!(" (changed: {} has {preset})", ruleset.base().name),
            None => " (changed)".to_owned(),
        };
        (format!("{name}={value}"), format!("{about}{note}"))
    };
    definitions(ruleset.values().into_iter().map(entry), width)
}
