//! Plays random games of every preset through the public API and prints how fast that is.
//!
//! `cargo bench -p dicehouse-rules [-- PRESET...]`. An act counts when it is played; the time of
//! the rolls, of finding the legal acts and of drawing at random is in it. Instructions per act
//! are counted by callgrind, in a run of this very program, where valgrind is installed.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dicehouse_rules::{Dice, Face, Few, Game, Ignore, MAX_SEATS, PRESETS, Preset, Ruleset, Turn};

#[path = "../tests/common/callgrind.rs"]
mod callgrind;
#[path = "../tests/common/counting.rs"]
mod counting;
#[path = "../tests/common/rng.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod rng;

use rng::Rng;

/// How long each preset is played for.
const TIME: Duration = Duration::from_millis(1000);
/// The time is cut into slices of which the fastest counts: it is the least disturbed one.
const SLICES: u32 = 20;
/// Games of the two callgrind runs.
const COUNTED_GAMES: [u32; 2] = [20, 120];
/// The argument that makes this program play a number of games and print how many acts they had.
const CHILD: &str = "--count";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, preset, players, games] = &args[..]
        && mode == CHILD
    {
        let preset = PRESETS.iter().find(|known| known.name == preset).expect("a preset's name");
        let players = players.parse().expect("a number of players");
        let games = games.parse().expect("a number of games");
        println!("{}", play(&preset.ruleset(), players, games, &mut Rng::new(1)));
        return;
    }
    // `cargo test --all-targets` runs this too, without `--bench`: a glance is enough there.
    let time = if args.iter().any(|arg| arg == "--bench") { TIME } else { Duration::ZERO };
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let counted = time > Duration::ZERO && callgrind::is_here();

    println!("random games on one core, events ignored; per act: heap allocations, instructions");
    println!(
        "{:<18}{:>8}{:>14}{:>13}{:>11}{:>12}{:>13}",
        "preset", "players", "acts/s", "games/s", "acts/game", "allocations", "instructions"
    );
    for preset in
        PRESETS.iter().filter(|p| wanted.is_empty() || wanted.iter().any(|w| *w == p.name))
    {
        for players in [2, 5] {
            let instructions = if counted { instructions(preset, players) } else { None };
            measure(preset, players, time).print(preset, players, instructions);
        }
    }
    if !counted {
        println!("instructions are counted with `cargo bench` where valgrind is installed");
    }
}

/// What a run of games took.
struct Figures {
    acts: u64,
    games: u64,
    seconds: f64,
    allocations: u64,
    new_allocations: u64,
}

impl Figures {
    fn acts_per_second(&self) -> f64 {
        self.acts as f64 / self.seconds
    }

    fn print(&self, preset: &Preset, players: usize, instructions: Option<f64>) {
        let during = self.allocations - self.new_allocations;
        println!(
            "{:<18}{:>8}{:>14.0}{:>13.0}{:>11.1}{:>12.4}{:>13}",
            format!("{} {}", preset.game(), preset.name),
            players,
            self.acts_per_second(),
            self.games as f64 / self.seconds,
            self.acts as f64 / self.games as f64,
            during as f64 / self.acts as f64,
            instructions.map_or("-".to_owned(), |count| format!("{count:.0}")),
        );
    }
}

fn measure(preset: &'static Preset, players: usize, time: Duration) -> Figures {
    let ruleset = preset.ruleset();
    let mut rng = Rng::new(1);
    play(&ruleset, players, 100, &mut rng);
    let before = counting::allocations();
    black_box(Game::new(&ruleset, players).expect("so many can play"));
    let per_new_game = counting::allocations() - before;

    (0..SLICES)
        .map(|_| measure_slice(&ruleset, players, time / SLICES, per_new_game, &mut rng))
        .max_by(|one, other| one.acts_per_second().total_cmp(&other.acts_per_second()))
        .expect("at least one slice")
}

fn measure_slice(
    ruleset: &Ruleset,
    players: usize,
    time: Duration,
    per_new_game: u64,
    rng: &mut Rng,
) -> Figures {
    let (mut acts, mut games) = (0, 0);
    let before = counting::allocations();
    let start = Instant::now();
    loop {
        acts += play(ruleset, players, 100, rng);
        games += 100;
        if start.elapsed() >= time {
            break;
        }
    }
    Figures {
        acts,
        games,
        seconds: start.elapsed().as_secs_f64(),
        allocations: counting::allocations() - before,
        new_allocations: per_new_game * games,
    }
}

/// Plays `games` games and gives how many acts they had.
fn play(ruleset: &Ruleset, players: usize, games: u32, rng: &mut Rng) -> u64 {
    let mut acts = 0;
    for _ in 0..games {
        let mut game = Game::new(ruleset, players).expect("so many can play");
        acts += play_out(&mut game, rng);
        black_box(&game);
    }
    acts
}

#[inline(never)]
fn play_out(game: &mut Game, rng: &mut Rng) -> u64 {
    let mut acts = 0;
    loop {
        match game.turn() {
            Turn::Over => return acts,
            Turn::Roll(dealt) => {
                let mut dice = Few::<Dice, { 2 * MAX_SEATS }>::new();
                for throw in &dealt {
                    let faces = (0..throw.count)
                        .filter_map(|_| Face::new(1 + rng.below(throw.sides.into()) as u8));
                    let thrown = Dice::from_faces(faces).expect("no more dice than fit");
                    dice.push(thrown).expect("no more throws than fit");
                }
                game.roll(&dice, &mut Ignore).expect("the dice asked for");
            }
            Turn::Act(seats) => {
                let seat = seats.nth(0).expect("somebody is due");
                let legal = game.legal(seat);
                let act = legal.nth(rng.below(legal.len())).expect("one of the legal acts");
                game.play(seat, act, &mut Ignore).expect("a legal act");
                acts += 1;
            }
        }
    }
}

/// Instructions per act by callgrind; `None` when it did not run.
fn instructions(preset: &Preset, players: usize) -> Option<f64> {
    callgrind::per_act(COUNTED_GAMES, |games| {
        [CHILD, preset.name, &players.to_string(), &games.to_string()].map(str::to_owned).into()
    })
}
