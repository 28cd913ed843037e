//! A game played here: people at this terminal, bots beside them, a record written as it goes.

use std::io::{self, Write};

use dicehouse_rules::{
    Acts, BySeat, Cause, Fact, Refusal, Ruleset, RulesetError, Seat, Standing, Turn, View, Viewer,
};
use dicehouse_table::dice::{ServerSeed, TrustedDice};
use dicehouse_table::record::{DiceHeader, End, FORMAT, Header, RecordWriter, Reveal};
use dicehouse_table::{
    Ask, Audience, Entry, Failure, NoClock, Observer, Player, Reply, Seated, Table, ask,
};

/// What a session is made of.
pub struct Setup {
    /// The rules.
    pub ruleset: Ruleset,
    /// Who sits where, in seat order.
    pub seats: Vec<Participant>,
    /// What the dice are made from.
    pub server_seed: ServerSeed,
    /// When the game starts, in milliseconds since 1970 UTC.
    pub started: u64,
}

/// Somebody at the table.
pub struct Participant {
    /// As everyone knows them.
    pub seated: Seated,
    /// What plays for them; `None` for a person, whom the caller asks.
    pub bot: Option<Box<dyn Player>>,
}

impl Participant {
    /// A person at this terminal.
    pub fn person(name: &str) -> Participant {
        Participant { seated: Seated::person(name), bot: None }
    }
}

/// A game being played here. Go on with [`Session::step`]; when a person is due, ask them and
/// [`Session::play`].
pub struct Session {
    id: String,
    table: Table<TrustedDice>,
    players: Vec<Box<dyn Player>>,
    crashed: BySeat<bool>,
    faults: BySeat<u32>,
    server_seed: ServerSeed,
    record: RecordWriter<Box<dyn Write>>,
}

/// What a step led to.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Dice were rolled or a bot acted: this happened.
    Happened(Vec<Entry>),
    /// This person is to act.
    Person(Seat),
    /// The game is over.
    Over(Standing),
}

/// What became of a person's act.
#[derive(Clone, Debug, PartialEq)]
pub enum Played {
    /// It was played, or it was illegal and the rules punish that: this happened.
    Happened(Vec<Entry>),
    /// It was refused; nothing has happened.
    Refused(Refusal),
}

/// A game that is over or was stopped.
#[derive(Debug)]
pub struct Finished {
    /// The game's own name.
    pub id: String,
    /// The rules.
    pub ruleset: Ruleset,
    /// Who sat where.
    pub seats: Vec<Seated>,
    /// The standing; `None` when it was stopped.
    pub standing: Option<Standing>,
    /// How often each seat failed to act.
    pub faults: BySeat<u32>,
    /// Whether the record could be written.
    pub record: io::Result<()>,
}

/// Stands for a person among the players: never asked, hears nothing.
struct AtTheKeyboard;

impl Player for AtTheKeyboard {
    fn act(&mut self, _: &Ask<'_>) -> Result<Reply, Failure> {
        Err(Failure::Stop)
    }
}

/// The name of a game: when it started and the start of what its dice are committed to.
pub fn game_id(started: u64, server_seed: &ServerSeed) -> String {
    let commitment = server_seed.commitment().to_string();
    format!("{started:013}-{}", &commitment[..8])
}

impl Session {
    /// Sits down. The record goes to `record`.
    ///
    /// # Errors
    /// When the game cannot be played by so many.
    pub fn new(setup: Setup, record: Box<dyn Write>) -> Result<Session, RulesetError> {
        let mut seats = Vec::new();
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for participant in setup.seats {
            seats.push(participant.seated);
            players.push(participant.bot.unwrap_or_else(|| Box::new(AtTheKeyboard)));
        }
        let dice = TrustedDice::new(&setup.server_seed, &[]);
        let table = Table::new(setup.ruleset, seats.clone(), dice)?;
        let header = Header {
            dicehouse: FORMAT,
            id: game_id(setup.started, &setup.server_seed),
            started: setup.started,
            ruleset: setup.ruleset,
            seats,
            dice: DiceHeader::Trusted {
                commitment: setup.server_seed.commitment(),
                seat_seeds: Vec::new(),
            },
        };
        Ok(Session {
            crashed: BySeat::filled(players.len(), false),
            faults: BySeat::filled(players.len(), 0),
            table,
            players,
            server_seed: setup.server_seed,
            record: RecordWriter::new(record, &header),
            id: header.id,
        })
    }

