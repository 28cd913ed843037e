//! Everything in the language of the person: nothing of it is left in English.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use common::{Screen, TestHouse, plan};
use dicehouse_bots::Roster;
use dicehouse_home::{GamePlan, Home, Liked, Work};
use dicehouse_rules::{GameKind, PRESETS};
use dicehouse_telling::lesson::{Course, Input, Lesson};
use dicehouse_telling::voice::{Occasion, Voice};
use dicehouse_telling::{Language, explain};
use dicehouse_terminal::plain::{self, Lines, Start, Talkback, Typed};
use dicehouse_terminal::screen::{App, Look, Settings, Speed};
use dicehouse_terminal::{Network, Reached, WayOnline};
use ratatui::crossterm::event::KeyCode;

/// The words of a text, in small letters; short ones are the same in many languages.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphabetic() && c != '{' && c != '}');
    // A blank is not a word.
    let words = words.filter(|word| !word.contains(['{', '}']) && word.chars().count() > 2);
    words.map(str::to_lowercase)
}

/// Everything that the house says in a language.
fn vocabulary(language: Language) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    known.extend(language.messages().flat_map(|(_, text)| words(text)));
    for preset in &PRESETS {
        for section in explain(&preset.ruleset(), language).sections {
            known.extend(words(&section.heading));
            known.extend(section.lines.iter().flat_map(|line| words(line)));
        }
        known.extend(words(language.preset_about(preset)));
        known.extend(words(language.game_about(preset.game())));
    }
    for voice in Voice::all() {
        known.extend(words(voice.about(language)));
        for occasion in Occasion::ALL {
            known.extend(voice.lines(occasion, language).into_iter().flat_map(words));
        }
    }
    for lesson in GameKind::ALL.map(|game| Lesson::in_language(game, language).unwrap()) {
        known.extend(words(&lesson.title).chain(words(&lesson.about)));
        known.extend(lesson_texts(lesson).iter().flat_map(|text| words(text)));
    }
    known
}

/// What a lesson says when everything is done as it asks.
fn lesson_texts(lesson: &'static Lesson) -> Vec<String> {
    let mut course = Course::new(lesson).unwrap();
    let mut texts = Vec::new();
    while !course.is_over() {
        let moment = course.moment();
        texts.push(moment.text.clone());
        let input = match moment.task {
            None => Input::GoOn,
            Some(task) => {
                texts.push(task.hint.clone());
                Input::Act(task.expected.parse().unwrap())
            }
        };
        course.take(input);
    }
    texts
}

/// Names that are the same in every language.
fn names() -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    names.extend(PRESETS.iter().flat_map(|preset| words(preset.name)));
    names.extend(Roster::all().flat_map(|bot| words(bot.name)));
    names.extend(Voice::all().iter().flat_map(|voice| words(&voice.name)));
    names.extend(["dicehouse", "play", "resume", "games", "test"].map(str::to_owned));
    // What stands on the keys of a keyboard.
    names
        .extend(["enter", "esc", "tab", "shift", "pgup", "pgdn", "home", "end"].map(str::to_owned));
    names
}

/// The English words in a text that is to be in another language.
fn english_in(text: &str, language: Language) -> Vec<String> {
    static KNOWN: LazyLock<[BTreeSet<String>; 3]> = LazyLock::new(|| Language::ALL.map(vocabulary));
    static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(names);
    let (english, own) = (&KNOWN[Language::English as usize], &KNOWN[language as usize]);
    let left = words(text).filter(|word| english.contains(word) && !own.contains(word));
    // A long word may be cut or broken.
    let part_of_own =
        |word: &str| own.iter().any(|one| one.starts_with(word) || one.ends_with(word));
    let left = left.filter(|word| !part_of_own(word));
    left.filter(|word| !NAMES.iter().any(|name| name.starts_with(word.as_str())))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// Somebody who types these lines over and over.
struct Busy {
    lines: Vec<&'static str>,
    next: usize,
    most: usize,
}

impl Lines for Busy {
    fn next(&mut self, longest: Option<Duration>) -> Typed {
        if longest.is_some() {
            return Typed::Nothing;
        }
        self.next += 1;
        match self.lines.get((self.next - 1) % self.lines.len()) {
            Some(line) if self.next <= self.most => Typed::Line((*line).to_owned()),
            _ => Typed::End,
        }
    }
}

struct Offline;

impl Network for Offline {
    fn go(&mut self, _: &WayOnline, _: &str) -> Result<Work<Reached>, String> {
        Err("".to_owned())
    }
}

fn told(home: &mut Home, start: Start<'_>, lines: &[&'static str], liked: Liked) -> String {
    let mut busy = Busy { lines: lines.to_vec(), next: 0, most: 240 };
    let mut output = Vec::new();
    let mut talk = Talkback::new(&mut busy, &mut output).liking(liked, Box::new(|_| {}));
    plain::play(&mut talk, home, &mut Offline, start).unwrap();
    drop(talk);
    String::from_utf8(output).unwrap()
}

