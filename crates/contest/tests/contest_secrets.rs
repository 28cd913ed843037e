//! What a contest must not tell its bots: the secret of its dice, its own files, the other bots.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::journal::Secrets;
use dicehouse_contest::ladder::{self, Ladder};
use dicehouse_contest::report::Live;
use dicehouse_contest::runner::{Contest, ContestError, Ended, Outcome, Setup, Where};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{Record, SigningKey, verify};
use serde_json::Value;

kept_tests!(
    a_bot_finds_neither_the_secret_nor_the_other_bots,
    the_secret_is_opened_in_the_end,
    a_stopped_contest_keeps_its_secret,
    a_contest_without_its_secret_does_not_go_on,
    a_bot_finds_nothing_of_other_contests,
    a_bot_among_results_is_refused,
    a_bot_may_read_what_its_host_opens_to_it,
    a_bot_that_does_not_play_the_game_is_refused,
);

/// The plain layout: bots, contest file and results side by side in one folder.
struct Layout {
    _folder: tempfile::TempDir,
    home: PathBuf,
}

impl Layout {
    fn new() -> Layout {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        fs::set_permissions(&home, fs::Permissions::from_mode(0o755)).unwrap();
        let spy = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots/spy.py");
        fs::copy(&spy, home.join("spy.py")).unwrap();
        fs::create_dir(home.join("other")).unwrap();
        fs::copy(&spy, home.join("other/bot.py")).unwrap();
        fs::write(home.join("other/weights"), "the other's trick").unwrap();
        fs::write(home.join("contest.toml"), "seed = 424242").unwrap();
        fs::write(home.join("notes"), "for everybody").unwrap();
        Layout { _folder: folder, home }
    }

    fn hold(&self, more: &str, stop: bool) -> Result<Outcome, ContestError> {
        self.hold_in(&self.out(), "spy.py", more, stop)
    }

    fn hold_in(
        &self,
        out: &Path,
        spy: &str,
        more: &str,
        stop: bool,
    ) -> Result<Outcome, ContestError> {
        let home = self.home.display();
        let toml = format!(
            "bots = [{{ name = 'spy', run = 'python3 {home}/{spy} {home}' {more} }},
                     {{ name = 'other', run = 'python3 {home}/other/bot.py' }}, 'odds']
             sandbox = 'strict'\nseats = 2\ngames = 4\nkeep = 'all'\nthreads = 1"
        );
        let hide = vec![out.to_owned(), self.home.join("contest.toml")];
        let (secrets, signs) = (Some(self.secrets()), Some(key()));
        let setup = Setup { hide, secrets, signs, ..Setup::default() };
        let contest =
            Contest::new(Options::from_toml(&toml)?.config(ContestSecret::from_seed(0))?, &setup)?;
        contest.run(&Where::New(out.to_owned()), &AtomicBool::new(stop), &mut ())
    }

    /// Where no host would have them: in the folder that is open to the bots.
    fn secrets(&self) -> Secrets {
        Secrets::in_folder(self.home.join("secrets"))
    }

    /// The files of all secrets.
    fn kept(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.secrets().folder()).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.out().join("bots/spy.log")).unwrap()
    }

    fn out(&self) -> PathBuf {
        self.home.join("results")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.out().join(name)).unwrap()).unwrap()
    }
}

/// What the records are signed with.
fn key() -> SigningKey {
    SigningKey::from_bytes(&[5; 32])
}

