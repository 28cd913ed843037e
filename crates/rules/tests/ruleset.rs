//! Rulesets as data: reading, writing, and errors that help.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::rng::Rng;
use common::ruleset;
use common::rulesets;
use dicehouse_rules::{Game, GameKind, PRESETS, Ruleset, RulesetError};

/// Issue "Rulesets are data": an error names the option and what is allowed.
#[test]
fn errors_name_the_option_and_what_is_allowed() {
    type Change = (&'static str, &'static str);
    let cases: &[(&str, &[Change], &str)] = &[
        (
            "liars house",
            &[("wilds", "1")],
            "liars has no option \"wilds\": it has dice, faces, wild, raise, cap, exact, right, \
             wrong, palifico, first_opener, one_round, next_opener, illegal, stacked, max_bids",
        ),
        (
            "claims full",
            &[("wild", "1")],
            "claims has no option \"wild\": it has rounds, dice, claim_min, order, \
             first_claimant, roll, immunity, tie",
        ),
        (
            "pairs standard",
            &[("", "1")],
            "pairs has no option \"\": it has removed_numbers, last_count",
        ),
        ("liars house", &[("dice", "0")], "dice cannot be \"0\": it is a number from 1 to 10"),
        ("liars house", &[("dice", "11")], "dice cannot be \"11\": it is a number from 1 to 10"),
        ("liars house", &[("dice", "-3")], "dice cannot be \"-3\": it is a number from 1 to 10"),
        (
            "liars house",
            &[("dice", "many")],
            "dice cannot be \"many\": it is a number from 1 to 10",
        ),
        ("liars house", &[("dice", "")], "dice cannot be \"\": it is a number from 1 to 10"),
        ("liars house", &[("faces", "1")], "faces cannot be \"1\": it is a number from 2 to 9"),
        ("liars house", &[("faces", "10")], "faces cannot be \"10\": it is a number from 2 to 9"),
        (
            "liars house",
            &[("wild", "0")],
            "wild cannot be \"0\": it is none or a face, as in 6 or sixes",
        ),
        (
            "liars house",
            &[("wild", "yes")],
            "wild cannot be \"yes\": it is none or a face, as in 6 or sixes",
        ),
        (
            "liars house",
            &[("raise", "any")],
            "raise cannot be \"any\": it is quantity, face, half or perudo",
        ),
        ("liars house", &[("cap", "maybe")], "cap cannot be \"maybe\": it is true or false"),
        ("liars house", &[("exact", "1")], "exact cannot be \"1\": it is true or false"),
        (
            "liars markovok",
            &[("right", "all")],
            "right cannot be \"all\": it is others-lose or caller-gains",
        ),
        (
            "liars markovok",
            &[("wrong", "all")],
            "wrong cannot be \"all\": it is caller-loses or bidder-loses",
        ),
        ("liars house", &[("palifico", "x")], "palifico cannot be \"x\": it is true or false"),
        (
            "liars house",
            &[("first_opener", "loser")],
            "first_opener cannot be \"loser\": it is seat-0, lowest-roll or random",
        ),
        (
            "liars house",
            &[("next_opener", "seat-0")],
            "next_opener cannot be \"seat-0\": it is after-loser, loser or random",
        ),
        (
            "liars house",
            &[("illegal", "die")],
            "illegal cannot be \"die\": it is refuse or lose-die",
        ),
        (
            "liars house",
            &[("stacked", "100")],
            "stacked cannot be \"100\": it is a number from 0 to 99",
        ),
        (
            "liars house",
            &[("max_bids", "0")],
            "max_bids cannot be \"0\": it is a number from 1 to 2000",
        ),
        ("liars house", &[("one_round", "x")], "one_round cannot be \"x\": it is true or false"),
        (
            "claims full",
            &[("rounds", "21")],
            "rounds cannot be \"21\": it is a number from 1 to 20",
        ),
        ("claims full", &[("dice", "11")], "dice cannot be \"11\": it is a number from 1 to 10"),
        (
            "claims full",
            &[("claim_min", "0")],
            "claim_min cannot be \"0\": it is a number from 1 to the number of dice",
        ),
        ("claims full", &[("order", "x")], "order cannot be \"x\": it is seats or shuffled"),
        (
            "claims full",
            &[("first_claimant", "x")],
            "first_claimant cannot be \"x\": it is seat-0 or leader",
        ),
        ("claims full", &[("roll", "x")], "roll cannot be \"x\": it is each-turn or round-start"),
        ("claims full", &[("immunity", "x")], "immunity cannot be \"x\": it is true or false"),
        ("claims full", &[("tie", "x")], "tie cannot be \"x\": it is roll-off or elimination"),
        (
            "pairs standard",
            &[("removed_numbers", "7")],
            "removed_numbers cannot be \"7\": it is a number from 1 to 6",
        ),
        (
            "pairs standard",
            &[("last_count", "0")],
            "last_count cannot be \"0\": it is a number from 1 to 20",
        ),
        // Impossible combinations.
        (
            "liars house",
            &[("raise", "perudo")],
            "raise does not go with the rest: perudo needs a wild face; set wild=1, or raise to \
             quantity, face or half",
        ),
        (
            "liars perudo",
            &[("wild", "none")],
            "raise does not go with the rest: perudo needs a wild face; set wild=1, or raise to \
             quantity, face or half",
        ),
        (
            "liars openspiel",
            &[("faces", "4")],
            "wild does not go with the rest: dice with 4 faces have no 6; it can be none or 1 to 4",
        ),
        (
            "liars house",
            &[("wild", "7")],
            "wild does not go with the rest: dice with 6 faces have no 7; it can be none or 1 to 6",
        ),
        (
            "liars house",
            &[("right", "others-lose")],
            "right has no meaning here: it needs exact=true",
        ),
        (
            "liars perudo",
            &[("exact", "false"), ("wrong", "bidder-loses")],
            "wrong has no meaning here: it needs exact=true",
        ),
        (
            "liars perudo",
            &[("one_round", "true")],
            "right does not go with the rest: with one_round=true a right exact call must cost \
             somebody; set right=others-lose or exact=false",
        ),
        (
            "liars openspiel",
            &[("next_opener", "loser")],
            "next_opener has no meaning here: it needs one_round=false",
        ),
        (
            "claims simple",
            &[("claim_min", "3")],
            "claim_min does not go with the rest: 2 dice can add up to as little as 2, so it can \
             be 1 to 2",
        ),
    ];
    for (line, changes, says) in cases {
        let error = ruleset(line).with(changes).unwrap_err();
        assert_eq!(&error.to_string(), says, "{line} {changes:?}");
    }
}