#[test]
fn games_line_by_line_are_told_in_the_language() {
    let typed = [
        "",
        "?",
        "odds",
        "hand",
        "bids",
        "who",
        "xyzzy",
        "1 2",
        "1",
        "7",
        "c",
        "settings",
        "undo",
        "p",
        "settings odds on",
        "",
        "2 3",
        "karte",
        "repeat",
        "e",
    ];
    for language in [Language::German, Language::Spanish] {
        for preset in ["house", "perudo", "full", "standard"] {
            let preset = PRESETS.iter().find(|one| one.name == preset).unwrap();
            let bots: Vec<&str> = Roster::of(preset.game()).take(2).map(|bot| bot.name).collect();
            let plan: GamePlan = plan(preset.game(), preset.name, &["Zoë"], &bots);
            for by_ear in [false, true] {
                let mut house = TestHouse::new(5);
                let liked =
                    Liked { language: Some(language), by_ear: Some(by_ear), ..Liked::default() };
                let said = told(&mut house.home, Start::Play(&plan), &typed, liked);
                assert!(said.lines().count() > 40, "{said}");
                let left = english_in(&said, language);
                assert!(left.is_empty(), "{language:?}, {}: {left:?} in\n{said}", preset.name);
            }
        }
    }
}

#[test]
fn the_front_door_is_in_the_language() {
    let words = [
        [
            "regeln 1",
            "rangliste",
            "spiele",
            "einstellungen",
            "wiedergabe 3",
            "xyzzy",
            "lernen 1",
            "",
            "",
            "3x5",
            "q",
            "n",
        ],
        [
            "reglas 1",
            "clasificacion",
            "partidas",
            "ajustes",
            "ver 3",
            "xyzzy",
            "aprender 1",
            "",
            "",
            "3x5",
            "q",
            "n",
        ],
    ];
    for (language, typed) in [Language::German, Language::Spanish].into_iter().zip(words) {
        let mut house = TestHouse::new(5);
        house.played(1000, &["Zoë", "Olga"], true);
        let liked = Liked { language: Some(language), ..Liked::default() };
        let said = told(&mut house.home, Start::FrontDoor, &typed, liked);
        assert!(said.lines().count() > 40, "{said}");
        let left = english_in(&said, language);
        assert!(left.is_empty(), "{language:?}: {left:?} in\n{said}");
    }
}

/// A person changes the language in the middle of a conversation, and it is kept.
#[test]
fn the_language_can_be_set_line_by_line() {
    let mut house = TestHouse::new(5);
    let plan = plan(GameKind::Liars, "house", &["Zoë"], &["truthful"]);
    let typed = ["settings language de", "wer", "q"];
    let said = told(&mut house.home, Start::Play(&plan), &typed, Liked::default());
    assert!(said.contains("sprache: Deutsch") && said.contains("Würfel im Spiel."), "{said}");
}

/// The same screen in every language, side by side.
struct SideBySide<'h> {
    english: Screen<'h>,
    others: Vec<(Language, Screen<'h>)>,
    /// What is wrong with them.
    found: BTreeSet<String>,
}

