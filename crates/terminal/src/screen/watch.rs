//! Watching a record: forward and back, with all cups open or through one player's eyes.

mod draw;

pub use draw::draw;

use std::time::Duration;

use dicehouse_rules::{BySeat, Dice, Seat, Seats, View, Viewer};
use dicehouse_table::Entry;
use dicehouse_table::record::{Decision, Playback, Position};
use dicehouse_telling::{Language, Line, Narrator, Verdict, all_hands, say, totals};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::action::{Action, Step};
use super::input::{Typed, Typing, common};
use super::settings::Settings;
use super::table::{Scene, Showing};

/// With whose eyes the game is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// All cups are open.
    All,
    /// All cups are closed, as for a spectator.
    Spectator,
    /// As this player saw it.
    Player(Seat),
}

/// A record being watched.
#[derive(Clone, Debug)]
pub struct Watch {
    playback: Playback,
    at: usize,
    eyes: Eyes,
    running: bool,
    elapsed: Duration,
    typing: Option<Typing>,
    /// What went wrong, until the next key.
    note: Option<String>,
    narrator: Narrator,
    /// Whose score sheet is looked at.
    sheet_of: Option<Seat>,
    /// What is to be seen at the position, made anew whenever it changes.
    shown: Shown,
}

#[derive(Clone, Debug)]
struct Shown {
    view: View<'static>,
    open: Option<BySeat<Dice>>,
    showing: Showing,
    log: Vec<Line>,
    /// What was done and what it was worth.
    verdict: Option<String>,
    /// How many dice count for each face; only while all cups are open.
    totals: Vec<(dicehouse_rules::Face, u8)>,
}

/// How long a position stays when the record runs by itself.
const STAY: Duration = Duration::from_millis(1300);

