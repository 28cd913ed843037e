//! What a house bot is: its description, its options, and a factory of players.

use std::fmt;
use std::sync::Arc;

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, GameKind};
use dicehouse_solver::matches::Endgames;
use dicehouse_table::{Player, Seated};
use serde::Serialize;

use crate::options::{BotOption, Values};

/// How hard a bot is to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// A beginner wins often.
    Easy,
    /// It plays sensibly.
    Medium,
    /// It plays well.
    Hard,
    /// It plays as well as the house can.
    Expert,
}

impl Difficulty {
    /// All levels, from easy on.
    pub const ALL: [Difficulty; 4] =
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Expert];

    /// The level with this name.
    pub fn named(name: &str) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A bot as it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotInfo {
    /// Its name, unlike that of any other bot of its game.
    pub name: &'static str,
    /// The game it plays.
    pub game: GameKind,
    /// How hard it is to beat.
    pub difficulty: Difficulty,
    /// How it plays, in one line.
    pub about: &'static str,
    /// Its options with their defaults.
    pub options: &'static [BotOption],
    /// Changes whenever the bot plays differently.
    pub version: &'static str,
}

impl BotInfo {
    /// Whether the bot plays `game`.
    pub fn plays(&self, game: GameKind) -> bool {
        self.game == game
    }

    /// The games the bot plays.
    pub fn games(&self) -> impl Iterator<Item = GameKind> {
        let info = *self;
        GameKind::ALL.into_iter().filter(move |game| info.plays(*game))
    }
}

/// One line of the roster: a bot and how to make it.
pub(crate) struct Entry {
    pub info: BotInfo,
    pub make: fn(&Values) -> Arc<dyn Factory>,
}

/// Makes players that all play alike, each with its own luck. Cheap to call for every game.
pub trait Factory: Send + Sync {
    /// A player for one game. The same seed and the same views give the same acts.
    fn player(&self, seed: u64) -> Box<dyn Player + Send>;

    /// A player for one game who plays by `endgames` where these know more; most do not look.
    fn advised(&self, seed: u64, _endgames: &Arc<Endgames>) -> Box<dyn Player + Send> {
        self.player(seed)
    }

    /// How often its players do what in a position of `liars`, where that can be said without asking
    /// them again and again.
    fn mix(&self, _view: &LiarsView<'_>, _endgames: Option<&Endgames>) -> Option<Vec<(Act, f64)>> {
        None
    }

    /// The same in a position of `claims`, where the viewer has these legal acts.
    fn claims_mix(&self, _view: &ClaimsView<'_>, _legal: &Acts) -> Option<Vec<(Act, f64)>> {
        None
    }
}

impl<F: Fn(u64) -> Box<dyn Player + Send> + Send + Sync> Factory for F {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        self(seed)
    }
}

/// A house bot with its options set, ready to sit down at any number of tables.
#[derive(Clone)]
pub struct HouseBot {
    info: &'static BotInfo,
    spec: String,
    factory: Arc<dyn Factory>,
    endgames: Option<Arc<Endgames>>,
}

impl HouseBot {
    pub(crate) fn new(entry: &'static Entry, values: &Values) -> HouseBot {
        let spec = match values.changed().as_str() {
            "" => entry.info.name.to_owned(),
            changed => format!("{}:{changed}", entry.info.name),
        };
        HouseBot { info: &entry.info, spec, factory: (entry.make)(values), endgames: None }
    }

    /// How the bot is listed.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// Its name, without options.
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// Its name with the options that differ from their defaults, as in `dicey:call=30`.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The bot with solved endgames at hand, if it is one that looks at them. Without them it has
    /// what can be worked out at once: bots read no files.
    #[must_use]
    pub fn advised_by(self, endgames: &Arc<Endgames>) -> HouseBot {
        HouseBot { endgames: Some(endgames.clone()), ..self }
    }

    /// A player for one game. The same seed and the same views give the same acts.
    pub fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        match &self.endgames {
            Some(endgames) => self.factory.advised(seed, endgames),
            None => self.factory.player(seed),
        }
    }

    /// How often it does what in a position of `liars`, where that can be said without asking it again
    /// and again: where it plays by solved endgames.
    pub fn mix(&self, view: &LiarsView<'_>) -> Option<Vec<(Act, f64)>> {
        self.factory.mix(view, self.endgames.as_deref())
    }

    /// How often it does what in a position of `claims`, where that can be said without asking it again and again.
    pub fn claims_mix(&self, view: &ClaimsView<'_>, legal: &Acts) -> Option<Vec<(Act, f64)>> {
        self.factory.claims_mix(view, legal)
    }

    /// The bot as it sits at a table under `name`.
    pub fn seated(&self, name: &str) -> Seated {
        Seated::bot(name, &self.spec, self.info.version)
    }
}

impl Factory for HouseBot {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        HouseBot::player(self, seed)
    }
}

impl fmt::Debug for HouseBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HouseBot").field(&self.spec).finish()
    }
}
