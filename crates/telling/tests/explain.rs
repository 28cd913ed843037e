//! Rules in plain words: every ruleset, in every language, true to what the engine does.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use dicehouse_rules::{
    Act, Bid, Dice, Face, Game, GameKind, Ignore, PRESETS, Preset, Rules, Ruleset, Turn,
};
use dicehouse_telling::{Explanation, Language, explain};

/// A ruleset from one line: `"liars contest wild=1 dice=3"`.
fn ruleset(line: &str) -> Ruleset {
    let mut words = line.split_whitespace();
    let game = GameKind::named(words.next().unwrap()).unwrap();
    let base = Ruleset::preset(game, words.next().unwrap()).unwrap();
    let changes: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap()).collect();
    base.with(&changes).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The presets, and each with any two options changed.
fn rulesets() -> Vec<Ruleset> {
    let mut all: Vec<Ruleset> = PRESETS.iter().map(Preset::ruleset).collect();
    for preset in &PRESETS {
        let options = preset.game().options();
        let changes: Vec<(&str, String)> = options
            .iter()
            .flat_map(|option| few(option.allowed.values()).map(|value| (option.name, value)))
            .collect();
        for (n, (one, first)) in changes.iter().enumerate() {
            let others = changes[n..].iter();
            let changed = others.filter_map(|(other, second)| {
                preset.ruleset().with(&[(one, first.as_str()), (other, second.as_str())]).ok()
            });
            all.extend(changed);
        }
    }
    all
}

/// The first values and the last: with one of something, sentences change.
fn few(values: Vec<String>) -> impl Iterator<Item = String> {
    let last = values.len() - 1;
    values
        .into_iter()
        .enumerate()
        .filter(move |(n, _)| *n < 4 || *n == last)
        .map(|(_, value)| value)
}

fn english(ruleset: &Ruleset) -> Explanation {
    explain(ruleset, Language::English)
}

