//! What a contest leaves behind: standings, a page, records, a list of games.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Outcome, Where};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{DiceHeader, Record, Reveal, verify};
use serde_json::Value;

kept_tests!(
    the_page_has_everything_and_needs_nothing,
    tables_of_many_and_faults_have_their_place,
    the_standings_are_complete,
    every_game_is_listed_and_kept_ones_verify,
    the_table_in_the_terminal_lines_up,
    everybody_is_told_how_it_was_held,
    a_cross_table_of_many_can_be_read,
    several_rules_are_played_in_turn,
);

fn hold(toml: &str, folder: &Path) -> Outcome {
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    let contest = Contest::new(config, &table::setup()).unwrap();
    contest.run(&Where::New(folder.to_owned()), &AtomicBool::new(false), &mut ()).unwrap()
}

/// A tag of a page, with its attributes, and the text before it.
struct Tag<'a> {
    before: &'a str,
    name: &'a str,
    rest: &'a str,
}

/// The tags of a page in order. Every text between them must be free of HTML's own characters.
fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        let (tag, next) = after.split_once('>').expect("a tag ends");
        let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
        tags.push(Tag { before, name, rest: attributes });
        rest = next;
        // What stands in a style or a script is not HTML.
        for element in ["style", "script"].into_iter().filter(|element| *element == name) {
            let (text, next) = rest.split_once(&format!("</{element}>")).unwrap();
            assert!(!text.contains('<') && !text.contains("url(") && !text.contains("@import"));
            assert!(!text.contains("fetch") && !text.contains("innerHTML"));
            rest = next;
        }
    }
    tags
}

/// Checks that every element is closed in order, and that there is nothing from elsewhere.
fn check_page(html: &str) -> Vec<Tag<'_>> {
    let tags = tags(html);
    let mut open: Vec<&str> = Vec::new();
    for tag in &tags {
        if let Some(name) = tag.name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !["!doctype", "meta", "style", "script"].contains(&tag.name)
            && !tag.rest.ends_with('/')
        {
            open.push(tag.name);
        }
        for elsewhere in ["src=", "http:", "https:", "onload", "onclick", "javascript:"] {
            assert!(!tag.rest.contains(elsewhere), "{} {}", tag.name, tag.rest);
        }
        // The only ways out lead to records.
        let leads = tag.rest.contains("href=");
        assert!(!leads || tag.rest.starts_with("href=\"./games/0"), "{} {}", tag.name, tag.rest);
        assert!(!["link", "iframe", "object", "img"].contains(&tag.name), "{}", tag.name);
    }
    assert_eq!(open, [""; 0], "never closed");
    tags
}

const ROBIN: &str = "bots = [{ name = '<b>odds</b> & \"co\"', run = 'odds' }, 'gambler', 'truthful']\n\
                     games = 60\nseed = 9\nthreads = 2\nkeep = 10\n";

fn the_page_has_everything_and_needs_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(ROBIN, &folder);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    let tags = check_page(&html);
    assert!(!html.contains("<b>") && html.contains("&lt;b&gt;odds&lt;/b&gt; &amp; &quot;co&quot;"));
    for part in
        ["standings", "ratings", "pairs", "time", "seats", "faults", "thinking", "records", "how"]
    {
        assert!(html.contains(&format!("<h2 id=\"{part}\">")), "{part}");
    }
    assert!(html.contains("prefers-color-scheme: dark") && html.contains("<html lang=\"en\">"));
    let count = |name: &str| tags.iter().filter(|tag| tag.name == name).count();
    assert_eq!(count("svg"), 4, "ratings, Elo and places over time, and seats of two players");
    assert_eq!(count("table"), 6, "standings, pairs, seats, thinking time, bots, records");
    assert_eq!(count("a"), 10, "one link for each record");
    assert!(html.contains("<a href=\"./games/0000001.jsonl\">1</a>") && count("script") == 1);
    assert_eq!(count("table"), count("caption"));
    // Every cell of a first row and column is a head with its scope.
    let heads = || tags.iter().filter(|tag| tag.name == "th");
    assert!(heads().all(|tag| tag.rest.starts_with("scope=\"")), "heads have scopes");
    assert_eq!(heads().filter(|tag| tag.rest.contains("row")).count(), 3 + 3 + 4 + 3 + 3 + 10);
    // Numbers are numbers.
    for tag in &tags {
        assert!(!tag.before.contains("NaN") && !tag.before.contains("inf"), "{}", tag.before);
        assert!(!tag.rest.contains("NaN"), "{}", tag.rest);
    }
}

