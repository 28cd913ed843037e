//! Whole games in a tab: the same bots as everywhere, records that are right, and nothing lost on the way.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::BTreeSet;

use common::{Browser, Page};
use dicehouse_bots::{Advice, Roster};
use dicehouse_room::message::Phase;
use dicehouse_rules::{GameKind, Seat};
use dicehouse_tab::{Reviewed, TabHouse, What, review};
use dicehouse_table::dice::TrustedDice;
use dicehouse_table::record::{DiceProof, Record, Reveal, verify};
use dicehouse_table::{Entry, NoClock, Player, SeatKind, Table, run};
use serde_json::{Value, json};

/// Bots of all kinds play while the person looks on. Gives the record.
fn bots_play(game: GameKind, preset: &str, bots: &[&str], luck: u64) -> Record {
    let mut page = Page::new(luck, None);
    page.open_room(
        json!({ "game": game.name(), "preset": preset, "settings": { "seats": bots.len() } }),
    );
    for (seat, bot) in bots.iter().enumerate() {
        page.wanted(json!({ "do": "seat-bot", "seat": seat, "bot": bot }));
    }
    page.wanted(json!({ "do": "start" }));
    page.play(|_| 0);
    let [(_, record)] = &page.browser.games[..] else { panic!("one game is kept") };
    Record::read(record).unwrap()
}

/// The same game at a table, in one go.
fn in_one_go(record: &Record) -> Vec<Entry> {
    let header = &record.header;
    let secret = record.end.as_ref().unwrap().reveal.unwrap();
    let Reveal::ServerSeed(seed) = secret else { panic!("{secret:?}") };
    let player = |seat: Seat| -> Box<dyn Player> {
        let SeatKind::Bot(bot) = &header.seats[seat.index()].kind else { panic!("a bot") };
        Roster::find_for(header.ruleset.game(), &bot.bot).unwrap().player(secret.luck_of(seat))
    };
    let mut players: Vec<_> = Seat::first(header.seats.len()).map(player).collect();
    let dice = TrustedDice::new(&seed, &header.hash());
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut entries = Vec::new();
    run(&mut table, &mut players, &mut NoClock, &mut entries).unwrap();
    entries
}

/// What happened, in order; those who decide at the same time may do so in any order.
fn events(entries: impl Iterator<Item = Entry>, game: GameKind) -> Vec<String> {
    let mut events: Vec<String> = entries
        .filter(|entry| matches!(entry, Entry::Event(_)))
        .map(|entry| serde_json::to_string(&entry).unwrap())
        .collect();
    if game == GameKind::Pairs {
        events.sort();
    }
    events
}

#[test]
fn bots_do_the_same_in_a_tab_as_at_a_table() {
    let mut games = 0;
    for game in GameKind::ALL {
        let bots: Vec<&str> = Roster::of(game).map(|bot| bot.name).collect();
        for (n, preset) in game.presets().enumerate() {
            // All bots in turn, three at a table.
            let chosen: Vec<&str> = bots.iter().cycle().skip(3 * n).take(3).copied().collect();
            let record = bots_play(game, preset.name, &chosen, n as u64);
            assert_eq!(verify(&record).unwrap(), DiceProof::Trusted);
            let expected = in_one_go(&record).into_iter();
            let played = record.lines.iter().map(|line| line.entry.clone());
            let (played, expected) = (events(played, game), events(expected, game));
            assert!(played.len() > 10);
            assert_eq!(played, expected, "{game} {} {chosen:?}", preset.name);
            games += 1;
        }
    }
    assert!(games >= 9);
}

