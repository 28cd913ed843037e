//! What rooms can do, one thing at a time.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod scene;

use std::sync::Arc;

use dicehouse_room::message::{
    Absence, CommandId, Do, Emote, Happened, Notice, Outcome, Phase, Phrase, RefusalCode,
    RoomEntry, Say, SeatHolder, Seconds, Settings, SettingsChange, TalkRule, Time, ToClient,
    Version, Watching, WhyOver,
};
use dicehouse_room::{Effect, Input, Room};
use dicehouse_rules::{Act, Cause, Fact, GameKind, Ruleset, Seat};
use dicehouse_table::{Entry, Name, Reply, Talk};
use scene::{Scene, id, seat, settings};

fn faults(scene: &Scene) -> Vec<(Seat, Cause)> {
    let facts = scene.events();
    let facts = facts.iter().filter_map(Entry::fact);
    facts
        .filter_map(|fact| match fact {
            Fact::Fault { seat, cause } => Some((*seat, *cause)),
            _ => None,
        })
        .collect()
}

#[test]
fn the_first_is_the_host_and_the_longest_present_follows() {
    let mut scene = Scene::new(settings());
    for person in ["ann", "bob", "cem"] {
        scene.come(person);
    }
    assert_eq!(scene.host(), Some(id("ann")));
    scene.goes("bob");
    scene.done("ann", Do::Leave);
    // Bob came before Cem, but is away.
    assert_eq!(scene.host(), Some(id("cem")));
    assert_eq!(scene.refused("cem", Do::HandOver { person: id("zoe") }), RefusalCode::NoSuchPerson);
    scene.done("cem", Do::HandOver { person: id("bob") });
    assert_eq!(scene.host(), Some(id("bob")));
    // A host who stays away is followed, too, but not at once.
    scene.wait(599_000);
    assert_eq!(scene.host(), Some(id("bob")));
    scene.wait(1_000);
    assert_eq!(scene.host(), Some(id("cem")));
}

/// Players follow a host before those who look on, and of them whoever sat down first.
#[test]
fn a_player_follows_the_host_before_a_spectator() {
    let mut scene = Scene::new(settings());
    for person in ["ann", "bob", "cem", "dan"] {
        scene.come(person);
    }
    scene.done("dan", Do::Sit { seat: Some(seat(1)) });
    scene.done("cem", Do::Sit { seat: Some(seat(0)) });
    scene.done("ann", Do::Leave);
    assert_eq!(scene.host(), Some(id("dan")));
}

/// A phone in a pocket costs neither the seat nor the host's role; a host who is away for longer is it again on coming
/// back within minutes, unless the next host gave the role away.
#[test]
fn a_host_who_comes_back_is_the_host_again() {
    let mut scene = Scene::playing(settings());
    scene.goes("ann");
    scene.wait(10_000);
    assert_eq!(scene.host(), Some(id("bob")), "somebody must be able to end the game");
    scene.come("ann");
    assert_eq!(scene.host(), Some(id("ann")));
    let mut scene = Scene::playing(settings());
    scene.goes("ann");
    scene.wait(10_000);
    scene.done("bob", Do::HandOver { person: id("cem") });
    scene.come("ann");
    assert_eq!(scene.host(), Some(id("cem")));
    let mut scene = Scene::new(settings());
    for person in ["ann", "bob"] {
        scene.come(person);
    }
    scene.done("ann", Do::Sit { seat: None });
    scene.goes("ann");
    scene.wait(599_000);
    assert_eq!(scene.host(), Some(id("ann")));
    assert!(matches!(scene.room.summary().seats[0].holder, SeatHolder::Person { .. }));
    scene.wait(1_000);
    assert_eq!(scene.host(), Some(id("bob")));
    assert_eq!(scene.room.summary().seats[0].holder, SeatHolder::Free);
}

#[test]
fn who_is_kicked_cannot_come_back() {
    let mut scene = Scene::new(settings());
    scene.come("ann");
    scene.come("bob");
    assert_eq!(scene.refused("bob", Do::Kick { person: id("ann") }), RefusalCode::NotHost);
    scene.done("ann", Do::Kick { person: id("bob") });
    scene.come("bob");
    let (who, last) = scene.sent.last().unwrap();
    assert_eq!(*who, id("bob"));
    let ToClient::Notice(Notice::Refused { refusal }) = last else { panic!("{last:?}") };
    assert_eq!(refusal.code, RefusalCode::Kicked);
}

