//! A room of an online house on the screen: the same table as at this computer, moved by the messages of the room.

mod changes;
mod hear;
mod notices;
mod offers;
mod on_screen;
mod room;
mod steps;
mod table;
mod wire;
mod words;

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use dicehouse_review::Review;
use dicehouse_room::Mirror;
use dicehouse_room::message::{Do, PersonId, RoomState, Snapshot, Time, Version};
use dicehouse_rules::GameKind;
use dicehouse_table::record::{GameId, Record};
use dicehouse_telling::{Line, Tone};

use super::action::Action;
use super::past::{self, Past};
use super::settings::Settings;
use super::sound::Sound;
use super::state::{Front, Screen, State, Text};
use crate::house::BotChoice;
use crate::work::Work;

use offers::Offer;
use table::Coming;

pub use wire::{Arrival, Wire};
pub use words::{Names, presence, told};

/// What the person brings along.
#[derive(Clone, Debug)]
pub struct Luggage {
    /// How others come into the room: a link.
    pub link: String,
    /// The bots there are for each game, for whoever is the host.
    pub bots: Vec<(GameKind, Vec<BotChoice>)>,
    /// How the screen behaves.
    pub settings: Settings,
    /// How a game that is over is reviewed at this computer.
    pub review: fn(Record) -> Result<Work<Review>, String>,
}

/// Somebody in an online room, with the screen they look at.
pub struct Visit<W> {
    /// What is shown.
    pub state: State,
    wire: W,
    mirror: Mirror,
    names: Names,
    luggage: Luggage,
    /// What was said and what happened in the room.
    log: Vec<Line>,
    /// Time since the beginning.
    clock: Duration,
    /// The house's time, and when it told it.
    house_time: (Time, Duration),
    line: LineState,
    /// Those of whom it was said that they are away.
    away: BTreeSet<PersonId>,
    /// What is to be shown at the table, in order.
    coming: VecDeque<Coming>,
    /// The game at the table on the screen, and how many of its entries have been taken.
    game: Option<(GameId, usize)>,
    /// The game that has got a seed from here.
    seeded: Option<GameId>,
    /// The question on the screen.
    asked: Option<Version>,
    /// The question that was answered last.
    answered: Option<Version>,
    /// What the list in front of the screen offers.
    offers: Vec<Offer>,
    /// The person wants out of the program, not only out of the room.
    left_at_once: bool,
    /// Since when it waits for the room to hear that the person leaves.
    leaving: Option<Duration>,
    sound: Option<Sound>,
    /// The last game, and what is being done for it beside the screen.
    past: Past,
    notes: Vec<String>,
}

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    /// There.
    Good,
    /// Gone; it is tried again.
    Lost,
    /// Gone because the house restarts.
    Restarting,
    /// Gone for good.
    Ended,
}

impl LineState {
    /// What is the matter, in words.
    fn notice(self) -> Option<&'static str> {
        match self {
            LineState::Good => None,
            LineState::Lost => Some("The connection is gone; trying again … Your seat is kept."),
            LineState::Restarting => {
                Some("The house restarts; you will be back in a moment. Nothing is lost.")
            }
            LineState::Ended => Some("The connection has ended."),
        }
    }
}

/// How long the room has to hear that somebody leaves.
const FAREWELL: Duration = Duration::from_secs(1);
/// How many lines of the log are kept.
const REMEMBERED: usize = 200;

impl<W: Wire> Visit<W> {
    /// Somebody who has just come in and has not been told anything yet.
    pub fn new(wire: W, luggage: Luggage) -> Visit<W> {
        let lines = vec!["Coming into the room …".to_owned()];
        let menu = super::menu::Menu::rules();
        let mut state = State::new(luggage.settings, Screen::Menu(menu));
        state.front = Some(Front::Text(Text::new("Online", lines)));
        Visit {
            state,
            wire,
            mirror: Mirror::default(),
            names: Names::default(),
            luggage,
            log: Vec::new(),
            clock: Duration::ZERO,
            house_time: (Time(0), Duration::ZERO),
            line: LineState::Good,
            away: BTreeSet::new(),
            coming: VecDeque::new(),
            game: None,
            seeded: None,
            asked: None,
            answered: None,
            offers: Vec::new(),
            left_at_once: false,
            leaving: None,
            sound: None,
            past: Past::default(),
            notes: Vec::new(),
        }
    }

