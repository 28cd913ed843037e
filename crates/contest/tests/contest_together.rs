//! Contests that are taken together, bots that are added, and the ladder.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dicehouse_contest::config::{BotSetting, Options};
use dicehouse_contest::ladder::{self, Ladder, LadderError};
use dicehouse_contest::pool::{Pool, PoolError, addition, whole_of};
use dicehouse_contest::runner::{Contest, Outcome, Snapshot, Where};
use dicehouse_stats::Entrant;
use dicehouse_table::dice::ContestSecret;
use serde_json::Value;
use table::{setup, workspace};

kept_tests!(
    the_parts_make_the_whole,
    what_does_not_go_together_is_refused,
    a_new_version_is_another_bot,
    bots_are_added_to_a_finished_contest,
    only_what_is_over_can_be_added_to,
    a_ladder_plays_what_tells_most,
    bots_come_and_go,
    an_interrupted_sitting_goes_on,
    a_changed_bot_starts_anew_on_the_ladder,
    a_bot_that_does_not_start_sits_out,
    nobody_else_plays_on_the_same_ladder,
    bots_keep_to_one_processor,
);

static NEVER: AtomicBool = AtomicBool::new(false);

/// A secret that no other contest of these tests has.
fn fresh() -> ContestSecret {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    ContestSecret::from_seed(NEXT.fetch_add(1, Ordering::Relaxed))
}

fn hold(toml: &str, folder: &Path) -> Outcome {
    let config = Options::from_toml(toml).unwrap().config(fresh()).unwrap();
    let contest = Contest::new(config, &setup()).unwrap();
    contest.run(&Where::New(folder.to_owned()), &NEVER, &mut ()).unwrap()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Two halves of a contest say the same as a tally that has seen all units.
fn the_parts_make_the_whole() {
    let scratch = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    let first = hold("bots = ['odds', 'gambler', 'dicey']\ngames = 40\nseed = 1", &one);
    // In another order, and with somebody new.
    let second = hold("bots = ['dicey', 'odds', 'truthful']\ngames = 60\nseed = 2", &two);
    let pool = Pool::read(&one, [two.as_path()]).unwrap();
    let names: Vec<&str> = pool.bots().iter().map(|bot| bot.name.as_str()).collect();
    assert_eq!(names, ["odds", "gambler", "dicey", "truthful"]);
    let tally = &pool.results().tally;
    assert_eq!(tally.games(), first.results.tally.games() + second.results.tally.games());
    let pair = tally.pair(Entrant(0), Entrant(2)).unwrap();
    let [a, b] = [
        first.results.tally.pair(Entrant(0), Entrant(2)).unwrap(),
        second.results.tally.pair(Entrant(1), Entrant(0)).unwrap(),
    ];
    assert_eq!((pair.games, pair.wins), (a.games + b.games, a.wins + b.wins));
    let five = |i: usize| a.pentanomial.unwrap()[i] + b.pentanomial.unwrap()[i];
    assert_eq!(pair.pentanomial.unwrap(), [0, 1, 2, 3, 4].map(five));
    assert!(pair.score.interval.width() < a.score.interval.width());

    let out = scratch.path().join("both");
    fs::create_dir(&out).unwrap();
    let standings = pool.write(&out, BTreeSet::new()).unwrap();
    assert_eq!(standings.parts.len(), 2);
    assert_eq!(json(&out.join("standings.json"))["parts"][1]["folder"], "../two");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("<a href=\"../two/report.html\">"), "{page}");
    // Moments: after each part.
    assert_eq!(standings.history.len(), 2);
    assert_eq!(standings.history[0].elo[3], None, "it had not played");
}

fn what_does_not_go_together_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = |name: &str| scratch.path().join(name);
    let bots = "bots = ['odds', 'gambler', 'dicey']\ngames = 6";
    hold(&format!("{bots}\nseed = 1"), &folder("one"));
    hold(&format!("{bots}\nseed = 1\nformat = 'gauntlet'"), &folder("same dice"));
    hold(&format!("{bots}\nseed = 2\nrules = 'perudo'"), &folder("rules"));
    hold(&format!("{bots}\nseed = 3\nseats = 3"), &folder("seats"));
    let error = |name: &str| Pool::read(&folder("one"), [folder(name).as_path()]).unwrap_err();
    assert!(matches!(error("same dice"), PoolError::Twice { .. }));
    assert!(
        error("rules").to_string().contains("different rules: liars perudo, not liars contest")
    );
    assert!(
        error("seats").to_string().contains("has tables of 3, and the others have tables of 2")
    );
    assert!(error("nothing").to_string().contains("holds no contest"));
}