#[test]
fn unknown_games_presets_and_numbers_of_players() {
    let error = Ruleset::preset(GameKind::Claims, "house").unwrap_err();
    assert_eq!(error.to_string(), "claims has no preset \"house\": it has simple, full");
    let error = Ruleset::from_toml("game = \"poker\"").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no game \"poker\": the games are liars, claims and pairs"
    );
    for (line, players, says) in [
        ("liars house", 11, "liars cannot be played by 11: it seats 2 to 10 players"),
        ("liars house", 1, "liars cannot be played by 1: it seats 2 to 10 players"),
        ("claims full", 0, "claims cannot be played by 0: it seats 2 to 10 players"),
        ("pairs standard", 11, "pairs cannot be played by 11: it seats 1 to 10 players"),
        ("pairs standard", 0, "pairs cannot be played by 0: it seats 1 to 10 players"),
    ] {
        assert_eq!(Game::new(&ruleset(line), players).unwrap_err().to_string(), says);
    }
}

#[test]
fn files_that_are_not_rulesets() {
    let toml_cases = [
        ("", "the key game is missing"),
        ("preset = \"house\"", "the key game is missing"),
        ("game = liars", "the ruleset cannot be read"),
        ("game = \"liars\"\ngame = \"pairs\"", "the ruleset cannot be read"),
        ("game = \"liars\"\npreset = \"simple\"", "liars has no preset \"simple\""),
        ("game = \"liars\"\ndice = 2.5", "dice cannot be \"2.5\": it is a number from 1 to 10"),
        ("game = \"liars\"\ndice = [2]", "dice cannot be \"[...]\": it is a number"),
        ("game = \"liars\"\ndice = -1", "dice cannot be \"-1\""),
        ("game = \"liars\"\n[dice]\nx = 1", "dice cannot be \"{...}\": it is a number"),
        ("game = \"liars\"\nwild = 1979-05-27", "wild cannot be"),
        ("game = \"liars\"\ndice = 99999999999999999999", "the ruleset cannot be read"),
    ];
    for (text, says) in toml_cases {
        let error = Ruleset::from_toml(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
    let json_cases = [
        ("", "the ruleset cannot be read"),
        ("[]", "the ruleset cannot be read"),
        ("null", "the ruleset cannot be read"),
        ("{}", "the key game is missing"),
        (r#"{"game":"liars","game":"pairs"}"#, "game is given twice"),
        (r#"{"game":"liars","dice":5,"dice":4}"#, "dice is given twice"),
        (r#"{"game":"liars","dice":null}"#, "dice cannot be \"null\""),
        (r#"{"game":"liars","dice":18446744073709551615}"#, "dice cannot be"),
        (r#"{"game":"liars"} x"#, "the ruleset cannot be read"),
    ];
    for (text, says) in json_cases {
        let error = Ruleset::from_json(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
}

#[test]
fn a_file_without_a_preset_starts_from_the_first() {
    let read = Ruleset::from_toml("game = \"liars\"\ndice = 4\nwild = \"ones\"").unwrap();
    assert_eq!(read, ruleset("liars house dice=4 wild=1"));
    let read = Ruleset::from_toml("game = \"liars\"\nfaces = 9\nwild = \"eights\"").unwrap();
    assert_eq!(read, ruleset("liars house faces=9 wild=8"));
    let read = Ruleset::from_json(r#"{"game":"claims","immunity":true}"#).unwrap();
    assert_eq!(read, ruleset("claims simple immunity=true"));
}

/// Issue "Rulesets are data": data that can be fed back in.
fn round_trips(ruleset: &Ruleset) {
    let toml = ruleset.to_toml();
    assert_eq!(Ruleset::from_toml(&toml).as_ref(), Ok(ruleset), "{toml}");
    let json = serde_json::to_string_pretty(ruleset).unwrap();
    assert_eq!(Ruleset::from_json(&json).as_ref(), Ok(ruleset), "{json}");
    assert_eq!(&serde_json::from_str::<Ruleset>(&json).unwrap(), ruleset, "{json}");
    // The options that differ, set on the preset, give the same.
    let changes = ruleset.changes();
    let texts: Vec<(&str, String)> = changes.iter().map(|(o, v)| (*o, v.to_string())).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(o, v)| (*o, v.as_str())).collect();
    assert_eq!(ruleset.base().ruleset().with(&texts).as_ref(), Ok(ruleset), "{ruleset}");
}

#[test]
fn presets_and_random_rulesets_round_trip() {
    for preset in &PRESETS {
        round_trips(&preset.ruleset());
    }
    for seed in 0..500 {
        let ruleset = rulesets::random(&mut Rng::new(seed));
        let _say = common::play::SayOnPanic(format!("seed {seed}: {ruleset}"));
        round_trips(&ruleset);
    }
}

#[test]
fn display_names_what_is_changed() {
    for (line, text) in [
        ("liars contest", "liars contest"),
        ("liars contest cap=false", "liars contest"),
        ("liars perudo wild=6 palifico=false", "liars perudo (wild=6, palifico=false)"),
        ("liars perudo palifico=off wild=6", "liars perudo (wild=6, palifico=false)"),
        ("liars markovok exact=false", "liars markovok (exact=false)"),
        (
            "liars house exact=true",
            "liars house (exact=true, right=others-lose, wrong=caller-loses)",
        ),
        ("liars variation one_round=true", "liars variation (one_round=true)"),
        (
            "liars openspiel one_round=false next_opener=loser",
            "liars openspiel (one_round=false, next_opener=loser)",
        ),
        ("claims full rounds=3", "claims full (rounds=3)"),
        ("pairs standard last_count=5", "pairs standard (last_count=5)"),
    ] {
        assert_eq!(ruleset(line).to_string(), text);
    }
}

/// The kinds of error are typed, too.
#[test]
fn errors_are_typed() {
    let error = ruleset("liars house").with(&[("dice", "0")]).unwrap_err();
    assert!(matches!(error, RulesetError::BadValue { option: "dice", .. }));
    let error = ruleset("liars house").with(&[("raise", "perudo")]).unwrap_err();
    assert!(matches!(error, RulesetError::Contradiction { option: "raise", .. }));
    assert!(matches!(Ruleset::from_toml("=").unwrap_err(), RulesetError::Unreadable(_)));
}

/// What an option says it takes is what it takes: every value, and nothing just beyond.
#[test]
fn options_take_what_they_say() {
    use dicehouse_rules::{Allowed, RulesetError};
    for game in GameKind::ALL {
        for preset in game.presets() {
            let ruleset = preset.ruleset().with(if game == GameKind::Liars {
                &[("exact", "true"), ("one_round", "false")][..]
            } else {
                &[]
            });
            let ruleset = ruleset.unwrap_or_else(|_| preset.ruleset());
            for (name, value) in ruleset.values() {
                let info = game.options().into_iter().find(|info| info.name == name).unwrap();
                let refused = |text: &str| {
                    let set = ruleset.with(&[(name, text)]);
                    matches!(set, Err(RulesetError::BadValue { allowed, .. }) if allowed == info.allowed)
                };
                let values = info.allowed.values();
                assert!(values.contains(&value.to_string()), "{name}: {value}");
                for text in &values {
                    assert!(!refused(text), "{name}={text}");
                    assert_eq!(info.allowed.read(text).unwrap().to_string(), *text);
                }
                let beyond = match info.allowed {
                    Allowed::Number { from, to } => vec![to + 1, from.saturating_sub(1)],
                    Allowed::FaceOrNone { faces } => vec![u16::from(faces) + 1, 0],
                    Allowed::UpToDice { from } => vec![from - 1],
                    Allowed::Switch | Allowed::Words { .. } => vec![9],
                };
                let beyond = beyond.iter().map(u16::to_string).chain(["what".to_owned()]);
                for text in beyond.filter(|text| !values.contains(text)) {
                    assert!(refused(&text), "{name}={text}");
                    assert_eq!(info.allowed.read(&text), None);
                }
            }
        }
    }
}
