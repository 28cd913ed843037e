//! Two rooms that differ only in what is hidden from somebody send them the same bytes, in every phase.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::collections::HashMap;
use std::sync::Arc;

use dicehouse_room::message::{
    Absence, Command, CommandId, Do, PersonId, Phrase, RoomCode, Say, Seconds, Settings, TalkRule,
    Time, ToClient, TurnClock, Version, Watching,
};
use dicehouse_room::{Ask, BotOffer, Deal, Effect, Input, Offers, Room};
use dicehouse_rules::{Act, Dice, GameKind, Ruleset, Secret, SecretContent};
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::Reveal;
use dicehouse_table::{Info, Name, Reply, Text};

/// A room with two players, a bot and somebody who watches, and everything that was sent.
struct Scene {
    room: Room,
    now: u64,
    sent: HashMap<PersonId, Vec<String>>,
    ask: Option<Ask>,
    numbers: HashMap<PersonId, u32>,
}

fn id(name: &str) -> PersonId {
    PersonId::new(name).unwrap()
}

impl Scene {
    fn new(ruleset: Ruleset, delay: u32) -> Scene {
        let bots = GameKind::ALL.map(|game| BotOffer {
            name: "master".into(),
            game,
            level: "easy".into(),
            version: "1".into(),
        });
        let house = Offers { bots: bots.to_vec(), ..Offers::default() };
        let settings = Settings {
            ruleset,
            seats: 3,
            clock: TurnClock { per_turn: Some(Seconds(60)) },
            listed: true,
            watching: Watching::Anyone { delay: Seconds(delay) },
            talk: TalkRule::Free,
            absence: Absence { grace: Seconds(30), stand_in: Some("master".into()) },
            start_when_ready: false,
            rated: false,
        };
        let code = RoomCode::new("ROOM").unwrap();
        let first = Room::open(&house, Time(1000), code, settings).unwrap();
        let room = Room::replay(Arc::new(house), Time(1000), [&first]).unwrap();
        let mut scene =
            Scene { room, now: 1000, sent: HashMap::new(), ask: None, numbers: HashMap::new() };
        for person in ["ann", "bob", "watch"] {
            scene.come(person, None);
        }
        scene.does("ann", Do::Sit { seat: None });
        scene.does("bob", Do::Sit { seat: None });
        scene.does("ann", Do::SeatBot { seat: None, bot: "master".into() });
        scene.does("ann", Do::Start);
        scene
    }

    fn start(&mut self, seed: u64) {
        let secret = Reveal::ServerSeed(ServerSeed::from_number(seed));
        let deal = Deal { id: "game".parse().unwrap(), secret, won: vec![], one_address: false };
        self.input(Input::Deal(deal));
        self.does("ann", Do::SeatSeed { seed: "a".parse().unwrap() });
        self.does("bob", Do::SeatSeed { seed: "b".parse().unwrap() });
    }

    fn input(&mut self, input: Input) {
        self.now += 1000;
        let step = self.room.consider(Time(self.now), input);
        for effect in self.room.apply(Time(self.now), step).unwrap() {
            match effect {
                Effect::Send(people, message) => {
                    for person in people {
                        let text = serde_json::to_string(&*message).unwrap();
                        self.sent.entry(person).or_default().push(text);
                    }
                }
                Effect::Ask(ask) => self.ask = Some(*ask),
                _ => {}
            }
        }
    }

    fn come(&mut self, person: &str, have: Option<Version>) {
        self.input(Input::Come { person: id(person), name: Name::new(person), have });
    }

    fn does(&mut self, person: &str, what: Do) {
        let number = self.numbers.entry(id(person)).or_default();
        *number += 1;
        let command = Command { id: CommandId(*number), what };
        self.input(Input::Command { person: id(person), command });
    }

    /// What `person` may do, and the version at which they were asked.
    fn question(&self, person: &str) -> Option<(Vec<Act>, Version)> {
        match self.room.snapshot(Time(self.now), &id(person)) {
            ToClient::Welcome(all) => {
                let now = all.game?.now;
                Some((now.legal.iter().collect(), now.asked?))
            }
            _ => None,
        }
    }

    /// Whoever is due acts: a person by `choose`, the bot with a note that depends on its dice.
    fn next(&mut self, choose: fn(&str, &[Act]) -> Act) {
        for person in ["ann", "bob"] {
            if let Some((legal, asked)) = self.question(person) {
                let nonsense = Act::Claim(255);
                self.does(person, Do::Act { act: nonsense, asked });
                self.does(person, Do::Act { act: choose(person, &legal), asked });
                return;
            }
        }
        if let Some(ask) = self.ask.take() {
            let legal: Vec<Act> = ask.question.legal.iter().collect();
            let thought = format!("{:?}", ask.question.view);
            let info = Info { note: Some(Text::new(&thought)), ..Info::default() };
            let reply = Reply { info: Some(info), ..Reply::from(choose("bot", &legal)) };
            self.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer: Ok(reply) });
        }
    }

    /// Everything else that can be heard while dice are hidden.
    fn noise(&mut self) {
        let version = self.room.version();
        self.does("bob", Do::Say { say: Say::Phrase(Phrase::Bold) });
        self.does("bob", Do::GiveToBot);
        self.does("bob", Do::TakeBack);
        self.does("ann", Do::Pause);
        self.does("watch", Do::GoOn);
        self.does("ann", Do::GoOn);
        for person in ["ann", "watch", "bob"] {
            self.input(Input::Gone { person: id(person) });
            self.come(person, Some(version));
            self.input(Input::Gone { person: id(person) });
            self.come(person, None);
        }
        self.input(Input::Tick);
    }

    /// The hidden dice of each seat, in the order they were rolled.
    fn hands(&self) -> Vec<(usize, Dice)> {
        let (_, entries, _) = self.room.record().unwrap();
        let events = entries.iter().filter_map(|entry| entry.event());
        events
            .filter_map(|event| match event.secret? {
                Secret { seat, content: SecretContent::Dice(dice) } => Some((seat.index(), dice)),
                _ => None,
            })
            .collect()
    }

    /// What `person` was sent. The commitment is a hash of the seed: it always differs, and always has 64 digits.
    fn heard(&self, person: &str) -> Vec<String> {
        let (header, _, end) = self.room.record().unwrap();
        assert!(end.is_none(), "the game must not be over");
        let dice = serde_json::to_value(&header.dice).unwrap();
        let commitment = dice["commitment"].as_str().unwrap().to_owned();
        let same = "0".repeat(commitment.len());
        self.sent[&id(person)].iter().map(|text| text.replace(&commitment, &same)).collect()
    }
}

