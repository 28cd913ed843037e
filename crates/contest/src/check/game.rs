//! One game of a check: the bot against opponents, up to its first fault.

use std::time::Instant;

use dicehouse_protocol::{BotSeed, GameClock, Start};
use dicehouse_rules::{Act, Cause, Fact, Ruleset, Seat};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Entry, Failure, MoveClock, Player, Question, Reply, Seated, Table, run};

use super::CheckOptions;
use super::opponent::Opponent;
use super::report::Figures;
use crate::program::{Program, StartError};

/// What is played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) ruleset: Ruleset,
    pub(super) players: usize,
    /// Where the bot sits.
    pub(super) seat: usize,
    /// Which deal: the same number is the same dice.
    pub(super) deal: u64,
    /// Names that are hard to read, and talk that is long.
    pub(super) exotic: bool,
    /// Whether the game is stopped in the middle.
    pub(super) stopped: bool,
}

impl Plan {
    pub(super) fn new(ruleset: Ruleset, players: usize) -> Plan {
        Plan { ruleset, players, seat: 0, deal: 1, exotic: false, stopped: false }
    }

    fn seats(&self, name: &str) -> Vec<Seated> {
        let others = ["Ann", "Bob", "Cem", "Dana", "Eve", "Finn", "Gül", "Hugo", "Ida", "Jo"];
        let exotic = ["Zoë 🎲", "\"quoted\" \\ back", "名前", "نرد", "a\u{301}\u{302}", "{}[],:"];
        let names = if self.exotic { &exotic[..] } else { &others[..] };
        (0..self.players)
            .map(|seat| match seat {
                _ if seat == self.seat => Seated::bot(name, name, ""),
                _ if seat % 2 == 1 => Seated::person(names[seat % names.len()]),
                _ => Seated::bot(names[seat % names.len()], "house", "1"),
            })
            .collect()
    }

    fn opponent(&self) -> Opponent {
        let leaves_after = self.stopped.then_some(2);
        if self.exotic {
            Opponent::new(&"… ¿qué? 好的 \\n \" ".repeat(20), leaves_after)
        } else {
            Opponent::new("Hm.", leaves_after)
        }
    }
}

/// How a game went.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) acts: Vec<Act>,
    pub(super) figures: Figures,
    pub(super) fault: Option<(Cause, String)>,
}

/// Plays the game, or as much of it as there is until the bot's first fault.
pub(super) fn play(
    program: &mut Program,
    plan: &Plan,
    number: u64,
    options: &CheckOptions,
) -> Result<Played, StartError> {
    let seats = plan.seats(program.name());
    let Some(seat) = Seat::new(plan.seat) else { return Ok(Played::default()) };
    let clock = GameClock::new(options.per_move, std::time::Duration::ZERO);
    let seed =
        if plan.exotic { BotSeed::MOST } else { BotSeed::derive(options.seed, plan.deal, seat) };
    program.begin(&Start::new(number, &plan.ruleset, seat, &seats, Some(clock), seed))?;

    let mut played = Played::default();
    played.figures.games = 1;
    let dice = DealStream::new(&ContestSecret::from_seed(options.seed), plan.deal);
    // The plans are made of presets that seat so many.
    let Ok(mut table) = Table::new(plan.ruleset, seats, dice) else { return Ok(played) };
    let mut watched = Watched { program, seat, played: &mut played, faulted: false };
    let mut players: Vec<Box<dyn Player + '_>> = Vec::new();
    let mut bot = Some(&mut watched);
    for at in 0..plan.players {
        match bot.take_if(|_| at == plan.seat) {
            Some(bot) => players.push(Box::new(bot)),
            None => players.push(Box::new(plan.opponent())),
        }
    }
    let begun = Instant::now();
    let mut clock =
        MoveClock::new(options.per_move, std::time::Duration::ZERO, move || begun.elapsed());
    let mut entries: Vec<Entry> = Vec::new();
    // A list keeps everything.
    let _ = run(&mut table, &mut players, &mut clock, &mut entries);
    drop(players);
    played.fault = fault_of(seat, &entries);
    Ok(played)
}

/// The first fault of `seat`, with its particulars.
fn fault_of(seat: Seat, entries: &[Entry]) -> Option<(Cause, String)> {
    let mut detail = String::new();
    for entry in entries {
        if let Entry::Detail { seat: whose, detail: text } = entry
            && *whose == seat
        {
            detail = text.to_string();
        }
        if let Some(Fact::Fault { seat: whose, cause }) = entry.fact()
            && *whose == seat
        {
            return Some((*cause, detail));
        }
    }
    None
}

/// The bot under observation. After its first fault it is asked nothing more.
struct Watched<'a> {
    program: &'a mut Program,
    seat: Seat,
    played: &'a mut Played,
    faulted: bool,
}

impl Player for &mut Watched<'_> {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        if self.faulted {
            return Err(Failure::Stop);
        }
        let begun = Instant::now();
        let reply = self.program.act(ask)?;
        self.played.figures.moved(begun.elapsed());
        self.played.acts.push(reply.act);
        Ok(reply)
    }

    fn saw(&mut self, entry: &Entry) {
        self.faulted |=
            matches!(entry.fact(), Some(Fact::Fault { seat, .. }) if *seat == self.seat);
        self.program.saw(entry);
    }
}