fn a_bot_finds_neither_the_secret_nor_the_other_bots() {
    let layout = Layout::new();
    let outcome = layout.hold("", false).unwrap();
    assert_eq!(outcome.ended, Ended::Finished);
    let faults: u64 = outcome.results.bots.iter().map(|bot| bot.all_faults()).sum();
    assert_eq!(faults, 0, "{:?}", outcome.results.notes);
    let log = layout.log();
    // It looks, and sees what lies beside it.
    assert!(log.contains("for everybody") && log.contains("spy.py"), "{log}");
    for secret in ["results/", "424242", "trick", "other/bot.py", "commitment"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

fn the_secret_is_opened_in_the_end() {
    let layout = Layout::new();
    let outcome = layout.hold("", false).unwrap();
    let contest = layout.json("contest.json");
    let secret = contest["revealed"]["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 64);
    assert_eq!(layout.json("standings.json")["dice"]["secret"], secret);
    assert_eq!(contest["commitment"].as_str(), outcome.standings.commitment.as_deref());
    assert_eq!(contest["signed_by"], key().public().to_string());
    assert_eq!(contest["secret"], Value::Null);
    assert_eq!(layout.kept(), [""; 0].map(PathBuf::from), "what is open is not kept any longer");
    let mut records = 0;
    for file in fs::read_dir(layout.out().join("games")).unwrap() {
        let record = Record::read_bytes(&fs::read(file.unwrap().path()).unwrap()).unwrap();
        verify(&record).unwrap();
        assert_eq!(record.header.signed_by, Some(key().public()), "it is signed in the end");
        records += 1;
    }
    assert_eq!(records, 12);
    assert!(!outcome.text().contains("repeatable"), "{}", outcome.text());
}

fn a_stopped_contest_keeps_its_secret() {
    let layout = Layout::new();
    let outcome = layout.hold("", true).unwrap();
    assert_eq!((outcome.ended, outcome.standings.dice), (Ended::Stopped, None));
    let [path] = &layout.kept()[..] else { panic!("one secret") };
    assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    let kept: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let secret = kept["secret"].as_str().unwrap();
    for name in ["contest.json", "standings.json", "report.html", "debug.log", "journal.jsonl"] {
        let text = fs::read_to_string(layout.out().join(name)).unwrap();
        assert!(!text.contains(secret), "{name}");
    }
    let interrupted = || Contest::interrupted(&layout.out(), Some(&layout.secrets()));
    let config = interrupted().unwrap().config;
    assert_eq!(config.dice.to_string(), secret);
    // Another secret in its place is noticed.
    fs::write(path, format!("{{\"secret\":\"{}\"}}", "ab".repeat(32))).unwrap();
    let error = interrupted().unwrap_err();
    assert!(error.to_string().contains("is not the secret"), "{error}");
}

fn a_contest_without_its_secret_does_not_go_on() {
    let layout = Layout::new();
    layout.hold("", true).unwrap();
    layout.kept().iter().for_each(|path| fs::remove_file(path).unwrap());
    let error = Contest::interrupted(&layout.out(), Some(&layout.secrets())).unwrap_err();
    assert!(error.to_string().contains("cannot go on: its secret"), "{error}");
    // Looking on needs no secret.
    Live::look(&layout.out()).unwrap();
}

/// Puts beside the bots what hosts have there: a contest that was interrupted, one that is over, a ladder.
fn with_neighbours() -> Layout {
    let layout = Layout::new();
    let folder = |name: &str| layout.home.join(name);
    layout.hold_in(&folder("interrupted"), "spy.py", "", true).unwrap();
    fs::create_dir_all(folder("deep/down")).unwrap();
    layout.hold_in(&folder("deep/down/over"), "spy.py", "", false).unwrap();
    let ladder = "bots = ['odds', 'gambler']\ngames = 4";
    ladder::create(&folder("arena"), &Options::from_toml(ladder).unwrap()).unwrap();
    let mut ladder = Ladder::open(&folder("arena"), Setup::default()).unwrap();
    ladder.sit(None, ContestSecret::from_seed(3), &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(layout.kept().len(), 1, "that of the interrupted one");
    layout
}

fn finds_nothing(layout: &Layout, more: &str) {
    layout.hold(more, false).unwrap();
    let log = layout.log();
    assert!(log.contains("for everybody"), "{log}");
    let places = ["interrupted/", "over/", "arena/", "secrets/", "results/"];
    for secret in places.into_iter().chain(["commitment", "\"secret\"", "\"seed\""]) {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

fn a_bot_finds_nothing_of_other_contests() {
    finds_nothing(&with_neighbours(), "");
    // Also where the host opens everything.
    let layout = with_neighbours();
    let more = format!(", read = ['{}']", layout.home.display());
    finds_nothing(&layout, &more);
}

fn a_bot_among_results_is_refused() {
    let layout = with_neighbours();
    for inside in ["interrupted/bots", "deep/down/over", "arena"] {
        let spy = format!("{inside}/spy.py");
        fs::copy(layout.home.join("spy.py"), layout.home.join(&spy)).unwrap();
        let error = layout.hold_in(&layout.out(), &spy, "", false).unwrap_err().to_string();
        assert!(error.contains("which no bot may see: move the bot elsewhere"), "{error}");
    }
}

fn a_bot_may_read_what_its_host_opens_to_it() {
    let elsewhere = tempfile::tempdir().unwrap();
    fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(elsewhere.path().join("model"), "a model").unwrap();
    let layout = Layout::new();
    let place = elsewhere.path().display();
    let more = format!(
        ", read = ['{place}'], env = {{ PYTHONUNBUFFERED = '1' }}, limits = {{ memory = '300MiB' }}, clock = '30s'"
    );
    layout.hold(&more, false).unwrap();
    let missing = layout.hold(", read = ['/no/such/thing']", false);
    assert!(missing.unwrap_err().to_string().contains("it does not exist"));
}

fn a_bot_that_does_not_play_the_game_is_refused() {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots/bot.py");
    let toml = format!("bots = ['odds', 'python3 {} only-pairs']\ngames = 4", bot.display());
    let config = Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &Setup::default()).unwrap();
    let error = contest.run(&Where::Nowhere, &AtomicBool::new(false), &mut ()).unwrap_err();
    assert!(error.to_string().contains("bot.py: the bot does not play liars"), "{error}");
}
