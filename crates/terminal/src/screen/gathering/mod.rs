//! An online room before and between games: who sits where, and what is to be played.

mod draw;

pub use draw::draw;

use dicehouse_room::message::{Person, PersonId, Phase, RoomState, SeatHolder};
use dicehouse_rules::{Ruleset, Seat};
use dicehouse_telling::{Language, Line, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::action::{Action, Step};
use super::input::common;

/// A room as it is seen from within, while no game is on the screen.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// The room as its messages describe it.
    pub room: RoomState,
    /// Who looks.
    pub me: PersonId,
    /// How others come in.
    pub link: String,
    /// What was said and what happened.
    pub log: Vec<Line>,
    /// The seat that is chosen.
    pub at: usize,
    /// A reason or an answer, until the next key.
    pub note: Option<String>,
    /// What is the matter with the connection, until it is over.
    pub notice: Option<String>,
}

/// The obvious thing to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Sit down.
    Sit,
    /// Say that one is ready.
    Ready,
    /// Seat bots on the free seats, for the host.
    Bots,
    /// Start the game, for the host.
    Start,
    /// Wait, and for what.
    Wait(WaitFor),
}

/// Why there is nothing to do but wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// The person is not in the room.
    NotHere,
    /// A game is going on.
    Game,
    /// All seats are taken.
    Seat,
    /// The host starts.
    Host,
}

impl Next {
    /// What it does, in words.
    pub fn label(self, language: Language) -> &'static str {
        match self {
            Next::Sit => text!(language, "room-screen.sit"),
            Next::Ready => text!(language, "room-screen.i-am-ready"),
            Next::Bots => text!(language, "room-screen.fill"),
            Next::Start => text!(language, "room-screen.start"),
            Next::Wait(WaitFor::NotHere) => text!(language, "room-screen.not-here"),
            Next::Wait(WaitFor::Game) => text!(language, "room-screen.players-only"),
            Next::Wait(WaitFor::Seat) => text!(language, "room-screen.look-on"),
            Next::Wait(WaitFor::Host) => text!(language, "room-screen.wait-host"),
        }
    }
}

impl Gathering {
    /// The rules that are to be played.
    pub fn ruleset(&self) -> Ruleset {
        self.room.settings.ruleset
    }

    /// Whether the one who looks decides here.
    pub fn is_host(&self) -> bool {
        self.room.host.as_ref() == Some(&self.me)
    }

    fn myself(&self) -> Option<&Person> {
        self.room.people.iter().find(|person| person.person == self.me)
    }

    /// How many seats nobody has.
    fn free_seats(&self) -> usize {
        self.room.seats.iter().filter(|seat| seat.holder == SeatHolder::Free).count()
    }

    /// The seat that is chosen.
    pub fn chosen(&self) -> Option<(Seat, &SeatHolder)> {
        Seat::new(self.at).zip(self.room.seats.get(self.at).map(|seat| &seat.holder))
    }

    /// The obvious thing to do next.
    pub fn next(&self) -> Next {
        let Some(me) = self.myself() else { return Next::Wait(WaitFor::NotHere) };
        if self.room.phase == Phase::Playing {
            return Next::Wait(WaitFor::Game);
        }
        match (me.seat, self.free_seats()) {
            (_, 0) if self.is_host() => Next::Start,
            (None, 0) => Next::Wait(WaitFor::Seat),
            (None, _) => Next::Sit,
            (Some(_), 1..) if self.is_host() => Next::Bots,
            (Some(_), _) if !me.ready => Next::Ready,
            (Some(_), _) => Next::Wait(WaitFor::Host),
        }
    }

    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        match key.code {
            KeyCode::Char(' ') => Some(Action::Next),
            KeyCode::Char('x') => Some(Action::SeatMenu),
            KeyCode::Char('b') => Some(Action::Bots),
            KeyCode::Char('a' | '+') => Some(Action::AddSeat),
            KeyCode::Char('d' | '-') => Some(Action::RemoveSeat),
            KeyCode::Char('c') => Some(Action::Change),
            KeyCode::Char('t') => Some(Action::Talk),
            _ => common(key),
        }
    }

    /// Chooses another seat.
    pub fn step(&mut self, step: Step) {
        self.at = step.within(self.at, self.room.seats.len(), 5);
    }
}
