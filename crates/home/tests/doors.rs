//! A game is the same game through every door: in one go, in a room at this computer, and in a room whose process was
//! stopped and started again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use dicehouse_bots::Roster;
use dicehouse_home::{GamePlan, Heard, Home, InMemory, LocalRoom, Note, RoomLine, SeatPlan, Work};
use dicehouse_room::message::{Do, Phase, Time};
use dicehouse_room::{Mirror, Output};
use dicehouse_rules::{Fact, GameKind, Ruleset, Seat};
use dicehouse_table::record::{DiceHeader, Record, Reveal, verify};
use dicehouse_table::{Entry, NoClock, Player, Table, run};

/// The people at a keyboard, each a client of the room.
struct People {
    mirrors: Vec<Mirror>,
    seeded: bool,
    /// Whether they add seeds of their own to the dice.
    seeds: bool,
}

impl People {
    fn of(room: &LocalRoom) -> People {
        People { mirrors: vec![Mirror::new(); room.people()], seeded: false, seeds: false }
    }

    /// Lets the room and its clients talk until nothing comes any more.
    fn settle(&mut self, room: &mut LocalRoom) {
        const NOW: Time = Time(1);
        loop {
            let mut quiet = true;
            for who in 0..self.mirrors.len() {
                let mirror = &mut self.mirrors[who];
                while let Some(heard) = room.next(who) {
                    quiet = false;
                    match heard {
                        Heard::Up => mirror.connected(NOW),
                        Heard::Down => mirror.lost(NOW),
                        Heard::Message(message) => mirror.take(NOW, *message),
                        Heard::Ended(why) => mirror.turned_away(why),
                    }
                    while let Some(output) = mirror.poll() {
                        if let Output::Send(message) = output {
                            room.send(who, message);
                        }
                    }
                }
            }
            // The clock of these tests ticks when it is looked at.
            room.wait(Duration::ZERO);
            if quiet && (0..4).all(|_| room.next(0).is_none()) {
                return;
            }
        }
    }

    fn want(&mut self, room: &mut LocalRoom, who: usize, what: Do) {
        self.mirrors[who].want(Time(1), what);
        while let Some(output) = self.mirrors[who].poll() {
            if let Output::Send(message) = output {
                room.send(who, message);
            }
        }
        self.settle(room);
    }

    /// Answers one open question with the act that `choose` takes. Says whether there was one.
    fn answer(&mut self, room: &mut LocalRoom, choose: fn(usize) -> usize) -> bool {
        for who in 0..self.mirrors.len() {
            let Some(game) = self.mirrors[who].shown().and_then(|shown| shown.game.clone()) else {
                continue;
            };
            if self.seeds && game.seeds_until.is_some() && !self.seeded {
                self.seeded = true;
                let seed = room.seed();
                self.want(room, who, Do::SeatSeed { seed });
                return true;
            }
            let Some(asked) = game.now.asked.filter(|_| game.end.is_none()) else { continue };
            let acts: Vec<_> = game.now.legal.iter().take(500).collect();
            let act = acts[choose(acts.len())];
            self.want(room, who, Do::Act { act, asked });
            return true;
        }
        false
    }
}

fn opened(work: Work<LocalRoom>) -> LocalRoom {
    work.wait().unwrap()
}

fn plan(ruleset: Ruleset, people: &[&str], bots: &[&str]) -> GamePlan {
    let people = people.iter().map(|name| SeatPlan::Person { name: (*name).to_owned() });
    let bots = bots.iter().map(|bot| SeatPlan::Bot { bot: (*bot).to_owned(), name: None });
    GamePlan::new(ruleset, people.chain(bots).collect())
}

fn over(people: &People) -> bool {
    people.mirrors[0].shown().is_some_and(|shown| shown.room.phase == Phase::Over)
}

/// Plays a game in a room; its process is stopped and started again after every `stops` answers.
fn in_a_room(plan: &GamePlan, seed: Option<u64>, stops: usize) -> Record {
    let files = InMemory::default();
    let mut home = Home::new(files.platform(11)).seeded(seed);
    let mut room = opened(home.sit_down(plan).unwrap());
    let mut people = People::of(&room);
    people.settle(&mut room);
    for n in 1..10_000 {
        if over(&people) {
            break;
        }
        if n % stops == 0 {
            drop(room);
            home = Home::new(files.platform(11 + n as u64));
            let waiting = home.interrupted();
            assert_eq!(waiting.len(), 1, "the game waits");
            room = opened(home.resume(&waiting[0].record).unwrap().1);
            people = People::of(&room);
            people.settle(&mut room);
        }
        // Somebody who always takes the second act of the list, where there is one.
        if !people.answer(&mut room, |acts| usize::from(acts > 1)) && !over(&people) {
            room.wait(Duration::from_millis(5));
            people.settle(&mut room);
        }
    }
    assert!(over(&people), "the game ends");
    assert!(home.interrupted().is_empty(), "a game that is over waits for nobody");
    let kept = files.kept();
    assert_eq!(kept.len(), 1);
    let record = Record::read_bytes(&kept[0]).unwrap();
    verify(&record).unwrap();
    record
}

