//! What can be set line by line, and asking whether somebody listens.

use dicehouse_home::Hints;

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

    fn name(self) -> &'static str {
        match self {
            Switch::Ear => "ear",
            Switch::Odds => "odds",
            Switch::Voices => "voices",
            Switch::Undo => "undo",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Switch::Ear => "made for listening, nothing is drawn",
            Switch::Odds => "at every turn, how likely things are",
            Switch::Voices => "bots talk",
            Switch::Undo => "by ear, an act waits two seconds, so that you can take it back",
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
        let words = words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
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
        self.say("To change one, type settings and its name, as in: settings odds")
    }

    fn say_switch(&mut self, switch: Switch) -> Result<(), Hangup> {
        let on = if self.is_on(switch) { "on" } else { "off" };
        self.say(&format!("  {}: {on} ({}).", switch.name(), switch.about()))
    }

    /// Asks once whether the person listens; what they say is remembered.
    pub(super) fn offer_by_ear(&mut self) -> Result<(), Hangup> {
        if !std::mem::take(&mut self.offers) {
            return Ok(());
        }
        let answer = self.ask("Do you listen to this with a screen reader? y or n [n]: ")?;
        self.set(Switch::Ear, agrees(&answer));
        match self.by_ear() {
            true => {
                self.say("Then one fact is one line, and nothing is drawn. settings changes that.")
            }
            false => Ok(()),
        }
    }
}
