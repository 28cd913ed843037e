//! A room on stage: what the tests of rooms share.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::HashMap;
use std::sync::Arc;

use dicehouse_room::message::{
    Absence, Command, CommandId, Do, Happened, Outcome, PersonId, Phase, RefusalCode, RoomCode,
    RoomEntry, Seconds, Settings, TalkRule, Time, ToClient, TurnClock, Version, Watching,
};
use dicehouse_room::{Ask, BotOffer, Deal, Effect, Finished, Input, Mirror, Offers, Room};
use dicehouse_rules::{Act, GameKind, Ruleset, Seat};
use dicehouse_table::dice::{ContestSecret, ServerSeed};
use dicehouse_table::record::Reveal;
use dicehouse_table::{Entry, Name, Reply};

/// A room with its log and what its people see.
pub struct Scene {
    pub room: Room,
    pub house: Arc<Offers>,
    pub log: Vec<RoomEntry>,
    pub now: u64,
    pub numbers: HashMap<PersonId, u32>,
    pub mirrors: HashMap<PersonId, Mirror>,
    pub sent: Vec<(PersonId, ToClient)>,
    pub asks: Vec<Ask>,
    pub wake: Option<Time>,
    pub games: u64,
    pub finished: Vec<Finished>,
    /// Whether players come from one address.
    pub one_address: bool,
}

pub fn id(name: &str) -> PersonId {
    PersonId::new(name).unwrap()
}

pub fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

pub fn settings() -> Settings {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    Settings {
        ruleset: ruleset.with(&[("dice", "1"), ("illegal", "refuse")]).unwrap(),
        seats: 2,
        clock: TurnClock { per_turn: Some(Seconds(20)) },
        listed: true,
        watching: Watching::Anyone { delay: Seconds(0) },
        talk: TalkRule::Phrases,
        absence: Absence { grace: Seconds(10), stand_in: Some("bot".into()) },
        start_when_ready: false,
        rated: false,
    }
}

/// What the dice of the daily challenge are made from here.
pub const DAY_SEED: u64 = 31;

impl Scene {
    pub fn new(settings: Settings) -> Scene {
        let code = RoomCode::new("ROOM").unwrap();
        Scene::opened(Room::open(&Scene::house(), Time(1000), code, settings).unwrap())
    }

    pub fn house() -> Offers {
        let bots = GameKind::ALL.map(|game| BotOffer {
            name: "bot".into(),
            game,
            level: "easy".into(),
            version: "1".into(),
        });
        Offers { bots: bots.to_vec(), ..Offers::default() }
    }

    pub fn opened(first: RoomEntry) -> Scene {
        let house = Arc::new(Scene::house());
        let room = Room::replay(Arc::clone(&house), Time(1000), [&first]).unwrap();
        Scene {
            room,
            house,
            log: vec![first],
            now: 1000,
            numbers: HashMap::new(),
            mirrors: HashMap::new(),
            sent: Vec::new(),
            asks: Vec::new(),
            wake: None,
            games: 0,
            finished: Vec::new(),
            one_address: false,
        }
    }

    /// Ann and Bob on two seats, a game that has begun, and Cem who looks on.
    pub fn playing(settings: Settings) -> Scene {
        let mut scene = Scene::new(settings);
        for person in ["ann", "bob", "cem"] {
            scene.come(person);
        }
        scene.done("ann", Do::Sit { seat: None });
        scene.done("bob", Do::Sit { seat: None });
        scene.start();
        scene
    }

    pub fn start(&mut self) {
        self.done("ann", Do::Start);
        for (n, person) in ["ann", "bob"].into_iter().enumerate() {
            self.done(person, Do::SeatSeed { seed: format!("seed{n}").parse().unwrap() });
        }
    }

    pub fn input(&mut self, input: Input) {
        let step = self.room.consider(Time(self.now), input);
        self.log.extend(step.entries().iter().map(|entry| (**entry).clone()));
        let effects = self.room.apply(Time(self.now), step).unwrap();
        let mut wanted = false;
        for effect in effects {
            match effect {
                Effect::Send(people, message) => {
                    for person in people {
                        self.tell(&person, &message);
                        self.sent.push((person, (*message).clone()));
                    }
                }
                Effect::Ask(ask) => self.asks.push(*ask),
                Effect::Deal(_) => wanted = true,
                Effect::WakeAt(time) => self.wake = time,
                Effect::Over(finished) => self.finished.push(*finished),
                Effect::Drop(_) | Effect::Closed => {}
            }
        }
        if wanted {
            self.games += 1;
            let deal = Deal {
                id: format!("game-{}", self.games).parse().unwrap(),
                secret: self.secret(),
                won: vec![],
                one_address: self.one_address,
            };
            self.input(Input::Deal(deal));
        }
    }

