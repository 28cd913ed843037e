//! How far a measurement has come.

use crate::settings::Setting;

/// How far a measurement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being measured.
    pub setting: Setting,
    /// Games played so far, under all settings.
    pub games: u64,
    /// Games there will be.
    pub all_games: u64,
}

/// Adds up the games of one setting after the other.
pub(crate) struct Count<'a> {
    tell: &'a mut dyn FnMut(Progress),
    setting: Option<Setting>,
    before: u64,
    all: u64,
}

impl<'a> Count<'a> {
    pub(crate) fn new(all: u64, tell: &'a mut dyn FnMut(Progress)) -> Count<'a> {
        Count { tell, setting: None, before: 0, all }
    }

    pub(crate) fn begin(&mut self, setting: Setting) {
        self.setting = Some(setting);
        self.at(0);
    }

    /// So many games of this setting are played.
    pub(crate) fn at(&mut self, games: u64) {
        if let Some(setting) = self.setting {
            let games = (self.before + games).min(self.all);
            (self.tell)(Progress { setting, games, all_games: self.all });
        }
    }

    /// The setting is measured, with so many games in all.
    pub(crate) fn end(&mut self, games: u64) {
        self.at(games);
        self.before += games;
    }
}