fn a_new_version_is_another_bot() {
    let scratch = tempfile::tempdir().unwrap();
    let script = scratch.path().join("bot.py");
    let source = fs::read_to_string(workspace().join("kits/python/bot.py")).unwrap();
    let toml = |seed: u32| {
        format!(
            "bots = ['odds', {{ name = 'mine', run = 'python3 {}' }}]\ngames = 4\nseed = {seed}",
            script.display()
        )
    };
    fs::write(&script, &source).unwrap();
    hold(&toml(1), &scratch.path().join("one"));
    hold(&toml(2), &scratch.path().join("two"));
    fs::write(&script, source + "\n# better\n").unwrap();
    hold(&toml(3), &scratch.path().join("three"));
    let [one, two, three] = ["one", "two", "three"].map(|name| scratch.path().join(name));
    let pool = Pool::read(&one, [two.as_path(), three.as_path()]).unwrap();
    let names: Vec<&str> = pool.bots().iter().map(|bot| bot.name.as_str()).collect();
    assert_eq!(names, ["odds", "mine", "mine (2)"]);
    let games = |bot| pool.results().tally.summary(Entrant(bot)).games;
    assert_eq!((games(0), games(1), games(2)), (12, 8, 4));
}

/// Adds bots as the program does.
fn add(folder: &Path, bots: &[&str]) -> Result<(), PoolError> {
    let bots: Vec<BotSetting> = bots.iter().map(|bot| (*bot).into()).collect();
    let addition = addition(folder, &bots, fresh())?;
    let contest = Contest::new(addition.config.clone(), &setup()).unwrap();
    addition.check(&contest.identities())?;
    contest.run(&Where::New(addition.folder.clone()), &NEVER, &mut ()).unwrap();
    let (whole, pool) = whole_of(&addition.folder)?.unwrap();
    assert_eq!(whole, folder);
    pool.write(&whole, BTreeSet::new())?;
    Ok(())
}

fn bots_are_added_to_a_finished_contest() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold("bots = ['odds', 'gambler']\ngames = 20\nseed = 4", &folder);
    add(&folder, &["dicey", "truthful"]).unwrap();
    add(&folder, &["champion=odds"]).unwrap();
    let standings = json(&folder.join("standings.json"));
    assert_eq!(standings["entrants"].as_array().unwrap().len(), 5);
    // Everybody has met everybody, the old ones no more than before.
    let pairs = standings["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 20);
    assert!(pairs.iter().all(|pair| pair["games"] == 20), "{pairs:?}");
    assert_eq!(standings["parts"][2]["folder"], "added/2");
    // The secret of the first was open when the others were played: theirs are others.
    let commitments: BTreeSet<&str> = standings["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["commitment"].as_str().unwrap())
        .collect();
    assert_eq!(commitments.len(), 3);

    let error = add(&folder, &["odds"]).unwrap_err();
    assert!(error.to_string().contains("there is a bot called odds in the contest already"));
}

fn only_what_is_over_can_be_added_to() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let toml = "bots = ['odds', 'gambler']\ngames = 100000\nseed = 4\nthreads = 1";
    let config = Options::from_toml(toml).unwrap().config(fresh()).unwrap();
    let contest = Contest::new(config, &setup()).unwrap();
    contest.run(&Where::New(folder.clone()), &AtomicBool::new(true), &mut ()).unwrap();
    let error = add(&folder, &["dicey"]).unwrap_err();
    assert!(matches!(error, PoolError::NotFinished(_)), "{error}");
}

fn new_ladder(folder: &Path, bots: &[&str]) -> Ladder {
    let bots: Vec<BotSetting> = bots.iter().map(|bot| (*bot).into()).collect();
    let options = Options { bots, games: Some(10), threads: Some(2), ..Options::default() };
    ladder::create(folder, &options).unwrap();
    Ladder::open(folder, setup()).unwrap()
}

/// Who plays, as the file says.
fn edit(folder: &Path, bots: &str) {
    fs::write(folder.join("ladder.toml"), format!("bots = [{bots}]\ngames = 10\nthreads = 2\n"))
        .unwrap();
}