fn assert_same(one: &Scene, two: &Scene, person: &str) {
    let (one, two) = (one.heard(person), two.heard(person));
    for (n, (one, two)) in one.iter().zip(&two).enumerate() {
        assert_eq!(one, two, "message {n} to {person}");
        assert_eq!(one.len(), two.len());
    }
    assert_eq!(one.len(), two.len(), "{person} is sent another number of messages");
    assert!(one.len() > 20, "{person} was only sent {} messages", one.len());
}

/// The lowest bid, or the first split: nothing is called, so nothing is shown.
fn lowest(_: &str, legal: &[Act]) -> Act {
    *legal.iter().find(|act| matches!(act, Act::Bid(_))).unwrap_or(&legal[0])
}

/// Claims of one sum, never called.
fn careful(_: &str, legal: &[Act]) -> Act {
    *legal.iter().find(|act| **act == Act::LetPass || **act == Act::Claim(7)).unwrap_or(&legal[0])
}

/// Plays a game of `ruleset` with `seed` until `turns` turns are taken.
fn played(
    ruleset: Ruleset,
    delay: u32,
    seed: u64,
    turns: usize,
    choose: fn(&str, &[Act]) -> Act,
) -> Scene {
    let mut scene = Scene::new(ruleset, delay);
    scene.start(seed);
    scene.noise();
    for _ in 0..turns {
        scene.next(choose);
    }
    scene.noise();
    scene
}

/// Games that differ only in dice hidden from ann, by what she knows.
fn check(ruleset: Ruleset, turns: usize, choose: fn(&str, &[Act]) -> Act) {
    for delay in [0, 5] {
        let mut by_own: HashMap<Vec<(usize, Dice)>, Scene> = HashMap::new();
        let mut pairs = 0;
        let mut first: Option<Scene> = None;
        for seed in 0..200 {
            let scene = played(ruleset, delay, seed, turns, choose);
            if let Some(first) = &first
                && first.hands() != scene.hands()
            {
                assert_same(first, &scene, "watch");
            }
            let own: Vec<_> = scene.hands().into_iter().filter(|(seat, _)| *seat == 0).collect();
            if let Some(other) = by_own.get(&own) {
                if other.hands() != scene.hands() {
                    assert_same(other, &scene, "ann");
                    pairs += 1;
                }
            } else {
                by_own.insert(own, scene);
                continue;
            }
            first.get_or_insert(scene);
            if pairs >= 5 {
                break;
            }
        }
        assert!(pairs >= 5, "only {pairs} pairs of games were found");
    }
}

#[test]
fn hidden_dice_of_liars_change_nothing() {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    // A wrong act is refused, not punished, so that the game goes on.
    check(ruleset.with(&[("dice", "2"), ("illegal", "refuse")]).unwrap(), 7, lowest);
}

#[test]
fn hidden_dice_of_claims_change_nothing() {
    let ruleset = Ruleset::preset(GameKind::Claims, "simple").unwrap();
    check(ruleset.with(&[("rounds", "2")]).unwrap(), 5, careful);
}

/// In `pairs` the dice are open; what is hidden is what the others have decided.
#[test]
fn hidden_splits_change_nothing() {
    fn other(person: &str, legal: &[Act]) -> Act {
        if person == "ann" { legal[0] } else { legal[legal.len() - 1] }
    }
    let ruleset = Ruleset::preset(GameKind::Pairs, "standard").unwrap();
    for delay in [0, 5] {
        // Bob and the bot decide before ann does.
        let scenes = [lowest as fn(&str, &[Act]) -> Act, other].map(|choose| {
            let mut scene = Scene::new(ruleset, delay);
            scene.start(1);
            scene.noise();
            if let Some((legal, asked)) = scene.question("bob") {
                let act = choose("bob", &legal);
                scene.does("bob", Do::Act { act, asked });
            }
            if let Some(ask) = scene.ask.take() {
                let legal: Vec<Act> = ask.question.legal.iter().collect();
                let answer = Ok(Reply::from(choose("bot", &legal)));
                scene.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer });
            }
            scene.noise();
            scene
        });
        let records = scenes.each_ref().map(|scene| scene.room.record().unwrap().1);
        assert_ne!(records[0], records[1], "the decisions differ");
        assert_same(&scenes[0], &scenes[1], "ann");
        assert_same(&scenes[0], &scenes[1], "watch");
    }
}