    pub fn secret(&self) -> Reveal {
        match self.room.summary().challenge {
            Some(_) => Reveal::ContestSecret(ContestSecret::from_seed(DAY_SEED)),
            None => Reveal::ServerSeed(ServerSeed::from_number(self.games)),
        }
    }

    /// The person's client takes in a message.
    fn tell(&mut self, person: &PersonId, message: &ToClient) {
        let mirror = self.mirrors.entry(person.clone()).or_default();
        if !mirror.is_live() {
            mirror.connected(Time(self.now));
        }
        mirror.take(Time(self.now), message.clone());
    }

    pub fn come(&mut self, person: &str) {
        let have = self.mirrors.get(&id(person)).and_then(Mirror::version);
        self.input(Input::Come { person: id(person), name: Name::new(person), have });
    }

    pub fn goes(&mut self, person: &str) {
        self.input(Input::Gone { person: id(person) });
    }

    /// Lets time pass, with a tick whenever the room wants one.
    pub fn wait(&mut self, milliseconds: u64) {
        let until = self.now + milliseconds;
        while let Some(wake) = self.wake.filter(|wake| wake.0 <= until) {
            self.now = wake.0.max(self.now);
            self.input(Input::Tick);
        }
        self.now = until;
        self.input(Input::Tick);
    }

    pub fn does(&mut self, person: &str, what: Do) -> Outcome {
        let number = self.numbers.entry(id(person)).or_default();
        *number += 1;
        let command = CommandId(*number);
        self.sends(person, command, what)
    }

    pub fn sends(&mut self, person: &str, number: CommandId, what: Do) -> Outcome {
        let start = self.sent.len();
        let command = Command { id: number, what };
        self.input(Input::Command { person: id(person), command });
        let answer = self.sent[start..].iter().find_map(|(who, message)| match message {
            ToClient::Answer(answer) if *who == id(person) && answer.id == number => {
                Some(answer.outcome.clone())
            }
            _ => None,
        });
        answer.expect("every command is answered")
    }

    pub fn done(&mut self, person: &str, what: Do) -> Version {
        match self.does(person, what.clone()) {
            Outcome::Done(version) => version,
            Outcome::Refused(refusal) => panic!("{person} {what:?}: {refusal}"),
        }
    }

    pub fn refused(&mut self, person: &str, what: Do) -> RefusalCode {
        match self.does(person, what.clone()) {
            Outcome::Done(_) => panic!("{person} {what:?} was done"),
            Outcome::Refused(refusal) => refusal.code,
        }
    }

    /// The act `person` may do first, and when they were asked.
    pub fn question(&self, person: &str) -> Option<(Vec<Act>, Version)> {
        let now = &self.mirrors[&id(person)].shown()?.game.as_ref()?.now;
        Some((now.legal.iter().collect(), now.asked?))
    }

    /// Whoever is due calls if they can, or bids as low as they can.
    pub fn play_to_the_end(&mut self) {
        while self.room.phase() == Phase::Playing {
            if let Some(ask) = self.asks.pop() {
                let act = ask.question.legal.iter().next().unwrap();
                let answer = Ok(Reply::from(act));
                self.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer });
                continue;
            }
            let due = ["ann", "bob"].into_iter().find(|who| self.question(who).is_some()).unwrap();
            let (legal, asked) = self.question(due).unwrap();
            let act = *legal.iter().find(|act| **act == Act::Call).unwrap_or(&legal[0]);
            self.done(due, Do::Act { act, asked });
        }
    }

    pub fn events(&self) -> Vec<Entry> {
        let played = self.log.iter().filter_map(|entry| match &entry.what {
            Happened::Played { entries, .. } => Some(entries.clone()),
            _ => None,
        });
        played.flatten().collect()
    }

    pub fn host(&self) -> Option<PersonId> {
        self.room.summary().host
    }
}
