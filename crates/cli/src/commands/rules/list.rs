//! The games, and one game with its presets and options.

use std::iter;

use dicehouse_rules::{GameKind, MAX_SEATS, OptionInfo, Preset, Ruleset};
use dicehouse_telling::{game_about, preset_about};
use serde::Serialize;

use crate::layout::{Table, definitions, heading, paragraph};

/// All games with their presets, a line each.
pub fn games(width: usize, with_hint: bool) -> String {
    let game = |game: GameKind| {
        let presets = game.presets().map(|preset| (preset.name, preset_about(preset).to_owned()));
        [heading(game.name()), paragraph("", &about(game), width), definitions(presets, width)]
            .concat()
    };
    let mut text = GameKind::ALL.map(game).join("\n");
    if with_hint {
        let hint = "The first preset of a game is its default. \"dicehouse rules GAME\" shows the \
                    options, \"dicehouse rules GAME PRESET\" explains the rules.";
        text.push('\n');
        text.push_str(&paragraph("", hint, width));
    }
    text
}

/// One game: its presets side by side, and what its options take.
pub fn game(game: GameKind, width: usize) -> String {
    let options = game.options();
    let presets = game.presets().map(|preset| (preset.name, preset_about(preset).to_owned()));
    let meanings =
        options.iter().map(|option| (option.name, format!("{}; {}", option.about, option.allowed)));
    [
        heading(game.name()),
        paragraph("", &about(game), width),
        "\n".to_owned(),
        heading("Presets"),
        definitions(presets, width),
        "\n".to_owned(),
        comparison(game).render(width),
        "\n".to_owned(),
        heading("Options"),
        definitions(meanings, width),
    ]
    .concat()
}

/// The options down, the presets across. An option without a meaning in a preset is "-".
fn comparison(game: GameKind) -> Table {
    let presets: Vec<Ruleset> = game.presets().map(Preset::ruleset).collect();
    let row = |option: &OptionInfo| {
        let value = |ruleset: &Ruleset| {
            let value = ruleset.values().into_iter().find(|(name, _)| *name == option.name);
            value.map_or("-".to_owned(), |(_, value)| value.to_string())
        };
        iter::once(option.name.to_owned()).chain(presets.iter().map(value)).collect()
    };
    let names = game.presets().map(|preset| preset.name.to_owned());
    Table {
        columns: iter::once("option".to_owned()).chain(names).collect(),
        rows: game.options().iter().map(row).collect(),
    }
}

fn about(game: GameKind) -> String {
    format!("{} ({} to {MAX_SEATS} players)", game_about(game), game.fewest_players())
}

/// A line of `dicehouse rules --json`.
#[derive(Serialize)]
pub struct GameData {
    game: GameKind,
    about: &'static str,
    fewest_players: usize,
    most_players: usize,
    /// The first is the default.
    presets: Vec<PresetData>,
}

#[derive(Serialize)]
struct PresetData {
    name: &'static str,
    about: &'static str,
    ruleset: Ruleset,
}

/// A game with its options, as data.
#[derive(Serialize)]
pub struct GameWithOptions {
    #[serde(flatten)]
    game: GameData,
    options: Vec<OptionInfo>,
}

/// What [`games`] shows, as data.
pub fn games_data() -> Vec<GameData> {
    GameKind::ALL.map(data).into()
}

/// What [`game`] shows, as data.
pub fn game_data(game: GameKind) -> GameWithOptions {
    GameWithOptions { game: data(game), options: game.options() }
}

fn data(game: GameKind) -> GameData {
    let preset = |preset: &'static Preset| PresetData {
        name: preset.name,
        about: preset_about(preset),
        ruleset: preset.ruleset(),
    };
    GameData {
        game,
        about: game_about(game),
        fewest_players: game.fewest_players(),
        most_players: MAX_SEATS,
        presets: game.presets().map(preset).collect(),
    }
}
