//! Every bot plays every preset of its game, at tables of every size, without a fault, and the
//! records of these games verify.
#![expect(clippy::unwrap_used, reason = "helpers of tests may fail by panicking")]

use std::collections::HashMap;

use dicehouse_bots::{Difficulty, HouseBot, Roster};
use dicehouse_rules::{
    Act, Bid, Dice, Fact, GameKind, MAX_SEATS, Ruleset, Seat, Secret, SecretContent, ThrowKind,
};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::record::{DiceProof, Opening, Record, RecordWriter, verify};
use dicehouse_table::{Entry, Keep, NoClock, Player, Seated, Table, run};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

const SEED: u64 = 20_261_115;

fn seated(bots: &[HouseBot]) -> Vec<Seated> {
    bots.iter().map(|bot| bot.seated(bot.name())).collect()
}

fn players(bots: &[HouseBot], deal: u64) -> Vec<Box<dyn Player>> {
    let seeds = (0..).map(|seat| deal * 100 + seat);
    bots.iter().zip(seeds).map(|(bot, seed)| bot.player(seed) as Box<dyn Player>).collect()
}

/// What happened, as long as it is no fault and comes to an end.
struct Flawless<'a> {
    what: &'a str,
    entries: Vec<Entry>,
}

impl Keep for Flawless<'_> {
    fn keep(&mut self, entries: &[Entry]) -> std::io::Result<()> {
        for entry in entries {
            let fault = matches!(entry.fact(), Some(Fact::Fault { .. }));
            assert!(!fault && !matches!(entry, Entry::Detail { .. }), "{}: {entry:?}", self.what);
        }
        assert!(self.entries.len() < 200_000, "{}: there is no end to it", self.what);
        self.entries.extend_from_slice(entries);
        Ok(())
    }
}

/// Plays a game and checks that it has no fault and an end.
fn play(ruleset: Ruleset, bots: &[HouseBot], deal: u64) -> Vec<Entry> {
    let what = format!("{ruleset}: {bots:?}");
    let mut flawless = Flawless { what: &what, entries: Vec::new() };
    let dice = DealStream::new(&ContestSecret::from_seed(SEED), deal);
    let mut table = Table::new(ruleset, seated(bots), dice).unwrap();
    let standing = run(&mut table, &mut players(bots, deal), &mut NoClock, &mut flawless).unwrap();
    assert!(standing.is_some(), "{what}");
    flawless.entries
}

/// The bot, thinking as little as it can be told to: here it only matters that it plays.
fn quick(game: GameKind, name: &str, players: usize) -> HouseBot {
    let spec = match (game, name, players) {
        (GameKind::Liars, "master", ..=4) => "master:worlds=1",
        (GameKind::Liars, "master", _) => "master:worlds=0",
        (GameKind::Liars, "sphinx", 5..) => "sphinx:worlds=0",
        _ => name,
    };
    Roster::find_for(game, spec).unwrap()
}

/// Tables of 1 or 2 to 10 players, as the game seats them.
fn sizes(game: GameKind) -> impl Iterator<Item = usize> {
    game.fewest_players()..=MAX_SEATS
}

#[test]
fn every_bot_plays_every_preset_at_every_table_without_a_fault() {
    for info in Roster::all() {
        for preset in info.game.presets() {
            for size in sizes(info.game) {
                let bot = quick(info.game, info.name, size);
                play(preset.ruleset(), &vec![bot.clone(); size], size as u64);
            }
        }
    }
}

