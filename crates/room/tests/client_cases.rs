//! What a client does, case by case: `web/fixtures/client-cases.json` is made from the Rust client and compared with it here;
//! `web/tests/mirror.test.ts` holds the page's client to the same file.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod scene;

use std::path::Path;

use dicehouse_room::message::{
    Answer, CommandId, Do, Emote, Happened, Notice, Outcome, Presence, Refusal, RefusalCode,
    Resumed, RoomEntry, Say, Snapshot, Time, ToClient, Update, Version,
};
use dicehouse_room::{Mirror, Output, WhyGaveUp};
use scene::{Scene, id, settings};
use serde_json::{Value, json};

const FILE: &str = "../../web/fixtures/client-cases.json";

/// A case being made: what goes in, and what came out.
struct Case {
    name: &'static str,
    mirror: Mirror,
    now: u64,
    steps: Vec<Value>,
}

impl Case {
    fn new(name: &'static str) -> Case {
        Case { name, mirror: Mirror::new(), now: 1000, steps: Vec::new() }
    }

    fn step(mut self, input: Value, tell: impl FnOnce(&mut Mirror, Time)) -> Case {
        tell(&mut self.mirror, Time(self.now));
        let out: Vec<Value> = std::iter::from_fn(|| self.mirror.poll()).map(written).collect();
        self.steps.push(json!({
            "at": self.now,
            "in": input,
            "out": out,
            "wake": self.mirror.wake_at(),
            "version": self.mirror.version(),
            "live": self.mirror.is_live(),
            "waiting": self.mirror.waiting().count(),
        }));
        self
    }

    fn connected(self) -> Case {
        self.step(json!("connected"), |mirror, now| mirror.connected(now))
    }

    fn lost(self) -> Case {
        self.step(json!("lost"), |mirror, now| mirror.lost(now))
    }

    fn hurry(self) -> Case {
        self.step(json!("hurry"), |mirror, now| mirror.hurry(now))
    }

    fn turned_away(self, why: &str) -> Case {
        self.step(json!({ "turned-away": why }), |mirror, _| mirror.turned_away(why))
    }

    fn wants(self, what: Do) -> Case {
        self.step(json!({ "want": what }), |mirror, now| {
            mirror.want(now, what.clone());
        })
    }

    fn hears(self, message: ToClient) -> Case {
        self.step(json!({ "message": message }), |mirror, now| mirror.take(now, message.clone()))
    }

    fn notice(self, notice: Notice) -> Case {
        self.hears(ToClient::Notice(notice))
    }

    fn answered(self, id: u32) -> Case {
        let outcome = Outcome::Done(Version(11));
        self.hears(ToClient::Answer(Answer { id: CommandId(id), outcome }))
    }

    /// Lets time pass, with a tick whenever the client wants one.
    fn waits(mut self, milliseconds: u64) -> Case {
        let until = self.now + milliseconds;
        while let Some(wake) = self.mirror.wake_at().filter(|wake| wake.0 <= until) {
            self.now = wake.0.max(self.now);
            self = self.step(json!("tick"), |mirror, now| mirror.tick(now));
        }
        self.now = until;
        self
    }

    /// Connected, and greeted at version 10.
    fn greeted(self) -> Case {
        self.connected().hears(welcome(10, 1))
    }

    fn written(self) -> Value {
        json!({ "name": self.name, "steps": self.steps })
    }
}

fn written(output: Output) -> Value {
    match output {
        Output::Send(message) => json!({ "send": message }),
        Output::Shown => json!("shown"),
        Output::Happened(entries) => json!({ "happened": entries }),
        Output::Changed => json!("changed"),
        Output::Answered(_, answer) => json!({ "answered": answer }),
        Output::Noticed(notice) => json!({ "noticed": notice }),
        Output::Slow(slow) => json!({ "slow": slow }),
        Output::Reconnect { after } => json!({ "reconnect": after.as_millis() as u64 }),
        Output::GaveUp(why) => json!({ "gave-up": match why {
            WhyGaveUp::Replaced => json!("replaced"),
            WhyGaveUp::Closed => json!("closed"),
            WhyGaveUp::Refused(refusal) => json!({ "refused": refusal }),
            WhyGaveUp::TurnedAway(text) => json!({ "turned-away": text }),
            WhyGaveUp::Unreachable => json!("unreachable"),
            WhyGaveUp::NoAnswer => json!("no-answer"),
        } }),
    }
}

fn snapshot() -> Snapshot {
    let mut scene = Scene::new(settings());
    scene.come("ann");
    match scene.room.snapshot(Time(50_000), &id("ann")) {
        ToClient::Welcome(all) => *all,
        other => panic!("{other:?}"),
    }
}

fn welcome(version: u32, next: u32) -> ToClient {
    let mut all = snapshot();
    all.version = Version(version);
    all.you.next_command = CommandId(next);
    ToClient::Welcome(Box::new(all))
}

fn said(version: u32) -> RoomEntry {
    let what = Happened::Said { person: id("ann"), seat: None, say: Say::Emote(Emote::Smile) };
    RoomEntry { version: Version(version), at: Time(50_000), by: None, what, secret: None }
}

fn changes(from: u32, version: u32) -> Update {
    let entries = (from + 1..=version).map(said).collect();
    Update { from: Version(from), version: Version(version), entries, room: None, moment: None }
}

fn update(from: u32, version: u32) -> ToClient {
    ToClient::Update(changes(from, version))
}

fn resumed(from: u32, version: u32, next: u32) -> ToClient {
    let Snapshot { protocol, mut you, .. } = snapshot();
    you.next_command = CommandId(next);
    let (now, update) = (Time(60_000), changes(from, version));
    ToClient::Resumed(Box::new(Resumed { protocol, now, you, here: vec![id("ann")], update }))
}

