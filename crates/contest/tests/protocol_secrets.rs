//! Two games that differ only in what is hidden from a bot's seat look the same on its pipe, byte for byte, until it is
//! shown.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::PathBuf;

use dicehouse_contest::program::Program;
use dicehouse_protocol::{BotSeed, Start};
use dicehouse_rules::{Dice, GameKind, PRESETS, Ruleset, Seat, Throw, ThrowKind};
use dicehouse_table::dice::{ContestSecret, DealStream, DiceSource};
use dicehouse_table::{Failure, NoClock, Player, Question, Reply, Seated, Table, run};
use table::{Plain, fixture};

kept_tests!(
    the_pipe_is_the_same_until_something_is_shown,
    the_pipe_differs_once_the_dice_are_shown,
);

/// The dice of one deal, except for the hidden dice of everyone but the bot: those are of another.
struct Swapped {
    deal: DealStream,
    hidden: DealStream,
    bot: Seat,
}

impl DiceSource for Swapped {
    fn throw(&mut self, round: u16, throw: &Throw) -> Dice {
        let source = match (throw.what, throw.seat) {
            (ThrowKind::Hand, Some(seat)) if seat != self.bot => &mut self.hidden,
            _ => &mut self.deal,
        };
        source.throw(round, throw)
    }
}

/// Decides on another split in each of two games; otherwise as [`Plain`], whose acts do not depend on its dice.
struct Varying(usize);

impl Player for Varying {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        match ask.legal {
            dicehouse_rules::Acts::Split { splits } => {
                let mut reply = Plain.act(ask)?;
                reply.act = ask.legal.nth(self.0 % splits.len()).unwrap();
                Ok(reply)
            }
            _ => Plain.act(ask),
        }
    }
}

/// What the bot in `seat` read in a game, line by line, as its process got it.
fn heard(ruleset: &Ruleset, players: usize, seat: usize, deal: u64, variant: u64) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("protocol_secrets");
    std::fs::create_dir_all(&folder).unwrap();
    let name = format!("{ruleset}-{players}-{seat}-{deal}-{variant}.log").replace(' ', "-");
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    let mut program = Program::new(fixture(&["logs", file.to_str().unwrap()]), "listener");
    let bot = Seat::new(seat).unwrap();
    let seats: Vec<Seated> =
        (0..players).map(|n| Seated::bot(&format!("b{n}"), "b", "1")).collect();
    let seed = BotSeed::derive(5, deal, bot);
    program.begin(&Start::new(1, ruleset, bot, &seats, None, seed)).unwrap();
    let dice = Swapped {
        deal: DealStream::new(&ContestSecret::from_seed(5), deal),
        hidden: DealStream::new(&ContestSecret::from_seed(6 + variant), deal),
        bot,
    };
    let mut table = Table::new(*ruleset, seats, dice).unwrap();
    let mut bot = Some(&mut program);
    let mut seated: Vec<Box<dyn Player + '_>> = Vec::new();
    for n in 0..players {
        match bot.take_if(|_| n == seat) {
            Some(bot) => seated.push(Box::new(bot)),
            None => seated.push(Box::new(Varying(variant as usize))),
        }
    }
    run(&mut table, &mut seated, &mut NoClock, &mut ()).unwrap().expect("it ends");
    drop(seated);
    program.close();
    let bytes = std::fs::read(file).unwrap();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

/// Whether the line shows dice or decisions that were hidden before.
fn reveals(line: &str) -> bool {
    // A stacked roll is shown to all before it is rolled again.
    ["\"showdown\"", "\"claim-shown\"", "\"marked\"", "\"stacked\""]
        .iter()
        .any(|word| line.contains(word))
}

fn the_pipe_is_the_same_until_something_is_shown() {
    let mut compared = 0;
    let deal = 1;
    let tables = PRESETS.iter().flat_map(|preset| [(preset, 2, 0), (preset, 3, 1)]);
    for (preset, players, seat) in tables {
        let ruleset = preset.ruleset();
        let one = heard(&ruleset, players, seat, deal, 0);
        let other = heard(&ruleset, players, seat, deal, 1);
        let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let place = format!("{ruleset}, seat {seat} of {players}");
        assert!(same >= 3, "{place}: hello, start and more");
        match (one.get(same), other.get(same)) {
            // Nothing was ever shown: claims that are not called stay secret for good.
            (None, None) => {}
            (a, b) => assert!(
                a.is_some_and(|line| reveals(line)) && b.is_some_and(|line| reveals(line)),
                "{place}:\n{a:?}\n{b:?}"
            ),
        }
        let asked = one[..same].iter().filter(|line| line.contains("\"type\":\"act\""));
        compared += asked.count();
    }
    assert!(compared > 30, "only {compared} questions compared");
}

fn the_pipe_differs_once_the_dice_are_shown() {
    // So that the test above is not true because nothing is ever sent.
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    assert_ne!(heard(&ruleset, 2, 0, 9, 0), heard(&ruleset, 2, 0, 9, 1));
}
