//! `dicehouse bots`: the house bots, and how strong they are.

mod levels;
mod one;

use clap::Args;
use dicehouse_bots::{BotInfo, Roster, Rung, StrengthTable, Strengths};
use dicehouse_measure::{Progress, Setting, measure};
use dicehouse_rules::GameKind;
use serde::Serialize;

use crate::known;
use crate::layout::{heading, paragraph};
use crate::output::{self, HEADING, NAME};
use crate::progress::{bar, spoken};
use crate::ruleset_arg;

/// List the house bots and their measured strength, or measure it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BotsArgs {
    /// Only those that play this game
    #[arg(value_parser = known::games(), hide_possible_values = true)]
    game: Option<String>,
    /// Measure the bots of a game, or of "all" games, instead of listing them
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    measure: Option<String>,
    /// Let one bot play against every other of the game, under the presets that count: against one copy, against
    /// three, and at mixed tables
    #[arg(long, value_name = "BOT", requires = "game", conflicts_with = "measure")]
    duels: Option<String>,
    /// Let one bot of liars play against strangers, which are not house bots: against one, and against three
    #[arg(long, value_name = "BOT", requires = "game", conflicts_with_all = ["measure", "duels"])]
    strangers: Option<String>,
    /// Time the decisions of one bot under every preset of the game, at tables of 2, 4 and 10
    #[arg(long, value_name = "BOT", requires = "game", conflicts_with_all = ["measure", "duels", "strangers"])]
    times: Option<String>,
    /// How often sensible beginners win at each level, at tables of 2, 4 and 6
    #[arg(long, requires = "game", conflicts_with_all = ["measure", "duels", "strangers", "times"])]
    levels: bool,
    /// Games: of each bot alone or in which each pair of bots meets; of each duel of two, and a quarter of that at
    /// larger tables; for each table that is timed
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// The seed for the dice and the bots' random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print the whole table of strengths as the program keeps it, with the new figures in it
    #[arg(long, requires = "measure", conflicts_with = "json")]
    toml: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse bots
  dicehouse bots liars --json
  dicehouse bots --measure pairs --games 100 --seed 1
  dicehouse bots --measure all --games 1000 --seed 1 --toml > strength.toml
  dicehouse bots pairs --duels master --games 40
  dicehouse bots liars --strangers odds --games 8
  dicehouse bots claims --times shark --games 2
  dicehouse bots liars --levels --games 12";

/// Games when nobody says how many.
const MANY_GAMES: u64 = 1_000;

/// Runs `dicehouse bots`.
pub fn run(args: &BotsArgs) -> anyhow::Result<()> {
    if let Some(name) = &args.measure {
        let games = match name.as_str() {
            "all" => GameKind::ALL.to_vec(),
            name => vec![ruleset_arg::game(name)?],
        };
        return measured(args, &games);
    }
    if let (Some(game), Some(bot)) = (&args.game, &args.duels) {
        return one::duels(args, ruleset_arg::game(game)?, bot);
    }
    if let (Some(game), Some(bot)) = (&args.game, &args.strangers) {
        return one::strangers(args, ruleset_arg::game(game)?, bot);
    }
    if let (Some(game), true) = (&args.game, args.levels) {
        return levels::run(args, ruleset_arg::game(game)?);
    }
    if let (Some(game), Some(bot)) = (&args.game, &args.times) {
        return one::times(args, ruleset_arg::game(game)?, bot);
    }
    let games = match &args.game {
        Some(name) => vec![ruleset_arg::game(name)?],
        None => GameKind::ALL.to_vec(),
    };
    if args.json {
        let listed = games.iter().flat_map(|game| Roster::of(*game)).map(Listed::new);
        return output::print_json(&listed.collect::<Vec<_>>());
    }
    let width = output::width();
    let lists: Vec<String> = games.iter().map(|game| list(*game, width)).collect();
    output::print(&lists.join("\n"))
}

/// A bot with its strength, as it is listed.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    info: &'static BotInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<Strength>,
}