/// A newcomer is to see bids that could be true: nobody at an easy table bids far beyond what all the
/// dice are likely to hold, unless their own dice prove the bid before, which nobody calls.
#[test]
fn nobody_at_an_easy_table_of_liars_bids_wildly() {
    let bots = Roster::company(GameKind::Liars, Difficulty::Easy, 4);
    for deal in 0..100 {
        let mut dice = 0;
        let mut hands: HashMap<Seat, Dice> = HashMap::new();
        let mut last: Option<Bid> = None;
        for entry in play(Ruleset::default_of(GameKind::Liars), &bots, deal) {
            if let Some(Secret { seat, content: SecretContent::Dice(hand) }) =
                entry.event().and_then(|event| event.secret)
            {
                hands.insert(seat, hand);
            }
            match entry.fact() {
                Some(Fact::Round { .. }) => (dice, last) = (0, None),
                Some(Fact::Rolled { what: ThrowKind::Hand, count, .. }) => dice += count,
                Some(Fact::Acted { seat, act: Act::Bid(bid) }) => {
                    let most = f64::from(dice) * 0.6;
                    let proven =
                        last.is_some_and(|last| hands[seat].count(last.face) >= last.quantity);
                    let wild = dice > 6 && f64::from(bid.quantity) > most;
                    assert!(!wild || proven, "{bid} of {dice} dice, deal {deal}");
                    last = Some(*bid);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn mixed_tables_play_without_a_fault() {
    for game in GameKind::ALL {
        let all: Vec<HouseBot> = Roster::of(game).map(|info| quick(game, info.name, 4)).collect();
        for preset in game.presets() {
            for deal in 0..12 {
                let sizes: Vec<usize> = sizes(game).collect();
                let size = sizes[deal as usize % sizes.len()];
                let bots: Vec<HouseBot> = (0..size)
                    .map(|seat| all[(seat + deal as usize * 3) % all.len()].clone())
                    .collect();
                play(preset.ruleset(), &bots, deal);
            }
        }
    }
}

/// Rules that no preset has, drawn with a seed.
#[test]
fn bots_play_any_rules_without_a_fault() {
    let mut drawn = ChaCha8Rng::seed_from_u64(SEED);
    let mut rulesets = 0;
    for deal in 0..600 {
        let game = GameKind::ALL[drawn.random_range(0..3)];
        let options: Vec<(&str, String)> = match game {
            GameKind::Liars => liars_options(&mut drawn),
            GameKind::Claims => vec![
                ("dice", drawn.random_range(1..=10).to_string()),
                ("immunity", drawn.random::<bool>().to_string()),
                ("tie", one_of(&mut drawn, &["roll-off", "elimination"])),
            ],
            GameKind::Pairs => vec![
                ("removed_numbers", drawn.random_range(1..=6).to_string()),
                ("last_count", drawn.random_range(1..=6).to_string()),
            ],
        };
        let options: Vec<(&str, &str)> = options.iter().map(|(k, v)| (*k, v.as_str())).collect();
        let Ok(ruleset) = Ruleset::default_of(game).with(&options) else { continue };
        rulesets += 1;
        // Under such rules `planner` plays games in its head, which takes a while.
        let most = if game == GameKind::Pairs { 2 } else { MAX_SEATS };
        let size = drawn.random_range(game.fewest_players()..=most);
        let all: Vec<_> = Roster::of(game).collect();
        let bots: Vec<HouseBot> = (0..size)
            .map(|_| quick(game, all[drawn.random_range(0..all.len())].name, size))
            .collect();
        play(ruleset, &bots, deal);
    }
    assert!(rulesets > 400, "{rulesets}");
}

fn liars_options(drawn: &mut ChaCha8Rng) -> Vec<(&'static str, String)> {
    let faces = drawn.random_range(2..=9);
    let wild = drawn.random_range(0..=faces);
    let mut options = vec![
        ("dice", drawn.random_range(1..=10).to_string()),
        ("faces", faces.to_string()),
        ("wild", if wild == 0 { "none".to_owned() } else { wild.to_string() }),
        ("raise", one_of(drawn, &["quantity", "face", "half", "perudo"])),
        ("cap", drawn.random::<bool>().to_string()),
        ("palifico", drawn.random::<bool>().to_string()),
        ("next_opener", one_of(drawn, &["after-loser", "loser", "random"])),
        ("illegal", one_of(drawn, &["refuse", "lose-die"])),
        ("max_bids", drawn.random_range(1..=100).to_string()),
    ];
    if drawn.random() {
        options.push(("exact", "true".to_owned()));
        options.push(("right", one_of(drawn, &["others-lose", "caller-gains"])));
        options.push(("wrong", one_of(drawn, &["caller-loses", "bidder-loses"])));
    }
    options
}

fn one_of(drawn: &mut ChaCha8Rng, words: &[&str]) -> String {
    words[drawn.random_range(0..words.len())].to_owned()
}

#[test]
fn records_of_bots_verify() {
    for game in GameKind::ALL {
        let bots: Vec<HouseBot> =
            Roster::of(game).map(|info| Roster::find_for(game, info.name).unwrap()).collect();
        for preset in game.presets() {
            let deal = 3;
            let opening = Opening {
                id: format!("{}-{}", game, preset.name).parse().unwrap(),
                started: 0,
                ruleset: preset.ruleset(),
                seats: seated(&bots),
            };
            let (header, dice) = opening.dealt(&ContestSecret::from_seed(SEED), deal);
            let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
            let mut table = Table::new(preset.ruleset(), seated(&bots), dice).unwrap();
            run(&mut table, &mut players(&bots, deal), &mut NoClock, &mut writer).unwrap();
            writer.end(&table.end()).unwrap();
            let record = Record::read_bytes(&writer.into_inner()).unwrap();
            assert_eq!(verify(&record), Ok(DiceProof::Deal), "{}", header.id);
        }
    }
}

#[test]
fn the_same_seed_and_views_give_the_same_acts() {
    for info in Roster::all() {
        let bots = vec![Roster::find_for(info.game, info.name).unwrap(); 3];
        for preset in info.game.presets() {
            let first = play(preset.ruleset(), &bots, 9);
            assert_eq!(first, play(preset.ruleset(), &bots, 9), "{}, {}", info.name, preset.name);
        }
    }
}