/// The same game in one go: the same dice and the same bots, and a person who answers as in the room.
fn in_one_go(record: &Record) -> Vec<Entry> {
    struct Second;
    impl Player for Second {
        fn act(&mut self, question: &dicehouse_table::Question<'_>) -> dicehouse_table::Answer {
            let acts: Vec<_> = question.legal.iter().take(500).collect();
            Ok(acts[usize::from(acts.len() > 1)].into())
        }
    }
    let header = &record.header;
    let secret = record.end.as_ref().unwrap().reveal.unwrap();
    let mut players: Vec<Box<dyn Player>> = Seat::first(header.seats.len())
        .map(|seat| -> Box<dyn Player> {
            match &header.seats[seat.index()].kind {
                dicehouse_table::SeatKind::Person => Box::new(Second),
                dicehouse_table::SeatKind::Bot(bot) => {
                    let bot = Roster::find_for(header.ruleset.game(), &bot.bot).unwrap();
                    bot.player(secret.luck_of(seat))
                }
            }
        })
        .collect();
    let mut entries = Vec::new();
    let seats = header.seats.as_slice();
    match (secret, &header.dice) {
        (Reveal::ServerSeed(seed), _) => {
            let dice = dicehouse_table::dice::TrustedDice::new(&seed, &header.hash());
            let mut table = Table::new(header.ruleset, seats, dice).unwrap();
            run(&mut table, &mut players, &mut NoClock, &mut entries).unwrap();
        }
        (Reveal::ContestSecret(secret), DiceHeader::Deal { deal, .. }) => {
            let dice = dicehouse_table::dice::DealStream::new(&secret, *deal);
            let mut table = Table::new(header.ruleset, seats, dice).unwrap();
            run(&mut table, &mut players, &mut NoClock, &mut entries).unwrap();
        }
        other => panic!("{other:?}"),
    }
    entries
}

/// What each seat did, with what it thought of it. Who decides at the same time may do so in any order.
fn by_seat(entries: &[Entry]) -> Vec<Vec<String>> {
    Seat::first(3)
        .map(|seat| {
            let own = entries.iter().filter(|entry| match entry {
                Entry::Event(event) => match event.fact {
                    Fact::Acted { seat: who, .. } | Fact::Decided { seat: who } => who == seat,
                    _ => false,
                },
                Entry::Note { seat: who, .. } => *who == seat,
                _ => false,
            });
            own.map(|entry| serde_json::to_string(entry).unwrap()).collect()
        })
        .collect()
}

/// The bots that learn during a game and those that draw lots are the ones that could differ.
#[test]
fn bots_do_the_same_through_every_door() {
    for (game, preset, bots) in [
        (GameKind::Liars, "contest", &["master", "sphinx"][..]),
        (GameKind::Liars, "perudo", &["master", "gambler", "dicey"]),
        (GameKind::Claims, "full", &["master", "shark"]),
        (GameKind::Pairs, "standard", &["master", "planner"]),
    ] {
        let ruleset = Ruleset::preset(game, preset).unwrap();
        let plan = plan(ruleset, &["Ann"], bots);
        let whole = in_a_room(&plan, Some(7), usize::MAX);
        let expected = by_seat(&whole.entries());
        assert!(expected.iter().all(|decisions| decisions.len() > 2), "everybody decides");
        assert!(by_seat(&in_one_go(&whole)) == expected, "{game} {preset}: at a table alone");
        for stops in [1, 3] {
            let stopped = in_a_room(&plan, Some(7), stops);
            let same = by_seat(&stopped.entries()) == expected;
            assert!(same, "{game} {preset}: stopped after {stops}");
        }
    }
}

