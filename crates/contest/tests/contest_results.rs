//! Contests have the same results however they are run.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{
    Bot, Contest, Ended, Entrant, GameStart, NoShow, Outcome, Setup, Snapshot, Where,
};
use dicehouse_rules::{Act, Acts, Cause};
use dicehouse_stats::Entrant as Number;
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::{Failure, Player, Question, Reply, Seated};

kept_tests!(
    house_bots_in_every_format,
    a_program_and_a_house_bot,
    another_seed_is_another_contest,
    a_test_ends_at_the_same_unit,
    those_who_watch_see_it_grow_and_it_stops_when_asked,
    records_are_those_of_games_that_count,
    too_many_faults_forfeit_the_rest_of_the_match,
    the_others_play_on,
    a_forfeit_counts_for_its_match_alone,
);

fn contest(toml: &str) -> Contest {
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    Contest::new(config, &Setup::default()).unwrap()
}

fn run(toml: &str) -> Outcome {
    contest(toml).run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap()
}

fn standings(toml: &str) -> String {
    serde_json::to_string(&run(toml).standings).unwrap()
}

fn same_for_any_threads(toml: &str) {
    let with = |threads: usize| standings(&format!("threads = {threads}\n{toml}"));
    let one = with(1);
    for threads in [2, 4] {
        assert_eq!(with(threads), one, "{threads} threads, {toml}");
    }
}

fn python_kit() -> String {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/python/bot.py");
    kit.canonicalize().unwrap().to_str().unwrap().to_owned()
}

fn house_bots_in_every_format() {
    let formats = [
        "bots = ['odds', 'gambler', 'bluffer', 'truthful']\ngames = 200",
        "bots = ['odds', 'gambler', 'bluffer', 'truthful']\ngames = 60\nformat = 'gauntlet'\nseats = 3",
        "bots = ['odds', 'gambler', 'bluffer', 'truthful', 'dicey']\ngames = 40\nformat = 'swiss'",
        "bots = ['odds', 'gambler', 'bluffer', 'truthful', 'dicey']\ngames = 100\nformat = 'table'",
        "bots = ['shark', 'honest', 'chancer']\ngames = 60\ngame = 'claims'\nrules = 'full'",
        "bots = ['greedy', 'steady']\ngames = 40\ngame = 'pairs'",
    ];
    for format in formats {
        same_for_any_threads(&format!("seed = 20261115\n{format}"));
    }
}

fn a_program_and_a_house_bot() {
    let bot = python_kit();
    let toml = format!("bots = ['odds', 'python3 {bot}']\ngames = 12\nseed = 5\nclock = '60s'");
    same_for_any_threads(&toml);
    let outcome = run(&toml);
    assert_eq!(outcome.standings.games, 12);
    assert!(outcome.standings.standings.iter().all(|row| row.faults.is_empty()));
    assert!(outcome.results.bots.iter().all(|bot| bot.moves > 0));
}

fn another_seed_is_another_contest() {
    let with =
        |seed: u64| standings(&format!("bots = ['odds', 'bluffer']\ngames = 50\nseed = {seed}"));
    assert_ne!(with(1), with(2));
    assert_eq!(with(1), with(1));
}

/// Swiss rounds, the end of a test, forfeits: whatever depends on results is decided in unit order.
fn a_test_ends_at_the_same_unit() {
    let toml = "bots = ['odds', 'truthful']\ngames = 100000\nseed = 3\nsprt = 'elo0=0,elo1=20'";
    same_for_any_threads(toml);
    let outcome = run(toml);
    assert_eq!(outcome.ended, Ended::Decided);
    assert!(outcome.standings.games < 100_000);
    assert_eq!(outcome.standings.sprt.unwrap().units, outcome.standings.units);
}

fn those_who_watch_see_it_grow_and_it_stops_when_asked() {
    let stop = AtomicBool::new(false);
    let mut seen: Vec<Snapshot> = Vec::new();
    let mut watch = |snapshot: &Snapshot| {
        seen.push(snapshot.clone());
        stop.store(true, Ordering::Relaxed);
    };
    let contest = contest("bots = ['odds', 'truthful']\ngames = 1000000000\nthreads = 2\nseed = 1");
    let outcome = contest.run(&Where::Nowhere, &stop, &mut watch).unwrap();
    assert_eq!(outcome.ended, Ended::Stopped);
    assert!(seen.windows(2).all(|two| two[0].games <= two[1].games));
    let last = seen.last().unwrap();
    assert_eq!(last.games, outcome.standings.games);
    assert_eq!(last.standings.len(), 2);
    assert!(last.left.is_some() && last.all_games == 1_000_000_000);
}

/// A bot that calls when it can and fails in its first games.
struct Clumsy {
    name: &'static str,
    /// Games, by number, in which each of its moves is a fault.
    fails_in: std::ops::Range<u64>,
}

impl Entrant for Clumsy {
    fn name(&self) -> &str {
        self.name
    }
    fn seated(&self) -> Seated {
        Seated::bot(self.name, self.name, "1")
    }
    fn identity(&self) -> String {
        self.name.to_owned()
    }
    fn open(&self) -> Box<dyn Bot> {
        Box::new(Clumsy { name: self.name, fails_in: self.fails_in.clone() })
    }
}

