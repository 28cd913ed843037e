//! Nobody gains by memory. Where programs play, each game has dice of its own; and where dice are dealt again because a host
//! asks for it, no process of a bot sees a deal twice: bots that remember the deals they played never meet one again.
//!
//! Each kind of memory is tried in the contest as it is held, and once where it must be found out, so that a test that
//! finds nothing means something.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dicehouse_contest::config::{BotSetting, Options};
use dicehouse_contest::ladder::{self, Ladder};
use dicehouse_contest::pool::addition;
use dicehouse_contest::program::Program;
use dicehouse_contest::runner::{
    Bot, ClosedBot, Contest, Ended, Entrant, GameStart, NoShow, Snapshot, Where,
};
use dicehouse_programs::process::{CommandLine, Launch};
use dicehouse_rules::{Act, Acts, Cause, GameKind, Ruleset};
use dicehouse_stats::Entrant as Number;
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{DiceHeader, Record, verify};
use dicehouse_table::{Answer, Failure, Player, Question, Seated};
use table::{play_begun, setup, start_of, workspace};

kept_tests!(
    one_process_for_all_rotations_is_found_out,
    a_file_that_processes_share_is_found_out,
    a_child_that_processes_see_is_found_out,
    memory_is_of_no_use,
    a_file_is_of_no_use,
    a_child_is_of_no_use,
    twins_do_not_help_each_other,
    nor_does_going_on_after_an_interruption,
    nor_being_added_to_a_contest,
    nor_the_ladder,
    a_unit_that_is_played_again_has_new_bots,
    games_of_programs_have_dice_of_their_own,
    there_is_nothing_to_remember,
    programs_that_are_added_have_dice_of_their_own,
);

static NEVER: AtomicBool = AtomicBool::new(false);

fn script() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots");
    folder.join("remember.py").display().to_string()
}

/// A word that no other memory has.
fn word() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("deal-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

fn bot(name: &str, how: &str, word: &str, place: &str) -> String {
    format!("{{ name = '{name}', run = 'python3 {} {how} {word} {place}' }}", script())
}

/// A contest in which deals are dealt again.
fn contest(toml: &str) -> Contest {
    contest_as_asked(&format!("duplicate = true\n{toml}"))
}

fn contest_as_asked(toml: &str) -> Contest {
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(1)).unwrap();
    Contest::new(config, &setup()).unwrap()
}

/// How often the bots whose logs are in this contest's folder, or in one inside, sat down to a new deal and to one that
/// they knew.
fn deals(folder: &Path) -> (usize, usize) {
    let mut found = (0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let inside = deals(&path);
            found = (found.0 + inside.0, found.1 + inside.1);
        } else if path.extension().is_some_and(|ending| ending == "log") {
            let text = fs::read_to_string(&path).unwrap();
            found.0 += text.lines().filter(|line| line.starts_with("NEW")).count();
            found.1 += text.lines().filter(|line| line.starts_with("AGAIN")).count();
        }
    }
    found
}

/// The kinds of contest that are tried: what is played, the seats, and the house bots that fill the table.
const TABLES: &[(&str, usize, &str)] = &[
    ("game = 'liars'", 2, "'odds'"),
    ("game = 'liars'", 4, "'odds', 'gambler', 'dicey'"),
    ("game = 'liars'", 6, "'odds', 'gambler', 'dicey', 'b=odds', 'c=odds'"),
    ("game = 'claims'", 2, "'shark'"),
    ("game = 'claims'", 4, "'shark', 'honest', 'chancer'"),
    ("game = 'claims'", 6, "'shark', 'honest', 'chancer', 'b=shark', 'c=shark'"),
    ("game = 'pairs'", 2, "'greedy'"),
    ("game = 'pairs'", 4, "'greedy', 'steady', 'other=greedy'"),
    ("game = 'pairs'", 6, "'greedy', 'steady', 'b=greedy', 'c=greedy', 'd=greedy'"),
];