    /// The rules.
    pub fn ruleset(&self) -> &Ruleset {
        self.table.ruleset()
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        self.table.seats()
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        self.table.view(viewer)
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Acts {
        self.table.legal(seat)
    }

    /// Why `act` would be refused, if it would.
    pub fn refusal(&self, seat: Seat, act: dicehouse_rules::Act) -> Option<Refusal> {
        self.table.refusal(seat, act)
    }

    /// Goes on: rolls the dice that are due or asks the next bot. Where several are due at once,
    /// bots come before people, so that nobody waits for a bot.
    pub fn step(&mut self) -> Step {
        match self.table.turn() {
            Turn::Over => match self.table.standing() {
                Some(standing) => Step::Over(standing),
                None => Step::Happened(Vec::new()),
            },
            Turn::Roll(_) => Step::Happened(self.observed(|table, out| {
                table.roll(out);
            })),
            Turn::Act(due) => {
                let is_bot = |seat: &Seat| self.table.seated(*seat).is_some_and(|s| !s.is_person());
                match due.iter().find(is_bot) {
                    Some(bot) => Step::Happened(self.ask_bot(bot)),
                    None => due.nth(0).map_or(Step::Happened(Vec::new()), Step::Person),
                }
            }
        }
    }

    fn ask_bot(&mut self, seat: Seat) -> Vec<Entry> {
        let answer = match self.players.get_mut(seat.index()) {
            Some(player) if !self.crashed[seat] => {
                ask(&self.table, seat, player.as_mut(), &mut NoClock)
            }
            _ => Err(Failure::fault(Cause::Crashed, "")),
        };
        match answer {
            Ok(reply) => self.observed(|table, out| {
                let played = table.play(seat, &reply, out);
                debug_assert_eq!(played, Ok(()), "`ask` gives legal acts only");
            }),
            Err(Failure::Stop) => self.fault(seat, Cause::Left, ""),
            Err(Failure::Fault { cause, detail }) => self.fault(seat, cause, &detail),
        }
    }

    /// Plays a person's reply.
    pub fn play(&mut self, seat: Seat, reply: &Reply) -> Played {
        match self.table.refusal(seat, reply.act) {
            None => Played::Happened(self.observed(|table, out| {
                let played = table.play(seat, reply, out);
                debug_assert_eq!(played, Ok(()), "nothing spoke against it");
            })),
            Some(refusal) if self.table.must_fault(seat) && self.is_due(seat) => {
                let detail = format!("{}: {refusal}", reply.act);
                Played::Happened(self.fault(seat, Cause::Illegal, &detail))
            }
            Some(refusal) => Played::Refused(refusal),
        }
    }

    /// Whether it is this seat's turn.
    pub fn is_due(&self, seat: Seat) -> bool {
        self.table.turn().due().contains(seat)
    }

    fn fault(&mut self, seat: Seat, cause: Cause, detail: &str) -> Vec<Entry> {
        self.crashed[seat] |= cause == Cause::Crashed;
        self.observed(|table, out| {
            let punished = table.fault(seat, cause, detail, out);
            debug_assert_eq!(punished, Ok(()), "only a seat that is due is punished");
        })
    }

    /// Does something at the table and gives what happened, after the record and the bots have it.
    fn observed(
        &mut self,
        act: impl FnOnce(&mut Table<TrustedDice>, &mut dyn Observer),
    ) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut out = (&mut self.record, &mut entries);
        act(&mut self.table, &mut Audience { players: &mut self.players, out: &mut out });
        for entry in &entries {
            if let Entry::Event(event) = entry
                && let Fact::Fault { seat, .. } = event.fact
            {
                self.faults[seat] += 1;
            }
        }
        entries
    }

    /// Gets up: ends the record, whether the game is over or not.
    pub fn finish(self) -> Finished {
        let standing = self.table.standing();
        let end = End { standing, reveal: Some(Reveal::ServerSeed(self.server_seed)) };
        Finished {
            id: self.id,
            ruleset: *self.table.ruleset(),
            seats: self.table.seats().to_vec(),
            standing,
            faults: self.faults,
            record: self.record.finish(end).map(|_| ()),
        }
    }
}
