//! `dicehouse watch`: a record, played again before your eyes.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use dicehouse_home::{Home, PastGame, disk};
use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::record::Playback;
use dicehouse_terminal::plain::{self, Hangup};
use dicehouse_terminal::screen;
use serde::Serialize;

use crate::layout;
use crate::output;
use crate::problem::Problem;
use crate::records::{self, RecordArg};
use crate::screen_args::{self, ScreenArgs};

/// Watch a recorded game again, forward and back
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The record of a game, or last for the last one played here; without it you choose from a list
    #[arg(value_name = "FILE|last", value_parser = records::path, value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// See it as the player in this seat did, from 0; all cups are open otherwise
    #[arg(long, value_name = "SEAT")]
    seat: Option<usize>,
    #[command(flatten)]
    screen: ScreenArgs,
    /// Line by line, one step at a time: what --plain does in a terminal
    #[arg(long, conflicts_with = "json")]
    step: bool,
    /// Print every position as a line of JSON: what happened, and the view after it
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse watch                                the games played here, to choose one
  dicehouse watch last                           the last game played here
  dicehouse watch game.jsonl
  dicehouse watch game.jsonl --plain | less
  dicehouse watch game.jsonl --seat 0
  dicehouse watch game.jsonl --step              step by step without a screen";

/// Runs `dicehouse watch`.
pub fn run(args: &WatchArgs) -> anyhow::Result<()> {
    let Some(path) = &args.record else {
        return match choose(args)? {
            Chosen::Game(path) => watch(args, &path),
            Chosen::NobodyAsked => list(args.json),
            Chosen::Nothing => Ok(()),
        };
    };
    watch(args, path)
}

/// What somebody wants to watch.
enum Chosen {
    Game(PathBuf),
    /// There is nobody to ask, or nothing to choose from.
    NobodyAsked,
    Nothing,
}

/// Lets somebody at a terminal choose from a list.
fn choose(args: &WatchArgs) -> anyhow::Result<Chosen> {
    let asks = args.screen.is_full() || args.screen.is_plain_terminal();
    let games = Home::at_this_computer().past_games();
    if args.json || !asks || games.is_empty() {
        return Ok(Chosen::NobodyAsked);
    }
    for (n, game) in games.iter().take(MOST_TO_CHOOSE).enumerate() {
        output::print(&format!("{:>3}  {}  {}\n", n + 1, game.date, about(game)))?;
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut talk = args.screen.talkback(&mut input, &mut output);
    let wanted = talk.choose("Watch which", "1", |answer| {
        let number = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let game = number.and_then(|n| games.get(n).filter(|_| n < MOST_TO_CHOOSE));
        game.ok_or_else(|| "Type a number of the list, or q.".to_owned())
    });
    match wanted {
        Ok(game) => Ok(Chosen::Game(game.record.clone())),
        Err(Hangup::Broken(error)) => Err(error.into()),
        Err(Hangup::Left | Hangup::EndOfInput) => Ok(Chosen::Nothing),
    }
}

/// As many games as one chooses from.
const MOST_TO_CHOOSE: usize = 20;

fn watch(args: &WatchArgs, path: &Path) -> anyhow::Result<()> {
    let file = RecordArg::from(path.to_owned());
    let record = file.read()?;
    let seats = record.header.seats.len();
    let viewer = match args.seat {
        None => Viewer::Public,
        Some(seat) => {
            let found = Seat::new(seat).filter(|seat| seat.index() < seats);
            Viewer::Seat(found.ok_or_else(|| {
                Problem::usage(format!("there is no seat {seat}: they are 0 to {}", seats - 1))
            })?)
        }
    };
    let playback = Playback::new(record).map_err(|error| {
        let message = format!("{}: {error}", path.display());
        Problem::failure(message).hints([format!("dicehouse verify {} says more", path.display())])
    })?;
    if args.json {
        return print_positions(&playback, viewer);
    }
    if args.step || args.screen.is_plain_terminal() {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        let mut talk = args.screen.talkback(&mut input, &mut output);
        return Ok(plain::watch_steps(&playback, viewer, &mut talk)?);
    }
    if args.screen.is_full() {
        return Ok(screen::watch(playback, viewer.seat(), args.screen.settings())?);
    }
    let mut text = Vec::new();
    plain::watch(&playback, viewer, screen_args::language(), &mut text)?;
    output::print_bytes(&text)
}

/// Lists the games played here, newest first.
fn list(json: bool) -> anyhow::Result<()> {
    let games = Home::at_this_computer().past_games();
    if json {
        return output::print_json(&games);
    }
    if games.is_empty() {
        return output::print("No games yet. Play one: dicehouse play liars\n");
    }
    let text: String = games.iter().map(listed).collect();
    output::print(&text)
}

/// A game of the list, and below it where its record is: what the other commands want to know.
fn listed(game: &PastGame) -> String {
    let told = layout::paragraph(&format!("{}  ", game.date), &about(game), output::width());
    format!("{told}    {}\n", disk::from_home(&game.record))
}

/// A game in a line.
fn about(game: &PastGame) -> String {
    let end = match &game.winner {
        Some(_) if game.players.len() == 1 => "alone".to_owned(),
        Some(winner) => format!("won by {winner}"),
        None if game.ended => "broken off".to_owned(),
        None => "not over".to_owned(),
    };
    format!("{}: {}; {end}", game.rules_in_words, game.players.join(", "))
}

/// One position as `--json` prints it.
#[derive(Serialize)]
struct PositionLine<'a> {
    line: usize,
    entries: Vec<dicehouse_table::Entry>,
    view: dicehouse_rules::View<'a>,
}

fn print_positions(playback: &Playback, viewer: Viewer) -> anyhow::Result<()> {
    let mut text = Vec::new();
    for position in &playback.positions {
        let entries = position.entries.iter().filter_map(|entry| match viewer {
            // The game is over: a viewer without a seat may see all.
            Viewer::Public => Some(entry.clone()),
            seat => entry.seen_by(seat),
        });
        let line = PositionLine {
            line: position.line,
            entries: entries.collect(),
            view: position.game.view(viewer),
        };
        serde_json::to_writer(&mut text, &line)?;
        text.push(b'\n');
    }
    output::print_bytes(&text)
}