fn tables_of_many_and_faults_have_their_place() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/protocol_bots/bot.py");
    let toml = format!(
        "bots = ['odds', 'gambler', 'truthful', {{ name = 'rude', run = 'python3 {} illegal' }}]\n\
         games = 20\nseed = 9\nthreads = 2\nformat = 'table'\nkeep = 'faults'\nclock = '60s'",
        bot.display()
    );
    let outcome = hold(&toml, &folder);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    let tags = check_page(&html);
    assert_eq!(tags.iter().filter(|tag| tag.name == "svg").count(), 5);
    assert!(html.contains("tried something the rules do not allow: 200x9"), "{html}");
    let text = outcome.text();
    assert!(text.contains("rude: illegal 1") && text.contains("Weng–Lin"), "{text}");
    assert!(text.contains("faults  forfeits"), "{text}");
    // Games with faults alone are kept, and they verify.
    let with_faults: u64 = outcome.results.bots.iter().map(|bot| bot.all_faults()).sum();
    let kept = fs::read_dir(folder.join("games")).unwrap().count();
    assert!(kept > 0 && kept as u64 <= with_faults, "{kept} of {with_faults}");
}

fn the_standings_are_complete() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(ROBIN, &folder);
    let read = |name: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    };
    let standings = read("standings.json");
    assert_eq!(standings["games"], 180);
    assert_eq!(standings["units"], 90);
    assert_eq!(standings["ended"], "finished");
    let rows = standings["standings"].as_array().unwrap();
    let ranks: Vec<&Value> = rows.iter().map(|row| &row["rank"]).collect();
    assert_eq!(ranks, [1, 2, 3]);
    for row in rows {
        assert_eq!(row["games"], 120);
        for key in ["score", "share", "elo"] {
            assert!(row[key]["interval"]["low"].is_f64(), "{key} of {row}");
        }
        assert!(row["weng_lin"]["mu"].is_f64());
        assert_eq!(row["by_seat"].as_array().unwrap().len(), 2);
        assert_eq!(row["by_players"][0]["players"], 2);
    }
    assert_eq!(standings["pairs"].as_array().unwrap().len(), 6);
    for pair in standings["pairs"].as_array().unwrap() {
        let five: Vec<u64> = serde_json::from_value(pair["pentanomial"].clone()).unwrap();
        assert_eq!(five.iter().sum::<u64>(), 30, "pairs of games");
        let points: u64 =
            five.iter().zip(0..).map(|(times, half_points)| times * half_points).sum();
        assert_eq!(points, 2 * pair["wins"].as_u64().unwrap() + pair["ties"].as_u64().unwrap());
    }
    let history = standings["history"].as_array().unwrap();
    assert_eq!((history.len(), &history[89]["games"]), (90, &Value::from(180)));
    for (entrant, elo) in history[89]["elo"].as_array().unwrap().iter().enumerate() {
        let row = rows.iter().find(|row| row["entrant"] == entrant).unwrap();
        let difference = row["elo"]["elo"].as_f64().unwrap() - elo.as_f64().unwrap();
        assert!(difference.abs() < 0.06, "the last moment is the end");
    }
    assert_eq!(standings["seat_shares"].as_array().unwrap().len(), 2);
    let timing = read("timing.json");
    assert!(timing["entrants"].as_array().unwrap().iter().all(|bot| bot["ms_per_move"].is_f64()));
    assert_eq!(read("contest.json")["revealed"]["seed"], "9");
}

fn every_game_is_listed_and_kept_ones_verify() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(ROBIN, &folder);
    let list = fs::read_to_string(folder.join("games.csv")).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 181);
    assert_eq!(lines[0], "game,deal,bot_1,bot_2,place_1,place_2,forfeited");
    let first = "1,0,\"<b>odds</b> & \"\"co\"\"\",\"gambler\",";
    assert!(lines[1].starts_with(first), "{}", lines[1]);

    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder.join("games")).unwrap() {
        let path = entry.unwrap().path();
        let record = Record::read_bytes(&fs::read(&path).unwrap()).unwrap();
        verify(&record).unwrap();
        assert!(matches!(record.header.dice, DiceHeader::Deal { .. }));
        let end = record.end.as_ref().unwrap();
        assert_eq!(end.reveal, Some(Reveal::ContestSecret(ContestSecret::from_seed(9))));
        // The winner of the record is the first of the list.
        let number: usize = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        let winner = end.standing.unwrap().winners().nth(0).unwrap();
        let fields: Vec<&str> = lines[number].rsplit(',').collect();
        let places = [fields[2], fields[1]];
        assert_eq!(places[winner.index()], "1", "{}", lines[number]);
        names.insert(number);
    }
    assert_eq!(names, (1..=10).collect::<BTreeSet<usize>>());
}