#[test]
fn seats_bots_and_settings() {
    let mut scene = Scene::new(settings());
    scene.come("ann");
    scene.come("bob");
    scene.done("ann", Do::Sit { seat: Some(seat(1)) });
    assert_eq!(scene.refused("bob", Do::Sit { seat: Some(seat(1)) }), RefusalCode::SeatTaken);
    assert_eq!(scene.refused("bob", Do::Sit { seat: Some(seat(2)) }), RefusalCode::NoSuchSeat);
    assert_eq!(scene.refused("ann", Do::Start), RefusalCode::SeatsFree);
    let bot = |seat| Do::SeatBot { seat, bot: "bot".into() };
    assert_eq!(scene.refused("bob", bot(None)), RefusalCode::NotHost);
    scene.done("ann", bot(None));
    assert_eq!(scene.refused("ann", bot(None)), RefusalCode::NoFreeSeat);
    // More seats, another game, fewer seats: whoever has no place any more stands up.
    let change = |change: SettingsChange| Do::Change { settings: change };
    let seats = |seats| change(SettingsChange { seats: Some(seats), ..Default::default() });
    for wrong in [0, 1, 11] {
        assert_eq!(scene.refused("ann", seats(wrong)), RefusalCode::BadSetting);
    }
    scene.done("ann", seats(10));
    let ruleset = Some(Ruleset::default_of(GameKind::Pairs));
    scene.done("ann", change(SettingsChange { ruleset, ..Default::default() }));
    scene.done("ann", seats(1));
    let summary = scene.room.summary();
    assert_eq!(summary.seats.len(), 1);
    assert!(matches!(summary.seats[0].holder, SeatHolder::Bot(_)));
    assert!(summary.people.iter().all(|person| person.seat.is_none()));
}

#[test]
fn a_game_starts_by_itself_when_everybody_is_ready() {
    let mut scene = Scene::new(Settings { start_when_ready: true, ..settings() });
    for person in ["ann", "bob"] {
        scene.come(person);
        scene.done(person, Do::Sit { seat: None });
        assert_eq!(scene.room.phase(), Phase::Lobby);
        scene.done(person, Do::Ready { ready: true });
    }
    assert_eq!(scene.room.phase(), Phase::Playing);
}

#[test]
fn a_game_its_end_and_a_rematch() {
    let mut scene = Scene::playing(settings());
    for _ in 0..3 {
        scene.play_to_the_end();
        let (_, _, end) = scene.room.record().unwrap();
        assert!(end.unwrap().reveal.is_some(), "the seed is open");
        scene.start();
    }
    let won: u32 = scene.room.summary().seats.iter().map(|seat| seat.won).sum();
    assert_eq!(won, 3);
    assert_eq!(scene.room.summary().games, 4);
}

#[test]
fn who_does_not_act_in_time_loses_the_turn() {
    let mut scene = Scene::playing(settings());
    assert_eq!(faults(&scene), []);
    scene.wait(19_999);
    assert_eq!(faults(&scene), []);
    scene.wait(1);
    assert_eq!(faults(&scene), [(seat(0), Cause::Timeout)]);
}

#[test]
fn a_pause_stops_the_clock() {
    let mut scene = Scene::playing(settings());
    scene.wait(15_000);
    scene.done("ann", Do::Pause);
    let (asked, legal) = (Version(0), Act::Call);
    assert_eq!(scene.refused("ann", Do::Act { act: legal, asked }), RefusalCode::Paused);
    scene.wait(600_000);
    scene.done("ann", Do::GoOn);
    scene.wait(4999);
    assert_eq!(faults(&scene), []);
    scene.wait(1);
    assert_eq!(faults(&scene), [(seat(0), Cause::Timeout)]);
}

/// A disk that takes longer than what is left of a turn: the room asks to be woken all the same.
#[test]
fn a_deadline_that_passes_while_entries_are_kept_is_not_forgotten() {
    let mut scene = Scene::playing(settings());
    scene.wait(19_999);
    scene.done("ann", Do::Pause);
    scene.wait(3_600_000 - 1);
    let step = scene.room.consider(Time(scene.now + 1), Input::Tick);
    assert_eq!(step.entries().len(), 1, "the pause has lasted long enough");
    let deadline = Time(scene.now + 2);
    let kept = Time(scene.now + 50);
    let effects = scene.room.apply(kept, step).unwrap();
    let wakes: Vec<Option<Time>> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::WakeAt(time) => Some(*time),
            _ => None,
        })
        .collect();
    assert_eq!(wakes, [Some(deadline)]);
}