/// A hint in a tab is what the bots here think, at every question of a game.
#[test]
fn hints_are_what_strong_players_think() {
    let mut kinds = BTreeSet::new();
    for game in GameKind::ALL {
        let mut page = Page::new(3, None);
        page.open_room(json!({ "game": game.name(), "settings": { "seats": 2 } }));
        let bot = Roster::company(game, dicehouse_bots::Difficulty::Easy, 1)[0].name().to_owned();
        page.wanted(json!({ "do": "sit", "seat": 0 }));
        page.wanted(json!({ "do": "seat-bot", "seat": 1, "bot": bot }));
        page.wanted(json!({ "do": "start" }));
        for _ in 0..1000 {
            page.until_asked();
            let Some((legal, asked)) = page.question() else { break };
            let now = page.shown().unwrap().game.as_ref().unwrap().now.clone();
            let expected = serde_json::to_string(&Advice::on(&now.view, &now.legal)).unwrap();
            let hint = page.hint();
            assert_eq!(hint, serde_json::from_str::<Value>(&expected).unwrap());
            kinds.extend(hint.as_object().into_iter().flat_map(|hint| hint.keys().cloned()));
            page.want(dicehouse_room::message::Do::Act { act: legal[legal.len() / 2], asked });
        }
        assert_eq!(page.phase(), Some(Phase::Over), "{game}");
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["bids", "calls", "splits", "truth"]);
    let mut page = Page::new(3, None);
    page.ask("POST", "/api/hints", json!({ "view": {}, "legal": 3 }), 400);
}

/// A game with the person at the table, reloaded after every `every` acts, is the same game as one in one go.
#[test]
fn a_game_survives_every_reload() {
    for game in GameKind::ALL {
        let whole = reloaded(game, usize::MAX);
        let broken = reloaded(game, 3);
        let played = |record: &str| -> Vec<String> {
            let record = Record::read(record).unwrap();
            verify(&record).unwrap();
            events(record.lines.iter().map(|line| line.entry.clone()), game)
        };
        let (whole, broken) = (played(&whole), played(&broken));
        assert!(whole.len() > 10);
        // The dice follow from the luck of the call that starts the game, so the acts are the same to the end.
        assert_eq!(whole, broken, "{game}");
    }
}

fn reloaded(game: GameKind, every: usize) -> String {
    let mut page = Page::new(5, None);
    let code = page.open_room(json!({ "game": game.name(), "settings": { "seats": 3 } }));
    let bot = Roster::company(game, dicehouse_bots::Difficulty::Expert, 1)[0].name().to_owned();
    page.wanted(json!({ "do": "sit", "seat": 0 }));
    for seat in [1, 2] {
        page.wanted(json!({ "do": "seat-bot", "seat": seat, "bot": bot }));
    }
    page.wanted(json!({ "do": "start" }));
    let mut acts = 0;
    for _ in 0..20_000 {
        if page.phase() == Some(Phase::Over) {
            let own = page.get("/api/games?limit=12");
            assert_eq!(own[0]["seats"][0]["account"], json!(page.browser.me.as_ref().unwrap().id));
            return page.browser.games[0].1.clone();
        }
        match page.question() {
            Some((legal, asked)) => {
                acts += 1;
                let act = legal[usize::from(legal.len() > 1)];
                page.want(dicehouse_room::message::Do::Act { act, asked });
                if acts % every == 0 && page.phase() != Some(Phase::Over) {
                    page.reload();
                    // A long night: nobody plays for the person meanwhile.
                    page.wait(8 * 3600 * 1000);
                    let rooms = page.get("/api/me/rooms");
                    assert_eq!(rooms[0]["code"], json!(code), "the game waits");
                    page.come_in(&code);
                    let room = &page.shown().unwrap().room;
                    let holder = serde_json::to_value(&room.seats[0].holder).unwrap();
                    assert_eq!(
                        (&holder["kind"], &holder["stand_in"]),
                        (&json!("person"), &Value::Null)
                    );
                }
            }
            None => assert!(page.tick(), "the game goes on"),
        }
    }
    panic!("the game ends");
}

