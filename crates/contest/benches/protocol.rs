//! What a move of a bot in C costs over the protocol: the starter bot of `kits/c` plays whole games, against the bare
//! pipes with lines of the same length.
//!
//! `cargo bench -p dicehouse-contest --bench protocol`; needs a C compiler. Prints microseconds, asserts nothing. A move
//! is everything from the question to the answer as the house has it: both messages written, sent, read, and the bot's
//! own thinking.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

#[path = "../../programs/tests/fixtures/support.rs"]
#[allow(dead_code)]
mod support;

#[path = "../../programs/benches/support/pipes.rs"]
#[allow(dead_code)]
mod pipes;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_contest::program::{Program, Tap, Way};
use dicehouse_programs::process::{Launch, keep_if_asked};
use dicehouse_protocol::{BotSeed, GameClock, Start};
use dicehouse_rules::{GameKind, Ruleset, Seat};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Entry, Failure, MoveClock, Player, Question, Reply, Seated, Table, run};
use pipes::{bare_pipes, print, print_heading};

const GAMES: u64 = 2_000;
const PER_MOVE: Duration = Duration::from_secs(10);

fn main() {
    keep_if_asked();
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch::new(starter_bot(folder.path()).to_str().unwrap().parse().unwrap());
    let echo = support::compiled("echo");
    // `cargo test --all-targets` runs this too, without `--bench`: a glance is enough there.
    let glance = !std::env::args().any(|arg| arg == "--bench");
    let games = if glance { 10 } else { GAMES };
    print_heading();
    for game in GameKind::ALL {
        let ruleset = match game {
            GameKind::Liars => Ruleset::preset(game, "contest").unwrap(),
            _ => Ruleset::default_of(game),
        };
        let opponent = Roster::of(game).next().unwrap().name;
        let opponent = Roster::find_for(game, opponent).unwrap();
        let bytes = question_length(&launch, &ruleset, &opponent);
        let bare = bare_pipes(&echo, &"x".repeat(bytes));
        let mut moves = play(&mut Program::new(launch.clone(), "c"), &ruleset, &opponent, games);
        moves.sort_unstable();
        print(&format!("bare pipes, {bytes} bytes and back"), &bare, &bare);
        print(&format!("{ruleset}, {} moves", moves.len()), &moves, &bare);
    }
    support::clean_up();
}

fn starter_bot(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/c/bot.c");
    let program = folder.join("bot");
    let built = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(source).status();
    assert!(built.expect("a C compiler is needed").success());
    program
}

/// The mean length of what goes to the bot for one move, in bytes.
fn question_length(launch: &Launch, ruleset: &Ruleset, opponent: &HouseBot) -> usize {
    let all = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&all);
    let tap = Tap::new(move |way, line| {
        if way == Way::ToBot {
            counter.fetch_add(line.len() + 1, Ordering::Relaxed);
        }
    });
    let mut program = Program::new(launch.clone(), "c").tapped(tap);
    let moves = play(&mut program, ruleset, opponent, 20).len();
    all.load(Ordering::Relaxed) / moves.max(1)
}

/// Plays games with the program in each seat in turn. Gives how long each of its moves took.
fn play(
    program: &mut Program,
    ruleset: &Ruleset,
    opponent: &HouseBot,
    games: u64,
) -> Vec<Duration> {
    let mut moves = Vec::new();
    for number in 1..=games {
        let seat = Seat::first(2).nth((number % 2) as usize).unwrap();
        let mut seats = vec![Seated::bot("c", "c", "1"), opponent.seated("house")];
        seats.rotate_right(seat.index());
        let clock = GameClock::new(PER_MOVE, Duration::ZERO);
        let seed = BotSeed::derive(1, number, seat);
        program.begin(&Start::new(number, ruleset, seat, &seats, Some(clock), seed)).unwrap();
        let mut table =
            Table::new(*ruleset, seats, DealStream::new(&ContestSecret::from_seed(1), number))
                .unwrap();
        let timed = Box::new(Timed { program: &mut *program, moves: &mut moves });
        let mut players: Vec<Box<dyn Player + '_>> = vec![timed, opponent.player(number)];
        players.rotate_right(seat.index());
        let begun = Instant::now();
        let mut clock = MoveClock::new(PER_MOVE, Duration::ZERO, move || begun.elapsed());
        run(&mut table, &mut players, &mut clock, &mut ()).unwrap();
    }
    moves
}

/// A program whose moves are timed. It makes no faults.
struct Timed<'a> {
    program: &'a mut Program,
    moves: &'a mut Vec<Duration>,
}

impl Player for Timed<'_> {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        let begun = Instant::now();
        let reply = self.program.act(ask).unwrap();
        self.moves.push(begun.elapsed());
        Ok(reply)
    }
    fn saw(&mut self, entry: &Entry) {
        self.program.saw(entry);
    }
}
