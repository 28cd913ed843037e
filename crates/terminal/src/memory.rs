//! What the terminal remembers between evenings. The program keeps it in a file.

use dicehouse_rules::GameKind;
use dicehouse_telling::Explained;
use serde::{Deserialize, Serialize};

use crate::house::GamePlan;
use crate::screen::Hints;

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
}

impl Default for Liked {
    fn default() -> Liked {
        let speed = "normal".to_owned();
        Liked { speed, confirm: false, hints: Hints::Off, voices: true, bell: false }
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