fn the_table_in_the_terminal_lines_up() {
    let scratch = tempfile::tempdir().unwrap();
    let text = hold(ROBIN, &scratch.path().join("contest")).text();
    let lines: Vec<&str> = text.lines().skip(2).take(4).collect();
    let ends: BTreeSet<usize> = lines.iter().map(|line| line.chars().count()).collect();
    assert_eq!(ends.len(), 1, "{text}");
    assert!(ends.iter().all(|end| *end <= 80), "no faults, two seats, 80 columns: {text}");
    assert!(
        lines[0].contains("Elo") && lines[0].contains("score") && lines[0].contains("per move")
    );
    assert!(lines[1].trim_start().starts_with('1') && lines[3].trim_start().starts_with('3'));
}

fn everybody_is_told_how_it_was_held() {
    let script = table::workspace().join("crates/contest/tests/fixtures/protocol_bots/hog.py");
    let toml = format!(
        "bots = ['odds', {{ name = 'mine', run = 'python3 {} thinks 0' }}]\ngames = 4\nclock = '30s'\nanchor = 'odds'",
        script.display()
    );
    for (sandbox, words) in [("off", "Sandbox off"), ("best-effort", "Sandbox on (best-effort)")] {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("contest");
        let outcome = hold(&format!("{toml}\nsandbox = '{sandbox}'"), &folder);
        assert!(outcome.text().contains(words), "{}", outcome.text());
        let text = fs::read_to_string(folder.join("standings.json")).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let conditions = &json["conditions"];
        assert_eq!(
            (&conditions["sandbox"], &conditions["clock"]["move"]),
            (&sandbox.into(), &"30s".into())
        );
        assert_eq!(conditions["bots"][1]["version"], "7");
        assert_eq!(
            (&json["anchor"], &json["standings"][0]["elo"]["elo"]),
            (&0.into(), &0.0.into())
        );
        assert!(json["standings"][0]["stronger_than_next"].as_f64().unwrap() > 0.5);
        let html = fs::read_to_string(folder.join("report.html")).unwrap();
        check_page(&html);
        for part in [
            "<dt>Written</dt><dd>20",
            "<dt>Clock</dt><dd>30s for a move",
            "hog.py thinks 0",
            "<td>7</td>",
            "odds is 0",
        ] {
            assert!(html.contains(part), "{part}");
        }
        let record = fs::read_to_string(folder.join("games/0000001.jsonl")).unwrap();
        assert!(record.lines().next().unwrap().contains("\"version\":\"7\""), "{record}");
    }
}

fn a_cross_table_of_many_can_be_read() {
    let bots: Vec<String> = (0..20).map(|n| format!("'bot{n}=odds'")).collect();
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    hold(&format!("bots = [{}]\ngames = 2\nkeep = 'none'", bots.join(", ")), &folder);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    let tags = check_page(&html);
    let told = tags.iter().filter(|tag| tag.name == "td" && tag.rest.contains("title=")).count();
    assert_eq!(told, 20 * 19, "each pair has its figures in the title of a cell");
    let table = &html[html.find("<div class=\"many\">").unwrap()..];
    assert!(!table[..table.find("</table>").unwrap()].contains("<small>"), "one line in a cell");
}

fn several_rules_are_played_in_turn() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("contest");
    let toml = "bots = ['odds', 'gambler']\nrules = ['contest', 'perudo']\ngames = 8\nkeep = 'all'\nseed = 4";
    let outcome = hold(toml, &folder);
    assert!(
        outcome.text().starts_with("liars contest and liars perudo, 8 games"),
        "{}",
        outcome.text()
    );
    for game in 1..=8 {
        let path = folder.join(format!("games/{game:07}.jsonl"));
        let record = Record::read_bytes(&fs::read(path).unwrap()).unwrap();
        let expected = ["liars contest", "liars perudo"][(game - 1) / 2 % 2];
        assert_eq!(record.header.ruleset.to_string(), expected, "game {game}");
        verify(&record).unwrap();
    }
}
