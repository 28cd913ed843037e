//! Names that a shell can complete. What else is typed is taken, too: the commands say what is wrong with it.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use dicehouse_bots::Roster;
use dicehouse_rules::{GameKind, PRESETS};

/// Any text, with names to complete.
#[derive(Clone)]
pub struct Known(fn() -> Vec<&'static str>);

/// The games.
pub fn games() -> Known {
    Known(|| GameKind::ALL.map(GameKind::name).into())
}

/// The presets of all games.
pub fn presets() -> Known {
    Known(|| unique(PRESETS.iter().map(|preset| preset.name)))
}

/// The house bots.
pub fn bots() -> Known {
    Known(|| unique(Roster::all().map(|bot| bot.name)))
}

fn unique(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
