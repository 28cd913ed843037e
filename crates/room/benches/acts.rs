//! Plays games in rooms and prints what an act costs a house before anything is written or sent.
//!
//! `cargo bench -p dicehouse-room`. An act is a command of somebody who is to act: it is decided, its entries become text
//! for the log, the room takes them in, and everybody's message becomes text, once for all who are sent the same. Instructions
//! per act are counted by callgrind, in a run of this very program, where valgrind is installed.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use dicehouse_room::message::{
    Command, CommandId, Do, PersonId, Phase, RoomCode, Seconds, Settings, TalkRule, Time, ToClient,
    TurnClock, Version, Watching,
};
use dicehouse_room::{Deal, Driver, Effect, Input, Offers, Room, Work};
use dicehouse_rules::{Act, Acts, GameKind, Ruleset};
use dicehouse_table::Name;
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::Reveal;

#[path = "../../rules/tests/common/callgrind.rs"]
mod callgrind;
#[path = "../../rules/tests/common/counting.rs"]
mod counting;

/// How many games are played to count allocations.
const GAMES: u32 = 50;
/// Games of the two callgrind runs.
const COUNTED_GAMES: [u32; 2] = [5, 25];
/// The argument that makes this program play a number of games and print how many acts they had.
const CHILD: &str = "--count";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, players, games] = &args[..]
        && mode == CHILD
    {
        let players = players.parse().expect("a number of players");
        let games = games.parse().expect("a number of games");
        println!("{}", play(players, games).acts);
        return;
    }
    // `cargo test --all-targets` runs this too, without `--bench`: a glance is enough there.
    let is_bench = args.iter().any(|arg| arg == "--bench");
    let counted = is_bench && callgrind::is_here();
    println!("games of liars, contest rules, in rooms; per act of a person");
    println!("{:>8}{:>13}{:>14}{:>12}", "players", "allocations", "instructions", "bytes sent");
    for players in [2, 4, 6] {
        let instructions = if counted { instructions(players) } else { None };
        let before = counting::allocations();
        let played = play(players, if is_bench { GAMES } else { 1 });
        let allocations = counting::allocations() - before;
        println!(
            "{players:>8}{:>13.1}{:>14}{:>12.0}",
            allocations as f64 / f64::from(played.acts),
            instructions.map_or("-".to_owned(), |count| format!("{count:.0}")),
            played.bytes as f64 / f64::from(played.acts),
        );
    }
    if !counted {
        println!("instructions are counted with `cargo bench` where valgrind is installed");
    }
}

/// What was played.
struct Played {
    acts: u32,
    bytes: u64,
}

/// A room with people on all seats, run as a house runs it.
struct House {
    driver: Driver,
    now: Time,
    people: Vec<PersonId>,
    numbers: HashMap<PersonId, u32>,
    /// Who is asked, since when, and what they may do.
    asked: Option<(PersonId, Version, Acts)>,
    games: u64,
    bytes: u64,
}

fn play(players: u8, games: u32) -> Played {
    let mut house = House::open(players);
    let mut acts = 0;
    for _ in 0..games {
        acts += house.game();
    }
    Played { acts, bytes: house.bytes }
}

impl House {
    fn open(players: u8) -> House {
        let offers = Offers::default();
        let settings = Settings {
            ruleset: Ruleset::preset(GameKind::Liars, "contest").expect("a preset"),
            seats: players,
            clock: TurnClock { per_turn: Some(Seconds(60)) },
            listed: true,
            watching: Watching::Anyone { delay: Seconds(0) },
            talk: TalkRule::Free,
            absence: dicehouse_room::message::Absence { grace: Seconds(60), stand_in: None },
            start_when_ready: false,
            rated: false,
        };
        let now = Time(1_000_000);
        let code = RoomCode::new("BENCH").expect("a code");
        let first = Room::open(&offers, now, code, settings).expect("settings in their range");
        let room = Room::replay(Arc::new(offers), now, [&first]).expect("the log of a room");
        let people = (0..players).filter_map(|n| PersonId::new(&format!("person-{n}"))).collect();
        let mut house = House {
            driver: Driver::new(room),
            now,
            people,
            numbers: HashMap::new(),
            asked: None,
            games: 0,
            bytes: 0,
        };
        for person in house.people.clone() {
            let name = Name::new(person.as_str());
            house.take(Input::Come { person: person.clone(), name, have: None });
            house.does(&person, Do::Sit { seat: None });
        }
        house
    }

    /// Plays a game to its end: bids as low as possible, and every fifth act a call. Gives the number of acts.
    fn game(&mut self) -> u32 {
        let host = self.people[0].clone();
        self.does(&host, Do::Start);
        for person in self.people.clone() {
            let seed = format!("seed-{}", person.as_str()).parse().expect("a seed");
            self.does(&person, Do::SeatSeed { seed });
        }
        let mut acts = 0;
        while self.driver.room().phase() == Phase::Playing {
            let (person, asked, legal) = self.asked.take().expect("somebody is asked");
            let wanted = if acts % 5 == 4 { Act::Call } else { first_bid(&legal) };
            let act = if legal.contains(wanted) { wanted } else { Act::Call };
            self.does(&person, Do::Act { act, asked });
            acts += 1;
        }
        acts
    }

    fn does(&mut self, person: &PersonId, what: Do) {
        let number = self.numbers.entry(person.clone()).or_default();
        *number += 1;
        let command = Command { id: CommandId(*number), what };
        self.take(Input::Command { person: person.clone(), command });
    }

    fn take(&mut self, input: Input) {
        self.now = self.now.plus(100);
        self.driver.push(input);
        while let Some(work) = self.driver.next(self.now).expect("the room goes on") {
            match work {
                Work::Keep(entries) => {
                    for entry in &entries {
                        black_box(serde_json::to_string(&**entry).expect("plain data"));
                    }
                    self.driver.kept(self.now).expect("the room goes on");
                }
                Work::Do(effect) => self.carry_out(effect),
            }
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Send(people, message) => {
                let text = serde_json::to_string(&*message).expect("plain data");
                self.bytes += (text.len() * people.len()) as u64;
                let now = match &*message {
                    ToClient::Update(update) => update.moment.as_deref(),
                    ToClient::Welcome(all) => all.game.as_ref().map(|game| &game.now),
                    _ => None,
                };
                if let Some(now) = now
                    && let Some(asked) = now.asked
                {
                    self.asked = Some((people[0].clone(), asked, now.legal));
                }
            }
            Effect::Deal(_) => {
                self.games += 1;
                let deal = Deal {
                    id: format!("game-{}", self.games).parse().expect("a game's name"),
                    secret: Reveal::ServerSeed(ServerSeed::from_number(self.games)),
                    won: Vec::new(),
                    one_address: false,
                };
                self.driver.push(Input::Deal(deal));
            }
            _ => {}
        }
    }
}

fn first_bid(legal: &Acts) -> Act {
    legal.iter().find(|act| matches!(act, Act::Bid(_))).unwrap_or(Act::Call)
}

/// Instructions per act by callgrind; `None` when it did not run.
fn instructions(players: u8) -> Option<f64> {
    callgrind::per_act(COUNTED_GAMES, |games| {
        [CHILD, &players.to_string(), &games.to_string()].map(str::to_owned).into()
    })
}
