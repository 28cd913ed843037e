//! A page in front of a house in a tab: it keeps what it is told to keep, and its client is the one that every page runs.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::BTreeMap;

use dicehouse_answers::{GameLine, Person};
use dicehouse_room::message::{Do, Phase, Time, ToClient};
use dicehouse_room::{Mirror, Output};
use dicehouse_rules::Act;
use dicehouse_tab::{Call, Keep, Kept, KeptRoom, Reply, TabHouse, What};
use serde_json::{Value, json};

/// What a browser keeps.
#[derive(Clone, Default)]
pub struct Browser {
    pub me: Option<Person>,
    pub log: BTreeMap<String, BTreeMap<u32, String>>,
    pub games: Vec<(GameLine, String)>,
}

impl Browser {
    fn keep(&mut self, keep: Keep) {
        match keep {
            Keep::Me { me } => self.me = Some(me),
            Keep::Entries { room, version, entries, begins } => {
                let log = self.log.entry(room).or_default();
                if begins {
                    log.retain(|at, _| *at >= version);
                }
                for (at, entry) in (version..).zip(entries) {
                    assert!(log.insert(at, entry).is_none(), "an entry is kept once");
                }
            }
            Keep::RoomGone { room } => {
                self.log.remove(&room);
            }
            Keep::Game { line, record } => self.games.push((line, record)),
            Keep::Nothing => *self = Browser::default(),
        }
    }

    pub fn kept(&self) -> Kept {
        let room = |(code, log): (&String, &BTreeMap<u32, String>)| KeptRoom {
            code: code.clone(),
            entries: log.values().cloned().collect(),
        };
        Kept {
            me: self.me.clone(),
            rooms: self.log.iter().map(room).collect(),
            games: self.games.iter().map(|(line, _)| line.clone()).collect(),
        }
    }

    pub fn given_out(&self) -> Value {
        let Kept { me, rooms, .. } = self.kept();
        let games: Vec<Value> = self
            .games
            .iter()
            .map(|(line, record)| json!({ "line": line, "record": record }))
            .collect();
        json!({ "dicehouse_tab": 1, "me": me, "rooms": rooms, "games": games })
    }
}

/// Somebody else who is told the same and must answer the same.
pub type Witness = Box<dyn FnMut(&str) -> String>;

/// A page with a house behind it.
pub struct Page {
    pub browser: Browser,
    house: TabHouse,
    mirror: Mirror,
    line: u32,
    now: u64,
    calls: u64,
    luck: u64,
    wake: Option<u64>,
    witness: Option<Witness>,
}

impl Page {
    /// A new page. The same `luck` and the same doings make the same games.
    pub fn new(luck: u64, witness: Option<Witness>) -> Page {
        let mut page = Page {
            browser: Browser::default(),
            house: TabHouse::default(),
            mirror: Mirror::new(),
            line: 0,
            now: 1_794_735_000_000,
            calls: 0,
            luck,
            wake: None,
            witness,
        };
        page.call(What::Open { kept: Box::default() });
        page
    }

    /// The page is loaded anew: all that is left is what was kept.
    pub fn reload(&mut self) {
        self.house = TabHouse::default();
        self.mirror = Mirror::new();
        self.wake = None;
        let kept = Box::new(self.browser.kept());
        self.call(What::Open { kept });
    }

    /// Hours go by.
    pub fn wait(&mut self, milliseconds: u64) {
        self.now += milliseconds;
    }

    pub fn call(&mut self, what: What) -> Reply {
        self.calls += 1;
        self.now += 3;
        let luck = [self.luck, self.calls, 7, 11].map(u64::to_be_bytes).concat();
        let call = Call { now: self.now, luck: hex(&luck), what };
        let text = serde_json::to_string(&call).unwrap();
        let answer = self.house.call_text(&text).unwrap();
        if let Some(witness) = &mut self.witness {
            assert_eq!(witness(&text), format!("{{\"reply\":{answer}}}"), "after {text}");
        }
        let reply: Reply = serde_json::from_str(&answer).unwrap();
        reply.keep.iter().cloned().for_each(|keep| self.browser.keep(keep));
        self.wake = reply.wake;
        for said in &reply.said {
            if said.line == self.line {
                let message: ToClient = serde_json::from_str(&said.text).unwrap();
                self.mirror.take(Time(self.now), message);
            }
        }
        if reply.ended.contains(&self.line) {
            self.mirror.lost(Time(self.now));
        }
        self.send();
        reply
    }

