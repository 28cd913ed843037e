//! What people type at a table, understood in every language of the house.
//!
//! A line is read in the light of what is asked: "35" is three fives where a bid is asked for, and "2" is a sum, a line of a list or
//! the lowest bid on twos. The words are in `text/typed.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use dicehouse_rules::{Act, Acts, Bid, BidActs, Face, ParseActError, Split};
use serde::Deserialize;

/// What can be wanted besides an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// Yes.
    Yes,
    /// No.
    No,
    /// What can be done here.
    Help,
    /// How likely things are.
    Odds,
    /// The rules.
    Rules,
    /// What was said last, once more.
    Repeat,
    /// One's own dice.
    Hand,
    /// What was bid or claimed.
    Bids,
    /// Who plays, how they stand, and whose turn it is.
    Who,
    /// What can be set.
    Settings,
    /// Take the last act back.
    Undo,
    /// Leave.
    Leave,
}

impl Wish {
    /// The wish in a line, if it is one.
    pub fn read(line: &str) -> Option<Wish> {
        match line.trim() {
            "?" => Some(Wish::Help),
            // A word alone, although it may be left out elsewhere.
            "y" | "Y" => Some(Wish::Yes),
            line => WORDS.wishes.get(&WORDS.phrase(&words(line)?)).copied(),
        }
    }
}

/// The command in a word, as the program calls it: "lernen" is `learn`. A word that is none stays as it is, in small letters.
pub fn read_command(word: &str) -> String {
    let lower = word.to_lowercase();
    let known = words(word).and_then(|words| WORDS.commands.get(&words.concat()).cloned());
    known.unwrap_or(lower)
}

/// Reads an act that is typed where `legal` may be done. It may be one that is not allowed: the rules say why not.
///
/// # Errors
/// When it is not an act.
pub fn read_act(line: &str, legal: &Acts) -> Result<Act, ParseActError> {
    let Some(words) = words(line) else { return line.parse() };
    if words == ["x"] {
        return Ok(Act::Exact);
    }
    let named = WORDS.acts.get(&WORDS.phrase(&words)).copied();
    let act = named.or_else(|| in_numbers(&words, legal)).map_or_else(|| line.parse(), Ok)?;
    // A number alone, which is nothing here, is a claim elsewhere.
    let elsewhere = matches!(act, Act::Claim(_)) && !matches!(legal, Acts::Claim { .. });
    match elsewhere && words.len() == 1 {
        true => Err(ParseActError::Unknown(line.trim().to_owned())),
        false => Ok(act),
    }
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../text/typed.toml")).unwrap_or_default();
    Words::from(file)
});

/// The message file.
#[derive(Default, Deserialize)]
struct File {
    fillers: BTreeSet<String>,
    claiming: BTreeSet<String>,
    numbers: Vec<Vec<String>>,
    acts: BTreeMap<String, Vec<String>>,
    wishes: BTreeMap<Wish, Vec<String>>,
    commands: BTreeMap<String, Vec<String>>,
}

/// The same, to look words up.
struct Words {
    fillers: BTreeSet<String>,
    claiming: BTreeSet<String>,
    numbers: BTreeMap<String, u16>,
    acts: BTreeMap<String, Act>,
    wishes: BTreeMap<String, Wish>,
    commands: BTreeMap<String, String>,
}

impl From<File> for Words {
    fn from(file: File) -> Words {
        let numbers = file.numbers.into_iter().zip(0..);
        let acts =
            file.acts.into_iter().filter_map(|(act, words)| Some((act.parse().ok()?, words)));
        Words {
            fillers: file.fillers,
            claiming: file.claiming,
            numbers: numbers
                .flat_map(|(words, n)| words.into_iter().map(move |word| (word, n)))
                .collect(),
            acts: acts
                .flat_map(|(act, words): (Act, Vec<String>)| {
                    words.into_iter().map(move |word| (word, act))
                })
                .collect(),
            wishes: file
                .wishes
                .into_iter()
                .flat_map(|(wish, words)| words.into_iter().map(move |word| (word, wish)))
                .collect(),
            commands: file
                .commands
                .into_iter()
                .flat_map(|(name, words)| words.into_iter().map(move |word| (word, name.clone())))
                .collect(),
        }
    }
}

