//! Records that somebody has made up or changed, with checks that fit: each is refused, and says why.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Random, mended, recorded, ruleset};
use dicehouse_rules::GameKind;
use dicehouse_table::record::{DiceProof, Playback, Record, verify};
use dicehouse_table::{Player, Seated};

/// A game between a person and a bot, verified.
fn genuine() -> String {
    let seats = vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")];
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(Random::new(1)), Box::new(Random::new(2))];
    let (text, _) = recorded(ruleset(GameKind::Liars, "house"), seats, &mut players, 7);
    assert_eq!(verify(&Record::read(&text).unwrap()), Ok(DiceProof::Trusted));
    text
}

/// The genuine record with a line put before the first line that contains `before`.
fn with(line: &str, before: &str) -> String {
    let text = genuine();
    let at = text.lines().position(|line| line.contains(before)).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.insert(at, format!("{line},\"check\":\"\"}}"));
    mended(&(lines.join("\n") + "\n"))
}

fn replaced(from: &str, to: &str) -> String {
    let text = genuine();
    assert!(text.contains(from), "{from}");
    mended(&text.replacen(from, to, 1))
}

fn error(text: &str) -> String {
    let record = match Record::read(text) {
        Ok(record) => record,
        Err(error) => return error.to_string(),
    };
    verify(&record).map_or_else(|error| error.to_string(), |proof| format!("{proof:?}"))
}

#[test]
fn what_cannot_have_happened_is_refused() {
    let acted = "\"event\":\"acted\"";
    let cases = [
        // Line 1 is bound to the dice.
        (replaced("\"Ann\"", "\"Eve\""), "or line 1 was changed"),
        (replaced("\"stacked\":2", "\"stacked\":3"), "or line 1 was changed"),
        (replaced("\"id\":\"test-7\"", "\"id\":\"test-8\""), "or line 1 was changed"),
        (replaced("\"started\":1700000000000", "\"started\":1700000000001"), "line 1 was changed"),
        // A header that is not canonical.
        (replaced("\"name\":\"Ann\"", "\"name\": \"Ann\""), "line 1 has fields or a form"),
        (
            replaced("\"kind\":\"person\"", "\"kind\":\"person\",\"x\":1"),
            "line 1 has fields or a form",
        ),
        (replaced("\"Ann\"", "\"A\\u001b[31mnn\""), "line 1 has fields or a form"),
        // Other lines that are not.
        (
            replaced("\"event\":\"acted\"", "\"event\": \"acted\""),
            "fields or a form that no record has",
        ),
        (with(r#"{"event":"magic","seat":0"#, acted), "of an unknown kind: magic"),
        (with(r#"{"event":"talk","seat":0,"talk":"\u001b\u0007""#, acted), "cannot be read"),
        (with(r#"{"event":"talk","seat":0,"talk":"\u001b[2Jx""#, acted), "fields or a form"),
        // Words and notes out of place.
        (with(r#"{"event":"talk","seat":0,"talk":"gg""#, "\"end\""), "the game is over"),
        (with(r#"{"event":"talk","seat":5,"talk":"hi""#, acted), "there is no seat 5"),
        (with(r#"{"event":"detail","seat":0,"detail":"x""#, acted), "directly before a fault"),
        (
            with(r#"{"event":"note","seat":0,"info":{"win_chance":0.5}"#, "\"event\":\"showdown\""),
            "the events end here",
        ),
        (with(r#"{"event":"seat-seed","seat":1,"seed":"late""#, acted), "before the first throw"),
        (
            with(r#"{"event":"seat-seed","seat":0,"seed":"two""#, "\"event\":\"rolled\""),
            "has added a seed already",
        ),
        (
            with(r#"{"event":"seat-seed","seat":1,"seed":"new""#, "\"event\":\"rolled\""),
            "not the dice",
        ),
        (with(r#"{"event":"given-back","seat":0"#, acted), "no bot plays for seat 0"),
        (with(r#"{"event":"goes-on""#, acted), "the game is not paused"),
        (with(r#"{"event":"paused""#, acted), "the game is paused"),
        // Faults that a person cannot have.
        (with(r#"{"event":"fault","seat":0,"cause":"crashed""#, "\"end\""), "the game is over"),
    ];
    for (text, expected) in cases {
        let error = error(&text);
        assert!(error.contains(expected), "{error}\ninstead of: {expected}");
    }
}

#[test]
fn a_person_has_no_faults_of_a_program() {
    let mut table = dicehouse_table::Table::new(
        ruleset(GameKind::Liars, "contest"),
        vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")],
        common::deal(1, 1),
    )
    .unwrap();
    let header = common::opening(
        ruleset(GameKind::Liars, "contest"),
        vec![Seated::person("Ann"), Seated::bot("Bob", "random", "1")],
        1,
    )
    .given();
    let mut entries = table.roll().unwrap();
    let crash = dicehouse_table::Failure::fault(dicehouse_rules::Cause::Crashed, "boom");
    let judged = table.judge(common::seat(0), Err(crash)).unwrap();
    let dicehouse_table::Judgement::Punished(punished) = judged else { panic!("{judged:?}") };
    // Whatever went wrong with a person's client, of the person it can only be said that they left.
    assert!(punished.iter().any(|entry| matches!(
        entry.fact(),
        Some(dicehouse_rules::Fact::Fault { cause: dicehouse_rules::Cause::Left, .. })
    )));
    entries.extend(punished.iter().cloned());
    let end = Some(table.end().standing)
        .map(|standing| dicehouse_table::record::End { standing, reveal: None });
    let record = Record::of(header.clone(), entries.clone(), end.clone());
    assert_eq!(verify(&record), Ok(DiceProof::Given), "given dice are no proof");
    for entry in &mut entries {
        if let dicehouse_table::Entry::Event(event) = entry
            && let dicehouse_rules::Fact::Fault { cause, .. } = &mut event.fact
        {
            *cause = dicehouse_rules::Cause::Crashed;
        }
    }
    let forged = Record::of(header, entries, end);
    let error = verify(&forged).unwrap_err().to_string();
    assert!(error.contains("a person crashed is not punished"), "{error}");
}

/// Readers pass over what they do not know, and clean what they show.
#[test]
fn readers_pass_over_what_is_new_and_show_nothing_wild() {
    let text = with(r#"{"event":"magic","seat":0,"power":9"#, "\"event\":\"acted\"");
    let record = Record::read(&text).unwrap();
    assert_eq!(record.warnings.len(), 1);
    assert!(Playback::new(record).is_ok(), "the rest can be watched");

    let wild = mended(&genuine().replacen("\"Ann\"", "\"\\u001b]0;evil\\u0007Ann\\u202e\"", 1));
    let record = Record::read(&wild).unwrap();
    assert_eq!(record.header.seats[0].name, "]0;evilAnn");
    let shown = format!("{:?}", record.header.seats);
    assert!(!shown.contains("\\u{1b}") && !shown.contains("\\u{202e}"), "{shown}");
}
