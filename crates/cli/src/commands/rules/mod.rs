//! `dicehouse rules`: the games, their presets and options, and a ruleset in plain words.

mod explain;
mod list;

use std::path::PathBuf;

use clap::{Args, ValueHint};
use dicehouse_rules::Ruleset;

use crate::known;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, OptionArgs};

/// Show the rules: games, presets, options, and any ruleset in plain words or as data
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RulesArgs {
    /// liars, claims or pairs; or a ruleset file (.toml, .json, or - for standard input)
    #[arg(value_parser = known::games(), hide_possible_values = true)]
    game: Option<String>,
    /// A preset of the game, or a ruleset file
    #[arg(value_parser = known::presets(), hide_possible_values = true)]
    preset: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Read the ruleset from this file (- for standard input)
    #[arg(long, conflicts_with_all = ["game", "preset"], value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Print JSON; a ruleset in this form can be read back as a file
    #[arg(long)]
    json: bool,
    /// Print the ruleset as a TOML file
    #[arg(long, conflicts_with = "json")]
    toml: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse rules                           the games and their presets
  dicehouse rules liars                     its presets side by side, and every option
  dicehouse rules liars markovok            that ruleset in plain words
  dicehouse rules liars perudo -o dice=3    the same with an option changed
  dicehouse rules liars perudo --toml > mine.toml
  dicehouse rules mine.toml                 a ruleset of your own";

pub fn run(args: &RulesArgs) -> anyhow::Result<()> {
    match asked(args)? {
        Question::Games if args.toml => Err(toml_is_for_rulesets("liars").into()),
        Question::Games if args.json => output::print_json(&list::games_data()),
        Question::Games => output::print(&list::games(output::width(), output::is_terminal())),
        Question::Game(game) if args.toml => Err(toml_is_for_rulesets(game.name()).into()),
        Question::Game(game) if args.json => output::print_json(&list::game_data(game)),
        Question::Game(game) => output::print(&list::game(game, output::width())),
        Question::Ruleset(ruleset) if args.toml => output::print(&ruleset.to_toml()),
        Question::Ruleset(ruleset) if args.json => output::print_json(&ruleset),
        Question::Ruleset(ruleset) => output::print(&explain::ruleset(&ruleset, output::width())),
    }
}

/// What the arguments ask about.
enum Question {
    Games,
    Game(dicehouse_rules::GameKind),
    Ruleset(Ruleset),
}

fn asked(args: &RulesArgs) -> Result<Question, Problem> {
    let ruleset = match (&args.file, args.game.as_deref(), args.preset.as_deref()) {
        (Some(path), ..) => ruleset_arg::from_file(path, &args.options)?,
        (None, None, _) if args.options.is_empty() => return Ok(Question::Games),
        (None, None, _) => return Err(option_of_what()),
        (None, Some(name), None)
            if args.options.is_empty() && ruleset_arg::file(name).is_none() =>
        {
            return ruleset_arg::game(name).map(Question::Game);
        }
        (None, Some(game), preset) => ruleset_arg::ruleset(game, preset, &args.options)?,
    };
    Ok(Question::Ruleset(ruleset))
}

fn option_of_what() -> Problem {
    Problem::usage("name a game: -o changes an option of its rules")
        .hints(["as in: dicehouse rules liars perudo -o dice=3".to_owned()])
}

fn toml_is_for_rulesets(game: &str) -> Problem {
    Problem::usage("name a preset: --toml prints one ruleset")
        .hints([format!("see \"dicehouse rules {game}\" for the presets, or use --json")])
}