impl Words {
    /// A line as it is looked up: without the words that may be left out.
    fn phrase(&self, words: &[String]) -> String {
        let kept = words.iter().filter(|word| !self.fillers.contains(*word));
        kept.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    fn may_be_left_out(&self, word: &str, legal: &Acts) -> bool {
        let claims = matches!(legal, Acts::Claim { .. }) && self.claiming.contains(word);
        claims || self.fillers.contains(word)
    }
}

/// The longest line that is looked at; no act needs as much.
const LONGEST: usize = 64;

/// The words of a line: small letters without accents, cut between letters, digits and signs. `None` when it has a character that no
/// act has.
fn words(line: &str) -> Option<Vec<String>> {
    if line.len() > LONGEST {
        return None;
    }
    let chars: Vec<char> = line.to_lowercase().chars().collect();
    let is_letter =
        |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(|c| c.is_alphabetic());
    let is_digit =
        |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(char::is_ascii_digit);
    let mut words: Vec<String> = Vec::new();
    let mut kind_before = Kind::Space;
    for (n, c) in chars.iter().enumerate() {
        let (before, after) = (n.checked_sub(1), Some(n + 1));
        let (kind, text) = match c {
            // "b.s.", "don't"
            '.' | '\'' | '’' if is_letter(before) => continue,
            '.' if is_digit(before) && is_digit(after) => return None,
            '.' | ',' | ';' | ':' | '!' | '?' | '¡' | '¿' | '\'' | '’' | '*' | '×' => {
                (Kind::Space, "")
            }
            c if c.is_whitespace() => (Kind::Space, ""),
            '-' | '−' | '–' if is_letter(before) && is_letter(after) => (Kind::Space, ""),
            '-' | '−' | '–' => (Kind::Sign, "-"),
            '+' => (Kind::Sign, "+"),
            '0'..='9' => (Kind::Digit, ""),
            c if c.is_alphabetic() => (Kind::Letter, plain(*c)),
            _ => return None,
        };
        if kind != Kind::Space && (kind != kind_before || kind == Kind::Sign) {
            words.push(String::new());
        }
        kind_before = kind;
        if let Some(word) = words.last_mut().filter(|_| kind != Kind::Space) {
            match text {
                "" => word.push(*c),
                text => word.push_str(text),
            }
        }
    }
    Some(words)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Letter,
    Digit,
    Sign,
}

/// A letter without its accent; empty where it has none.
fn plain(c: char) -> &'static str {
    match c {
        'ä' | 'á' | 'à' => "a",
        'é' | 'è' => "e",
        'í' => "i",
        'ñ' => "n",
        'ö' | 'ó' => "o",
        'ü' | 'ú' => "u",
        'ß' => "ss",
        _ => "",
    }
}

/// A number that was typed.
#[derive(Clone, Copy)]
struct Number {
    value: u16,
    /// In digits, and how many of them.
    digits: usize,
}

/// The act that numbers and signs make where `legal` may be done.
fn in_numbers(words: &[String], legal: &Acts) -> Option<Act> {
    let mut numbers = Vec::new();
    let mut signs = String::new();
    for text in words {
        if let Some(value) = WORDS.numbers.get(text) {
            numbers.push(Number { value: *value, digits: 0 });
        } else if text.starts_with(|c: char| c.is_ascii_digit()) {
            numbers.push(Number { value: text.parse().ok()?, digits: text.len() });
        } else if text == "+" || text == "-" {
            signs.push_str(text);
        } else if !WORDS.may_be_left_out(text, legal) {
            return None;
        }
    }
    // Signs make a split, and nothing else.
    match (signs.as_str(), legal) {
        ("", _) | ("+-", Acts::Split { .. }) => {}
        _ => return None,
    }
    match (legal, &numbers[..]) {
        // "3x" is not finished, and "raise 3" does not say what.
        (Acts::Bid(acts), [number]) if number.digits > 1 || is_bare(words) => {
            short_bid(*number, acts)
        }
        (Acts::Bid(_), [quantity, face]) => bid(quantity.value, face.value),
        (Acts::Claim { .. }, [sum]) => small(sum.value).map(Act::Claim),
        (Acts::Split { splits }, [line]) => nth(line.value, splits.iter().copied().map(Act::Split)),
        (Acts::Split { .. }, [one, two, removed]) => {
            let face = face(removed.value)?;
            Some(Act::Split(Split::new(small(one.value)?, small(two.value)?, face)))
        }
        (Acts::Answer, [line]) => nth(line.value, [Act::Call, Act::LetPass]),
        (Acts::Immunity, [line]) => nth(line.value, [Act::Immunity, Act::NoImmunity]),
        _ => None,
    }
}

/// Whether there is nothing but a number: "5", "fives", "5s".
fn is_bare(words: &[String]) -> bool {
    match words {
        [_] => true,
        [_, plural] => ["s", "er", "en"].contains(&plural.as_str()),
        _ => false,
    }
}