/// Holds contests with a bot that remembers, and expects that it never meets a deal again.
fn never_again(how: &str, tables: &[(&str, usize, &str)]) {
    for (game, seats, others) in tables {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("out");
        let remembers = bot("mind", how, &word(), "");
        let (games, threads) = (4 * seats, seats / 2);
        let toml = format!(
            "bots = [{remembers}, {others}]\n{game}\nseats = {seats}\ngames = {games}\nclock = '60s'\n\
             threads = {threads}\nsandbox = 'best-effort'"
        );
        let outcome = contest(&toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
        assert_eq!(outcome.results.bots[0].all_faults(), 0, "{:?}", outcome.results.notes);
        assert_eq!(deals(&out), (games, 0), "{how}, {game}, {seats} seats");
    }
}

fn memory_is_of_no_use() {
    never_again("memory", TABLES);
}

fn a_file_is_of_no_use() {
    never_again("file", TABLES);
    never_again("file-dies", &TABLES[..2]);
}

fn a_child_is_of_no_use() {
    never_again("child", TABLES);
    never_again("child-dies", &TABLES[..2]);
}

/// The old way, in which one process played all rotations.
fn one_process_for_all_rotations_is_found_out() {
    for game in [GameKind::Liars, GameKind::Claims, GameKind::Pairs] {
        let command = CommandLine::new("python3", [script(), "memory".to_owned(), word()]).unwrap();
        let mut program = Program::new(Launch::new(command), "mind");
        let (ruleset, limit) = (Ruleset::default_of(game), Duration::from_secs(60));
        for number in 1..=4 {
            program.begin(&start_of(&ruleset, number, limit)).unwrap();
            play_begun(&mut program, &ruleset, limit);
        }
        let log = String::from_utf8(program.close().log.to_bytes()).unwrap();
        assert_eq!(log, "NEW 0\nAGAIN 0\nNEW 1\nAGAIN 1\n", "{game}");
    }
}

/// Holds a contest without a sandbox, in which processes can find each other's memories.
fn found_without_a_sandbox(how: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let (out, place) = (scratch.path().join("out"), scratch.path().display().to_string());
    let remembers = bot("mind", how, &word(), &place);
    let toml = format!("bots = [{remembers}, 'odds']\ngames = 8\nthreads = 1\nclock = '60s'");
    contest(&toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
    assert_eq!(deals(&out), (4, 4), "{how}");
}

fn a_file_that_processes_share_is_found_out() {
    found_without_a_sandbox("file");
}

fn a_child_that_processes_see_is_found_out() {
    found_without_a_sandbox("child");
}

/// The same program twice at one table: each sees another hand of the deal, and neither can tell the other.
fn twins_do_not_help_each_other() {
    for how in ["memory", "file", "child"] {
        let scratch = tempfile::tempdir().unwrap();
        let (out, word) = (scratch.path().join("out"), word());
        let twins = ["one", "two"].map(|name| bot(name, how, &word, "")).join(", ");
        let toml = format!(
            "bots = [{twins}]\ngames = 8\nclock = '60s'\nthreads = 2\nsandbox = 'best-effort'"
        );
        contest(&toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
        assert_eq!(deals(&out), (16, 0), "{how}");
    }
}

/// Stops a contest as soon as it has played something.
fn stop_early(contest: &Contest, place: &Where) -> Ended {
    let stop = AtomicBool::new(false);
    let mut watch = |snapshot: &Snapshot| stop.store(snapshot.games > 0, Ordering::Relaxed);
    contest.run(place, &stop, &mut watch).unwrap().ended
}

fn nor_does_going_on_after_an_interruption() {
    let tables =
        TABLES.iter().filter(|(_, seats, _)| *seats < 6).zip(["file", "child"].iter().cycle());
    for ((game, seats, others), how) in tables {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("out");
        let remembers = bot("mind", how, &word(), "");
        let toml = format!(
            "bots = [{remembers}, {others}]\n{game}\nseats = {seats}\ngames = 400\nclock = '60s'\n\
             sandbox = 'best-effort'\nthreads = 2"
        );
        let contest = contest(&toml);
        let mut place = Where::New(out.clone());
        for _ in 0..3 {
            stop_early(&contest, &place);
            place = Where::Resume(out.clone());
        }
        let (new, again) = deals(&out);
        assert!(new > 0 && again == 0, "{how}, {game}, {seats} seats: {new} new, {again} again");
    }
}

fn nor_being_added_to_a_contest() {
    let scratch = tempfile::tempdir().unwrap();
    let (out, word) = (scratch.path().join("out"), word());
    let old = bot("old", "file", &word, "");
    let toml = format!("bots = [{old}, 'odds']\ngames = 4\nclock = '60s'\nsandbox = 'best-effort'");
    contest(&toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
    let run = format!("python3 {} file {word}", script());
    let newcomer = BotSetting { name: "new".into(), ..BotSetting::from(run.as_str()) };
    let added = addition(&out, &[newcomer], ContestSecret::from_seed(2)).unwrap();
    let contest = Contest::new(added.config, &setup()).unwrap();
    contest.run(&Where::New(added.folder), &NEVER, &mut ()).unwrap();
    let (new, again) = deals(&out);
    assert_eq!((new, again), (4 + 4 * 2 + 4, 0));
}

fn nor_the_ladder() {
    for (game, seats, others) in TABLES.iter().filter(|(_, seats, _)| *seats < 6) {
        let scratch = tempfile::tempdir().unwrap();
        let remembers = bot("mind", "file", &word(), "");
        let toml = format!(
            "bots = [{remembers}, {others}]\n{game}\nseats = {seats}\ngames = {seats}\nclock = '60s'\n\
             sandbox = 'best-effort'\nduplicate = true"
        );
        ladder::create(scratch.path(), &Options::from_toml(&toml).unwrap()).unwrap();
        let mut ladder = Ladder::open(scratch.path(), setup()).unwrap();
        for sitting in 0..2 {
            ladder.sit(Some(1), ContestSecret::from_seed(sitting), &NEVER, &mut ()).unwrap();
        }
        assert_eq!(deals(scratch.path()), (2 * seats, 0), "{game}, {seats} seats");
    }
}

/// A bot in this process that counts the deals which one opened bot met twice, and fails in its first games.
struct Counting {
    name: &'static str,
    fails_before: u64,
    again: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
}

impl Entrant for Counting {
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
        let (again, games) = (Arc::clone(&self.again), Arc::clone(&self.games));
        Box::new(Opened { met: Vec::new(), fails_before: self.fails_before, again, games })
    }
}

struct Opened {
    met: Vec<u64>,
    fails_before: u64,
    again: Arc<AtomicU64>,
    games: Arc<AtomicU64>,
}

impl Bot for Opened {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        let deal = (game.number - 1) / game.seats.len() as u64;
        self.again.fetch_add(u64::from(self.met.contains(&deal)), Ordering::Relaxed);
        self.games.fetch_add(1, Ordering::Relaxed);
        self.met.push(deal);
        // Slow enough for others to play ahead, so that units have to be played again.
        std::thread::sleep(Duration::from_millis(if game.number == 1 { 50 } else { 1 }));
        Ok(Box::new(Calls { fails: game.number <= self.fails_before }))
    }
    fn close(self: Box<Self>) -> ClosedBot {
        ClosedBot::default()
    }
}

struct Calls {
    fails: bool,
}

impl Player for Calls {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        if self.fails {
            return Err(Failure::fault(Cause::Unreadable, "mumbles"));
        }
        let Acts::Bid(legal) = ask.legal else { return Err(Failure::Stop) };
        Ok(if legal.call { Act::Call } else { ask.legal.nth(0).unwrap() }.into())
    }
}

fn a_unit_that_is_played_again_has_new_bots() {
    let counter = || Arc::new(AtomicU64::new(0));
    let (again, games_of_a, others) = (counter(), counter(), counter());
    // One forfeits early, so what was played ahead with it does not count; the other two play all of that again.
    let entrants = [("a", 0, &games_of_a), ("b", 6, &others), ("c", 0, &others)].map(
        |(name, fails_before, games)| {
            let (again, games) = (Arc::clone(&again), Arc::clone(games));
            Box::new(Counting { name, fails_before, again, games }) as Box<dyn Entrant>
        },
    );
    let toml =
        "bots = ['odds', 'odds', 'odds']\nseats = 3\ngames = 60\nfaults = 8\nseed = 2\nthreads = 2";
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::with_entrants(config, entrants.into()).unwrap();
    let outcome = contest.run(&Where::Nowhere, &NEVER, &mut ()).unwrap();
    assert_eq!(outcome.standings.games, 60);
    assert!(games_of_a.load(Ordering::Relaxed) > 60, "nothing was played again");
    assert_eq!(again.load(Ordering::Relaxed), 0);
}

/// The deals of the games on record, in order; each record is verified.
fn deals_on_record(out: &Path) -> Vec<u64> {
    let files = fs::read_dir(out.join("games")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let deal = |path: &PathBuf| {
        let record = Record::read_bytes(&fs::read(path).unwrap()).unwrap();
        verify(&record).unwrap();
        let DiceHeader::Deal { deal, .. } = record.header.dice else { panic!("not a deal") };
        deal
    };
    files.iter().map(deal).collect()
}

fn games_of_programs_have_dice_of_their_own() {
    let kit = workspace().join("kits/python/bot.py");
    let program = format!("'mine=python3 {}'", kit.display());
    let cases = [
        ("'gambler'", "", [0, 0, 0, 1, 1, 1]),
        ("'gambler'", "duplicate = false", [0, 1, 2, 3, 4, 5]),
        (&program, "", [0, 1, 2, 3, 4, 5]),
        (&program, "duplicate = true", [0, 0, 0, 1, 1, 1]),
    ];
    for (other, more, expected) in cases {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("out");
        let toml = format!(
            "bots = ['odds', 'dicey', {other}]\nseats = 3\ngames = 6\nkeep = 'all'\nclock = '60s'\n{more}"
        );
        contest_as_asked(&toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
        assert_eq!(deals_on_record(&out), expected, "{other}, {more}");
        let list = fs::read_to_string(out.join("games.csv")).unwrap();
        let listed: Vec<&str> =
            list.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
        assert_eq!(listed, expected.map(|deal| deal.to_string()), "{other}, {more}");
    }
}

/// The score against `odds` of a bot whose processes tell each other the hands they had.
fn score_of_recall(how: &str, more: &str) -> f64 {
    let scratch = tempfile::tempdir().unwrap();
    let script = script().replace("remember.py", "recall.py");
    let place = scratch.path().display();
    let toml = format!(
        "bots = [{{ name = 'mind', run = 'python3 {script} {how} {} {place}' }}, 'odds']\ngames = 300\nseed = 11\n\
         clock = '60s'\nthreads = 1\n{more}",
        word()
    );
    let outcome = contest_as_asked(&toml).run(&Where::Nowhere, &NEVER, &mut ()).unwrap();
    assert_eq!(outcome.results.bots[0].all_faults(), 0, "{:?}", outcome.results.notes);
    outcome.results.tally.summary(Number(0)).score.mean.unwrap()
}

/// Without a sandbox nothing keeps the processes of a bot from telling each other everything, and it does not help.
fn there_is_nothing_to_remember() {
    let without = score_of_recall("not", "");
    let with = score_of_recall("file", "");
    assert!(without < 0.4 && with < 0.4, "{without} without memory, {with} with it");
    let duplicate = score_of_recall("file", "duplicate = true");
    assert!(duplicate > 0.5, "{duplicate}: the bot makes nothing of what it knows");
}

fn programs_that_are_added_have_dice_of_their_own() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    let toml = "bots = ['odds', 'dicey']\ngames = 4";
    contest_as_asked(toml).run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap();
    let add = |bot: &str| {
        let added = addition(&out, &[BotSetting::from(bot)], ContestSecret::from_seed(2)).unwrap();
        let contest = Contest::new(added.config.clone(), &setup()).unwrap();
        contest.run(&Where::New(added.folder), &NEVER, &mut ()).unwrap();
        added.config.duplicate
    };
    let kit = workspace().join("kits/python/bot.py");
    assert!(add("gambler"));
    assert!(!add(&format!("mine=python3 {}", kit.display())));
    assert!(!add(&format!("again=python3 {}", kit.display())), "also when one is there already");
}