impl Bot for Clumsy {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        Ok(Box::new(AtTable { fails: self.fails_in.contains(&game.number) }))
    }
}

struct AtTable {
    fails: bool,
}

impl Player for AtTable {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        if self.fails {
            return Err(Failure::fault(Cause::Unreadable, "mumbles"));
        }
        let Acts::Bid(legal) = ask.legal else { return Err(Failure::Stop) };
        let act = if legal.call { Act::Call } else { ask.legal.nth(0).unwrap() };
        Ok(act.into())
    }
}

fn clumsy(toml: &str, fails_in: &[std::ops::Range<u64>]) -> Outcome {
    clumsy_at(toml, fails_in, &Where::Nowhere)
}

fn clumsy_at(toml: &str, fails_in: &[std::ops::Range<u64>], place: &Where) -> Outcome {
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let names = ["a", "b", "c", "d"];
    let entrants = names.iter().zip(fails_in).map(|(name, fails_in)| {
        Box::new(Clumsy { name, fails_in: fails_in.clone() }) as Box<dyn Entrant>
    });
    let contest = Contest::with_entrants(config, entrants.collect()).unwrap();
    contest.run(place, &AtomicBool::new(false), &mut ()).unwrap()
}

/// What is played ahead of its turn may turn out not to count; then nothing of it may be left.
fn records_are_those_of_games_that_count() {
    let scratch = tempfile::tempdir().unwrap();
    let records = |folder: &Path| std::fs::read_dir(folder.join("games")).unwrap().count() as u64;
    // Forfeited after the third of forty games: the others are not played at all.
    let folder = scratch.path().join("forfeited");
    let toml =
        "bots = ['odds', 'odds']\ngames = 40\nfaults = 15\nseed = 2\nthreads = 4\nkeep = 'all'";
    let outcome = clumsy_at(toml, &[0..0, 1..40], &Where::New(folder.clone()));
    assert_eq!((outcome.results.bots[1].forfeits, records(&folder)), (38, 3));
    // Decided by a test, with units in hand that were played beyond it.
    let folder = scratch.path().join("decided");
    let config = Options::from_toml(
        "bots = ['odds', 'truthful']\ngames = 100000\nseed = 3\nsprt = 'elo0=0,elo1=60'\n\
         threads = 4\nkeep = 'all'",
    );
    let contest = Contest::new(
        config.unwrap().config(ContestSecret::from_seed(0)).unwrap(),
        &Setup::default(),
    )
    .unwrap();
    let place = Where::New(folder.clone());
    let outcome = contest.run(&place, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!((outcome.ended, records(&folder)), (Ended::Decided, outcome.standings.games));
}

fn too_many_faults_forfeit_the_rest_of_the_match() {
    // Faults in the games 1 to 2 of 40: five dice to lose in each, and the tenth fault is the last.
    let toml = "bots = ['odds', 'odds']\ngames = 40\nfaults = 10\nseed = 2\n";
    for threads in [1, 2, 4] {
        let outcome = clumsy(&format!("{toml}threads = {threads}"), &[0..0, 1..3]);
        let [a, b] = &outcome.results.bots[..] else { panic!("two bots") };
        assert_eq!((b.all_faults(), b.forfeits), (10, 39), "{threads} threads");
        assert_eq!((a.all_faults(), a.forfeits), (0, 0));
        assert_eq!(outcome.results.tally.summary(Number(0)).wins, 40);
        assert_eq!(outcome.results.notes[0].detail, "mumbles");
    }
    // With one fault more allowed it plays on.
    let outcome = clumsy(&toml.replace("faults = 10", "faults = 11"), &[0..0, 1..3]);
    assert_eq!(outcome.results.bots[1].forfeits, 0);
}

fn the_others_play_on() {
    let toml = "bots = ['odds', 'odds', 'odds']\nseats = 3\ngames = 60\nfaults = 3\nseed = 2\n";
    let outcome = clumsy(toml, &[0..0, 1..100, 0..0]);
    let tally = &outcome.results.tally;
    let [a, b, c] = [0, 1, 2].map(|bot| tally.summary(Number(bot)));
    assert_eq!((b.wins, outcome.results.bots[1].forfeits), (0, 60));
    assert_eq!(a.wins + c.wins, 60);
    assert!(a.wins > 0 && c.wins > 0 && outcome.results.bots[0].moves > 60);
}

fn a_forfeit_counts_for_its_match_alone() {
    // Of the three pairs of a, b and c only those with b are forfeited, and in each after 3 faults.
    let toml = "bots = ['odds', 'odds', 'odds']\ngames = 20\nfaults = 3\nseed = 2\n";
    let outcome = clumsy(toml, &[0..0, 1..100, 0..0]);
    let [a, b, c] = [0, 1, 2].map(|bot: usize| outcome.results.bots[bot]);
    assert_eq!((a.forfeits, b.forfeits, c.forfeits), (0, 40, 0));
    assert_eq!(b.all_faults(), 6);
}