#[derive(Serialize)]
struct Strength {
    value: f64,
    margin: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<i32>,
    unit: &'static str,
    rules: &'static str,
    command: &'static str,
}

impl Listed {
    fn new(info: &'static BotInfo) -> Listed {
        let strength = StrengthTable::shipped().of(info).map(|(measured, bot)| Strength {
            value: bot.strength,
            margin: bot.margin,
            elo: bot.elo,
            unit: measured.unit(),
            rules: &measured.rules,
            command: &measured.command,
        });
        Listed { info, strength }
    }
}

fn list(game: GameKind, width: usize) -> String {
    let bots: Vec<Listed> = Roster::of(game).map(Listed::new).collect();
    let measured = bots.iter().find_map(|bot| bot.strength.as_ref());
    let mut text = match measured {
        Some(Strength { unit, rules, .. }) => heading(&format!("{game}: {unit} under {rules}")),
        None => heading(game.name()),
    };
    for Listed { info, strength } in &bots {
        let BotInfo { name, difficulty, about, .. } = info;
        let figure = strength.as_ref().map_or(String::new(), |s| format!("{:.1}", s.value));
        let first = format!("  {name:<10} {difficulty:<6} {figure:>8}  ");
        let rest = " ".repeat(first.len());
        // Styled after wrapping, so that colours do not count as columns.
        let styled = format!("{NAME}{name}{NAME:#}");
        text.push_str(&paragraph(&first, about, width).replacen(name, &styled, 1));
        for option in info.options {
            let (key, default, about) = (option.name, option.default, option.about);
            text.push_str(&paragraph(&rest, &format!("{name}:{key}={default}  {about}"), width));
        }
    }
    if let Some((_, rungs)) = StrengthTable::shipped().ladder(game) {
        text.push_str(&paragraph("  Ladder: ", &ladder(&rungs), width));
    }
    if let Some(Strength { command, .. }) = measured {
        text.push_str(&format!("  Measured by: {command}\n"));
    }
    text
}

/// How often each rung comes in before the one below.
fn ladder(rungs: &[Rung]) -> String {
    let step = |rung: &Rung| format!("{} before {} {:.1} %", rung.bot, rung.below, rung.ahead);
    rungs.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn measured(args: &BotsArgs, games: &[GameKind]) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for game in games {
        let bar = bar(0, "measuring");
        let measured =
            measure(*game, args.games.unwrap_or(MANY_GAMES), args.seed, &mut |progress| {
                let Progress { setting, games, all_games } = progress;
                let Setting { game, preset, players } = setting;
                bar.set_length(all_games);
                bar.set_position(games);
                let left = spoken(bar.eta());
                bar.set_message(format!("{game} {preset}, {players} at the table, {left} left"));
            });
        bar.finish_and_clear();
        all.extend(measured?);
    }
    if args.json {
        return output::print_json(&all);
    }
    if args.toml {
        let mut table = StrengthTable::shipped().clone();
        for game in games {
            let measured = all.iter().filter(|strengths| strengths.game == *game);
            table.replace(*game, measured.cloned().collect());
        }
        return output::print(&table.write()?);
    }
    let tables: Vec<String> = all.iter().map(table).collect();
    output::print(&tables.join("\n"))
}

fn table(measured: &Strengths) -> String {
    let Strengths { game, rules, players, games, seed, .. } = measured;
    let mut text = format!(
        "{HEADING}{game} {rules}, {players} at the table, {games} games, seed {seed}: {}{HEADING:#}\n",
        measured.unit()
    );
    for bot in &measured.bots {
        text.push_str(&format!(
            "  {NAME}{:<10}{NAME:#} {:>8.1} ± {:<4.1}",
            bot.bot, bot.strength, bot.margin
        ));
        if let Some(elo) = bot.elo {
            text.push_str(&format!("  Elo {elo:>4}"));
        }
        let against: Vec<String> =
            bot.against.iter().map(|(other, share)| format!("{other} {share:.1}")).collect();
        if !against.is_empty() {
            text.push_str(&format!("   against {}", against.join(", ")));
        }
        text.push('\n');
    }
    text
}
