//! Opponents at this computer: house bots, and programs.

use std::sync::Arc;
use std::time::Duration;

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_contest::config::{BotKind, BotSpec};
use dicehouse_contest::program::Program;
use dicehouse_programs::process::Launch;
use dicehouse_programs::sandbox::Sandbox;
use dicehouse_protocol::{BotSeed, Start};
use dicehouse_rules::{GameKind, Ruleset, Seat};
use dicehouse_solver::matches::Endgames;
use dicehouse_solver::tables::Tables;
use dicehouse_table::{Answer, Entry, Failure, Player, Question, Seated};
use dicehouse_terminal::BotPlayer;

use crate::house::data_dir;

/// How long a program may think about a move when people wait for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Somebody who is not a person, found but not seated yet.
pub enum Opponent {
    /// A house bot.
    House(HouseBot),
    /// A program, called so.
    Program(String, Box<Program>),
}

impl Opponent {
    /// The bot or program of this name; a program in a sandbox if that is asked for.
    ///
    /// # Errors
    /// When there is none, in words.
    pub fn find(game: GameKind, spec: &str, sandbox: bool) -> Result<Opponent, String> {
        let spec = BotSpec::read(spec, game).map_err(|error| error.to_string())?;
        match spec.kind {
            BotKind::House(house) => {
                let bot = Roster::find_for(game, &house).map_err(|error| error.to_string())?;
                Ok(Opponent::House(with_tables(bot)))
            }
            BotKind::Run(command) => {
                let mut launch = Launch::new(command);
                if sandbox {
                    launch = launch.sandbox(Sandbox::new());
                }
                let program = Box::new(Program::new(launch, &spec.name));
                Ok(Opponent::Program(spec.name, program))
            }
        }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        matches!(self, Opponent::Program(..))
    }

    /// As everybody at the table knows it, by `name` or its own.
    pub fn seated(&self, name: Option<&str>) -> Seated {
        match self {
            Opponent::House(bot) => bot.seated(name.unwrap_or(bot.name())),
            Opponent::Program(own, _) => Seated::bot(name.unwrap_or(own), own, ""),
        }
    }

    /// Sits down in `seat` for a game.
    ///
    /// # Errors
    /// When a program cannot be started or does not play the game, in words.
    pub fn player(
        self,
        ruleset: &Ruleset,
        seat: Seat,
        seats: &[Seated],
        seed: u64,
    ) -> Result<BotPlayer, String> {
        match self {
            Opponent::House(bot) => Ok(bot.player(seed)),
            Opponent::Program(name, mut program) => {
                let start =
                    Start::new(1, ruleset, seat, seats, None, BotSeed::derive(seed, 1, seat));
                program.begin(&start).map_err(|error| format!("{name}: {error}"))?;
                Ok(Box::new(Patiently(Some(*program))))
            }
        }
    }
}

/// A program that has so long for each of its moves, and a moment to hear the end of the game. It is there until it is
/// dropped.
struct Patiently(Option<Program>);

impl Player for Patiently {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        let time = Some(question.time.unwrap_or(PATIENCE));
        let program = self.0.as_mut().ok_or(Failure::Stop)?;
        program.act(&Question { time, ..question.clone() })
    }

    fn saw(&mut self, entry: &Entry) {
        if let Some(program) = &mut self.0 {
            program.saw(entry);
        }
    }
}

impl Drop for Patiently {
    fn drop(&mut self) {
        if let Some(program) = self.0.take() {
            program.close();
        }
    }
}

/// The bot with the endgames that are solved on this computer at hand. Tables are opened only when
/// a game reaches a position in them.
pub fn with_tables(bot: HouseBot) -> HouseBot {
    match data_dir() {
        Some(data) => bot.advised_by(&Arc::new(Endgames::new(Tables::new(data.join("solver"))))),
        None => bot,
    }
}