impl<'h> SideBySide<'h> {
    fn new(mut screens: Vec<(Language, Screen<'h>)>) -> SideBySide<'h> {
        let (_, english) = screens.remove(0);
        let mut both = SideBySide { english, others: screens, found: BTreeSet::new() };
        both.compare();
        both
    }

    fn each(&mut self, act: impl Fn(&mut Screen<'h>)) {
        act(&mut self.english);
        self.others.iter_mut().for_each(|(_, screen)| act(screen));
        self.compare();
    }

    /// Nothing is in English, nothing is cut off that is whole in English, and no key but the last one of a row, which other
    /// keys reach, has lost its place.
    fn compare(&mut self) {
        // The bar at the top gives way where there is little room.
        let cut =
            |text: &str| text.lines().skip(1).map(|line| line.matches('…').count()).sum::<usize>();
        let english = self.english.text();
        for (language, screen) in &self.others {
            let text = screen.text();
            let left = english_in(&text, *language);
            if !left.is_empty() {
                self.found.insert(format!("{language:?}: in English: {left:?}"));
            }
            if cut(&text) > cut(&english) {
                let lines = text.lines().filter(|line| line.contains('…'));
                self.found.extend(lines.map(|line| format!("{language:?}: cut off: {line}")));
            }
            let keys = [screen, &self.english].map(|screen| screen.app.clickable());
            if keys[0] + 1 < keys[1] {
                let row = text.lines().last().unwrap_or_default();
                self.found.insert(format!("{language:?}: {keys:?} keys: {row}"));
            }
        }
    }
}

fn speaking(language: Language) -> Settings {
    let look = Look { language, ..Look::default() };
    Settings { look, speed: Speed::Instant, ..Settings::default() }
}

const SIZES: [(u16, u16); 3] = [(80, 24), (78, 22), (120, 40)];

/// Whatever is shown on the way from the front door to a table.
#[test]
fn the_ways_to_a_table_are_in_the_language() {
    let mut found = BTreeSet::new();
    for (width, height) in SIZES {
        let mut houses = Language::ALL.map(|_| TestHouse::new(41));
        for house in &houses {
            house.played(1000, &["Zoë", "Olga"], true);
            house.played(2000, &["Zoë", "Olga"], false);
        }
        let screens = houses.iter_mut().zip(Language::ALL).map(|(house, language)| {
            let app = App::front_door(&mut house.home, speaking(language));
            (language, Screen::new(app, width, height))
        });
        let mut screens = SideBySide::new(screens.collect());
        // Every line of the front door, with what it leads to, and help and settings everywhere.
        for keys in ["?", "s", "s", "1", "?", "r", "r"] {
            screens.each(|screen| screen.keys(keys));
        }
        for step in [KeyCode::Esc, KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Down] {
            screens.each(|screen| screen.key(step));
        }
        for key in ["h", "?", "?"] {
            screens.each(|screen| screen.keys(key));
        }
        for _ in 0..30 {
            screens.each(|screen| screen.key(KeyCode::Down));
        }
        for key in ["d", "d", "d", "d", "a"] {
            screens.each(|screen| screen.keys(key));
        }
        screens.each(|screen| screen.key(KeyCode::Esc));
        screens.each(|screen| screen.key(KeyCode::Esc));
        for line in ["2", "3", "4", "5", "6"] {
            screens.each(|screen| screen.keys(line));
            screens.each(|screen| screen.keys("1"));
            screens.each(|screen| screen.key(KeyCode::Esc));
            screens.each(|screen| screen.key(KeyCode::Esc));
        }
        found.extend(screens.found);
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Games on the screen, with everything that can be asked for at a table, to their end and beyond.
#[test]
fn games_on_the_screen_are_in_the_language() {
    let mut found = BTreeSet::new();
    for (width, height) in SIZES {
        for preset in ["house", "perudo", "full", "standard"] {
            let preset = PRESETS.iter().find(|one| one.name == preset).unwrap();
            let bots: Vec<&str> = Roster::of(preset.game()).take(2).map(|bot| bot.name).collect();
            let plan = plan(preset.game(), preset.name, &["Zoë"], &bots);
            let mut houses = Language::ALL.map(|_| TestHouse::new(5));
            let screens = houses.iter_mut().zip(Language::ALL).map(|(house, language)| {
                let app = App::table(&mut house.home, plan.clone(), speaking(language)).unwrap();
                (language, Screen::new(app, width, height))
            });
            let mut screens = SideBySide::new(screens.collect());
            // Bots think in the background: the screens are alike again when all of them wait for a key.
            screens.each(Screen::settle);
            let mut press = |key: fn(&mut Screen<'_>)| {
                screens.each(|screen| {
                    key(screen);
                    screen.settle();
                });
            };
            press(|screen| screen.keys("?"));
            press(|screen| screen.keys("?"));
            press(|screen| screen.keys("o"));
            press(|screen| screen.keys("o"));
            press(|screen| screen.keys("q"));
            press(|screen| screen.keys("1"));
            for _ in 0..25 {
                press(|screen| screen.key(KeyCode::Down));
                press(|screen| screen.keys("\n"));
                press(|screen| screen.keys("c"));
            }
            found.extend(screens.found);
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The sources whose texts are in the message files, apart from their tests.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let mut folders: Vec<PathBuf> =
        ["telling", "home", "review", "terminal"].map(|one| crates.join(one).join("src")).into();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
                sources.push((entry, text));
            }
        }
    }
    sources
}

/// A text that nobody asks for any more is to go. Those made by name are of presets, options, levels and the page.
#[test]
fn every_message_is_asked_for() {
    let named = ["preset-name", "preset-line", "option", "level", "against", "refusal", "phrase"];
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    for (name, _) in Language::English.messages() {
        let section = name.split('.').next().unwrap();
        let asked = |name: &str| all.contains(&format!("\"{name}\""));
        let spoken_to = name.strip_suffix("-you").is_some_and(asked);
        assert!(named.contains(&section) || asked(name) || spoken_to, "{name}");
    }
}

/// Two words in a string of the terminal's sources are a text that is not in the message files, apart from what is said when there is no
/// terminal to say it on, and keys of a keyboard.
#[test]
fn no_text_of_the_terminal_goes_round_the_message_files() {
    const ALLOWED: [&str; 4] =
        ["the terminal is gone: ", "the terminal cannot be used: ", "Home, End", "PgUp, PgDn"];
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources().into_iter().filter(|(file, _)| file.starts_with(own));
    // One file is a test as a whole.
    for (file, text) in sources.filter(|(file, _)| !file.ends_with("table/secrets.rs")) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for quoted in line.split('"').skip(1).step_by(2) {
                let words: Vec<&str> = quoted.split(' ').collect();
                let is_word = |word: &str| {
                    let word = word.trim_matches(|c: char| ".,:;!?()".contains(c));
                    word.chars().count() > 1 && word.chars().all(char::is_alphabetic)
                };
                let two = words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)));
                let allowed = ALLOWED.iter().any(|one| quoted.contains(one));
                assert!(!two || allowed, "{}: {quoted:?}", file.display());
            }
        }
    }
}