/// Several people at one keyboard are several guests of the room, and each sees their own dice alone.
#[test]
fn people_at_one_keyboard_see_their_own_dice_alone() {
    let files = InMemory::default();
    let mut home = Home::new(files.platform(3));
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let mut room = opened(home.sit_down(&plan(ruleset, &["Ann", "Bob"], &["dicey"])).unwrap());
    let mut people = People { seeds: true, ..People::of(&room) };
    people.settle(&mut room);
    assert_eq!(people.mirrors.len(), 3, "one looks at the table for both");
    let mut turns = 0;
    while !over(&people) && turns < 5000 {
        turns += 1;
        let seats: Vec<Option<Seat>> =
            people.mirrors.iter().map(|mirror| mirror.shown().unwrap().you.seat).collect();
        assert_eq!(seats, [None, Seat::new(0), Seat::new(1)]);
        for (mirror, seat) in people.mirrors.iter().zip(seats) {
            let Some(game) = &mirror.shown().unwrap().game else { continue };
            assert_eq!(game.now.view.viewer().seat(), seat);
        }
        if !people.answer(&mut room, |acts| acts - 1) {
            people.settle(&mut room);
        }
    }
    assert!(over(&people));
}

/// What cannot be kept has not happened: the room waits, and goes on when there is space again.
#[test]
fn a_full_disk_loses_nothing() {
    let files = InMemory::default();
    let mut home = Home::new(files.platform(5)).seeded(Some(3));
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let mut room = opened(home.sit_down(&plan(ruleset, &["Ann"], &["dicey"])).unwrap());
    let mut people = People::of(&room);
    people.settle(&mut room);
    files.set_full(true);
    let before = people.mirrors[0].shown().unwrap().version;
    people.answer(&mut room, |_| 0);
    let why = room.here().unwrap().stuck().unwrap().to_owned();
    assert!(why.starts_with("the game cannot be saved, so it waits here: "), "{why}");
    assert!(!why.contains("os error"), "{why}");
    assert_eq!(people.mirrors[0].shown().unwrap().version, before, "nobody was told");
    room.here().unwrap().try_again();
    assert!(room.here().unwrap().stuck().is_some(), "it is still full");
    files.set_full(false);
    room.here().unwrap().try_again();
    people.settle(&mut room);
    assert!(people.mirrors[0].shown().unwrap().version > before);
}

/// A process that is stopped after the end of a game and before its record was written keeps it the next time.
#[test]
fn a_game_whose_record_was_not_written_is_kept_later() {
    let files = InMemory::default();
    let mut home = Home::new(files.platform(5)).seeded(Some(3));
    let ruleset = Ruleset::preset(GameKind::Liars, "openspiel").unwrap();
    let mut room = opened(home.sit_down(&plan(ruleset, &["Ann"], &["dicey"])).unwrap());
    let mut people = People::of(&room);
    people.settle(&mut room);
    files.set_no_records(true);
    people.want(&mut room, 0, Do::BreakOff);
    assert!(room.is_over());
    let notes = room.here().unwrap().kept().unwrap().notes.clone();
    assert!(matches!(notes[0], Note::NotWritten(_)), "{notes:?}");
    drop(room);
    assert!(files.kept().is_empty());
    files.set_no_records(false);
    assert!(home.interrupted().is_empty(), "it is over");
    let kept = files.kept();
    assert_eq!(kept.len(), 1);
    assert!(Record::read_bytes(&kept[0]).unwrap().end.is_some());
}

/// Logs that somebody damaged are said to be damaged, and never make a house fall over.
#[test]
fn damaged_logs_are_said_to_be_damaged() {
    let files = InMemory::default();
    let mut home = Home::new(files.platform(5)).seeded(Some(3));
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let mut room = opened(home.sit_down(&plan(ruleset, &["Ann"], &["dicey"])).unwrap());
    let mut people = People::of(&room);
    people.settle(&mut room);
    drop(room);
    let log = home.interrupted()[0].record.clone();
    let shelf = files.platform(0).shelf;
    let whole = shelf.read_log(&log).unwrap();
    for cut in (0..whole.len()).step_by(97) {
        let mut file = shelf.go_on(&log, 0).unwrap();
        file.append(&whole[..cut]).unwrap();
        if let Ok((_, work)) = home.resume(&log) {
            let _ = work.wait().map(|mut room| room.next(0));
        }
    }
    let mut state = 17_u64;
    for _ in 0..300 {
        let mut bytes = whole.clone();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (state >> 33) as usize % bytes.len();
        bytes[at] = (state >> 13) as u8;
        let mut file = shelf.go_on(&log, 0).unwrap();
        file.append(&bytes).unwrap();
        home.interrupted();
        if let Ok((_, work)) = home.resume(&log) {
            let _ = work.wait().map(|mut room| room.next(0));
        }
    }
}
