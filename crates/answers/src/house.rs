//! What a house says about itself: its games, rules and bots.

use std::collections::BTreeMap;

use dicehouse_bots::{BotInfo, Difficulty, Roster};
use dicehouse_room::message::{Emote, Phrase};
use dicehouse_rules::{GameKind, MAX_SEATS, OptionInfo, Preset, Ruleset, RulesetError};
use dicehouse_telling::voice::{Occasion, Voice};
use dicehouse_telling::{Explanation, Language, game_about, preset_about};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Problem, ProblemCode};

/// A game with its presets and the options they set.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GameRules {
    /// `liars`, `claims` or `pairs`.
    game: &'static str,
    /// The game in one line.
    about: &'static str,
    /// How many play at least.
    fewest_seats: usize,
    /// How many can play.
    most_seats: usize,
    /// The presets; the first is the default.
    presets: Vec<PresetLine>,
    /// The options that can be changed.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    options: Vec<OptionInfo>,
}

/// A preset of a game, with its rules in words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PresetLine {
    /// By which it is chosen.
    name: &'static str,
    /// What sets it apart.
    about: &'static str,
    /// All its options.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    ruleset: Ruleset,
}

/// A ruleset in words and as data.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Explained {
    /// In words: title, about, sections.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    explanation: Explanation,
    /// As data, as a room's settings take it.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    ruleset: Ruleset,
}

/// The bots of a level.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Company {
    /// `liars`, `claims` or `pairs`.
    game: &'static str,
    /// `easy`, `medium`, `hard` or `expert`.
    level: &'static str,
    /// The bots by the names they are chosen by, as many as a table seats.
    bots: Vec<String>,
}

/// A house bot.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct BotLine {
    /// By which it is chosen.
    name: &'static str,
    /// What it is called at the table.
    called: &'static str,
    /// The games it plays.
    games: Vec<&'static str>,
    /// `easy`, `medium`, `hard` …
    level: &'static str,
    /// How it plays.
    about: &'static str,
    /// The version of the bot, as records name it.
    version: &'static str,
}

/// A house bot as people meet it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Character {
    /// The bot, by its name in the roster.
    bot: &'static str,
    /// What it is called at the table.
    name: &'static str,
    /// Who it is, in a line.
    about: &'static str,
    /// Its lines by occasion; a remark in a room goes by their numbers.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    lines: BTreeMap<Occasion, Vec<&'static str>>,
}

/// What may be said in every room.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Phrases {
    /// Phrases, by the word that is sent.
    phrases: Vec<Saying>,
    /// Emotes, by the word that is sent.
    emotes: Vec<Saying>,
}

/// Something that may be said.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Saying {
    /// The word that is sent.
    word: serde_json::Value,
    /// How it reads.
    text: &'static str,
}

/// The games with their presets and options.
pub fn rules() -> Vec<GameRules> {
    GameKind::ALL.map(game_rules).into()
}

fn game_rules(game: GameKind) -> GameRules {
    let line = |preset: &'static Preset| PresetLine {
        name: preset.name,
        about: preset_about(preset),
        ruleset: preset.ruleset(),
    };
    GameRules {
        game: game.name(),
        about: game_about(game),
        fewest_seats: game.fewest_players(),
        most_seats: MAX_SEATS,
        presets: game.presets().map(line).collect(),
        options: game.options(),
    }
}

/// A ruleset in words; `options` are those that differ from the preset, as `wild=none,dice=3`.
///
/// # Errors
/// When there is no such game, preset or option.
pub fn explained(
    game: &str,
    preset: &str,
    options: &str,
    language: Language,
) -> Result<Explained, Problem> {
    let ruleset = ruleset(game, Some(preset), options)?;
    Ok(Explained { explanation: dicehouse_telling::explain(&ruleset, language), ruleset })
}

/// The ruleset by its names.
///
/// # Errors
/// When there is no such game, preset or option.
pub fn ruleset(game: &str, preset: Option<&str>, options: &str) -> Result<Ruleset, Problem> {
    let bad = |text: String| Problem::new(ProblemCode::BadRequest, text);
    let unknown = || bad(RulesetError::UnknownGame(game.to_owned()).to_string());
    let game = GameKind::named(game).ok_or_else(unknown)?;
    let base = match preset {
        Some(preset) => Ruleset::preset(game, preset).map_err(|error| bad(error.to_string()))?,
        None => Ruleset::default_of(game),
    };
    let pairs = options.split(',').filter(|one| !one.trim().is_empty());
    let changes: Vec<(&str, &str)> = pairs
        .map(|one| one.split_once('=').map(|(name, value)| (name.trim(), value.trim())))
        .collect::<Option<_>>()
        .ok_or_else(|| bad("Options are written as name=value,name=value.".to_owned()))?;
    base.with(&changes).map_err(|error| bad(error.to_string()))
}

/// The house bots.
pub fn bots() -> Vec<BotLine> {
    let line = |info: &'static BotInfo| BotLine {
        name: info.name,
        called: Voice::of(info.name).map_or(info.name, |voice| &voice.name),
        games: info.games().map(GameKind::name).collect(),
        level: info.difficulty.name(),
        about: info.about,
        version: info.version,
    };
    Roster::all().map(line).collect()
}

/// Which bots sit down at a level, in order.
pub fn companies() -> Vec<Company> {
    let of = |game: GameKind| {
        Difficulty::ALL.into_iter().map(move |level| Company {
            game: game.name(),
            level: level.name(),
            bots: Roster::company(game, level, MAX_SEATS - 1)
                .iter()
                .map(|bot| bot.name().to_owned())
                .collect(),
        })
    };
    GameKind::ALL.into_iter().flat_map(of).collect()
}

/// The characters of the house bots and what they say.
pub fn voices(language: Language) -> Vec<Character> {
    let lines = |voice: &'static Voice| Occasion::ALL.map(|one| (one, voice.lines(one, language)));
    let character = |voice: &'static Voice| Character {
        bot: &voice.bot,
        name: &voice.name,
        about: voice.about(language),
        lines: lines(voice).into(),
    };
    Voice::all().iter().map(character).collect()
}

/// What may be said in every room.
pub fn phrases() -> Phrases {
    let phrases = Phrase::ALL.iter().map(|phrase| Saying {
        word: serde_json::to_value(phrase).unwrap_or_default(),
        text: phrase.text(),
    });
    let emotes = Emote::ALL.iter().map(|emote| Saying {
        word: serde_json::to_value(emote).unwrap_or_default(),
        text: emote.text(),
    });
    Phrases { phrases: phrases.collect(), emotes: emotes.collect() }
}
