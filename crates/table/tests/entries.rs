//! Nobody learns from an entry, of whatever kind, what they may not know.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::BTreeSet;

use common::{random_record, seat};
use dicehouse_rules::{
    Act, Bid, BySeat, Cause, Dice, Event, Face, Fact, LossReason, PRESETS, Seat, Seats, Secret,
    SecretContent, Showdown, Split, Standing, ThrowKind, Viewer,
};
use dicehouse_table::record::Record;
use dicehouse_table::{Bot, Detail, Entry, Info, Talk};

/// Who may know what an entry says. A new kind of entry does not compile before somebody has
/// thought about this.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Audience {
    /// All of it is for everyone.
    Everyone,
    /// A part of it is for one seat alone.
    PartForOne,
    /// Only who reads the record afterwards.
    Record,
}

fn audience(entry: &Entry) -> Audience {
    match entry {
        Entry::Note { .. } | Entry::Detail { .. } => Audience::Record,
        Entry::Talk { .. }
        | Entry::SeatSeed { .. }
        | Entry::TakenOver { .. }
        | Entry::GivenBack { .. }
        | Entry::Paused
        | Entry::GoesOn => Audience::Everyone,
        Entry::Event(Event { fact, .. }) => match fact {
            Fact::Rolled { what: ThrowKind::Hand, .. } | Fact::Decided { .. } => {
                Audience::PartForOne
            }
            Fact::Rolled { .. }
            | Fact::Acted { .. }
            | Fact::Fault { .. }
            | Fact::Over { .. }
            | Fact::Round { .. }
            | Fact::Stacked { .. }
            | Fact::Showdown(_)
            | Fact::DieLost { .. }
            | Fact::DieGained { .. }
            | Fact::Out { .. }
            | Fact::ClaimRound { .. }
            | Fact::ClaimShown { .. }
            | Fact::Scored { .. }
            | Fact::Tied { .. }
            | Fact::SplitRound { .. }
            | Fact::Marked { .. }
            | Fact::Finished { .. } => Audience::Everyone,
        },
    }
}

/// The kind of an entry, as its JSON says it.
fn kind(entry: &Entry) -> String {
    let value = serde_json::to_value(entry).unwrap();
    value["event"].as_str().unwrap().to_owned()
}

/// An entry of every kind, with `hidden` as what some may not know of it.
fn one_of_each(hidden: Hidden) -> Vec<Entry> {
    let Hidden { dice, split, text, chance } = hidden;
    let seat = seat(1);
    let shown = Dice::from_pips(&[2, 3]).unwrap();
    let bid = Bid::new(2, Face::new(3).unwrap());
    let secret = |content| Some(Secret { seat, content });
    let hand =
        Fact::Rolled { what: ThrowKind::Hand, seat: Some(seat), count: 2, sides: 6, shown: None };
    let lot =
        Fact::Rolled { what: ThrowKind::Lot, seat: None, count: 1, sides: 4, shown: Some(shown) };
    let standing =
        Standing { places: BySeat::from_fn(2, |seat| seat.index() as u8 + 1), scores: None };
    let showdown = Showdown {
        round: 1,
        bid,
        bidder: seat,
        caller: common::seat(0),
        exact: false,
        right: true,
        count: 1,
        wild: None,
        hands: BySeat::filled(2, shown),
        losers: Seats::first(1),
    };
    let facts = [
        lot,
        Fact::Acted { seat, act: Act::Bid(bid) },
        Fact::Fault { seat, cause: Cause::Timeout },
        Fact::Over { standing },
        Fact::Round { round: 1, opener: seat, palifico: false },
        Fact::Stacked { seat, dice: shown },
        Fact::Showdown(showdown),
        Fact::DieLost { seat, left: 1, why: LossReason::FalseBid },
        Fact::DieGained { seat, left: 2 },
        Fact::Out { seat },
        Fact::ClaimRound { round: 1, elimination: None, order: Default::default() },
        Fact::ClaimShown { seat, claim: 9, dice: shown, truthful: false },
        Fact::Scored { seat, change: -9, score: 0 },
        Fact::Tied { seats: Seats::first(2) },
        Fact::SplitRound { round: 1, playing: Seats::first(2) },
        Fact::Marked { seat, split: Split::new(4, 10, Face::ONE), free_ride: false, total: 0 },
        Fact::Finished { seat, total: 7 },
    ];
    let mut entries = vec![
        Entry::Event(Event { fact: hand, secret: secret(SecretContent::Dice(dice)) }),
        Entry::Event(Event {
            fact: Fact::Decided { seat },
            secret: secret(SecretContent::Split(split)),
        }),
        Entry::Note { seat, info: Info { win_chance: Some(chance), ..Info::default() } },
        Entry::Detail { seat, detail: Detail::new(text) },
        Entry::Talk { seat, talk: Talk::new("hm").unwrap() },
        Entry::SeatSeed { seat, seed: "c0ffee".parse().unwrap() },
        Entry::TakenOver { seat, by: Bot::new("odds", "2") },
        Entry::GivenBack { seat },
        Entry::Paused,
        Entry::GoesOn,
    ];
    entries.extend(facts.map(|fact| Entry::Event(fact.into())));
    entries
}