fn a_ladder_plays_what_tells_most() {
    let scratch = tempfile::tempdir().unwrap();
    let mut ladder =
        new_ladder(scratch.path(), &["odds", "gambler", "dicey", "truthful", "bluffer"]);
    assert_eq!(ladder.uncertainty(), None);
    let mut widths = Vec::new();
    for number in 1..=6 {
        let sitting = ladder.sit(None, fresh(), &NEVER, &mut ()).unwrap();
        assert_eq!((sitting.number, sitting.games, sitting.stopped), (number, 50, false));
        widths.extend(ladder.uncertainty());
    }
    assert!(widths.last().unwrap() < &(widths[0] / 1.5), "{widths:?}");
    let standings = ladder.standings();
    assert_eq!((standings.games, standings.parts.len(), standings.history.len()), (300, 6, 6));
    // All of it is on the disk, and opening the ladder again gives the same.
    let on_disk = json(&scratch.path().join("standings.json"));
    assert_eq!(on_disk, serde_json::to_value(&standings).unwrap());
    drop(ladder);
    assert_eq!(Ladder::open(scratch.path(), setup()).unwrap().standings(), standings);
}

fn bots_come_and_go() {
    let scratch = tempfile::tempdir().unwrap();
    let mut ladder = new_ladder(scratch.path(), &["odds", "gambler", "dicey"]);
    ladder.sit(Some(3), fresh(), &NEVER, &mut ()).unwrap();
    edit(scratch.path(), "'odds', 'dicey', 'truthful'");
    ladder.sit(Some(3), fresh(), &NEVER, &mut ()).unwrap();
    let standings = ladder.standings();
    let row = |name: &str| standings.standings.iter().find(|row| row.name == name).unwrap();
    assert!(row("gambler").gone && !row("odds").gone && !row("truthful").gone);
    assert!(row("truthful").games > 0);
    // Who is gone keeps its rating and plays no more.
    let games = row("gambler").games;
    assert!(row("gambler").elo.is_some());
    ladder.sit(Some(3), fresh(), &NEVER, &mut ()).unwrap();
    let later = ladder.standings();
    let gone = later.standings.iter().find(|row| row.name == "gambler").unwrap();
    assert_eq!(gone.games, games);
    assert!(ladder.text().contains("gambler (gone)"), "{}", ladder.text());
    // And comes back with it.
    edit(scratch.path(), "'odds', 'gambler'");
    ladder.sit(Some(1), fresh(), &NEVER, &mut ()).unwrap();
    let back = ladder.standings();
    let back = back.standings.iter().find(|row| row.name == "gambler").unwrap();
    assert_eq!((back.games, back.gone), (games + 10, false));
    // Other rules are another ladder.
    drop(ladder);
    fs::write(scratch.path().join("ladder.toml"), "bots = ['odds', 'dicey']\nrules = 'perudo'\n")
        .unwrap();
    let error = Ladder::open(scratch.path(), setup()).unwrap_err().to_string();
    assert!(error.contains("The rules of a ladder cannot change"), "{error}");
}

fn an_interrupted_sitting_goes_on() {
    let scratch = tempfile::tempdir().unwrap();
    let python = format!("mine=python3 {}", workspace().join("kits/python/bot.py").display());
    // The secret of house bots among themselves is open from the start, which does not make it over.
    // They are so quick that only a stop from the start comes in time.
    for (folder, bots, early) in
        [("programs", ["odds", &python], false), ("house", ["odds", "gambler"], true)]
    {
        goes_on_after_an_interruption(&scratch.path().join(folder), &bots, early);
    }
}