/// A replay gives the same room, and the time the house was down is given back.
#[test]
fn deadlines_survive_a_restart_and_down_time_is_credited() {
    let mut scene = Scene::playing(settings());
    scene.wait(15_000);
    let alive = Time(scene.now);
    scene.now += 3_600_000;
    let log: Vec<&RoomEntry> =
        scene.log.iter().skip_while(|entry| !entry.is_checkpoint()).collect();
    scene.room = Room::replay(Arc::clone(&scene.house), Time(scene.now), log).unwrap();
    scene.input(Input::Woke { alive: Some(alive) });
    scene.come("ann");
    scene.come("bob");
    scene.wait(4999);
    assert_eq!(faults(&scene), []);
    scene.wait(1);
    assert_eq!(faults(&scene), [(seat(0), Cause::Timeout)]);
}

#[test]
fn a_bot_stands_in_for_whoever_is_away() {
    let mut scene = Scene::playing(settings());
    scene.goes("ann");
    scene.wait(9_999);
    assert!(scene.asks.is_empty());
    scene.wait(1);
    let ask = scene.asks.pop().unwrap();
    assert_eq!(ask.seat, seat(0));
    assert!(matches!(scene.events().last(), Some(Entry::TakenOver { .. })));
    // Back: the seat is theirs again, and the bot's answer comes too late.
    scene.come("ann");
    assert!(matches!(scene.events().last(), Some(Entry::GivenBack { .. })));
    let act = ask.question.legal.iter().next().unwrap();
    let before = scene.room.version();
    scene.input(Input::Answer { seat: ask.seat, asked: ask.asked, answer: Ok(Reply::from(act)) });
    assert_eq!(scene.room.version(), before);
    let (_, asked) = scene.question("ann").unwrap();
    scene.done("ann", Do::Act { act, asked });
}

#[test]
fn a_bot_that_was_asked_for_stays() {
    let mut scene = Scene::playing(settings());
    scene.done("ann", Do::GiveToBot);
    scene.goes("ann");
    scene.come("ann");
    let (act, asked) = (Act::Call, Version(0));
    assert_eq!(scene.refused("ann", Do::Act { act, asked }), RefusalCode::BotPlays);
    scene.done("ann", Do::TakeBack);
    assert_eq!(scene.refused("ann", Do::TakeBack), RefusalCode::NoBotPlays);
}

#[test]
fn without_a_stand_in_the_turns_of_the_absent_are_faults() {
    let absence = Absence { grace: Seconds(5), stand_in: None };
    let mut scene = Scene::playing(Settings { absence, ..settings() });
    scene.goes("ann");
    scene.wait(5000);
    assert_eq!(faults(&scene), [(seat(0), Cause::Left)]);
    assert_eq!(scene.room.phase(), Phase::Over);
}

#[test]
fn a_game_everybody_left_is_broken_off_and_opened() {
    let mut scene = Scene::playing(settings());
    scene.done("ann", Do::Leave);
    assert_eq!(scene.room.phase(), Phase::Playing, "a bot plays for ann");
    scene.done("bob", Do::Leave);
    let ended = scene.log.iter().find_map(|entry| match &entry.what {
        Happened::Ended { end, why } => Some((end.clone(), *why)),
        _ => None,
    });
    let (end, why) = ended.unwrap();
    assert_eq!((why, end.standing), (WhyOver::Deserted, None));
    assert!(end.reveal.is_some());
}

