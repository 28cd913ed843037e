//! Golden playthroughs: one short game per preset, with each state, each seat's view and the
//! legal acts. A change of the rules, of a view or of a sentence shows as a difference.
//!
//! `DICEHOUSE_BLESS=1 cargo test -p dicehouse-rules --test playthroughs` (which is what
//! `cargo xtask bless` runs) writes them anew.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::play::dice_for;
use common::rng::Rng;
use common::space::every_act;
use dicehouse_rules::{
    Act, Acts, Cause, Event, Game, GameKind, PRESETS, Preset, Seat, Turn, View, Viewer,
};
use serde_json::{Map, Value};

/// Larger files nobody reads.
const LARGEST: usize = 60_000;

#[test]
fn every_preset_has_its_playthrough() {
    let mut wrong = Vec::new();
    for preset in &PRESETS {
        let path = path_of(preset);
        let now = Playthrough::of(preset);
        assert!(now.len() < LARGEST, "{}: {} bytes", path.display(), now.len());
        if std::env::var_os("DICEHOUSE_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        match std::fs::read_to_string(&path) {
            Err(_) => wrong.push(format!("{} is missing", path.display())),
            Ok(golden) if golden != now => wrong.push(difference(&path, &golden, &now)),
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}\n`cargo xtask bless` rewrites the files", wrong.join("\n"));
}

#[test]
fn there_is_no_playthrough_without_a_preset() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        assert!(PRESETS.iter().any(|preset| path_of(preset) == path), "{}", path.display());
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

fn path_of(preset: &Preset) -> PathBuf {
    folder().join(format!("{}-{}.txt", preset.game(), preset.name))
}

/// The first line that differs.
fn difference(path: &Path, golden: &str, now: &str) -> String {
    let lines = golden.lines().zip(now.lines()).enumerate();
    let (n, (before, after)) = lines
        .clone()
        .find(|(_, (before, after))| before != after)
        .unwrap_or((golden.lines().count().min(now.lines().count()), ("(the end)", "(or more)")));
    format!("{} differs at line {}:\n- {before}\n+ {after}", path.display(), n + 1)
}

/// A game being played and written down.
struct Playthrough {
    game: Game,
    rng: Rng,
    text: String,
    state: Map<String, Value>,
    public: Map<String, Value>,
    acts: Vec<Act>,
}

impl Playthrough {
    fn of(preset: &'static Preset) -> String {
        let ruleset = preset.ruleset();
        let players = if preset.name == "openspiel" { 2 } else { 3 };
        let mut play = Playthrough {
            game: Game::new(&ruleset, players).unwrap(),
            rng: Rng::new(3),
            text: format!(
                "# {ruleset}, {players} players.\n\
                 # Of the state and of the public view only what changed is shown, of a seat's \
                 view only what\n# the public does not see. `cargo xtask bless` writes this file.\n"
            ),
            state: Map::new(),
            public: Map::new(),
            acts: every_act(),
        };
        let mut step = 0;
        loop {
            writeln!(play.text, "\n## {step}").unwrap();
            play.write_state();
            play.write_views();
            play.write_legal();
            if play.game.turn() == Turn::Over {
                return play.text;
            }
            play.go_on(step);
            step += 1;
        }
    }

    fn write_state(&mut self) {
        let state = object(serde_json::to_value(&self.game).unwrap());
        self.write_changes("state", &self.state.clone(), &state);
        self.state = state;
    }

    fn write_views(&mut self) {
        let public = view(&self.game, Viewer::Public);
        self.write_changes("public", &self.public.clone(), &public);
        for seat in Seat::first(self.game.seats()) {
            let own = view(&self.game, Viewer::Seat(seat));
            let label = format!("seat {seat}");
            self.write_changes(&label, &public, &own);
        }
        self.public = public;
    }

    fn write_changes(
        &mut self,
        label: &str,
        before: &Map<String, Value>,
        now: &Map<String, Value>,
    ) {
        for (key, value) in now {
            match (before.get(key), value) {
                (Some(old), _) if old == value => {}
                (Some(Value::Array(old)), Value::Array(new))
                    if new.split_last().is_some_and(|(_, rest)| rest == old) =>
                {
                    writeln!(self.text, "{label}: {key} + {}", new[old.len()]).unwrap();
                }
                _ => writeln!(self.text, "{label}: {key} = {value}").unwrap(),
            }
        }
    }

    fn write_legal(&mut self) {
        match self.game.turn() {
            Turn::Over => self.text.push_str("turn: over\n"),
            Turn::Roll(dealt) => {
                for throw in &dealt {
                    let who = throw.seat.map_or("the table".to_owned(), |s| format!("seat {s}"));
                    let what = serde_json::to_value(throw.what).unwrap();
                    let (what, count, sides) = (what.as_str().unwrap(), throw.count, throw.sides);
                    writeln!(self.text, "turn: {who} rolls {count}d{sides} ({what})").unwrap();
                }
            }
            Turn::Act(due) => {
                for seat in due {
                    let legal = self.game.legal(seat);
                    writeln!(self.text, "legal: seat {seat}: {}", listed(&legal)).unwrap();
                }
            }
        }
    }

    fn go_on(&mut self, step: usize) {
        let mut events: Vec<Event> = Vec::new();
        match self.game.turn() {
            Turn::Over => {}
            Turn::Roll(dealt) => {
                let dice = dice_for(&dealt, &mut self.rng);
                let shown: Vec<String> = dice.iter().map(|d| d.to_string()).collect();
                writeln!(self.text, "> roll {}", shown.join(" | ")).unwrap();
                self.game.roll(&dice, &mut events).unwrap();
            }
            Turn::Act(due) => {
                let seat = due.nth(0).unwrap();
                self.write_refusal(seat);
                if step % 17 == 16 {
                    writeln!(self.text, "> seat {seat} does not answer").unwrap();
                    self.game.fault(seat, Cause::Timeout, &mut events).unwrap();
                } else {
                    let act = choose(&self.game, seat, &mut self.rng);
                    writeln!(self.text, "> seat {seat}: {act}").unwrap();
                    self.game.play(seat, act, &mut events).unwrap();
                }
            }
        }
        for event in &events {
            writeln!(self.text, "event: {}", serde_json::to_string(event).unwrap()).unwrap();
        }
    }

    /// Something that is not legal, and what the player is told.
    fn write_refusal(&mut self, seat: Seat) {
        let legal = self.game.legal(seat);
        let near = |act: &Act| match (&legal, act) {
            (Acts::Bid(_), Act::Bid(bid)) => bid.quantity <= 20,
            (Acts::Claim { .. }, Act::Claim(sum)) => *sum <= 20,
            (Acts::Split { .. }, Act::Split(_)) => true,
            (Acts::Answer | Acts::Immunity, act) => !matches!(act, Act::Bid(_) | Act::Split(_)),
            _ => false,
        };
        let illegal: Vec<Act> =
            self.acts.iter().copied().filter(|act| near(act) && !legal.contains(*act)).collect();
        let act = *self.rng.pick(&illegal);
        let refusal = self.game.clone().play(seat, act, &mut Vec::new()).unwrap_err();
        writeln!(self.text, "refused: {act}: {refusal}").unwrap();
    }
}

/// The fields by name, so that no feature of a JSON crate changes their order.
fn object(value: Value) -> Map<String, Value> {
    match sorted(value) {
        Value::Object(map) => map,
        other => panic!("{other} has no fields"),
    }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut fields: Vec<_> = map.into_iter().collect();
            fields.sort_by(|one, other| one.0.cmp(&other.0));
            Value::Object(fields.into_iter().map(|(key, value)| (key, sorted(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// The view's fields, but for who looks.
fn view(game: &Game, viewer: Viewer) -> Map<String, Value> {
    let mut map = object(serde_json::to_value(game.view(viewer)).unwrap());
    map.remove("viewer");
    map
}

fn listed(legal: &Acts) -> String {
    let texts = |acts: &mut dyn Iterator<Item = Act>| {
        acts.map(|act| act.to_string()).collect::<Vec<_>>().join(", ")
    };
    match legal {
        Acts::Bid(bids) => {
            let lowest = texts(&mut bids.lowest_bids().map(Act::Bid));
            let mut parts = Vec::new();
            if !lowest.is_empty() {
                parts.push(format!("at least {lowest}, at most {} dice", bids.most));
            }
            parts.extend(bids.call.then(|| "call".to_owned()));
            parts.extend(bids.exact.then(|| "exact".to_owned()));
            parts.join("; ")
        }
        Acts::Claim { min, max } => format!("claim {min} to claim {max}"),
        other => texts(&mut other.iter()),
    }
}

/// Sensible enough that games are short and every kind of act occurs.
fn choose(game: &Game, seat: Seat, rng: &mut Rng) -> Act {
    let legal = game.legal(seat);
    let any = |rng: &mut Rng| legal.nth(rng.below(legal.len())).unwrap();
    match (&legal, game.view(Viewer::Seat(seat))) {
        (Acts::Bid(bids), _) if bids.exact && rng.chance(25) => Act::Exact,
        (Acts::Bid(bids), _) if bids.call && rng.chance(45) => Act::Call,
        (Acts::Bid(bids), _) => {
            let lowest: Vec<_> = bids.lowest_bids().collect();
            if lowest.is_empty() { Act::Call } else { Act::Bid(*rng.pick(&lowest)) }
        }
        // The number removed most often, so that the game ends early.
        (Acts::Split { splits }, View::Pairs(view)) => {
            let counted = |number| {
                let mut removed = view.sheets[seat].removed().iter();
                removed.find(|r| r.number == number).map_or(0, |r| r.count)
            };
            Act::Split(*splits.iter().max_by_key(|split| counted(split.removed())).unwrap())
        }
        (Acts::Claim { .. }, View::Claims(view)) if rng.chance(50) => {
            Act::Claim(view.hand.unwrap().sum() as u8)
        }
        _ => any(rng),
    }
}

#[test]
fn a_playthrough_is_the_same_every_time() {
    let preset = GameKind::Liars.presets().next().unwrap();
    assert_eq!(Playthrough::of(preset), Playthrough::of(preset));
}
