//! What can be set line by line, and asking whether somebody listens.

use dicehouse_home::Hints;
use dicehouse_telling::{Language, read_command, say, text};

use super::{Hangup, Talkback, agrees};

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    Ear,
    Odds,
    Voices,
    Undo,
}

impl Switch {
    const ALL: [Switch; 4] = [Switch::Ear, Switch::Odds, Switch::Voices, Switch::Undo];

    /// The word the program looks for.
    fn name(self) -> &'static str {
        match self {
            Switch::Ear => "ear",
            Switch::Odds => "odds",
            Switch::Voices => "voices",
            Switch::Undo => "undo",
        }
    }

    /// What it is called, and what it does.
    fn in_words(self, language: Language) -> (&'static str, &'static str) {
        match self {
            Switch::Ear => (text!(language, "set.name-ear"), text!(language, "set.ear")),
            Switch::Odds => (text!(language, "set.name-odds"), text!(language, "set.odds")),
            Switch::Voices => (text!(language, "set.name-voices"), text!(language, "set.voices")),
            Switch::Undo => (text!(language, "set.name-undo"), text!(language, "set.undo")),
        }
    }
}

impl Talkback<'_> {
    /// Whether odds are told at every turn.
    pub(super) fn tells_odds(&self) -> bool {
        self.liked.hints.are_on()
    }

    /// Whether an act waits for a moment, so that it can be taken back.
    pub(super) fn takes_back(&self) -> bool {
        self.by_ear() && self.liked.undo
    }

    fn is_on(&self, switch: Switch) -> bool {
        match switch {
            Switch::Ear => self.by_ear(),
            Switch::Odds => self.tells_odds(),
            Switch::Voices => self.liked.voices,
            Switch::Undo => self.liked.undo,
        }
    }

    fn set(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::Ear => self.liked.by_ear = Some(on),
            Switch::Odds => self.liked.hints = if on { Hints::Chance } else { Hints::Off },
            Switch::Voices => self.liked.voices = on,
            Switch::Undo => self.liked.undo = on,
        }
        (self.keep)(&self.liked);
    }

    /// Says what is set, or changes it: `odds` turns odds on or off, `odds off` turns them off.
    pub(super) fn settings(&mut self, words: &str) -> Result<(), Hangup> {
        let words: Vec<String> = words.split_whitespace().map(read_command).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let ["language", rest @ ..] = &words[..] {
            return self.set_language(rest);
        }
        let named = |name: &str| Switch::ALL.into_iter().find(|switch| switch.name() == name);
        let changed = match words[..] {
            [name] => named(name).map(|switch| (switch, !self.is_on(switch))),
            [name, "on"] => named(name).map(|switch| (switch, true)),
            [name, "off"] => named(name).map(|switch| (switch, false)),
            _ => None,
        };
        if let Some((switch, on)) = changed {
            self.set(switch, on);
            return self.say_switch(switch);
        }
        Switch::ALL.into_iter().try_for_each(|switch| self.say_switch(switch))?;
        self.say_language()?;
        self.say(text!(self.language(), "set.how"))
    }

    /// Says the language, or changes it: `language de`, `language Deutsch`.
    fn set_language(&mut self, words: &[&str]) -> Result<(), Hangup> {
        let wanted = Language::ALL.into_iter().find(|language| {
            let names = [language.code().to_owned(), language.own_name().to_lowercase()];
            words.first().is_some_and(|word| names.iter().any(|name| name == word))
        });
        if wanted.is_some() {
            self.liked.language = wanted;
            (self.keep)(&self.liked);
        }
        self.say_language()
    }

    fn say_language(&mut self) -> Result<(), Hangup> {
        let language = self.language();
        let all = Language::ALL.map(|one| format!("{} {}", one.code(), one.own_name()));
        let about = say!(language, "set.language", all = all.join(", "));
        let name = text!(language, "set.name-language");
        let line =
            say!(language, "set.is", name = name, value = language.own_name(), about = about);
        self.say(&format!("  {line}"))
    }

    fn say_switch(&mut self, switch: Switch) -> Result<(), Hangup> {
        let language = self.language();
        let on = match self.is_on(switch) {
            true => text!(language, "set.on"),
            false => text!(language, "set.off"),
        };
        let (name, about) = switch.in_words(language);
        let line = say!(language, "set.is", name = name, value = on, about = about);
        self.say(&format!("  {line}"))
    }

    /// Asks once whether the person listens; what they say is remembered.
    pub(super) fn offer_by_ear(&mut self) -> Result<(), Hangup> {
        if !std::mem::take(&mut self.offers) {
            return Ok(());
        }
        let answer = self.ask(&format!("{} ", text!(self.language(), "set.offer")))?;
        self.set(Switch::Ear, agrees(&answer));
        match self.by_ear() {
            true => self.say(text!(self.language(), "set.then")),
            false => Ok(()),
        }
    }
}