impl Watch {
    /// The beginning of a record, seen from a seat or with all cups open.
    pub fn new(playback: Playback, seat: Option<Seat>, language: Language) -> Watch {
        let header = &playback.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, None).speaking(language);
        let mut watch = Watch {
            shown: Shown {
                view: start(&playback).game.view(Viewer::Public).into_owned(),
                open: None,
                showing: Showing::finished(Vec::new()),
                log: Vec::new(),
                verdict: None,
                totals: Vec::new(),
            },
            playback,
            at: 0,
            eyes: seat.map_or(Eyes::All, Eyes::Player),
            running: false,
            elapsed: Duration::ZERO,
            typing: None,
            note: None,
            narrator,
            sheet_of: None,
        };
        // The start is an empty table; the first roll is where there is something to see.
        let first = watch.playback.rounds().next().map_or(1, |(at, _)| at);
        watch.go(first);
        watch
    }

    /// From now on it is told in another language.
    pub fn speak(&mut self, language: Language) {
        self.narrator = self.narrator.clone().speaking(language);
        self.go(self.at);
    }

    /// A record from this position on, with all cups open.
    pub fn starting_at(playback: Playback, at: usize, language: Language) -> Watch {
        let mut watch = Watch::new(playback, None, language);
        watch.go(at);
        watch
    }

    /// The rules of the game.
    pub fn ruleset(&self) -> dicehouse_rules::Ruleset {
        self.playback.record.header.ruleset
    }

    fn last(&self) -> usize {
        self.playback.positions.len().saturating_sub(1)
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.last());
        self.elapsed = Duration::ZERO;
        self.refresh();
    }

    fn viewer(&self) -> Viewer {
        match self.eyes {
            Eyes::Player(seat) => Viewer::Seat(seat),
            Eyes::All | Eyes::Spectator => Viewer::Public,
        }
    }

    fn refresh(&mut self) {
        let viewer = self.viewer();
        let Some(position) = self.playback.positions.get(self.at) else { return };
        let before = self.at.checked_sub(1).and_then(|at| self.playback.positions.get(at));
        let entries: Vec<Entry> =
            position.entries.iter().filter_map(|e| e.seen_by(viewer)).collect();
        let showing = Showing::finished(entries);
        let game = match before {
            Some(before) if showing.holds() => &before.game,
            _ => &position.game,
        };
        let past = self.playback.positions.iter().take(self.at + 1);
        let said =
            past.flat_map(|position| &position.entries).filter_map(|entry| entry.seen_by(viewer));
        let all = self.eyes == Eyes::All;
        self.shown = Shown {
            view: game.view(viewer).into_owned(),
            open: all.then(|| all_hands(game)),
            log: said.filter_map(|entry| Line::of(&entry, &self.narrator)).collect(),
            // A verdict tells of hidden dice, so it is for those who see all.
            verdict: self
                .playback
                .decision_at(self.at)
                .filter(|_| all)
                .and_then(|decision| verdict(decision, self.narrator.language())),
            totals: if all { totals(game) } else { Vec::new() },
            showing,
        };
    }

    /// The table as it is to be seen.
    fn scene(&self) -> Scene<'_> {
        let header = &self.playback.record.header;
        Scene {
            ruleset: &header.ruleset,
            seats: &header.seats,
            view: &self.shown.view,
            near: self.viewer().seat(),
            open: self.shown.open,
            stage: self.shown.showing.stage(),
            log: &self.shown.log,
            due: self.shown.view.to_act(),
            narrator: &self.narrator,
            sheet_of: self.sheet_of,
            status: String::new(),
        }
    }

    /// How long to wait for input before time has to go by.
    pub fn waits(&self) -> Option<Duration> {
        self.running.then_some(Duration::from_millis(50))
    }

    /// Lets time go by.
    pub fn tick(&mut self, time: Duration, settings: &Settings) {
        if !self.running {
            return;
        }
        self.elapsed += time;
        // Even at instant speed a position stays long enough to be seen.
        let stay = settings.speed.of(STAY).max(Duration::from_millis(60));
        if self.elapsed >= stay {
            self.go(self.at + 1);
            self.running = self.at < self.last();
        }
    }

    /// What the key asks for.
    pub fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if let Some(typing) = &mut self.typing {
            match typing.key(key) {
                Typed::More => {}
                Typed::Dropped => self.typing = None,
                Typed::Done => {
                    let round = typing.text.trim().parse::<u16>().ok();
                    self.typing = None;
                    let found = self.playback.rounds().find(|(_, number)| Some(*number) == round);
                    if found.is_none() {
                        let last = self.playback.rounds().last().map_or(0, |(_, number)| number);
                        let language = self.narrator.language();
                        self.note = Some(say!(language, "watch-screen.no-round", last = last));
                    }
                    return found.map(|(at, _)| Action::Jump(at));
                }
            }
            return None;
        }
        self.note = None;
        Some(match key.code {
            KeyCode::Char(' ') | KeyCode::Enter => Action::Run,
            KeyCode::Char('v') => Action::Eyes,
            KeyCode::Char('g') => Action::Edit,
            KeyCode::Tab => Action::Line(0),
            KeyCode::Char('>' | '.') => Action::Faster(true),
            KeyCode::Char('<' | ',') => Action::Faster(false),
            _ => return common(key),
        })
    }

    /// Does what a key or a click asks for. Says whether to leave.
    pub fn apply(&mut self, action: Action) -> bool {
        match action {
            Action::Quit | Action::Back => return true,
            Action::Run => {
                if self.at == self.last() {
                    self.go(0);
                }
                self.running = !self.running;
                self.elapsed = Duration::ZERO;
            }
            Action::Edit => self.typing = Some(Typing::new("", 5)),
            Action::Jump(at) => self.go(at),
            Action::Eyes => {
                self.eyes = self.next_eyes();
                self.refresh();
            }
            Action::Line(_) => {
                let near = self.sheet_of.unwrap_or_default();
                self.sheet_of = self.seats().next_after(near);
            }
            Action::Seat(n) => self.sheet_of = Seat::new(n),
            Action::Round(on) => self.round(on),
            Action::Move(step) => match step {
                Step::PageDown | Step::Down => self.round(true),
                Step::PageUp | Step::Up => self.round(false),
                Step::Home => self.go(0),
                Step::End => self.go(self.last()),
                Step::Left => self.go(self.at.saturating_sub(1)),
                Step::Right => self.go(self.at + 1),
            },
            _ => {}
        }
        false
    }

    fn round(&mut self, on: bool) {
        let starts: Vec<usize> = self.playback.rounds().map(|(at, _)| at).collect();
        let to = if on {
            starts.into_iter().find(|at| *at > self.at).unwrap_or(self.last())
        } else {
            starts.into_iter().rev().find(|at| *at < self.at).unwrap_or(0)
        };
        self.go(to);
    }

    fn seats(&self) -> Seats {
        Seats::first(self.playback.record.header.seats.len())
    }

    fn next_eyes(&self) -> Eyes {
        match self.eyes {
            Eyes::All => self.seats().nth(0).map_or(Eyes::Spectator, Eyes::Player),
            Eyes::Spectator => Eyes::All,
            Eyes::Player(seat) => match self.seats().next_after(seat) {
                Some(next) if next > seat => Eyes::Player(next),
                _ => Eyes::Spectator,
            },
        }
    }
}

fn start(playback: &Playback) -> &Position {
    // A playback always has at least its start.
    &playback.positions[0]
}

/// What a decision was worth.
fn verdict(decision: Decision<'_>, language: Language) -> Option<String> {
    let verdict = Verdict::of(decision.before(), decision.seat, decision.outcome.act()?)?;
    Some(language.verdict(&verdict))
}
