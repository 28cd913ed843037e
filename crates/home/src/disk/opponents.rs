//! Opponents at this computer: house bots, with the endgames that were solved here, and programs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_contest::config::{BotKind, BotSpec};
use dicehouse_contest::program::Program;
use dicehouse_programs::process::Launch;
use dicehouse_programs::sandbox::Sandbox;
use dicehouse_protocol::{BotSeed, Start};
use dicehouse_solver::matches::Endgames;
use dicehouse_solver::tables::Tables;
use dicehouse_table::{
    Answer, AnyPlayer, Entry, Failure, Learns, Newcomer, Player, Question, Seated,
};

use crate::platform::{AtTable, Opponents, Wanted};

/// How long a program may think about a move when people wait for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// House bots and programs.
pub(super) struct BotsAndPrograms {
    /// Where solved endgames are.
    pub data: Option<PathBuf>,
}

/// Somebody who is not a person, found but not seated yet.
enum Found {
    House(HouseBot),
    Program(String, Box<Program>),
}

impl BotsAndPrograms {
    fn find(&self, wanted: Wanted<'_>) -> Result<Found, String> {
        let spec = BotSpec::read(wanted.spec, wanted.game).map_err(|error| error.to_string())?;
        match spec.kind {
            BotKind::House(house) => {
                let bot = Roster::find_for(wanted.game, &house).map_err(|e| e.to_string())?;
                Ok(Found::House(with_tables(bot, self.data.clone())))
            }
            BotKind::Run(command) => {
                let mut launch = Launch::new(command);
                if wanted.sandbox {
                    launch = launch.sandbox(Sandbox::new());
                }
                let program = Box::new(Program::new(launch, &spec.name));
                Ok(Found::Program(spec.name, program))
            }
        }
    }
}

impl Opponents for BotsAndPrograms {
    fn seated(&self, wanted: Wanted<'_>, name: Option<&str>) -> Result<Seated, String> {
        Ok(match self.find(wanted)? {
            Found::House(bot) => bot.seated(name.unwrap_or(bot.name())),
            Found::Program(own, _) => Seated::bot(name.unwrap_or(&own), &own, ""),
        })
    }

    fn newcomer(&self, wanted: Wanted<'_>, table: AtTable<'_>) -> Result<Newcomer, String> {
        Ok(match self.find(wanted)? {
            Found::House(bot) => {
                let luck = table.luck;
                let make = move || Ok(bot.player(luck));
                Newcomer { make: Box::new(make), learns: Learns::ByAnswering }
            }
            Found::Program(name, mut program) => {
                let AtTable { ruleset, seat, seats, luck } = table;
                let start =
                    Start::new(1, ruleset, seat, seats, None, BotSeed::derive(luck, 1, seat));
                let make = move || -> Result<AnyPlayer, String> {
                    program.begin(&start).map_err(|error| format!("{name}: {error}"))?;
                    Ok(Box::new(PatientProgram(Some(*program))))
                };
                Newcomer { make: Box::new(make), learns: Learns::ByListening }
            }
        })
    }
}

/// A program that has its time for each move, and a moment to hear the end of the game. It runs until it is dropped.
struct PatientProgram(Option<Program>);

impl Player for PatientProgram {
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

impl Drop for PatientProgram {
    fn drop(&mut self) {
        if let Some(program) = self.0.take() {
            program.close();
        }
    }
}

/// The bot with the endgames that were solved on this computer at hand. Tables are opened only when
/// a game reaches a position in them.
pub fn with_tables(bot: HouseBot, data: Option<PathBuf>) -> HouseBot {
    match data {
        Some(data) => bot.advised_by(&Arc::new(Endgames::new(Tables::new(data.join("solver"))))),
        None => bot,
    }
}