/// An act that comes late answers the question it was meant for, and not the one that is open by then.
#[test]
fn an_act_for_an_older_question_is_refused() {
    let mut scene = Scene::playing(settings());
    let (_, first) = scene.question("ann").unwrap();
    let mut asked = first;
    while asked == first || scene.question("ann").is_none() {
        let due = if scene.question("ann").is_some() { "ann" } else { "bob" };
        let (legal, now) = scene.question(due).unwrap();
        let act = *legal.iter().find(|act| matches!(act, Act::Bid(_))).unwrap();
        scene.done(due, Do::Act { act, asked: now });
        asked = scene.question("ann").map_or(asked, |(_, asked)| asked);
    }
    let (legal, now) = scene.question("ann").unwrap();
    let before = scene.room.version();
    for old in [first, Version(0), Version(now.0 + 1)] {
        let refused = scene.refused("ann", Do::Act { act: legal[0], asked: old });
        assert_eq!(refused, RefusalCode::Stale, "asked at {old}, now at {now}");
    }
    assert_eq!(scene.room.version(), before, "nothing has happened");
    scene.done("ann", Do::Act { act: legal[0], asked: now });
}

#[test]
fn the_same_command_has_the_same_answer() {
    let mut scene = Scene::playing(settings());
    let (legal, asked) = scene.question("ann").unwrap();
    let act = Do::Act { act: legal[0], asked };
    let number = CommandId(100);
    let first = scene.sends("ann", number, act.clone());
    let version = scene.room.version();
    assert_eq!(scene.sends("ann", number, act.clone()), first);
    assert_eq!(scene.sends("ann", number, Do::Leave), first, "whatever it says now");
    assert_eq!(scene.room.version(), version);
    // Another number is another command, and the question is answered.
    assert_eq!(scene.refused("ann", act), RefusalCode::Stale);
    let Outcome::Refused(refusal) = scene.sends("ann", CommandId(101), Do::Sit { seat: None })
    else {
        panic!()
    };
    assert_eq!(refusal.code, RefusalCode::GameOn);
    // A refusal stays a refusal, also when the command would be fine by now.
    scene.play_to_the_end();
    scene.sends("ann", CommandId(102), Do::Stand);
    let again = scene.sends("ann", CommandId(101), Do::Sit { seat: None });
    assert_eq!(again, Outcome::Refused(refusal));
}

/// Whoever comes anew goes on after the numbers that were refused: with one of them a new command would only get the old refusal.
#[test]
fn the_next_command_comes_after_those_that_were_refused() {
    let next = |scene: &Scene, who: &str| match scene.room.snapshot(Time(scene.now), &id(who)) {
        ToClient::Welcome(all) => all.you.next_command,
        other => panic!("{other:?}"),
    };
    let mut scene = Scene::new(settings());
    scene.come("ann");
    assert_eq!(scene.refused("ann", Do::Start), RefusalCode::SeatsFree);
    assert_eq!(next(&scene, "ann"), CommandId(2));
    // A number that is too far ahead does not lead there.
    let far = scene.sends("ann", CommandId(5000), Do::Stand);
    assert!(matches!(far, Outcome::Refused(refusal) if refusal.code == RefusalCode::BadId));
    assert_eq!(next(&scene, "ann"), CommandId(2));
    assert!(matches!(scene.sends("ann", CommandId(2), Do::Sit { seat: None }), Outcome::Done(_)));
    assert_eq!(next(&scene, "ann"), CommandId(3));
}

/// Those who watch with a delay see an older room, but not older numbers of their own commands.
#[test]
fn who_sees_the_room_late_goes_on_with_the_last_number() {
    let watching = Watching::Anyone { delay: Seconds(30) };
    let mut scene = Scene::playing(Settings { watching, ..settings() });
    scene.done("cem", Do::Say { say: Say::Phrase(Phrase::Hello) });
    scene.done("cem", Do::Say { say: Say::Phrase(Phrase::GoodLuck) });
    scene.play_to_the_end();
    let start = scene.sent.len();
    scene.wait(30_000);
    let welcomes = scene.sent[start..].iter().filter_map(|(who, message)| match message {
        ToClient::Welcome(all) if *who == id("cem") => Some(all.you.next_command),
        _ => None,
    });
    let numbers: Vec<CommandId> = welcomes.collect();
    assert!(!numbers.is_empty(), "the start of the game is shown now");
    assert!(numbers.iter().all(|number| *number == CommandId(3)), "{numbers:?}");
}

