//! Every bot plays every preset of its game, at tables of every size, without a fault, and the
//! records of these games verify.
#![expect(clippy::unwrap_used, reason = "helpers of tests may fail by panicking")]

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_rules::{Event, Fact, GameKind, MAX_SEATS, Ruleset, Standing};
use dicehouse_table::dice::DealStream;
use dicehouse_table::record::{
    DiceHeader, End, FORMAT, Header, Record, RecordWriter, Reveal, verify,
};
use dicehouse_table::{Entry, NoClock, Player, Seated, Table, run};

const SEED: u64 = 20_261_115;

fn seated(bots: &[HouseBot]) -> Vec<Seated> {
    bots.iter().map(|bot| bot.seated(bot.name())).collect()
}

fn players(bots: &[HouseBot], deal: u64) -> Vec<Box<dyn Player>> {
    let seeds = (0..).map(|seat| deal * 100 + seat);
    bots.iter().zip(seeds).map(|(bot, seed)| bot.player(seed) as Box<dyn Player>).collect()
}

fn play(ruleset: Ruleset, bots: &[HouseBot], deal: u64) -> (Vec<Entry>, Option<Standing>) {
    let mut entries = Vec::new();
    let mut table = Table::new(ruleset, seated(bots), DealStream::new(SEED, deal)).unwrap();
    let standing = run(&mut table, &mut players(bots, deal), &mut NoClock, &mut entries);
    (entries, standing)
}

fn assert_no_fault(entries: &[Entry], what: &str) {
    for entry in entries {
        assert!(!matches!(entry, Entry::Detail(..)), "{what}: {entry:?}");
        if let Entry::Event(Event { fact: Fact::Fault { .. }, .. }) = entry {
            panic!("{what}: {entry:?}");
        }
    }
}

/// Tables of 1 or 2 to 10 players, as the game seats them.
fn sizes(game: GameKind) -> impl Iterator<Item = usize> {
    game.fewest_players()..=MAX_SEATS
}

#[test]
fn every_bot_plays_every_preset_at_every_table_without_a_fault() {
    for info in Roster::all() {
        let bot = Roster::find(info.name).unwrap();
        for preset in info.game.presets() {
            for size in sizes(info.game) {
                let bots = vec![bot.clone(); size];
                let what = format!("{} × {size}, {}", info.name, preset.name);
                let (entries, standing) = play(preset.ruleset(), &bots, size as u64);
                assert_no_fault(&entries, &what);
                assert!(standing.is_some(), "{what}");
            }
        }
    }
}

#[test]
fn mixed_tables_play_without_a_fault() {
    for game in GameKind::ALL {
        let all: Vec<HouseBot> =
            Roster::of(game).map(|info| Roster::find(info.name).unwrap()).collect();
        for preset in game.presets() {
            for deal in 0..12 {
                let sizes: Vec<usize> = sizes(game).collect();
                let size = sizes[deal as usize % sizes.len()];
                let bots: Vec<HouseBot> = (0..size)
                    .map(|seat| all[(seat + deal as usize * 3) % all.len()].clone())
                    .collect();
                let (entries, standing) = play(preset.ruleset(), &bots, deal);
                assert_no_fault(&entries, &format!("{bots:?}, {}", preset.name));
                assert!(standing.is_some());
            }
        }
    }
}

#[test]
fn records_of_bots_verify() {
    for game in GameKind::ALL {
        let bots: Vec<HouseBot> =
            Roster::of(game).map(|info| Roster::find(info.name).unwrap()).collect();
        for preset in game.presets() {
            let deal = 3;
            let header = Header {
                dicehouse: FORMAT,
                id: format!("{}-{}", game, preset.name),
                started: 0,
                ruleset: preset.ruleset(),
                seats: seated(&bots),
                dice: DiceHeader::Deal { deal },
            };
            let mut writer = RecordWriter::new(Vec::new(), &header);
            let dice = DealStream::new(SEED, deal);
            let mut table = Table::new(preset.ruleset(), seated(&bots), dice).unwrap();
            let standing = run(&mut table, &mut players(&bots, deal), &mut NoClock, &mut writer);
            let reveal = Some(Reveal::ContestSeed(SEED));
            let bytes = writer.finish(End { standing, reveal }).unwrap();
            let record = Record::read(&String::from_utf8(bytes).unwrap()).unwrap();
            assert_eq!(verify(&record), Ok(()), "{}", header.id);
        }
    }
}

#[test]
fn the_same_seed_and_views_give_the_same_acts() {
    for info in Roster::all() {
        let bots = vec![Roster::find(info.name).unwrap(); 3];
        for preset in info.game.presets() {
            let first = play(preset.ruleset(), &bots, 9);
            assert_eq!(first, play(preset.ruleset(), &bots, 9), "{}, {}", info.name, preset.name);
        }
    }
}
