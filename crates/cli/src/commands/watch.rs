//! `dicehouse watch`: a record, played again before your eyes.

use std::io;
use std::path::PathBuf;

use clap::Args;
use dicehouse_home::{Home, PastGame, disk};
use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::record::Playback;
use dicehouse_terminal::plain;
use dicehouse_terminal::screen;
use serde::Serialize;

use crate::layout;
use crate::output;
use crate::problem::Problem;
use crate::records::RecordArg;
use crate::screen_args::ScreenArgs;

/// Watch a recorded game again, forward and back
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// The record of a game; without one, the games played here are listed
    #[arg(value_name = "FILE")]
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
  dicehouse watch                                the games played here, newest first
  dicehouse watch game.jsonl
  dicehouse watch game.jsonl --plain | less
  dicehouse watch game.jsonl --seat 0
  dicehouse watch game.jsonl --step              step by step without a screen";

/// Runs `dicehouse watch`.
pub fn run(args: &WatchArgs) -> anyhow::Result<()> {
    let Some(path) = &args.record else { return list(args.json) };
    let file = RecordArg::from(path.clone());
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
    plain::watch(&playback, viewer, &mut text)?;
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
    let end = match &game.winner {
        Some(winner) => format!("won by {winner}"),
        None if game.ended => "broken off".to_owned(),
        None => "not over".to_owned(),
    };
    let about = format!("{}: {}; {end}", game.ruleset, game.players.join(", "));
    let told = layout::paragraph(&format!("{}  ", game.date), &about, output::width());
    format!("{told}    {}\n", disk::from_home(&game.record))
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