#[test]
fn what_a_page_asks_is_answered_like_at_a_server() {
    let mut page = Page::new(1, None);
    assert_eq!(page.get("/api/me"), Value::Null);
    page.ask("POST", "/api/rooms", json!({ "game": "liars" }), 401);
    for bad in ["", " ", "\u{202e}", &"x".repeat(25)] {
        page.ask("POST", "/api/people", json!({ "name": bad }), 400);
    }
    let come = page.ask("POST", "/api/people", json!({ "name": " Ann " }), 200);
    assert_eq!(come["me"]["name"], json!("Ann"));
    assert_eq!(page.ask("PATCH", "/api/me", json!({ "name": "Bea" }), 200)["name"], json!("Bea"));
    assert_eq!(page.get("/api/rules").as_array().unwrap().len(), 3);
    assert!(page.get("/api/bots").as_array().unwrap().len() > 5);
    assert!(page.get("/api/companies").as_array().unwrap().len() > 5);
    assert!(!page.get("/api/voices?language=de").as_array().unwrap().is_empty());
    let rules = page.get("/api/rules/liars/perudo?options=dice%3D3&language=de");
    assert_eq!(rules["ruleset"]["dice"], json!(3));
    let lesson =
        page.ask("POST", "/api/lessons/liars", json!({ "inputs": [], "language": "es" }), 200);
    assert_eq!(lesson["moment"]["step"], json!(1));
    let id = come["me"]["id"].as_str().unwrap();
    assert_eq!(page.get(&format!("/api/players/{id}"))["games"], json!([]));
    for (method, path) in [
        ("GET", "/api/daily"),
        ("POST", "/api/match"),
        ("GET", "/api/rooms/NONE"),
        ("GET", "/"),
        ("GET", ""),
    ] {
        page.ask(method, path, json!({}), 404);
    }
    page.ask("POST", "/api/rooms", json!({ "game": "chess" }), 400);
    page.ask("POST", "/api/rooms", json!({ "game": "liars", "settings": { "seats": 99 } }), 400);
    page.ask("DELETE", "/api/me", Value::Null, 200);
    assert_eq!(page.get("/api/me"), Value::Null);
    assert!(page.browser.me.is_none());
}

#[test]
fn rooms_that_nobody_needs_go() {
    let mut page = Page::new(2, None);
    let code = page.open_room(json!({ "game": "liars" }));
    page.wanted(json!({ "do": "sit" }));
    page.reload();
    assert_eq!(
        page.get("/api/me/rooms")[0]["code"],
        json!(code),
        "a reload in the lobby is nothing"
    );
    page.wait(3_600_000);
    assert_eq!(page.get("/api/me/rooms"), json!([]));
    assert!(page.browser.log.is_empty());
    // Leaving a game ends it; its record is kept.
    page.open_room(json!({ "game": "liars", "settings": { "seats": 2 } }));
    page.wanted(json!({ "do": "sit", "seat": 0 }));
    page.wanted(json!({ "do": "seat-bot", "seat": 1, "bot": "gambler" }));
    page.wanted(json!({ "do": "start" }));
    while page.question().is_none() {
        assert!(page.tick(), "the game goes on");
    }
    page.wanted(json!({ "do": "leave" }));
    assert!(page.browser.log.is_empty());
    let record = Record::read(&page.browser.games[0].1).unwrap();
    verify(&record).unwrap();
    assert!(record.end.unwrap().standing.is_none(), "nobody has won");
}