/// What one seat alone, or the record alone, may know.
#[derive(Clone, Copy)]
struct Hidden {
    dice: Dice,
    split: Split,
    text: &'static str,
    chance: f64,
}

fn hidden() -> [Hidden; 2] {
    let dice = |pips: [u8; 2]| Dice::from_pips(&pips).unwrap();
    let split = |low| Split::new(low, 7, Face::ONE);
    [
        Hidden { dice: dice([1, 6]), split: split(3), text: "said: 1 6", chance: 0.1 },
        Hidden { dice: dice([5, 5]), split: split(5), text: "said: 5 5", chance: 0.9 },
    ]
}

fn seen(entry: &Entry, viewer: Viewer) -> Option<String> {
    entry.seen_by(viewer).map(|seen| serde_json::to_string(&seen).unwrap())
}

/// Two entries that differ only in what is hidden are the same to whoever may not know it, and
/// different to whoever may.
#[test]
fn what_is_hidden_in_an_entry_changes_nothing_for_others() {
    let [one, other] = hidden().map(one_of_each);
    let owner = Viewer::Seat(seat(1));
    for (one, other) in one.iter().zip(&other) {
        let strangers = [Viewer::Public, Viewer::Seat(seat(0)), Viewer::Seat(seat(2))];
        for viewer in strangers {
            assert_eq!(seen(one, viewer), seen(other, viewer), "{} for {viewer:?}", kind(one));
        }
        match audience(one) {
            Audience::Everyone => {
                assert_eq!(one, other);
                for viewer in [Viewer::Public, owner] {
                    assert_eq!(one.seen_by(viewer).as_ref(), Some(one), "{viewer:?}");
                }
            }
            Audience::PartForOne => {
                assert_eq!(one.seen_by(owner).as_ref(), Some(one));
                assert_ne!(seen(one, owner), seen(other, owner), "the owner does know");
                assert!(seen(one, Viewer::Public).is_some_and(|json| !json.contains("secret")));
            }
            Audience::Record => {
                assert_ne!(one, other);
                assert!(
                    [Viewer::Public, owner].iter().all(|viewer| one.seen_by(*viewer).is_none())
                );
            }
        }
    }
}

/// The list above has an entry of every kind that the schema of records knows.
#[test]
fn the_list_has_every_kind() {
    fn kinds(schema: &serde_json::Value, found: &mut BTreeSet<String>) {
        found.extend(schema["properties"]["event"]["const"].as_str().map(str::to_owned));
        for branch in ["oneOf", "anyOf"].iter().filter_map(|of| schema[*of].as_array()).flatten() {
            kinds(branch, found);
        }
    }
    let schema = dicehouse_table::schema::record();
    let mut expected = BTreeSet::new();
    for name in ["Entry", "Event"] {
        kinds(&schema["$defs"][name], &mut expected);
    }
    assert!(expected.len() > 20, "{expected:?}");
    let listed: BTreeSet<String> = one_of_each(hidden()[0]).iter().map(kind).collect();
    assert_eq!(listed, expected);
}

/// In whole games only hidden throws and undisclosed splits have a secret, and only its owner sees it.
#[test]
fn whole_games_keep_their_secrets() {
    for preset in &PRESETS {
        let text = random_record(preset.ruleset(), 4, 41);
        for entry in Record::read(&text).unwrap().entries() {
            let secret = entry.event().and_then(|event| event.secret);
            assert_eq!(secret.is_some(), audience(&entry) == Audience::PartForOne, "{entry:?}");
            for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
                let owner = secret.is_some_and(|secret| viewer == Viewer::Seat(secret.seat));
                let json = seen(&entry, viewer).unwrap_or_default();
                assert_eq!(json.contains("\"secret\""), owner, "{json} for {viewer:?}");
                assert!(!json.contains("win_chance") && !json.contains("\"detail\""), "{json}");
            }
        }
    }
}
