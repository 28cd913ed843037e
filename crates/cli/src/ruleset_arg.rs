//! How a user names a ruleset: a game, a preset or a file, and single options on top.
//!
//! Every command that plays by rules takes them in this form.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;
use dicehouse_contest::config::Options;
use dicehouse_rules::{GameKind, PRESETS, Ruleset, RulesetError};

use crate::commands::contest::no_contest;
use crate::known;
use crate::problem::Problem;
use crate::suggest;

/// Options changed one by one.
#[derive(Args)]
pub struct OptionArgs {
    /// Change one option of the ruleset, as in -o wild=none; may be repeated, the last one counts
    #[arg(short = 'o', long = "option", value_name = "OPTION=VALUE", value_parser = read_change)]
    changes: Vec<Change>,
}

/// A game and its rules, as every command names them: `liars`, `liars perudo`, `mine.toml`.
#[derive(Args)]
pub struct GameArgs {
    /// liars, claims or pairs; or a ruleset file
    #[arg(value_parser = known::games(), hide_possible_values = true)]
    pub game: Option<String>,
    /// The rules: a preset of the game, or a ruleset file
    #[arg(value_name = "PRESET|FILE", value_parser = known::presets(), hide_possible_values = true)]
    preset: Option<String>,
    /// The same as PRESET after the game
    #[arg(
        long,
        value_name = "PRESET|FILE",
        hide = true,
        conflicts_with = "preset",
        value_parser = known::presets(),
        hide_possible_values = true
    )]
    rules: Option<String>,
    /// The same as GAME
    #[arg(long = "game", id = "named", value_name = "GAME", hide = true, conflicts_with_all = ["game", "preset"])]
    named: Option<String>,
}

impl GameArgs {
    /// The game, as it was named.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref().or(self.named.as_deref())
    }

    /// The preset or file, if one was named.
    pub fn rules(&self) -> Option<&str> {
        self.preset.as_deref().or(self.rules.as_deref())
    }
}

/// An option and its new value.
type Change = (String, String);

impl OptionArgs {
    /// Whether no option is changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    fn apply(&self, ruleset: Ruleset) -> Result<Ruleset, Problem> {
        let changes: Vec<(&str, &str)> =
            self.changes.iter().map(|(option, value)| (option.as_str(), value.as_str())).collect();
        let game = Some(ruleset.game());
        ruleset.with(&changes).map_err(|error| Problem::usage(&error).hints(hints(&error, game)))
    }
}

/// The ruleset that a game, a preset and options name.
///
/// `rules` is a preset of the game, or a ruleset file; without it the game's default preset is
/// meant. A file says itself which game it is for, so one may also stand in the place of the game.
///
/// # Errors
/// When there is no such ruleset, with a hint at what there is.
pub fn ruleset(game: &str, rules: Option<&str>, options: &OptionArgs) -> Result<Ruleset, Problem> {
    let ruleset = match (file(game), rules) {
        (Some(path), None) => read_ruleset(path)?,
        (Some(_), Some(extra)) => return Err(nothing_after_a_file(game, extra)),
        (None, rules) => of_game(self::game(game)?, rules)?,
    };
    options.apply(ruleset)
}

/// The ruleset in a file, TOML or JSON whatever the file is called, and options.
///
/// # Errors
/// When the file cannot be read or is not a ruleset, or an option does not fit.
pub fn from_file(path: &Path, options: &OptionArgs) -> Result<Ruleset, Problem> {
    options.apply(read_ruleset(path)?)
}

/// The options of a contest with the rules that flags name: a file instead of a preset, and options one by one.
///
/// # Errors
/// As [`ruleset`].
pub fn of_contest(mut contest: Options, options: &OptionArgs) -> Result<Options, Problem> {
    if let Some(rules) = contest.rules.as_ref().and_then(|rules| rules.as_str())
        && let Some(path) = file(rules)
    {
        let ruleset = match &contest.game {
            Some(game) => of_game(self::game(game)?, Some(rules))?,
            None => read_ruleset(path)?,
        };
        contest = contest.played_by(&ruleset);
    }
    if options.is_empty() {
        return Ok(contest);
    }
    let rulesets = contest.rulesets().map_err(no_contest)?;
    let changed = rulesets.into_iter().map(|ruleset| options.apply(ruleset));
    Ok(contest.played_by_all(&changed.collect::<Result<Vec<_>, _>>()?))
}

/// The game with this name.
///
/// # Errors
/// When there is none.
pub fn game(name: &str) -> Result<GameKind, Problem> {
    GameKind::named(name).ok_or_else(|| {
        let error = RulesetError::UnknownGame(name.to_owned());
        Problem::usage(&error).hints(hints(&error, None))
    })
}

