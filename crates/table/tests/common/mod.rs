//! Players and games the tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

use dicehouse_rules::{Act, Acts, Fact, GameKind, Ruleset, Seat, Standing};
use dicehouse_table::dice::{ContestSecret, DealStream, ServerSeed};
use dicehouse_table::record::{Opening, RecordWriter};
use dicehouse_table::{
    Entry, Failure, Info, Keep as _, NoClock, Player, Question, Reply, Seated, Table, Talk, Text,
    run,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Plays random legal acts, low bids more often than high ones, and talks now and then.
pub struct Random(pub ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    fn pick(&mut self, legal: &Acts) -> Act {
        if let Acts::Bid(acts) = legal {
            let lowest: Vec<_> = acts.lowest_bids().collect();
            if !lowest.is_empty() && (!acts.call || self.0.random_bool(0.7)) {
                return Act::Bid(lowest[self.0.random_range(0..lowest.len())]);
            }
            if acts.call {
                return if acts.exact && self.0.random_bool(0.3) { Act::Exact } else { Act::Call };
            }
        }
        legal.nth(self.0.random_range(0..legal.len())).unwrap()
    }
}

impl Player for Random {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        let act = self.pick(&ask.legal);
        let talk = if self.0.random_bool(0.1) {
            Talk::new("I have \"nothing\" —\u{7} really")
        } else {
            None
        };
        let info = self.0.random_bool(0.1).then(|| Info {
            win_chance: Some(0.25),
            note: Some(Text::new("hm")),
            numbers: [(Text::new("bids"), 3.5)].into(),
        });
        Ok(Reply { act, talk, info })
    }
}

/// A player made of a function.
pub struct With<F>(pub F);

impl<F: FnMut(&Question<'_>) -> Result<Reply, Failure>> Player for With<F> {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        (self.0)(ask)
    }
}

pub fn ruleset(game: GameKind, preset: &str) -> Ruleset {
    Ruleset::preset(game, preset).unwrap()
}

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub fn bots(count: usize) -> Vec<Seated> {
    (0..count).map(|n| Seated::bot(&format!("bot {n}"), "random", "1")).collect()
}

/// A game that is about to begin.
pub fn opening(ruleset: Ruleset, seats: Vec<Seated>, seed: u64) -> Opening {
    let id = format!("test-{seed}").parse().unwrap();
    Opening { id, started: 1_700_000_000_000, ruleset, seats }
}

/// The dice of a contest with this seed.
pub fn deal(seed: u64, deal: u64) -> DealStream {
    DealStream::new(&ContestSecret::from_seed(seed), deal)
}

/// Plays `players` at a table with trusted dice; gives the record's text and how it ended.
pub fn recorded(
    ruleset: Ruleset,
    seats: Vec<Seated>,
    players: &mut [Box<dyn Player + '_>],
    seed: u64,
) -> (String, Option<Standing>) {
    let (header, dice) = opening(ruleset, seats, seed).trusted(&ServerSeed::from_number(seed));
    let mut table = Table::new(ruleset, header.seats.as_slice(), dice).unwrap();
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    writer.keep(&table.add_seat_seed(seat(0), "ann's".parse().unwrap()).unwrap()).unwrap();
    let standing = run(&mut table, players, &mut NoClock, &mut writer).unwrap();
    let end = table.end();
    assert_eq!(end.standing, standing);
    writer.end(&end).unwrap();
    (String::from_utf8(writer.into_inner()).unwrap(), standing)
}

/// A record of random players.
pub fn random_record(ruleset: Ruleset, count: usize, seed: u64) -> String {
    let mut players: Vec<Box<dyn Player>> =
        (0..count as u64).map(|n| Box::new(Random::new(seed * 100 + n)) as _).collect();
    recorded(ruleset, bots(count), &mut players, seed).0
}

/// The faults among the entries, with their seats.
pub fn faults(entries: &[Entry]) -> Vec<(usize, dicehouse_rules::Cause)> {
    entries
        .iter()
        .filter_map(|entry| match entry.fact()? {
            Fact::Fault { seat, cause } => Some((seat.index(), *cause)),
            _ => None,
        })
        .collect()
}

/// A changed record whose checks fit again, as a forger would make it.
pub fn mended(text: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let mut last = [0u8; 8];
    let mut mended = String::new();
    for line in text.lines() {
        let body = line.rsplit_once(",\"check\"").unwrap().0;
        let mut hash = Sha256::new();
        hash.update(last);
        hash.update(body.as_bytes());
        last.copy_from_slice(&hash.finalize()[..8]);
        mended.push_str(&format!("{body},\"check\":\"{}\"}}\n", hex::encode(last)));
    }
    mended
}