/// The explanation's text below its title.
fn words(ruleset: &Ruleset) -> String {
    let explanation = english(ruleset);
    let lines = explanation
        .sections
        .iter()
        .flat_map(|s| std::iter::once(s.heading.clone()).chain(s.lines.iter().cloned()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Issue "Rulesets are data": the text is made from the options, so that an override changes it.
#[test]
fn every_option_changes_the_explanation() {
    for preset in &PRESETS {
        let base = preset.ruleset();
        for option in preset.game().options() {
            for value in option.allowed.values() {
                let Ok(changed) = base.with(&[(option.name, &value)]) else { continue };
                if changed != base {
                    assert_ne!(words(&changed), words(&base), "{changed}");
                }
            }
        }
    }
}

#[test]
fn explanations_are_whole_sentences() {
    for ruleset in rulesets() {
        let explanation = english(&ruleset);
        assert_eq!(explanation.title, ruleset.to_string());
        assert!(explanation.sections.len() >= 4);
        for line in explanation.sections.iter().flat_map(|section| &section.lines) {
            assert!(line.ends_with('.'), "{ruleset}: {line}");
            assert!(line.starts_with(char::is_uppercase), "{ruleset}: {line}");
            assert!(!line.contains("  "), "{ruleset}: {line}");
            for slip in [" 1 dice", " 1 rounds", " 1 bids", " 1 different"] {
                assert!(!format!(" {line}").contains(slip), "{ruleset}: {line}");
            }
        }
    }
}

/// Every ruleset can be read in every language, with nothing left to fill in and no text missing.
#[test]
fn every_language_explains_every_ruleset() {
    for ruleset in rulesets() {
        let english = english(&ruleset);
        for language in Language::ALL {
            let explained = explain(&ruleset, language);
            let shape = |explanation: &Explanation| -> Vec<usize> {
                explanation.sections.iter().map(|section| section.lines.len()).collect()
            };
            assert_eq!(shape(&explained), shape(&english), "{ruleset}");
            for section in &explained.sections {
                // A text that is missing is shown as its key, which has a dot in its middle.
                let short = [&section.heading, &explained.about];
                assert!(short.iter().all(|text| !text.contains(['.', '{', '}'])), "{ruleset}");
                for line in &section.lines {
                    assert!(line.ends_with('.') && !line.contains(['{', '}']), "{ruleset}: {line}");
                }
            }
        }
    }
}

/// The examples in the text are bids on faces the dice have, and the engine agrees with them.
#[test]
fn examples_are_true() {
    for faces in [2, 3, 4, 5, 6, 9] {
        for (raise, wild) in [
            ("quantity", "none"),
            ("face", "none"),
            ("half", "none"),
            ("half", "1"),
            ("perudo", "1"),
            ("perudo", "2"),
        ] {
            for dice in [1, 5] {
                // Without a cap the raise rule alone decides.
                let line =
                    format!("liars contest faces={faces} raise={raise} wild={wild} dice={dice}");
                let text = words(&ruleset(&line));
                assert!(bids_in(&text).iter().all(|bid| bid.face.get() <= faces), "{line}: {text}");
                let opening = bids_in(&text)[0];
                assert!(accepts(&opened(&line), opening), "{line}: {opening}");
                let checked: usize = text.lines().map(|said| check_examples(&line, said)).sum();
                assert!(checked >= 2, "{line}: {text}");
            }
        }
    }
}

fn bids_in(text: &str) -> Vec<Bid> {
    let words = text.split([' ', ',', '.', ':']).filter(|word| word.contains('x'));
    words
        .filter_map(|word| match word.parse() {
            Ok(Act::Bid(bid)) => Some(bid),
            _ => None,
        })
        .collect()
}

/// Holds "after A you may bid B or C, but not D" and "B after A" against the engine.
fn check_examples(line: &str, said: &str) -> usize {
    if let Some((before, examples)) = said.split_once(" you may bid ") {
        let last = bids_in(before)[0];
        let (may, may_not) = examples.split_once("but not").unwrap_or((examples, ""));
        assert!(bids_in(may).iter().all(|bid| may_follow(line, last, *bid)), "{line}: {said}");
        assert!(!bids_in(may_not).iter().any(|bid| may_follow(line, last, *bid)), "{line}: {said}");
        return bids_in(examples).len();
    }
    let words: Vec<&str> = said.split(' ').collect();
    let pairs = words.windows(3).filter(|words| words[1] == "after" && words[0].contains('x'));
    pairs
        .map(|words| {
            let (least, last) = (bids_in(words[0])[0], bids_in(words[2])[0]);
            assert!(may_follow(line, last, least), "{line}: {said}");
            let fewer = Bid::new(least.quantity - 1, least.face);
            assert!(!may_follow(line, last, fewer), "{line}: {said}");
        })
        .count()
}

/// Whether `bid` is legal after `last`, which follows a bid on another face where it cannot open.
fn may_follow(line: &str, last: Bid, bid: Bid) -> bool {
    let mut game = opened(line);
    if !accepts(&game, last) {
        let other = if last.face == Face::ONE { 2 } else { 1 };
        bid_on(&mut game, Bid::new(1, Face::new(other).unwrap()));
    }
    bid_on(&mut game, last);
    accepts(&game, bid)
}

/// A game of two in which all dice show ones and nobody has bid.
fn opened(line: &str) -> Game {
    let ruleset = ruleset(line);
    let mut game = Game::new(&ruleset, 2).unwrap();
    let Rules::Liars(rules) = ruleset.rules() else { panic!("{line}") };
    let ones = Dice::from_pips(&vec![1; usize::from(rules.dice)]).unwrap();
    game.roll(&[ones, ones], &mut Ignore).unwrap();
    game
}

fn bid_on(game: &mut Game, bid: Bid) {
    let Turn::Act(seats) = game.turn() else { panic!("nobody is to act") };
    game.play(seats.iter().next().unwrap(), Act::Bid(bid), &mut Ignore).unwrap();
}

fn accepts(game: &Game, bid: Bid) -> bool {
    let Turn::Act(seats) = game.turn() else { panic!("nobody is to act") };
    game.clone().play(seats.iter().next().unwrap(), Act::Bid(bid), &mut Ignore).is_ok()
}