fn goes_on_after_an_interruption(folder: &Path, bots: &[&str], early: bool) {
    let mut ladder = new_ladder(folder, bots);
    let stop = AtomicBool::new(early);
    let mut stop_early = |snapshot: &Snapshot| {
        if snapshot.games >= 2 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let sitting = ladder.sit(Some(40), fresh(), &stop, &mut stop_early).unwrap();
    assert!(sitting.stopped && sitting.games < 400, "{sitting:?}");
    assert_eq!(ladder.sittings(), 0);
    drop(ladder);
    let mut ladder = Ladder::open(folder, setup()).unwrap();
    assert_eq!(ladder.sittings(), 0, "{bots:?}");
    let rest = ladder.sit(Some(40), fresh(), &NEVER, &mut ()).unwrap();
    assert_eq!((rest.number, rest.stopped), (1, false));
    assert_eq!(sitting.games + rest.games, 400, "no game is played twice, and none is lost");
    assert_eq!(ladder.standings().games, 400);
}

fn a_changed_bot_starts_anew_on_the_ladder() {
    let scratch = tempfile::tempdir().unwrap();
    let script = scratch.path().join("bot.py");
    fs::copy(workspace().join("kits/python/bot.py"), &script).unwrap();
    let folder = scratch.path().join("ladder");
    let mut ladder = new_ladder(&folder, &["odds", &format!("mine=python3 {}", script.display())]);
    ladder.sit(Some(1), fresh(), &NEVER, &mut ()).unwrap();
    // In the middle of a sitting, even.
    let stop = AtomicBool::new(false);
    let mut stop_at_once = |_: &Snapshot| stop.store(true, Ordering::Relaxed);
    let stopped = ladder.sit(Some(40), fresh(), &stop, &mut stop_at_once).unwrap();
    assert!(stopped.stopped);
    fs::write(&script, fs::read_to_string(&script).unwrap() + "\n# better\n").unwrap();
    ladder.sit(Some(1), fresh(), &NEVER, &mut ()).unwrap();
    let standings = ladder.standings();
    let find = |name: &str| standings.standings.iter().find(|row| row.name == name).unwrap();
    assert_eq!(find("mine").games, 10 + stopped.games);
    assert_eq!(find("mine (2)").games, 10);
    assert!(find("mine").gone && !find("mine (2)").gone);
    assert_eq!(ladder.sittings(), 3);
}

fn a_bot_that_does_not_start_sits_out() {
    let scratch = tempfile::tempdir().unwrap();
    let mut ladder =
        new_ladder(scratch.path(), &["odds", "gambler", "broken=no-such-program here"]);
    let mut notes = Notes::default();
    let sitting = ladder.sit(Some(2), fresh(), &NEVER, &mut notes).unwrap();
    assert_eq!(sitting.games, 20);
    assert!(notes.0[0].starts_with("broken sits out: cannot start"), "{:?}", notes.0);
    edit(scratch.path(), "'odds', { name = 'broken', run = 'no-such-program here' }");
    let error = ladder.sit(Some(2), fresh(), &NEVER, &mut ()).unwrap_err();
    assert!(matches!(error, LadderError::TooFew { able: 1, seats: 2 }), "{error}");
}

#[derive(Default)]
struct Notes(Vec<String>);

impl dicehouse_contest::runner::Progress for Notes {
    fn update(&mut self, _: &Snapshot) {}
    fn note(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

fn nobody_else_plays_on_the_same_ladder() {
    let scratch = tempfile::tempdir().unwrap();
    let ladder = new_ladder(scratch.path(), &["odds", "gambler"]);
    let error = Ladder::open(scratch.path(), setup()).unwrap_err().to_string();
    assert!(error.contains("is being played by another process"), "{error}");
    drop(ladder);
    assert!(Ladder::open(scratch.path(), setup()).is_ok());
    let error = ladder::create(scratch.path(), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("holds a ladder already"), "{error}");
    let error = Ladder::open(&scratch.path().join("none"), setup()).unwrap_err();
    assert!(error.to_string().contains("holds no ladder"), "{error}");
}

/// Each process says on standard error which processors it may use.
fn bots_keep_to_one_processor() {
    let scratch = tempfile::tempdir().unwrap();
    let source = fs::read_to_string(workspace().join("kits/python/bot.py")).unwrap();
    let script = scratch.path().join("bot.py");
    let tell =
        "import os, sys\nprint('processors', len(os.sched_getaffinity(0)), file=sys.stderr)\n";
    fs::write(&script, format!("{tell}{source}")).unwrap();
    let bots =
        format!("bots = ['odds', {{ name = 'mine', run = 'python3 {}' }}]", script.display());
    let folder = scratch.path().join("contest");
    hold(&format!("{bots}\ngames = 4\nseed = 1\nthreads = 1\npin = true"), &folder);
    let log = fs::read_to_string(folder.join("bots/mine.log")).unwrap();
    assert!(log.contains("processors 1\n"), "{log}");

    let config = Options::from_toml(&format!("{bots}\ngames = 2000\nthreads = 1000\npin = true"));
    let contest = Contest::new(config.unwrap().config(fresh()).unwrap(), &setup()).unwrap();
    let out = scratch.path().join("too many");
    let error = contest.run(&Where::New(out.clone()), &NEVER, &mut ()).unwrap_err().to_string();
    assert!(error.contains("threads need a processor each"), "{error}");
    assert!(!out.exists());
}