/// The file that an argument names: one that ends in `.toml` or `.json`, or `-` for standard input.
pub fn file(argument: &str) -> Option<&Path> {
    let path = Path::new(argument);
    (argument == "-" || Format::of(path).is_some()).then_some(path)
}

fn read_ruleset(path: &Path) -> Result<Ruleset, Problem> {
    let text = read(path)
        .map_err(|error| Problem::failure(format!("cannot read {}: {error}", shown(path))))?;
    let ruleset = match Format::of(path).unwrap_or_else(|| Format::guess(&text)) {
        Format::Toml => Ruleset::from_toml(&text),
        Format::Json => Ruleset::from_json(&text),
    };
    ruleset.map_err(|error| {
        Problem::failure(format!("{}: {error}", shown(path))).hints(hints(&error, None))
    })
}

/// How a file is written.
#[derive(Clone, Copy)]
enum Format {
    Toml,
    Json,
}

impl Format {
    fn of(path: &Path) -> Option<Format> {
        match path.extension().and_then(OsStr::to_str)? {
            "toml" => Some(Format::Toml),
            "json" => Some(Format::Json),
            _ => None,
        }
    }

    fn guess(text: &str) -> Format {
        if text.trim_start().starts_with('{') { Format::Json } else { Format::Toml }
    }
}

fn of_game(game: GameKind, rules: Option<&str>) -> Result<Ruleset, Problem> {
    let Some(rules) = rules else { return Ok(Ruleset::default_of(game)) };
    let Some(path) = file(rules) else {
        return Ruleset::preset(game, rules)
            .map_err(|error| Problem::usage(&error).hints(hints(&error, Some(game))));
    };
    let ruleset = read_ruleset(path)?;
    if ruleset.game() == game {
        Ok(ruleset)
    } else {
        Err(Problem::usage(format!("{} is for {}, not {game}", shown(path), ruleset.game())))
    }
}

fn nothing_after_a_file(file: &str, extra: &str) -> Problem {
    Problem::usage(format!("{file} is a whole ruleset: \"{extra}\" cannot follow it"))
        .hints(["to change an option of it, use -o OPTION=VALUE".to_owned()])
}

fn read(path: &Path) -> io::Result<String> {
    /// A ruleset has a dozen short lines; what is longer than this is something else.
    const MOST_BYTES: u64 = 64 * 1024;

    let source: &mut dyn Read = if path == "-" { &mut io::stdin() } else { &mut File::open(path)? };
    let mut text = String::new();
    source.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(io::Error::other("it is too long for a ruleset"));
    }
    Ok(text)
}

fn shown(path: &Path) -> String {
    if path == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

fn read_change(text: &str) -> Result<Change, String> {
    match text.split_once('=') {
        Some((option, value)) if !option.trim().is_empty() => {
            Ok((option.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("it is written OPTION=VALUE, as in wild=none".to_owned()),
    }
}

/// What helps after an error. `game` is the game it is about, where that is clear.
pub fn hints(error: &RulesetError, game: Option<GameKind>) -> Vec<String> {
    let mut hints = Vec::new();
    match error {
        RulesetError::UnknownGame(name) => {
            hints.extend(
                suggest::did_you_mean(name, GameKind::ALL.map(GameKind::name))
                    .or_else(|| preset_elsewhere(name)),
            );
        }
        RulesetError::UnknownPreset { preset, known, .. } => {
            hints.extend(
                suggest::did_you_mean(preset, known.iter().copied())
                    .or_else(|| preset_elsewhere(preset))
                    .or_else(|| option_without_o(preset)),
            );
        }
        RulesetError::UnknownOption { option, known, .. } => {
            hints.extend(suggest::did_you_mean(option, known.iter().copied()));
        }
        RulesetError::Unreadable(_) => {
            let start =
                "\"dicehouse rules liars house --toml\" prints a ruleset file to start from";
            return vec![start.to_owned()];
        }
        RulesetError::BadValue { .. }
        | RulesetError::Needs { .. }
        | RulesetError::Contradiction { .. }
        | RulesetError::Players { .. } => {}
    }
    hints.push(match game.or(game_of(error)) {
        Some(game) => format!("see \"dicehouse rules {game}\" for its presets and options"),
        None => "see \"dicehouse rules\" for the games and their presets".to_owned(),
    });
    hints
}

fn game_of(error: &RulesetError) -> Option<GameKind> {
    match error {
        RulesetError::UnknownPreset { game, .. }
        | RulesetError::UnknownOption { game, .. }
        | RulesetError::Players { game, .. } => Some(*game),
        _ => None,
    }
}

fn preset_elsewhere(name: &str) -> Option<String> {
    let preset = PRESETS.iter().find(|preset| preset.name == name)?;
    Some(format!("{name} is a preset of the game {}", preset.game()))
}

fn option_without_o(argument: &str) -> Option<String> {
    argument.contains('=').then(|| format!("options come after -o: -o {argument}"))
}
