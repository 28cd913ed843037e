//! Games of house bots, and games written down by hand, as records.
#![allow(dead_code, clippy::unwrap_used, reason = "every test uses its part")]

use dicehouse_bots::Roster;
use dicehouse_rules::{Cause, Dice, Event, Game, GameKind, Ruleset};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{End, Header, Opening, Record, RecordWriter, Reveal};
use dicehouse_table::{Entry, NoClock, Seated, Table, run};

/// A game between these bots, from the first roll to the end.
pub fn played(ruleset: &Ruleset, bots: &[&str], seed: u64) -> Record {
    let bots: Vec<_> =
        bots.iter().map(|bot| Roster::find_for(ruleset.game(), bot).unwrap()).collect();
    let seats: Vec<_> = bots
        .iter()
        .enumerate()
        .map(|(n, bot)| bot.seated(&format!("{}-{n}", bot.name())))
        .collect();
    let opening = Opening {
        id: format!("test-{seed}").parse().unwrap(),
        started: 0,
        ruleset: *ruleset,
        seats: seats.clone(),
    };
    let secret = ContestSecret::from_seed(seed);
    let (header, dice) = opening.dealt(&secret, 0);
    let mut players: Vec<_> =
        (0..).zip(&bots).map(|(n, bot)| bot.player(seed * 100 + n) as _).collect();
    let mut table = Table::new(*ruleset, seats, dice).unwrap();
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    let standing = run(&mut table, &mut players, &mut NoClock, &mut writer).unwrap();
    writer.end(&End { standing, reveal: Some(Reveal::ContestSecret(secret)) }).unwrap();
    Record::read_bytes(&writer.into_inner()).unwrap()
}

/// A ruleset by its preset.
pub fn preset(game: GameKind, name: &str) -> Ruleset {
    Ruleset::preset(game, name).unwrap()
}

/// A game that was written down by hand.
pub struct Script {
    game: Game,
    header: Header,
    /// What happened so far.
    pub entries: Vec<Entry>,
}

impl Script {
    /// A game between these people.
    pub fn new(ruleset: &Ruleset, names: &[&str]) -> Script {
        let seats: Vec<Seated> = names.iter().map(|name| Seated::person(name)).collect();
        let opening =
            Opening { id: "script".parse().unwrap(), started: 0, ruleset: *ruleset, seats };
        let game = Game::new(ruleset, names.len()).unwrap();
        Script { game, header: opening.given(), entries: Vec::new() }
    }

    /// These dice are rolled.
    pub fn roll(mut self, dice: &[&[u8]]) -> Script {
        let dice: Vec<Dice> = dice.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        let mut events = Vec::new();
        self.game.roll(&dice, &mut events).unwrap();
        self.add(events)
    }

    /// These acts are done, each by whoever is due first.
    pub fn acts(mut self, acts: &[&str]) -> Script {
        for act in acts {
            let due = self.game.turn().due().nth(0).unwrap();
            let mut events: Vec<Event> = Vec::new();
            self.game.play(due, act.parse().unwrap(), &mut events).unwrap();
            self = self.add(events);
        }
        self
    }

    /// Whoever is due first fails.
    pub fn fault(mut self, cause: Cause) -> Script {
        let due = self.game.turn().due().nth(0).unwrap();
        let mut events = Vec::new();
        self.game.fault(due, cause, &mut events).unwrap();
        self.add(events)
    }

    /// Something happens that is no event of the game.
    pub fn entry(mut self, entry: Entry) -> Script {
        self.entries.push(entry);
        self
    }

    fn add(mut self, events: Vec<Event>) -> Script {
        self.entries.extend(events.into_iter().map(Entry::from));
        self
    }

    /// The record of it; broken off where the game has not ended.
    pub fn record(self) -> Record {
        let end = End { standing: self.game.standing(), reveal: None };
        Record::of(self.header, self.entries, Some(end))
    }
}