    /// Sends what the client wants to be sent.
    fn send(&mut self) {
        while let Some(output) = self.mirror.poll() {
            if let Output::Send(message) = output {
                let text = serde_json::to_string(&message).unwrap();
                self.call(What::Said { line: self.line, text });
            }
        }
    }

    /// A request that must be answered with this status.
    pub fn ask(&mut self, method: &str, path: &str, body: Value, status: u16) -> Value {
        let body = (!body.is_null()).then(|| body.to_string());
        let what = What::Request { method: method.to_owned(), path: path.to_owned(), body };
        let answer = self.call(what).answer.unwrap();
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    pub fn get(&mut self, path: &str) -> Value {
        self.ask("GET", path, Value::Null, 200)
    }

    pub fn come_in(&mut self, code: &str) {
        self.line += 1;
        let code = code.to_owned();
        self.call(What::Connect { line: self.line, code });
        self.mirror.connected(Time(self.now));
        self.send();
    }

    /// Opens a room and comes in; gives its code.
    pub fn open_room(&mut self, room: Value) -> String {
        if self.browser.me.is_none() {
            self.ask("POST", "/api/people", json!({ "name": "Ann" }), 200);
        }
        let opened = self.ask("POST", "/api/rooms", room, 200);
        let code = opened["code"].as_str().unwrap().to_owned();
        self.come_in(&code);
        code
    }

    pub fn want(&mut self, what: Do) {
        self.mirror.want(Time(self.now), what);
        self.send();
    }

    pub fn wanted(&mut self, what: Value) {
        self.want(serde_json::from_value(what).unwrap());
    }

    pub fn phase(&self) -> Option<Phase> {
        Some(self.mirror.shown()?.room.phase)
    }

    pub fn shown(&self) -> Option<&dicehouse_room::message::Snapshot> {
        self.mirror.shown()
    }

    /// What the person may do now, if they are asked.
    pub fn question(&self) -> Option<(Vec<Act>, dicehouse_room::message::Version)> {
        let game = self.mirror.shown()?.game.as_ref()?;
        let asked = game.now.asked.filter(|_| game.end.is_none())?;
        Some((game.now.legal.iter().take(500).collect(), asked))
    }

    /// What a strong player thinks of what is asked now.
    pub fn hint(&mut self) -> Value {
        let now = &self.mirror.shown().unwrap().game.as_ref().unwrap().now;
        let choice = json!({ "view": now.view, "legal": now.legal });
        self.ask("POST", "/api/hints", choice, 200)
    }

    /// Lets the bots play until the person is asked, or nothing more happens.
    pub fn until_asked(&mut self) {
        while self.question().is_none() && self.phase() != Some(Phase::Over) && self.tick() {}
    }

    /// Lets the house do what it wants to do now: a bot thinks, or a time has come. Says whether there was anything.
    pub fn tick(&mut self) -> bool {
        let Some(wake) = self.wake else { return false };
        self.now = self.now.max(wake);
        self.call(What::Tick);
        true
    }

    /// Plays until the game is over; the person takes the act that `choose` says of so many.
    pub fn play(&mut self, mut choose: impl FnMut(&[Act]) -> usize) {
        for _ in 0..20_000 {
            if self.phase() == Some(Phase::Over) {
                return;
            }
            match self.question() {
                Some((acts, asked)) => {
                    let act = acts[choose(&acts).min(acts.len() - 1)];
                    self.want(Do::Act { act, asked });
                }
                None => assert!(self.tick(), "the game goes on"),
            }
        }
        panic!("the game ends");
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