/// A bid in one number: "35" is three fives, "105" ten fives, and "5" the lowest bid on fives.
fn short_bid(number: Number, acts: &BidActs) -> Option<Act> {
    if number.digits > 1 {
        return bid(number.value / 10, number.value % 10);
    }
    let face = face(number.value).filter(|face| face.index() < acts.least.len())?;
    // Where the face may not be bid, the rules say why.
    Some(Act::Bid(Bid::new(acts.least(face).unwrap_or(1), face)))
}

fn bid(quantity: u16, face: u16) -> Option<Act> {
    Some(Act::Bid(Bid::new(small(quantity)?, self::face(face)?)))
}

fn face(number: u16) -> Option<Face> {
    Face::new(small(number)?).filter(|face| face.get() <= Face::MOST_BID)
}

/// A number of dice or points.
fn small(number: u16) -> Option<u8> {
    u8::try_from(number).ok().filter(|number| *number > 0)
}

/// What stands in a list, counted from 1.
fn nth(line: u16, list: impl IntoIterator<Item = Act>) -> Option<Act> {
    list.into_iter().nth(usize::from(line.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Few, Game, GameKind, Ignore, Ruleset};
    use std::num::NonZeroU8;

    /// What may be done after some acts.
    fn legal(game: GameKind, preset: &str, dice: &[&[u8]], acts: &[&str]) -> Acts {
        let ruleset = Ruleset::preset(game, preset).unwrap();
        let players = if game == GameKind::Pairs { 1 } else { 2 };
        let mut game = Game::new(&ruleset, players).unwrap();
        let dice: Vec<Dice> = dice.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        game.roll(&dice, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        game.legal(game.turn().due().nth(0).unwrap())
    }

    fn check(legal: &Acts, cases: &[(&str, &str)]) {
        for (typed, act) in cases {
            let read = read_act(typed, legal).map(|act| act.to_string());
            assert_eq!(read.as_deref(), Ok(*act), "{typed:?}");
        }
    }

    #[test]
    fn commands_in_every_language() {
        let cases = [("Lernen", "learn"), ("prüfen", "verify"), ("análisis", "review")];
        for (typed, command) in cases.into_iter().chain([("learn", "learn"), ("Xyz", "xyz")]) {
            assert_eq!(read_command(typed), command);
        }
        for (word, name) in &WORDS.commands {
            assert_eq!(read_command(word), *name, "two commands have the word {word}");
        }
    }

    #[test]
    fn bids_as_people_type_them() {
        const HAND: &[u8] = &[1, 2, 3, 4, 5];
        let raise = legal(GameKind::Liars, "contest", &[HAND, HAND], &["2x3"]);
        check(
            &raise,
            &[
                ("3x5", "3x5"),
                ("3 5", "3x5"),
                ("35", "3x5"),
                ("105", "10x5"),
                ("3 × 5", "3x5"),
                ("3*5", "3x5"),
                ("3 fives", "3x5"),
                ("3 5s", "3x5"),
                ("three 5s", "3x5"),
                ("Three 5's.", "3x5"),
                ("raise 3 fives", "3x5"),
                ("I raise to three fives!", "3x5"),
                ("I'd say there are at least 3 fives", "3x5"),
                ("drei Fünfen", "3x5"),
                ("drei Fuenfer", "3x5"),
                ("Ich erhöhe auf 3 mal 5", "3x5"),
                ("3 5er", "3x5"),
                ("tres cincos", "3x5"),
                ("Subo a tres cincos", "3x5"),
                ("digo 2 seises", "2x6"),
                ("dos ases", "2x1"),
                // A face alone is its lowest bid, as on the screen.
                ("4", "2x4"),
                ("fours", "2x4"),
                ("4s", "2x4"),
                ("2", "3x2"),
                ("c", "call"),
                ("I call", "call"),
                ("I call it!", "call"),
                ("b.s.", "call"),
                ("BS", "call"),
                ("call bluff", "call"),
                ("I don't believe you", "call"),
                ("Lügner!", "call"),
                ("Das glaube ich nicht", "call"),
                ("¡Mentira!", "call"),
                ("no me lo creo", "call"),
                ("dudo", "call"),
                ("e", "exact"),
                ("x", "exact"),
                ("say exact", "exact"),
                ("Spot-on.", "exact"),
                ("genau", "exact"),
                ("Exacto", "exact"),
                // The rules say what is wrong with these.
                ("99x6", "99x6"),
                ("3x9", "3x9"),
                ("pass", "let pass"),
                ("claim 3", "claim 3"),
            ],
        );
        for nonsense in [
            "", "hello", "3x", "raise 3", "0x5", "10", "0", "7", "3.5", "-3x5", "3-5", "1 2 3",
            "300x5", "3x0", "3€5",
        ] {
            assert!(read_act(nonsense, &raise).is_err(), "{nonsense:?}");
        }
    }

    #[test]
    fn what_may_not_be_bid_is_left_to_the_rules() {
        const HAND: &[u8] = &[1, 2, 3, 4, 5];
        let mut opening = legal(GameKind::Liars, "contest", &[HAND, HAND], &[]);
        let Acts::Bid(acts) = &mut opening else { panic!("a bid is asked for") };
        acts.least = Few::try_collect([None, NonZeroU8::new(1)]).unwrap();
        check(&opening, &[("1", "1x1"), ("2", "1x2")]);
        assert!(read_act("3", &opening).is_err(), "these dice have two faces");
    }

    #[test]
    fn claims_as_people_type_them() {
        let claim = legal(GameKind::Claims, "simple", &[&[1, 2]], &[]);
        check(
            &claim,
            &[
                ("9", "claim 9"),
                ("nine", "claim 9"),
                ("I claim 12", "claim 12"),
                ("ich behaupte elf", "claim 11"),
                ("ich sage 11", "claim 11"),
                ("canto doce", "claim 12"),
            ],
        );
        let answer = legal(GameKind::Claims, "simple", &[&[1, 2]], &["claim 7"]);
        check(
            &answer,
            &[
                ("1", "call"),
                ("2", "let pass"),
                ("p", "let pass"),
                ("Let it pass.", "let pass"),
                ("I believe you", "let pass"),
                ("ich glaube dir", "let pass"),
                ("lo creo", "let pass"),
                ("paso", "let pass"),
                ("farol", "call"),
            ],
        );
        check(
            &Acts::Immunity,
            &[
                ("1", "immunity"),
                ("play the card", "immunity"),
                ("Karte spielen", "immunity"),
                ("keep it", "no immunity"),
                ("2", "no immunity"),
                ("guardo la carta", "no immunity"),
            ],
        );
    }

    #[test]
    fn splits_as_people_type_them() {
        let splits = legal(GameKind::Pairs, "standard", &[&[3, 1, 5, 5, 3]], &[]);
        let Acts::Split { splits: all } = &splits else { panic!("a split is asked for") };
        let first = all[0].to_string();
        check(
            &splits,
            &[
                ("1", &first),
                ("4+10-3", "4+10-3"),
                ("4 + 10 − 3", "4+10-3"),
                ("10 4 3", "4+10-3"),
                ("4 and 10, remove 3", "4+10-3"),
                ("mark 4 and 10, remove the 3", "4+10-3"),
                ("4 und 10 ohne die 3", "4+10-3"),
                ("4 y 10 sin el 3", "4+10-3"),
            ],
        );
        for nonsense in ["99", "4+10", "4-10+3", "4+10-0"] {
            assert!(read_act(nonsense, &splits).is_err(), "{nonsense:?}");
        }
    }

    #[test]
    fn wishes_in_every_language() {
        for (typed, wish) in [
            ("?", Wish::Help),
            ("h", Wish::Help),
            ("Hilfe!", Wish::Help),
            ("ayuda", Wish::Help),
            ("my dice", Wish::Hand),
            ("meine Würfel", Wish::Hand),
            ("mis dados", Wish::Hand),
            ("say that again", Wish::Repeat),
            ("noch mal", Wish::Repeat),
            ("otra vez", Wish::Repeat),
            ("who", Wish::Who),
            ("take back", Wish::Undo),
            ("take it back", Wish::Undo),
            ("später", Wish::Leave),
            ("Q", Wish::Leave),
            ("y", Wish::Yes),
            ("sí", Wish::Yes),
            ("Nein.", Wish::No),
        ] {
            assert_eq!(Wish::read(typed), Some(wish), "{typed:?}");
        }
        for none in ["", "x", "the", "3 fives", "hello"] {
            assert_eq!(Wish::read(none), None, "{none:?}");
        }
    }

    /// Nothing in the file means two things, and everything in it can be found.
    #[test]
    fn every_word_of_the_file_is_found() {
        let file: File = toml::from_str(include_str!("../text/typed.toml")).unwrap();
        let mut seen = BTreeSet::new();
        let phrases = file.acts.values().chain(file.wishes.values()).flatten();
        for phrase in phrases {
            assert!(seen.insert(phrase.clone()), "{phrase} stands there twice");
            let known = words(phrase).unwrap();
            assert_eq!(WORDS.phrase(&known), *phrase, "a filler or an accent");
        }
        for word in file.numbers.iter().flatten() {
            assert!(seen.insert(word.clone()), "{word} stands there twice");
            assert!(!file.fillers.contains(word), "{word} is left out");
        }
        assert!(file.acts.keys().all(|act| act.parse::<Act>().is_ok()));
    }
}
