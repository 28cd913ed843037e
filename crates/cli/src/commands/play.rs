//! `dicehouse play`: a game here, straight away. `dicehouse` alone asks first.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use dicehouse_bots::{Difficulty, Roster};
use dicehouse_contest::config::BotSpec;
use dicehouse_home::{DEFAULT_BOTS, GamePlan, Home, SeatPlan, as_characters, disk, next_bot};
use dicehouse_rules::{GameKind, MAX_SEATS, RulesetError};
use dicehouse_terminal::plain;
use dicehouse_terminal::screen;

use crate::keyboard::Keyboard;
use crate::known;
use crate::network::OnTheNetwork;
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, GameArgs, OptionArgs};
use crate::screen_args::ScreenArgs;
use crate::suggest::bot_meant;

/// Play a game here, against bots or with others at this keyboard
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    options: OptionArgs,
    /// How many sit at the table, people and bots together
    #[arg(long, alias = "seats", value_name = "N")]
    players: Option<usize>,
    /// The bots, separated by commas, as in odds,gambler; or a program, as in "python3 mybot.py"
    #[arg(long, value_name = "BOT,...", value_parser = known::bots(), hide_possible_values = true)]
    bots: Option<String>,
    /// Run programs in a sandbox: no network, no files but their own
    #[arg(long)]
    sandbox: bool,
    /// How hard the bots are that nobody named: easy, medium, hard, expert, or mine, which follows your results
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// The names of the people at this keyboard, separated by commas
    #[arg(long, value_name = "NAME,...", conflicts_with = "watch_bots")]
    names: Option<String>,
    /// Let only bots play and look on
    #[arg(long)]
    watch_bots: bool,
    /// Make the game repeatable: the same seed and acts give the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    screen: ScreenArgs,
    /// Write the record to this file instead of the data folder
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with a game that was interrupted: the one of this record, or the last one; the front
    /// door lists them all
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["game", "preset", "named", "rules", "changes", "players", "bots", "names", "watch_bots", "seed", "record"],
    )]
    resume: Option<Option<PathBuf>>,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse play liars                          against the default bots
  dicehouse play liars perudo --bots odds,gambler,dicey
  dicehouse play liars --level hard --players 5
  dicehouse play liars --level mine             bots that suit your results
  dicehouse play claims full --names Ann,Bob --players 4
  dicehouse play pairs --watch-bots --bots steady --plain
  dicehouse play liars -o wild=1 -o dice=3 --seed 7
  dicehouse play --resume                       go on with a game that was interrupted";

/// Runs `dicehouse play`.
pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let mut home =
        Home::at_this_computer().seeded(args.seed).recording(absolute(args.record.as_ref()));
    match (&args.resume, args.game.game()) {
        (Some(record), _) => {
            let log = to_resume(&home, record.as_deref())?;
            play(&mut home, &Start::Resume(log), &args.screen)
        }
        (None, Some(game)) => {
            let plan = plan(args, game, &home)?;
            play(&mut home, &Start::Play(plan), &args.screen)
        }
        (None, None) => play(&mut home, &Start::FrontDoor, &args.screen),
    }
}

/// What is to be played.
enum Start {
    FrontDoor,
    Play(GamePlan),
    Resume(PathBuf),
}

/// A game that is continued from another folder still finds its record.
fn absolute(path: Option<&PathBuf>) -> Option<PathBuf> {
    path.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()))
}

/// The game that was named, or the last one that was interrupted.
fn to_resume(home: &Home, named: Option<&Path>) -> Result<PathBuf, Problem> {
    let last = || home.interrupted().into_iter().next().map(|game| game.record);
    match named {
        Some(path) => Ok(path.to_owned()),
        None => last().ok_or_else(|| Problem::failure("no game of yours was interrupted")),
    }
}

/// Runs `dicehouse` alone: asks what to play.
pub fn front_door(screen: &ScreenArgs) -> anyhow::Result<()> {
    play(&mut Home::at_this_computer(), &Start::FrontDoor, screen)
}

fn play(home: &mut Home, start: &Start, args: &ScreenArgs) -> anyhow::Result<()> {
    if let Some(damage) = disk::memory_damage() {
        output::print_error(&format!("warning: {damage}\n"));
    }
    let mut network = OnTheNetwork::default();
    if args.is_full() {
        let settings = args.settings().liked(&home.memory().settings);
        let start = match start {
            Start::FrontDoor => screen::Start::FrontDoor,
            Start::Play(plan) => screen::Start::Play(plan),
            Start::Resume(log) => screen::Start::Resume(log),
        };
        let notes = screen::play(home, &mut network, start, settings).map_err(Problem::failure)?;
        return output::print(&notes.iter().map(|note| format!("{note}\n")).collect::<String>());
    }
    let (mut keyboard, mut output) = (Keyboard::new(), io::stdout().lock());
    let mut talk = args.talkback(&mut keyboard, &mut output);
    let start = match start {
        Start::FrontDoor => plain::Start::FrontDoor,
        Start::Play(plan) => plain::Start::Play(plan),
        Start::Resume(log) => plain::Start::Resume(log),
    };
    Ok(plain::play(&mut talk, home, &mut network, start).map_err(Problem::failure)?)
}

