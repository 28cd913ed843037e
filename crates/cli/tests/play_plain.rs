//! Whole games line by line, in a terminal and in a pipe.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::{Path, PathBuf};

use common::pty::Pty;
use common::{Run, dicehouse, program};

/// Plays a game in a terminal, answering each question simply, and gives all that was said.
fn play(arguments: &str, data: &Path) -> String {
    let mut pty = Pty::start(arguments, data, 160, 50);
    let mut answered = 0;
    for _ in 0..2000 {
        pty.wait_for("a question or the end", |pty| {
            let said = pty.said();
            said.len() > answered
                && (said.ends_with("? ") || said.ends_with("go on. ") || said.ends_with(": "))
        });
        let said = pty.said();
        if said.ends_with(AFTERWARDS) {
            return look_back(pty);
        }
        let question = said.lines().last().unwrap().to_owned();
        answered = said.len();
        let answer = match question.as_str() {
            q if q.ends_with("Your bid? ") => "1 two".to_owned(),
            q if q.contains("Bid") => "liar!".to_owned(),
            q if q.ends_with("Your claim? ") => "7".to_owned(),
            q if q.ends_with("Call or pass? ") => "pass".to_owned(),
            q if q.contains("immunity") => "keep".to_owned(),
            q if q.ends_with("Your split? ") => "1".to_owned(),
            _ => String::new(),
        };
        // The terminal shows what is typed.
        answered += answer.len();
        pty.press(&format!("{answer}\r"));
    }
    panic!("the game does not end:\n{}", pty.said());
}

/// What is asked when a game is over.
const AFTERWARDS: &str = "Another game? y, n, or story, replay, review [n]: ";

/// Looks at the game in every way there is, and leaves.
fn look_back(mut pty: Pty) -> String {
    for (n, look) in ["story", "replay", "review", ""].iter().enumerate() {
        pty.press(&format!("{look}\r"));
        if !look.is_empty() {
            pty.wait_for("the question again", |pty| {
                pty.said().matches(AFTERWARDS).count() > n + 1
            });
        }
    }
    assert_eq!(pty.exit_code(), 0);
    let said = pty.said();
    let parts: Vec<&str> = said.split(AFTERWARDS).collect();
    let [story, replay, review] = [parts[1], parts[2], parts[3]];
    let told = ["Good decisions: ", "Right answers to claims: ", " split: "];
    assert!(told.iter().any(|words| story.contains(words)), "{story}");
    assert!(tells_the_end(replay), "{replay}");
    assert!(review.contains("accuracy"), "{review}");
    said
}

/// Whether somebody wins, or is done alone.
fn tells_the_end(said: &str) -> bool {
    ["the game!", "win is shared", "finish with", "finishes with"]
        .iter()
        .any(|end| said.contains(end))
}

/// The record of the one game, which is over.
fn record(data: &Path) -> PathBuf {
    only(data, "jsonl")
}

/// The log of the one game that waits.
fn log(data: &Path) -> PathBuf {
    only(data, "room")
}