#[test]
fn talk_is_limited_in_kind_and_number() {
    let mut scene = Scene::new(settings());
    scene.come("ann");
    let text = Do::Say { say: Say::Text(Talk::new("hello").unwrap()) };
    assert_eq!(scene.refused("ann", text.clone()), RefusalCode::TalkOff);
    for _ in 0..2 {
        scene.done("ann", Do::Say { say: Say::Phrase(Phrase::Hello) });
        scene.done("ann", Do::Say { say: Say::Emote(Emote::Dice) });
    }
    let Outcome::Refused(refusal) = scene.does("ann", Do::Say { say: Say::Emote(Emote::Dice) })
    else {
        panic!()
    };
    assert_eq!((refusal.code, refusal.wait), (RefusalCode::TooFast, Some(2000)));
    scene.wait(2000);
    let free = SettingsChange { talk: Some(TalkRule::Free), ..Default::default() };
    scene.done("ann", Do::Change { settings: free });
    scene.done("ann", text);
}

#[test]
fn those_who_watch_with_a_delay_see_it_later() {
    let watching = Watching::Anyone { delay: Seconds(30) };
    let mut scene = Scene::playing(Settings { watching, ..settings() });
    let version = |scene: &Scene, who: &str| scene.mirrors[&id(who)].version().unwrap();
    assert!(version(&scene, "cem") < version(&scene, "ann"));
    assert!(scene.mirrors[&id("cem")].shown().unwrap().game.is_none(), "the start is not seen yet");
    scene.play_to_the_end();
    scene.wait(29_000);
    assert!(scene.mirrors[&id("cem")].shown().unwrap().game.is_none());
    scene.wait(1_000);
    let shown = scene.mirrors[&id("cem")].shown().unwrap().clone();
    assert!(shown.game.unwrap().end.is_some());
    assert_eq!(version(&scene, "cem"), version(&scene, "ann"));
}

#[test]
fn nobody_watches_where_nobody_may() {
    let mut scene = Scene::playing(Settings { watching: Watching::Nobody, ..settings() });
    assert!(scene.mirrors[&id("cem")].shown().unwrap().game.is_none());
    let told = scene.sent.iter().filter(|(who, _)| *who == id("cem"));
    for (_, message) in told {
        if let ToClient::Update(update) = message {
            assert!(update.moment.is_none());
            assert!(!update.entries.iter().any(|e| matches!(e.what, Happened::Played { .. })));
        }
    }
    scene.play_to_the_end();
    assert!(scene.mirrors[&id("cem")].shown().unwrap().game.is_some(), "afterwards all is open");
}

/// A client that comes back with a version gets what follows, and sees what everybody sees.
#[test]
fn coming_back_brings_what_was_missed() {
    let mut scene = Scene::playing(settings());
    scene.goes("bob");
    let (legal, asked) = scene.question("ann").unwrap();
    scene.done("ann", Do::Act { act: legal[0], asked });
    scene.come("bob");
    let resumed = scene.sent.iter().rev().find(|(who, _)| *who == id("bob")).unwrap();
    assert!(matches!(resumed.1, ToClient::Resumed(_)), "{resumed:?}");
    let shown = scene.mirrors[&id("bob")].shown().unwrap();
    let ToClient::Welcome(all) = scene.room.snapshot(Time(scene.now), &id("bob")) else { panic!() };
    assert_eq!((&shown.game, &shown.room), (&all.game, &all.room));
    assert!(scene.question("bob").is_some());
}

#[test]
fn a_room_nobody_is_in_closes() {
    let mut scene = Scene::new(settings());
    scene.come("ann");
    scene.done("ann", Do::Sit { seat: None });
    scene.goes("ann");
    scene.wait(600_000);
    assert!(scene.room.summary().people.is_empty());
    scene.wait(3_599_000);
    assert_eq!(scene.room.phase(), Phase::Lobby, "somebody may still come by an invitation");
    scene.wait(1_000);
    assert_eq!(scene.room.phase(), Phase::Closed);
    scene.come("ann");
    let (_, last) = scene.sent.last().unwrap();
    assert!(matches!(last, ToClient::Notice(Notice::Refused { .. })), "{last:?}");
}

#[test]
fn names_in_a_room_differ() {
    let mut scene = Scene::new(settings());
    for person in ["p1", "p2", "p3"] {
        scene.input(Input::Come { person: id(person), name: Name::new("Ann"), have: None });
    }
    let names: Vec<String> =
        scene.room.summary().people.iter().map(|person| person.name.to_string()).collect();
    assert_eq!(names, ["Ann", "Ann 2", "Ann 3"]);
}