fn ready() -> Do {
    Do::Ready { ready: true }
}

fn cases() -> Vec<Case> {
    let refused = || Notice::Refused { refusal: Refusal::new(RefusalCode::Kicked) };
    let mut unreachable =
        Case::new("a house that cannot be reached is given up, and tried again on demand");
    for _ in 0..60 {
        unreachable = unreachable.lost().waits(5000);
    }
    vec![
        Case::new("it comes without a version first, and with the one it has after a loss")
            .connected()
            .hears(welcome(10, 1))
            .hears(update(10, 11))
            .lost()
            .waits(200)
            .connected()
            .hears(resumed(11, 13, 1)),
        Case::new("a command waits for the welcome, and is numbered then")
            .wants(ready())
            .connected()
            .wants(Do::Start)
            .hears(welcome(10, 7))
            .answered(7)
            .answered(8),
        Case::new("a command that was not answered is sent again with its number")
            .greeted()
            .wants(ready())
            .lost()
            .waits(200)
            .connected()
            .hears(resumed(10, 10, 2))
            .answered(1)
            .wants(Do::Start),
        Case::new("a command wanted without a line is numbered after those of another device")
            .greeted()
            .lost()
            .wants(ready())
            .waits(200)
            .connected()
            .hears(resumed(10, 12, 5)),
        Case::new("what is old comes to nothing, and a gap is asked for once")
            .greeted()
            .hears(update(8, 9))
            .hears(update(10, 12))
            .hears(update(10, 12))
            .hears(update(13, 14))
            .hears(update(14, 15))
            .hears(resumed(12, 15, 1)),
        Case::new("an update before the welcome is asked for again")
            .connected()
            .hears(update(1, 2)),
        Case::new("a welcome may show less, and nothing is sent again when it comes unasked")
            .greeted()
            .wants(ready())
            .hears(welcome(4, 1)),
        Case::new("an answer is taken once, and only by its command")
            .greeted()
            .wants(ready())
            .wants(Do::Start)
            .answered(2)
            .answered(2)
            .answered(9)
            .answered(1),
        Case::new(
            "a command that waits for a second is said to be on its way, until it is answered",
        )
        .greeted()
        .wants(ready())
        .waits(500)
        .wants(Do::Start)
        .waits(600)
        .answered(1)
        .answered(2),
        Case::new("a command without an answer is asked for again, and at last given up")
            .greeted()
            .wants(ready())
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hears(resumed(10, 10, 1))
            .waits(6000)
            .hurry(),
        Case::new("a room that does not greet anybody is tried again, later each time")
            .connected()
            .waits(10_000)
            .waits(200)
            .connected()
            .waits(10_000)
            .waits(400)
            .connected()
            .hears(welcome(10, 1))
            .lost(),
        Case::new("a silent line is asked whether it is there, and given up")
            .greeted()
            .waits(15_000)
            .hears(ToClient::Pong { now: Time(65_000) })
            .waits(15_000)
            .waits(12_000),
        Case::new("a line that is told to be lost twice is opened once")
            .greeted()
            .lost()
            .waits(50)
            .lost()
            .waits(150)
            .connected(),
        Case::new("somebody in a hurry does not wait").greeted().lost().waits(50).hurry().lost(),
        unreachable.lost().wants(ready()).hurry().connected().hears(welcome(10, 1)),
        Case::new("presence is a change")
            .greeted()
            .hears(ToClient::Presence(Presence { person: id("ann"), here: false })),
        Case::new("another connection ends this one").greeted().notice(Notice::Replaced).hurry(),
        Case::new("a closed room is the end").greeted().notice(Notice::Closed).lost(),
        Case::new("somebody who is refused does not come again").connected().notice(refused()),
        Case::new("a house that lets nobody in is not tried again")
            .turned_away("there is no such room")
            .lost()
            .hurry(),
        Case::new("a restart is waited for as long as the house says")
            .greeted()
            .notice(Notice::Restart { wait: 2000 })
            .waits(2000)
            .connected(),
        Case::new("a client that was too slow comes again").greeted().notice(Notice::TooSlow),
        Case::new("what was too much at once is sent again after the wait")
            .greeted()
            .wants(ready())
            .notice(Notice::TooFast { wait: 3000 })
            .wants(Do::Start)
            .waits(3000)
            .answered(1)
            .answered(2),
        Case::new("coming was too much at once")
            .connected()
            .notice(Notice::TooFast { wait: 500 })
            .waits(500)
            .hears(welcome(10, 1)),
        Case::new("what could not be understood changes nothing")
            .greeted()
            .notice(Notice::Unreadable { text: "no".to_owned() }),
        Case::new("messages of a line that is gone are not heard")
            .greeted()
            .lost()
            .hears(update(10, 11)),
    ]
}

#[test]
fn the_cases_are_what_the_client_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let all: Vec<String> =
        cases().into_iter().map(|case| serde_json::to_string(&case.written()).unwrap()).collect();
    let now = format!("[\n{}\n]\n", all.join(",\n"));
    if std::env::var_os("DICEHOUSE_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        before == now,
        "{FILE} is not what the client does: run `cargo xtask bless` and read the diff"
    );
}

#[test]
fn every_end_is_said_in_a_sentence() {
    for why in [
        WhyGaveUp::Replaced,
        WhyGaveUp::Closed,
        WhyGaveUp::Refused(Refusal::new(RefusalCode::Kicked)),
        WhyGaveUp::TurnedAway("there is no such room".to_owned()),
        WhyGaveUp::Unreachable,
        WhyGaveUp::NoAnswer,
    ] {
        let text = why.to_string();
        assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{text}");
    }
}