    /// What is worth telling once the screen is gone.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether the person wants out of the program, not only out of the room.
    pub fn left_at_once(&self) -> bool {
        self.left_at_once
    }

    fn shown(&self) -> Option<&Snapshot> {
        self.mirror.shown()
    }

    fn room(&self) -> Option<&RoomState> {
        self.shown().map(|shown| &shown.room)
    }

    fn is_host(&self) -> bool {
        self.shown().is_some_and(|shown| shown.room.host.as_ref() == Some(&shown.you.person))
    }

    /// Says something in the log of the room, and at the table.
    fn note_down(&mut self, line: Line) {
        if let Screen::Table(play) = &mut self.state.screen {
            play.note_down(line.clone());
        }
        self.log.push(line);
        let over = self.log.len().saturating_sub(REMEMBERED);
        self.log.drain(..over);
    }

    fn say_plainly(&mut self, text: &str) {
        self.note_down(Line::new(Tone::Plain, text.to_owned()));
    }

    /// Answers the person: a reason or a hint until the next key.
    fn answer(&mut self, text: &str) {
        match &mut self.state.screen {
            Screen::Room(room) => room.note = Some(text.to_owned()),
            Screen::Table(play) => play.note = Some(text.to_owned()),
            _ => {}
        }
    }

    fn tick(&mut self, time: Duration) {
        self.clock += time;
        self.hear();
        self.refresh_room();
        if self.leaving.is_some_and(|since| self.clock >= since + FAREWELL) {
            self.state.over = true;
        }
        self.refresh_table();
        let review = self.luggage.review;
        self.past.look(&mut self.state, &review);
        if self.state.front.is_none() && !self.state.is_small() {
            match &mut self.state.screen {
                Screen::Watch(watch) => watch.tick(time, &self.state.settings),
                _ => self.table_goes_on(time),
            }
        }
    }

    fn apply(&mut self, action: Action) {
        if self.line == LineState::Ended {
            self.state.over = true;
            return;
        }
        match (action, &self.state.screen) {
            (Action::Line(n), _) => {
                if let Some(offer) = self.offers.get(n).cloned() {
                    self.offers.clear();
                    self.take_offer(offer);
                }
            }
            (Action::Typed(text), _) => self.say(&text),
            (action, Screen::Watch(_) | Screen::Review(_)) => self.looking_back(action),
            (Action::Talk, _) => self.offer_talk(),
            (Action::Quit, _) => self.offer_to_leave(),
            (action, Screen::Room(_)) => self.in_room(action),
            (action, Screen::Table(_)) => self.at_table(action),
            _ => {}
        }
    }

    /// Where a game that is over is watched or its review is read.
    fn looking_back(&mut self, action: Action) {
        if past::apply(&mut self.state, action).is_some() {
            self.go_back();
        }
    }

    /// Back from a game that is over to its results, or to the room when they are gone.
    fn go_back(&mut self) {
        match self.state.came_from.pop() {
            Some(before) => self.state.screen = before,
            None => self.show_room(),
        }
    }

    /// Leaves for good. The room is told, and then the screen goes.
    fn leave(&mut self) {
        self.wire.send(Do::Leave);
        self.leaving = Some(self.clock);
        self.answer("Leaving …");
    }

    /// Goes away without leaving: the seat stays.
    fn go_away(&mut self) {
        if self.line != LineState::Ended && self.leaving.is_none() {
            self.notes.push(format!("Come back with: dicehouse join {}", self.luggage.link));
        }
        self.state.over = true;
    }
}