fn plan(args: &PlayArgs, game: &str, home: &Home) -> Result<GamePlan, Problem> {
    let ruleset = ruleset_arg::ruleset(game, args.game.rules(), &args.options)?;
    let game = ruleset.game();
    let people: Vec<String> = match &args.names {
        Some(names) => {
            let names = list(names);
            if names.is_empty() {
                return Err(Problem::usage("--names has no name in it: write --names Ann,Bob"));
            }
            names
        }
        None if args.watch_bots => Vec::new(),
        None => vec![home.person_name()],
    };
    if let Some(players) = args.players {
        seats(game, players)?;
    }
    let bots = bots(args, game, people.len(), home)?;
    seats(game, people.len() + bots.len())?;
    let people = people.into_iter().map(|name| SeatPlan::Person { name });
    let named = args.bots.as_deref().map_or(0, |bots| bot_list(bots).len());
    // Bots that were asked for by name keep it; company comes as the characters people meet.
    let named = if args.watch_bots { bots.len() } else { named };
    let (named, company) = bots.split_at(named.min(bots.len()));
    let named = named.iter().map(|bot| SeatPlan::Bot { bot: bot.clone(), name: None });
    let company = as_characters(company.iter().map(String::as_str));
    let seats = people.chain(named).chain(company).collect();
    Ok(GamePlan { ruleset, seats, sandbox: args.sandbox })
}

/// Whether so many can play `game`.
fn seats(game: GameKind, players: usize) -> Result<(), Problem> {
    let (fewest, most) = (game.fewest_players(), MAX_SEATS);
    if (fewest..=most).contains(&players) {
        return Ok(());
    }
    Err(Problem::usage(RulesetError::Players { game, players, fewest, most }))
}

/// How hard bots are.
#[derive(Clone, Copy, Debug)]
enum Level {
    Of(Difficulty),
    /// As suits the person, by their results.
    Mine,
}

fn level(text: &str) -> Result<Level, String> {
    let known = || Difficulty::ALL.map(Difficulty::name).join(", ");
    match text {
        "mine" => Ok(Level::Mine),
        text => Difficulty::named(text)
            .map(Level::Of)
            .ok_or_else(|| format!("the levels are {} and mine", known())),
    }
}

/// The bots named, and as many others as the table needs.
fn bots(
    args: &PlayArgs,
    game: GameKind,
    people: usize,
    home: &Home,
) -> Result<Vec<String>, Problem> {
    let mut bots = args.bots.as_deref().map(bot_list).unwrap_or_default();
    for bot in &bots {
        home.check_opponent(game, bot).map_err(|error| {
            let meant = BotSpec::read(bot, game).err().and_then(|error| bot_meant(&error));
            let all = "see \"dicehouse bots\" for all of them".to_owned();
            Problem::usage(error).hints(meant.into_iter().chain([all]))
        })?;
    }
    let wanted = match (args.players, &args.bots) {
        (Some(players), _) => players.checked_sub(people + bots.len()).ok_or_else(|| {
            Problem::usage(format!(
                "--players {players} is too few for {} and {}",
                counted(people, "person", "people"),
                counted(bots.len(), "bot", "bots")
            ))
        })?,
        (None, Some(_)) => 0,
        // A level asks for bots.
        (None, None) if args.level.is_some() => DEFAULT_BOTS,
        (None, None) if people > 1 || (game == GameKind::Pairs && people == 1) => 0,
        (None, None) => DEFAULT_BOTS,
    };
    match args.level {
        Some(Level::Of(level)) => {
            let company = Roster::company(game, level, wanted);
            bots.extend(company.iter().map(|bot| bot.spec().to_owned()));
            return Ok(bots);
        }
        Some(Level::Mine) => {
            let mine = home.my_level(game, wanted);
            output::print_error(&format!("{}\n", mine.sentence(crate::screen_args::language())));
            let specs = mine.bots.into_iter().filter_map(|seat| match seat {
                SeatPlan::Bot { bot, .. } => Some(bot),
                SeatPlan::Person { .. } => None,
            });
            bots.extend(specs);
            return Ok(bots);
        }
        None => {}
    }
    for _ in 0..wanted {
        let seated: Vec<&str> = bots.iter().map(String::as_str).collect();
        bots.extend(next_bot(game, &seated).map(|bot| bot.name.to_owned()));
    }
    Ok(bots)
}

/// "1 bot", "2 bots".
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn list(names: &str) -> Vec<String> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Bots separated by commas; a part without a name, as in `dicey:call=30,raise=5`, belongs to the
/// bot before it.
fn bot_list(bots: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for part in self::list(bots) {
        match list.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(&part);
            }
            _ => list.push(part),
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_bots_and_their_options() {
        assert_eq!(bot_list("odds, gambler"), ["odds", "gambler"]);
        assert_eq!(bot_list("dicey:call=30,raise=5,odds"), ["dicey:call=30,raise=5", "odds"]);
        assert!(bot_list("").is_empty());
    }
}
