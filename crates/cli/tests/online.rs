//! The program online: a terminal and a bot play a whole game with each other through a real house.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::served::{CONFIG, House};
use dicehouse_client::{Address, Visitor};
use serde_json::Value;

/// So long that only a program that hangs is that slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// `dicehouse join` with somebody who reads and types.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    lines: Receiver<String>,
    /// Everything that was said.
    said: Vec<String>,
}

impl Terminal {
    fn join(arguments: &[&str], data: &Path) -> Terminal {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
            .arg("join")
            .args(arguments)
            .env("XDG_DATA_HOME", data)
            .env("XDG_CONFIG_HOME", data)
            .env("USER", "Tess")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if send.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Terminal { keys: child.stdin.take().unwrap(), child, lines, said: Vec::new() }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.keys, "{line}").unwrap();
    }

    fn next(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|_| panic!("nothing more after {:#?}", self.said));
        self.said.push(line.clone());
        line
    }

    /// The next line with these words.
    fn hears(&mut self, words: &str) -> String {
        loop {
            let line = self.next();
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Answers every question until the game is over: calls where that is allowed, or does what is offered first.
    fn plays(&mut self) -> u32 {
        let mut acts = 0;
        loop {
            let line = self.next();
            if line.contains("The game is over") {
                return acts;
            }
            if line.starts_with("Your turn") {
                self.type_line("?");
            }
            if let Some(allowed) = line.strip_prefix("Allowed now: ") {
                let act = allowed.split(' ').find(|act| *act == "call");
                let act = act.unwrap_or_else(|| allowed.split(' ').next().unwrap()).to_owned();
                self.type_line(&act);
                acts += 1;
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn get(house: &House, path: &str) -> Value {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let visitor = Visitor::new(Address::parse(&house.url()).unwrap());
    runtime.block_on(visitor.get(path)).unwrap()
}

fn bot_token(house: &House) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut owner = Visitor::new(Address::parse(&house.url()).unwrap());
        owner.come("Olga").await.unwrap();
        owner.new_bot("Kit").await.unwrap().token
    })
}

/// The game that the person of this data folder played, once it is kept, which is just after it was told to be over: also
/// one of a room that is not listed.
fn game_of(house: &House, folder: &Path) -> Value {
    let mut houses = std::fs::read_dir(folder.join("dicehouse/houses")).unwrap();
    let token = std::fs::read_to_string(houses.next().unwrap().unwrap().path()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = Address::parse(&house.url()).unwrap();
    let person = Visitor::known(address, token.trim().to_owned());
    let me: Value = runtime.block_on(person.get("/api/me")).unwrap();
    let page = format!("/api/players/{}", me["id"].as_str().unwrap());
    for _ in 0..100 {
        let shown: Value = runtime.block_on(person.get(&page)).unwrap();
        if let [game] = shown["games"].as_array().unwrap().as_slice() {
            return get(house, &format!("/api/games/{}", game["id"].as_str().unwrap()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("there is no game");
}

#[test]
fn a_terminal_and_a_bot_play_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.db"), 0);
    let server = house.url();
    let arguments = [
        "--new", "liars", "--rules", "contest", "-o", "dice=2", "--seats", "2", "--server", &server,
    ];
    let mut terminal = Terminal::join(&arguments, folder.path());
    let told = terminal.hears("Others join with: dicehouse join ");
    let code = told.rsplit('/').next().unwrap().to_owned();
    terminal.hears("Type sit to play");
    terminal.type_line("sit");
    terminal.hears("Tess");

    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/python/bot.py");
    let mut bot = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
        .args(["connect", "--server", &server, "--room", &code, "--games", "1", "--", "python3"])
        .arg(kit)
        .env("DICEHOUSE_TOKEN", bot_token(&house))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while !terminal.hears("Seats: ").contains("Kit") {}
    terminal.type_line("start");
    assert!(terminal.plays() > 0);
    // The room is told of, and what to do next.
    terminal.hears("You are the host");
    assert!(bot.wait().unwrap().success());
    let mut words = String::new();
    std::io::Read::read_to_string(&mut bot.stdout.take().unwrap(), &mut words).unwrap();
    assert!(words.ends_with("1 game played\n"), "{words}");

    let game = &game_of(&house, folder.path());
    assert_eq!(get(&house, "/api/games"), Value::Array(Vec::new()), "nobody else finds it");
    let names: Vec<&str> = game["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Tess", "Kit"]);
    let id = game["id"].as_str().unwrap();
    assert_eq!(get(&house, &format!("/api/games/{id}/verify"))["good"], true);
    assert!(game["seats"].as_array().unwrap().iter().all(|seat| seat["faults"] == 0), "{game}");
    // The game can be looked at again, as on the full screen.
    for (look, words) in
        [("story", "Good decisions: "), ("replay", " wins the game!"), ("review", "accuracy")]
    {
        terminal.type_line(look);
        terminal.hears(words);
    }
    terminal.type_line("leave");
    assert!(terminal.child.wait().unwrap().success());
}

/// The host seats bots by the names people know, hands the room over and hears who is away.
#[test]
fn a_room_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(&folder.path().join("house.db"), 0);
    let server = house.url();
    let arguments = ["--new", "liars", "--seats", "4", "--server", &server];
    let mut tess = Terminal::join(&arguments, folder.path());
    let told = tess.hears("Others join with: dicehouse join ");
    let link = told.rsplit(' ').next().unwrap().to_owned();
    tess.hears("Type sit to play");
    tess.type_line("story");
    tess.hears("No game has been played here yet.");
    tess.type_line("sit");
    tess.hears("Tess is ready.");
    tess.type_line("bot Gil");
    tess.hears("The bot Gil sits down.");
    tess.type_line("bot gambler");
    tess.hears("The bot Gina sits down.");
    let other = tempfile::tempdir().unwrap();
    let mut ida = Terminal::join(&[&link, "--name", "Ida"], other.path());
    ida.hears("Type sit to play");
    ida.type_line("sit");
    tess.hears("Seats: Tess, Gil (bot), Gina (bot), Ida");
    tess.type_line("bot Gil");
    tess.hears("No seat is free.");
    tess.type_line("host Nobody");
    tess.hears("Nobody here is called \"Nobody\".");
    tess.type_line("host Ida");
    ida.hears("Ida is the host now.");
    ida.type_line("start");
    tess.hears("The game is Liar's dice");
    tess.type_line("replay");
    tess.hears("The game is not over yet.");
    ida.type_line("pause");
    tess.hears("The game is paused.");
    ida.type_line("go on");
    tess.hears("The game goes on.");
    drop(ida);
    tess.hears("Ida is away. After ");
    tess.type_line("who");
    tess.hears("Ida (away)");
}

/// Waits until the day has so much left that the test cannot reach into the next one, whose dice are others.
fn not_across_midnight() {
    const DAY: u64 = 86_400;
    let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let left = DAY - since_1970 % DAY;
    // It waits for nothing longer than `PATIENCE`, and not that long for five things.
    if left < 5 * PATIENCE.as_secs() {
        std::thread::sleep(Duration::from_secs(left + 1));
    }
}

#[test]
fn the_daily_challenge_at_the_terminal_goes_on_after_a_kill() {
    not_across_midnight();
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("house.db");
    let house = House::open(&db, 0);
    let (server, port) = (house.url(), house.port);
    let arguments = ["--daily", "--server", &server];
    let mut terminal = Terminal::join(&arguments, folder.path());
    terminal.hears("the same dice for everyone today");
    terminal.hears("Your turn");
    drop(house);
    terminal.hears("The connection is gone");
    let house = House::open(&db, port);
    terminal.hears("You are connected again");
    terminal.type_line("?");
    assert!(terminal.plays() > 5);
    terminal.type_line("leave");
    assert!(terminal.child.wait().unwrap().success());
    assert_eq!(game_of(&house, folder.path())["game"], "pairs");
    let best = get(&house, "/api/daily")["best"].clone();
    assert_eq!(best[0]["name"], "Tess");
    // There is one try.
    let again = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
        .arg("join")
        .args(arguments)
        .env("XDG_DATA_HOME", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(!again.status.success() && said.contains("You had your try today"), "{said}");
}

/// Logs are kept and shown to others: nobody can come into a room with them, act for somebody or see dice.
#[test]
fn logs_tell_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let house = House::logging(
        &folder.path().join("house.db"),
        0,
        "trace",
        std::fs::File::create(&log).unwrap().into(),
    );
    let server = house.url();
    let arguments = ["--new", "liars", "-o", "dice=2", "--seats", "2", "--server", &server];
    let mut terminal = Terminal::join(&arguments, folder.path());
    let told = terminal.hears("Others join with: dicehouse join ");
    let code = told.rsplit('/').next().unwrap().to_owned();
    terminal.hears("Type sit to play");
    for line in ["sit", "bots gambler", "start"] {
        terminal.type_line(line);
    }
    assert!(terminal.plays() > 0);
    game_of(&house, folder.path());
    terminal.type_line("leave");
    assert!(terminal.child.wait().unwrap().success());

    let token = bot_token(&house);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let bot = Visitor::known(Address::parse(&server).unwrap(), token.clone());
    assert!(runtime.block_on(bot.me()).unwrap().is_some());
    let houses = std::fs::read_dir(folder.path().join("dicehouse/houses")).unwrap();
    let mine: Vec<String> =
        houses.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert!(mine.iter().all(|token| token.trim().len() > 30) && mine.len() == 1);
    let secrets = [mine[0].trim(), &token, &code, "Tess", "[1,", "bid"];
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("somebody new") && log.contains("request"), "{log}");
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}

/// Whoever started a house may be gone, and the terminal with them: what it says then cannot be read, and it
/// still closes when it is told to.
#[test]
fn a_house_that_nobody_listens_to_closes_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = std::process::Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"))
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(folder.path().join("house.db"))
        .env("XDG_CONFIG_HOME", folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = std::io::BufReader::new(house.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut said, &mut String::new()).unwrap();
    drop((said, house.stderr.take()));
    let id = house.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let mut closed = house.try_wait().unwrap();
    while closed.is_none() && std::time::Instant::now() < until {
        std::thread::sleep(std::time::Duration::from_millis(20));
        closed = house.try_wait().unwrap();
    }
    if closed.is_none() {
        house.kill().unwrap();
    }
    assert!(closed.is_some_and(|status| status.success()), "{closed:?}");
}

/// A house is backed up while it is open, and comes back from the backup when it is closed.
#[test]
fn a_house_is_checked_backed_up_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("house.db");
    let backup = folder.path().join("backup.db");
    let house_command = |words: &[&Path]| {
        let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
        let all = ["house", "--db"].map(str::to_owned).into_iter().chain(words);
        let mut run = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"));
        let run = run.args(all).env("XDG_CONFIG_HOME", CONFIG).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
        (run.status.success(), text)
    };
    let said = |(good, text): (bool, String), wanted: bool, words: &str| {
        assert!(good == wanted && text.contains(words), "{text}");
    };
    let word = Path::new;
    said(house_command(&[&db, word("status")]), false, "there is no house at");
    assert!(!db.exists(), "asking makes no house");

    let house = House::open(&db, 0);
    bot_token(&house);
    said(house_command(&[&db, word("backup"), &backup]), true, "has everything");
    said(house_command(&[&db, word("backup"), &backup]), false, "is there already");
    said(house_command(&[&db, word("check")]), true, "Every log replays and every record verifies");
    said(house_command(&[&db, word("restore"), &backup]), false, "is open");
    bot_token(&house);
    said(house_command(&[&db, word("status")]), true, "people   2");
    drop(house);

    let junk = folder.path().join("junk");
    std::fs::write(&junk, "not a backup").unwrap();
    said(house_command(&[&db, word("restore"), &junk]), false, "not a store");
    said(house_command(&[&db, word("restore"), word("missing")]), false, "there is no file");
    said(house_command(&[&db, word("restore"), &backup]), true, "house.db.before-1");
    said(house_command(&[&db, word("status")]), true, "people   1");
    let before = folder.path().join("house.db.before-1");
    said(house_command(&[&before, word("status")]), true, "people   2");
    said(house_command(&[&db, word("vacuum")]), true, "Done");
    let house = House::open(&db, 0);
    assert_eq!(get(&house, "/api/health")["status"], "ok");
}

/// A copy of the database alone opens nowhere: without its key, or with another one, a house says plainly what is the matter.
#[test]
fn a_house_without_its_key_says_so_and_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("house.db");
    drop(House::open(&db, 0));
    let config = folder.path().join("elsewhere");
    let serve = |more: &[&str], key: Option<&str>| {
        let mut serve = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--db"]).arg(&db).args(more);
        serve.env("XDG_CONFIG_HOME", &config).env_remove("DICEHOUSE_KEY");
        serve.envs(key.map(|key| ("DICEHOUSE_KEY", key)));
        serve
    };
    let fails = |mut serve: Command, words: &str| {
        let run = serve.output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success() && said.contains(words), "{said}");
        said
    };
    let said = fails(serve(&[], None), "the key of this house is missing");
    assert!(said.contains("--key") && said.contains("--new-key"), "{said}");
    assert!(!config.join("dicehouse/house.key").exists(), "no other key is made by accident");
    let other = "07".repeat(32);
    fails(serve(&[], Some(&other)), "this is another house's key");
    fails(serve(&[], Some("hello")), "there is no key in DICEHOUSE_KEY");
    let file = folder.path().join("a.key");
    std::fs::write(&file, &other).unwrap();
    let named = file.display().to_string();
    fails(serve(&["--key", &named], None), "this is another house's key");
    // The key it had opens it, wherever it lies.
    let own = std::fs::read_to_string(Path::new(CONFIG).join("dicehouse/house.key")).unwrap();
    std::fs::write(&file, &own).unwrap();
    for mut good in [serve(&["--key", &named], None), serve(&[], Some(own.trim()))] {
        let mut child = good.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut said).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(said.contains("Dicehouse is open"), "{said}");
    }
}
