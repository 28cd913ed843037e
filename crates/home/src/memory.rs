//! What a house remembers of its person between evenings.

use dicehouse_rules::GameKind;
use dicehouse_telling::{Explained, Language};
use serde::{Deserialize, Serialize};

use crate::plan::GamePlan;
use crate::practice::Practised;

/// What is remembered of the person at this keyboard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The lessons they have taken to the end.
    pub lessons: Vec<GameKind>,
    /// The words they have had explained.
    pub explained: Explained,
    /// The settings they like.
    pub settings: Liked,
    /// What they have practised.
    #[serde(skip_serializing_if = "Practised::is_new")]
    pub practised: Practised,
    /// The house they go to online, when it is not the one on this computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// The table they sat at last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_table: Option<GamePlan>,
}

/// The settings a person has chosen. Colours and characters are not among them, since they depend
/// on the terminal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Liked {
    /// How fast things happen, in a word.
    pub speed: String,
    /// Ask again before a call or an exact call.
    pub confirm: bool,
    /// The hints they want.
    pub hints: Hints,
    /// Bots may talk.
    pub voices: bool,
    /// Ring the bell for what concerns them.
    pub bell: bool,
    /// Colours for which background.
    pub theme: Theme,
    /// They listen rather than look: line by line, one fact a line, nothing drawn. `None` where nobody has asked them yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_ear: Option<bool>,
    /// By ear, an act waits for a moment, so that it can be taken back.
    pub undo: bool,
    /// The language they have chosen; `None` where the environment chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Colours for a light or a dark background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// For the one that the terminal says it has.
    #[default]
    Auto,
    /// For a dark one.
    Dark,
    /// For a light one.
    Light,
}

impl Theme {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Theme {
        match self {
            Theme::Auto => Theme::Dark,
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Auto,
        }
    }
}

/// What a person is told about the choices they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// Nothing.
    #[default]
    Off,
    /// Plain chance, as if nobody had bid; in `pairs` what a strong player expects.
    Chance,
    /// Chance, given what the others have bid or claimed.
    Bids,
}

impl Hints {
    /// The next kind; `by_bids` where the bids of others can be taken into account.
    #[must_use]
    pub fn next(self, by_bids: bool) -> Hints {
        match self {
            Hints::Off => Hints::Chance,
            Hints::Chance if by_bids => Hints::Bids,
            Hints::Chance | Hints::Bids => Hints::Off,
        }
    }

    /// Whether anything is shown.
    pub fn are_on(self) -> bool {
        self != Hints::Off
    }

    /// The kind in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Hints::Off => "off",
            Hints::Chance => "plain odds",
            Hints::Bids => "odds by play",
        }
    }
}

impl Default for Liked {
    fn default() -> Liked {
        let speed = "normal".to_owned();
        Liked {
            speed,
            confirm: false,
            hints: Hints::Off,
            voices: true,
            bell: false,
            theme: Theme::Auto,
            by_ear: None,
            undo: true,
            language: None,
        }
    }
}

impl Memory {
    /// Notes that a lesson was taken to its end.
    pub fn learned(&mut self, game: GameKind) {
        if !self.lessons.contains(&game) {
            self.lessons.push(game);
        }
    }
}