#[test]
fn what_a_tab_gives_out_another_one_takes_in() {
    let mut page = Page::new(3, None);
    page.open_room(json!({ "game": "claims", "settings": { "seats": 2 } }));
    page.wanted(json!({ "do": "sit", "seat": 0 }));
    page.wanted(json!({ "do": "seat-bot", "seat": 1, "bot": Roster::of(GameKind::Claims).next().unwrap().name }));
    page.wanted(json!({ "do": "start" }));
    page.play(|_| 0);
    let given = page.browser.given_out();
    let take = |given: &Value| -> (Value, Browser) {
        let mut other = Page::new(4, None);
        let answer = other.call(What::TakeIn { text: given.to_string() }).answer.unwrap();
        (serde_json::from_str(&answer.body).unwrap(), other.browser)
    };
    let (said, browser) = take(&given);
    assert_eq!(said, json!({ "taken": 2, "left": 0 }), "a game and a room");
    assert_eq!(browser.games, page.browser.games);
    assert_eq!(browser.kept(), page.browser.kept());
    // A record that somebody has changed is left out, whatever its result says.
    let mut forged = given.clone();
    let record = forged["games"][0]["record"].as_str().unwrap().replacen("\"claim", "\"clam", 1);
    forged["games"][0]["record"] = json!(record);
    assert_eq!(take(&forged).0["left"], json!(1));
    for not_ours in ["", "{}", "[]", "{\"dicehouse_tab\":2}"] {
        let mut other = Page::new(4, None);
        let answer = other.call(What::TakeIn { text: not_ours.to_owned() }).answer.unwrap();
        assert_eq!(answer.status, 400, "{not_ours}");
    }
}

#[test]
fn a_game_of_a_tab_is_reviewed() {
    let mut page = Page::new(6, None);
    page.open_room(json!({ "game": "pairs", "settings": { "seats": 1 } }));
    page.wanted(json!({ "do": "sit", "seat": 0 }));
    page.wanted(json!({ "do": "start" }));
    page.play(|_| 0);
    let Reviewed::Review(review) = review(&page.browser.games[0].1, &|_, _| {}) else {
        panic!("a review")
    };
    assert!(!review.decisions.is_empty());
    assert!(matches!(dicehouse_tab::review("no record", &|_, _| {}), Reviewed::Refused(_)));
}

/// Nothing that comes in makes it panic, and what is refused changes nothing.
#[test]
fn nonsense_is_refused() {
    let mut house = TabHouse::default();
    let luck = "0".repeat(64);
    for call in [
        "",
        "{}",
        "[]",
        "null",
        "{\"now\":1}",
        "{\"now\":1,\"luck\":\"zz\",\"call\":\"tick\"}",
        "{\"now\":-1,\"luck\":\"\",\"call\":\"tick\"}",
        "{\"now\":1,\"luck\":\"00\",\"call\":\"nothing\"}",
    ] {
        assert!(house.call_text(call).is_err(), "{call}");
    }
    for what in [
        json!({ "call": "open", "kept": { "rooms": [{ "code": "A", "entries": ["x"] }, { "code": "%", "entries": [] }] } }),
        json!({ "call": "connect", "line": 1, "code": "NOROOM" }),
        json!({ "call": "connect", "line": 1, "code": "\u{202e}" }),
        json!({ "call": "said", "line": 9, "text": "{}" }),
        json!({ "call": "gone", "line": 9 }),
        json!({ "call": "request", "method": "\n", "path": "%%%?=&&=", "body": "\u{0}" }),
        json!({ "call": "tick" }),
    ] {
        let mut call = json!({ "now": u64::MAX, "luck": luck });
        call.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        house.call_text(&call.to_string()).unwrap();
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 64, ..Default::default() })]
    #[test]
    fn no_message_breaks_a_room(texts in proptest::collection::vec("\\PC{0,60}", 1..8), cut in 0usize..120) {
        let mut page = Page::new(8, None);
        page.open_room(json!({ "game": "liars" }));
        for text in texts {
            page.call(What::Said { line: 1, text });
        }
        let sit = "{\"type\":\"command\",\"id\":9,\"do\":\"seat-bot\",\"bot\":\"honest\",\"seat\":300}";
        page.call(What::Said { line: 1, text: sit.chars().take(cut).collect() });
        page.wanted(json!({ "do": "sit" }));
        proptest::prop_assert!(page.shown().is_some_and(|shown| shown.room.seats.len() == 4));
    }
}