fn only(data: &Path, ending: &str) -> PathBuf {
    let mut games: Vec<PathBuf> = std::fs::read_dir(data.join("dicehouse/games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

#[test]
fn whole_games_of_all_three_kinds_in_a_terminal() {
    for (arguments, expected) in [
        (
            "play liars --rules house -o dice=2 --bots truthful,dicey --seed 5 --plain",
            "All cups up: ",
        ),
        (
            "play liars --rules markovok -o dice=2 --bots bluffer --seed 4 --plain",
            "Bid, call or exact?",
        ),
        ("play claims --rules full --bots chancer,honest --seed 6 --plain", "The order: "),
        ("play claims --bots chancer --seed 9 --plain", "They add up to"),
        ("play pairs --seed 7 --plain", "Removed: "),
        ("play pairs --bots greedy,steady --seed 8 --plain", "Your sheet"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let said = play(arguments, data.path());
        assert!(said.contains(expected), "{arguments}: no {expected:?} in\n{said}");
        assert!(tells_the_end(&said), "{said}");
        let record = record(data.path());
        let checked = dicehouse(&format!("verify {}", record.display()));
        assert_eq!(checked.code, 0, "{}", checked.stderr);
        let shared = dicehouse(&format!("share {}", record.display()));
        assert!(shared.stdout.starts_with("Dicehouse: "), "{}", shared.stderr);
        let picture = dicehouse(&format!("share {} --svg -", record.display())).stdout;
        assert!(picture.starts_with("<svg ") && picture.contains("Tess"), "{picture}");
        let watched = dicehouse(&format!("watch --plain {}", record.display()));
        assert!(tells_the_end(&watched.stdout));
    }
}

fn piped(arguments: &str, input: &str, data: &Path) -> Run {
    let mut command = program();
    command.args(arguments.split_whitespace()).env("USER", "Tess");
    // What is remembered is this test's own, too: others run beside it.
    command.env("XDG_DATA_HOME", data).env("XDG_CONFIG_HOME", data);
    let output = command.write_stdin(input).output().unwrap();
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

#[test]
fn the_end_of_input_ends_the_program_politely_and_the_game_waits() {
    for input in ["", "\n\n", "\n\n\n\n\n\n\n1x2\n", "pairs\n\n1\n\n\n"] {
        let data = tempfile::tempdir().unwrap();
        let run = piped("", input, data.path());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{input:?}");
        assert!(run.stdout.starts_with("Welcome to Dicehouse"), "{}", run.stdout);
    }
    let data = tempfile::tempdir().unwrap();
    let run = piped("play liars --bots gambler --seed 3", "?\no\nsay hello there\n", data.path());
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains(": hello there"), "{}", run.stdout);
    let waits = "Thank you for playing!\nThe game waits for you: dicehouse play --resume";
    assert!(run.stdout.contains(waits), "{}", run.stdout);
    // It can be gone on with, and ended in words.
    let run = piped("play --resume", "break off\ny\n", data.path());
    assert_eq!(run.code, 0, "{}", run.stdout);
    let record = record(data.path());
    assert_eq!(dicehouse(&format!("verify {}", record.display())).code, 0);
}

/// The front door, line by line: everything can be chosen by its number, and looked at first.
#[test]
fn the_front_door_line_by_line() {
    let data = tempfile::tempdir().unwrap();
    let input = "rules 3\nscores\ngames\nchess\n1\n2\n\n\n1\n2\nq\n";
    let run = piped("", input, data.path());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    for words in [
        "(1) Liar's dice",
        "(3) Pairs",
        "Removed numbers",
        "No games yet",
        "Type a number of the list",
        "(1) house      The house game",
        "How strong: (1) easy, (2) medium",
        "The game is Liar's dice, contest.",
    ] {
        assert!(run.stdout.contains(words), "no {words:?} in\n{}", run.stdout);
    }
    // The table of last time is a number of the list from now on.
    let again = piped("", "n\ngames\n4\nbreak off\ny\nq\n", data.path());
    for words in ["(4) The table of last time: Liar's dice, contest", "No games yet", "Your bid?"] {
        assert!(again.stdout.contains(words), "no {words:?} in\n{}", again.stdout);
    }
    let left = piped("", "n\n2\n\nq\n", data.path());
    assert!(left.code == 0 && !left.stdout.contains("The game is Claims"), "{}", left.stdout);
    let online = piped("", "n\njoin http://127.0.0.1:1/room/QK7PXA\n", data.path());
    assert!(online.code != 0 && online.stderr.contains("127.0.0.1:1"), "{}", online.stderr);
}

/// Invariant 5: an act that was acknowledged survives `kill -9` of the process.
#[test]
fn an_acknowledged_act_survives_kill_9() {
    for seed in 1..=5 {
        let data = tempfile::tempdir().unwrap();
        let arguments = format!("play liars --rules contest --bots truthful --seed {seed} --plain");
        let mut pty = Pty::start(&arguments, data.path(), 160, 50);
        pty.wait_for_text("Your bid?");
        pty.press("2x3\r");
        pty.wait_for_text("You bid 2 threes.");
        pty.kill();
        let text = std::fs::read_to_string(log(data.path())).unwrap();
        assert!(text.contains(r#""event":"acted","seat":0,"act":"2x3""#), "{text}");
        // The game goes on from there, and its record has the bid.
        let run = piped("play --resume", "break off\ny\n\nbreak off\ny\n", data.path());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let record = record(data.path());
        let watched = dicehouse(&format!("watch --plain {}", record.display()));
        assert_eq!(watched.code, 0, "{}", watched.stderr);
        assert!(watched.stdout.contains("Tess bids 2 threes."), "{}", watched.stdout);
        assert_eq!(dicehouse(&format!("verify {}", record.display())).code, 0);
    }
}

#[test]
fn a_refused_act_is_explained_and_asked_again() {
    let data = tempfile::tempdir().unwrap();
    let run = piped(
        "play liars --rules variation --bots truthful --seed 1",
        "call\nhello\n99x6\n3x9\nexact\nclaim 3\n1x2\n",
        data.path(),
    );
    for reason in [
        "there is no bid to call yet: you open the round",
        "\"hello\" means nothing here",
        "only 10 dice are in play",
        "the dice have no 9: their faces are 1 to 6",
        "these rules have no exact call",
        "that is not what is asked now: bid, as in 3x5",
        "You bid 1 two.",
    ] {
        assert!(run.stdout.contains(reason), "no {reason:?} in\n{}", run.stdout);
    }
}

/// A level seats a company, also at `pairs`, which one plays alone otherwise.
#[test]
fn a_level_seats_a_company() {
    for (arguments, seats) in [("pairs --level medium", 4), ("pairs", 1), ("liars --level easy", 4)]
    {
        let data = tempfile::tempdir().unwrap();
        piped(&format!("play {arguments} --names Ann --plain"), "", data.path());
        let text = std::fs::read_to_string(log(data.path())).unwrap();
        let start = text.find("\"seats\":[{\"name\"").unwrap_or_else(|| panic!("{text}"));
        let seated = &text[start..text[start..].find(']').unwrap() + start];
        assert_eq!(seated.matches("\"name\":").count(), seats, "{arguments}: {seated}");
    }
}

#[test]
fn several_people_pass_the_keyboard() {
    let data = tempfile::tempdir().unwrap();
    let run = piped(
        "play liars --rules contest --names Ann,Bob --seed 1",
        "\n1x2\n\n2x2\n\ncall\n",
        data.path(),
    );
    let said = &run.stdout;
    let [ann, bob] = ["Ann", "Bob"].map(|name| {
        said.find(&format!("Pass the keyboard to {name}.")).unwrap_or_else(|| panic!("{said}"))
    });
    assert!(ann < bob);
    // Nothing of Ann's dice is said before Ann is there, and forty lines hide them from Bob.
    assert!(!said[..ann].contains('|'), "{said}");
    assert!(said[ann..bob].contains(&"\n".repeat(40)), "{said}");
    assert!(said.contains("Ann bids 1 two."), "{said}");
}

#[test]
fn results_are_kept_and_listed() {
    let data = tempfile::tempdir().unwrap();
    let scores = |arguments: &str| {
        let mut command = program();
        command.args(arguments.split_whitespace()).env("XDG_DATA_HOME", data.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(scores("scores").contains("No games yet"));
    for seed in 1..=3 {
        let run = piped(
            &format!("play liars --watch-bots --bots gambler,bluffer --seed {seed}"),
            "",
            data.path(),
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let table = scores("scores liars");
    assert!(table.contains("gambler") && table.contains("bluffer"), "{table}");
    let json: serde_json::Value = serde_json::from_str(&scores("scores liars --json")).unwrap();
    let rows = json[0]["rows"].as_array().unwrap();
    let games: u64 = rows.iter().map(|row| row["games"].as_u64().unwrap()).sum();
    let wins: u64 = rows.iter().map(|row| row["wins"].as_u64().unwrap()).sum();
    assert_eq!((games, wins), (6, 3));
}

/// Games won before come from the store: the leader of `claims full` is the one who won.
#[test]
fn games_won_feed_into_claims_full() {
    let data = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let run =
            piped("play claims --rules full --watch-bots --bots chancer,honest", "", data.path());
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let mut games: Vec<PathBuf> = std::fs::read_dir(data.path().join("dicehouse/games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    games.sort();
    let header =
        |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().next().unwrap().to_owned();
    assert!(!header(&games[0]).contains("games_won"));
    assert!(header(&games[1]).contains("\"games_won\":1"));
}

#[test]
fn what_cannot_be_played_says_why() {
    for (arguments, code, expected) in [
        ("play chess", 2, "there is no game \"chess\""),
        ("play liars --bots nobody", 2, "there is no bot \"nobody\""),
        ("play liars --bots trutful", 2, "hint: did you mean \"truthful\"?"),
        ("play liars --bots greedy", 2, "greedy plays pairs, not liars"),
        ("play liars --players 30", 2, "cannot be played by 30: it seats 2 to 10 players"),
        ("play liars --players 1", 2, "it seats 2 to 10 players"),
        ("play liars --players 2 --bots dicey,dicey,dicey", 2, "too few"),
        ("play liars --rules nope", 2, "has no preset"),
        ("play liars -o dice=11", 2, "it is a number from 1 to 10"),
        ("play liars --record /nonexistent/x.jsonl", 1, "the record cannot be written"),
        ("verify /nonexistent.jsonl", 1, "cannot read /nonexistent.jsonl"),
        ("watch Cargo.toml", 1, "line 1 cannot be read"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let run = piped(arguments, "", data.path());
        assert_eq!(run.code, code, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{arguments}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments}");
    }
}

#[test]
fn a_record_is_watched_step_by_step() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.jsonl");
    let play = format!("play liars --watch-bots --seed 5 --record {}", record.display());
    assert_eq!(piped(&play, "", data.path()).code, 0);
    let steps = |arguments: &str, keys: &str| {
        let arguments = format!("watch {} {arguments}", record.display());
        let run = piped(&arguments, keys, data.path());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let told = steps("--step", "\n\n3\nb\nb\n99\nv 1\nv 9\ne\nq\n");
    assert!(told.contains("\nRound 3."), "{told}");
    assert_eq!(told.matches("\nRound 1.").count(), 1, "{told}");
    assert_eq!(told.matches("\nRound 4.").count(), 1, "{told}");
    assert!(told.contains("There is no round 99."), "{told}");
    assert!(told.contains("Nobody sits there."), "{told}");
    assert!(told.contains("wins the game!"), "{told}");
    let start = steps("--step --seat 0", "1\n");
    assert_eq!(start.matches("\n  gambler: ").count(), 1, "{start}");
    assert!(!start.contains("On the table"), "{start}");
}
