//! Records that somebody damaged or made up: errors, never a panic.
#![allow(clippy::unwrap_used)]

mod common;

use dicehouse_review::{Options, ReviewError, review};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_table::record::Record;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use common::{Script, played, preset};

fn tries(record: Record) -> Result<(), ReviewError> {
    let options = Options { effort: 1 };
    let review = review(record, &options, &|_, _| {})?;
    // Whatever was reviewed can be shown.
    assert!(review.html().ends_with("</html>\n"));
    assert!(!review.text(0, true).is_empty());
    Ok(())
}

fn games() -> Vec<Record> {
    let liars = preset(GameKind::Liars, "markovok").with(&[("dice", "2")]).unwrap();
    vec![
        played(&liars, &["gambler", "dicey", "fox"], 1),
        played(&preset(GameKind::Claims, "full"), &["chancer", "honest", "shark"], 2),
        played(&preset(GameKind::Pairs, "standard"), &["steady", "legal"], 3),
    ]
}

/// A game that was killed leaves the beginning of its record.
#[test]
fn records_cut_off_anywhere_are_reviewed_as_far_as_they_go() {
    for record in games() {
        let all = record.entries();
        for kept in (0..all.len()).step_by(9) {
            let cut = Record::of(record.header.clone(), all[..kept].to_vec(), None);
            tries(cut).unwrap();
        }
    }
}

/// Entries moved, doubled and left out: the record is refused, or what is left of it is possible.
#[test]
fn shuffled_entries_never_panic() {
    let seed = 11;
    let mut luck = ChaCha8Rng::seed_from_u64(seed);
    for record in games() {
        for _ in 0..40 {
            let mut entries = record.entries();
            let (from, to) =
                (luck.random_range(0..entries.len()), luck.random_range(0..entries.len()));
            match luck.random_range(0..3) {
                0 => entries.swap(from, to),
                1 => drop(entries.remove(from)),
                _ => entries.insert(to, entries[from].clone()),
            }
            let _ = tries(Record::of(record.header.clone(), entries, None));
        }
    }
}

/// Headers that promise another table than the one that played.
#[test]
fn headers_that_do_not_fit() {
    for record in games() {
        for seats in [0, 1, 2, 11] {
            let mut header = record.header.clone();
            header.seats = (0..seats).map(|n| record.header.seats[n % 2].clone()).collect();
            let result = tries(Record::of(header, record.entries(), record.end.clone()));
            assert!(result.is_err() || seats == record.header.seats.len(), "{seats} seats");
        }
        let mut header = record.header.clone();
        header.ruleset = Ruleset::default_of(GameKind::Liars);
        let result = tries(Record::of(header, record.entries(), None));
        assert!(result.is_err());
    }
}

/// Rules at their limits.
#[test]
fn extreme_rules() {
    let most: [&[(&str, &str)]; 4] = [
        &[("dice", "10"), ("faces", "9"), ("wild", "9")],
        &[("dice", "1"), ("faces", "2"), ("raise", "half"), ("cap", "false")],
        &[("dice", "10"), ("faces", "2"), ("wild", "1"), ("max_bids", "1")],
        &[("dice", "2"), ("raise", "face"), ("palifico", "true"), ("stacked", "50")],
    ];
    for options in most {
        let ruleset = preset(GameKind::Liars, "markovok").with(options).unwrap();
        let record = played(&ruleset, &["dicey"; 10], 4);
        let entries: Vec<_> = record.entries().into_iter().take(45).collect();
        tries(Record::of(record.header, entries, None)).unwrap();
    }
    let ruleset =
        preset(GameKind::Claims, "full").with(&[("dice", "10"), ("rounds", "2")]).unwrap();
    tries(played(&ruleset, &["honest"; 10], 5)).unwrap();
    let ruleset = preset(GameKind::Claims, "simple").with(&[("rounds", "20")]).unwrap();
    tries(played(&ruleset, &["honest", "chancer"], 5)).unwrap();
    let ruleset = preset(GameKind::Pairs, "standard").with(&[("last_count", "2")]).unwrap();
    tries(played(&ruleset, &["legal", "steady"], 6)).unwrap();
}

/// Names are anybody's: they show as they are and mean nothing to a page.
#[test]
fn names_are_escaped_and_the_page_loads_nothing() {
    let names = ["<script>alert(1)</script>", "\"><img src=x onerror=y>"];
    let rules = preset(GameKind::Liars, "contest").with(&[("dice", "1")]).unwrap();
    let record =
        Script::new(&rules, &names).roll(&[&[4], &[3]]).acts(&["1x4", "2x4", "call"]).record();
    let html = review(record, &Options::QUICK, &|_, _| {}).unwrap().html();
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    for forbidden in ["<script", "<img", "http://", "https://", "url(", "@import", "<link"] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
    assert!(html.contains("default-src 'none'"));
}
