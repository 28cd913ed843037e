//! A room on the screen, at this computer or elsewhere: its messages move the table, and what the person does becomes
//! commands.

mod between_games;
mod changes;
mod hear;
mod notices;
mod offers;
mod table;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use dicehouse_home::RoomLine;
use dicehouse_room::message::{Do, RoomState, Snapshot, Time, Version};
use dicehouse_table::record::GameId;
use dicehouse_telling::voice::Remark;
use dicehouse_telling::{Explained, Language, Line, Term, Tone, say, text};

use super::action::Action;
use super::list::Line as TypedLine;
use super::past::LookBack;
use super::sound::Sound;
use super::state::{Front, Screen, State, Text};
use crate::party::{Asked, AtTable, Party};
use crate::words::Guests;

use offers::Offer;
use table::Coming;

/// The people at this keyboard in a room.
pub(super) struct Visit {
    party: Party,
    /// Whether the room is at this computer.
    here: bool,
    guests: Guests,
    /// What was said and what happened in the room.
    log: Vec<Line>,
    /// Time since the beginning.
    clock: Duration,
    line: LineState,
    /// A command waits for its answer for long.
    slow: bool,
    /// What is to be shown at the table, in order.
    coming: VecDeque<Coming>,
    /// The steps of what is being shown, and the version after them.
    steps: VecDeque<(AtTable, Option<Remark>)>,
    /// What everybody but the first sees of what is coming.
    others: BTreeMap<(usize, Version), AtTable>,
    /// The version that is on the screen, and the one up to which everything has been cut into steps.
    version: Version,
    taken: Version,
    /// The game at the table on the screen, and how many of its entries have been taken.
    game: Option<(GameId, usize)>,
    /// The question on the screen.
    asked: Option<Asked>,
    /// The questions that were answered last.
    answered: Vec<Asked>,
    /// What the list in front of the screen offers.
    offers: Vec<Offer>,
    /// Since when it waits for the room to hear that the person leaves.
    leaving: Option<Duration>,
    sound: Option<Sound>,
    notes: Vec<String>,
    /// The words that the person has had explained.
    explained: Explained,
    /// What the end of a game leads to.
    wish: Option<Wish>,
}

/// What the visit asks of the program around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Out of the room: the visit is over.
    Out,
    /// Play the same again at this computer.
    Rematch,
    /// Choose another game at this computer.
    Another,
    /// Leave the game as it is, to be continued another time.
    Later,
    /// Look back at the game that is over.
    LookBack(GameId, LookBack),
    /// Say how the game that is over can be shared.
    Share,
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
    fn notice(self, language: Language) -> Option<&'static str> {
        match self {
            LineState::Good => None,
            LineState::Lost => Some(text!(language, "hear.trying")),
            LineState::Restarting => Some(text!(language, "at.restart")),
            LineState::Ended => Some(text!(language, "hear.ended")),
        }
    }
}

/// How long the room has to hear that somebody leaves.
const FAREWELL: Duration = Duration::from_secs(1);
/// How many lines of the log are kept.
const REMEMBERED: usize = 200;

impl Visit {
    /// People who have just come in and have not been told anything yet.
    pub(super) fn new(line: Box<dyn RoomLine>, explained: Explained) -> Visit {
        let mut party = Party::new(line);
        Visit {
            here: party.is_here(),
            party,
            guests: Guests::default(),
            log: Vec::new(),
            clock: Duration::ZERO,
            line: LineState::Good,
            slow: false,
            coming: VecDeque::new(),
            steps: VecDeque::new(),
            others: BTreeMap::new(),
            version: Version::default(),
            taken: Version::default(),
            game: None,
            asked: None,
            answered: Vec::new(),
            offers: Vec::new(),
            leaving: None,
            sound: None,
            notes: Vec::new(),
            explained,
            wish: None,
        }
    }

    /// Comes in: what has come so far is shown.
    pub(super) fn come_in(&mut self, state: &mut State) {
        if !self.here {
            let language = state.language();
            let lines = vec![text!(language, "front.coming-in").to_owned()];
            state.front = Some(Front::Text(Text::new(text!(language, "front.online"), lines)));
        }
        self.hear(state);
    }

    /// What is worth telling once the screen is gone.
    pub(super) fn notes(&mut self, language: Language) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        match self.party.line.here() {
            Some(here) => {
                let kept = here.kept().map_or(&[][..], |kept| &kept.notes);
                notes.extend(kept.iter().map(|note| note.text(language)));
            }
            None if self.line != LineState::Ended && self.leaving.is_none() => {
                let link = self.party.line.link().unwrap_or_default();
                notes.push(say!(language, "front.come-back", link = link));
            }
            None => {}
        }
        notes
    }

    /// What somebody who leaves the game now should know.
    pub(super) fn way_back(&mut self, language: Language) -> Option<String> {
        let here = self.party.line.here()?;
        here.kept().is_none().then(|| here.way_back().text(language))
    }

    /// The line to the room.
    pub(super) fn line(&mut self) -> &mut dyn RoomLine {
        &mut *self.party.line
    }

    /// The words that the person has had explained by now.
    pub(super) fn explained(&self) -> &Explained {
        &self.explained
    }

    fn now(&self) -> Time {
        Time(u64::try_from(self.clock.as_millis()).unwrap_or(u64::MAX))
    }

    /// The first one at the keyboard wants something.
    fn send(&mut self, what: Do) {
        let now = self.now();
        self.party.want(now, 0, what);
    }

    fn shown(&self) -> Option<&Snapshot> {
        self.party.shown()
    }

    fn room(&self) -> Option<&RoomState> {
        self.shown().map(|shown| &shown.room)
    }

    fn is_host(&self) -> bool {
        self.shown().is_some_and(|shown| shown.room.host.as_ref() == Some(&shown.you.person))
    }

    /// Says something in the log of the room, and at the table.
    fn note_down(&mut self, state: &mut State, line: Line) {
        if let Screen::Table(play) = &mut state.screen {
            play.note_down(line.clone());
        }
        self.log.push(line);
        let over = self.log.len().saturating_sub(REMEMBERED);
        self.log.drain(..over);
    }

    fn say_plainly(&mut self, state: &mut State, text: &str) {
        self.note_down(state, Line::new(Tone::Plain, text.to_owned()));
    }

    /// Answers the person: a reason or a hint until the next key.
    fn answer(&self, state: &mut State, text: &str) {
        match &mut state.screen {
            Screen::Room(room) => room.note = Some(text.to_owned()),
            Screen::Table(play) => play.note = Some(text.to_owned()),
            _ => {}
        }
    }

    /// Explains words that come up for the first time.
    fn explain(&self, state: &mut State, terms: &[Term]) {
        if !terms.is_empty() {
            let language = state.language();
            let line = |term: &Term| {
                [format!("{}: {}", term.name(language), term.text(language)), String::new()]
            };
            let lines = terms.iter().flat_map(line).collect();
            state.tell(text!(language, "front.new-words"), lines);
        }
    }

    /// What is to be heard; asked once.
    pub(super) fn sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// How long to wait for input before time has to go by.
    pub(super) fn waits(&self, state: &State) -> Option<Duration> {
        /// How often the screen looks whether something came.
        const LOOKS: Duration = Duration::from_millis(50);
        let table = match &state.screen {
            Screen::Table(play) if state.front.is_none() && !state.is_small() => Some(play),
            _ => None,
        };
        let shows = table.map(|play| play.waits(&state.settings));
        if !self.here {
            return Some(shows.flatten().map_or(LOOKS, |wait| wait.min(LOOKS)));
        }
        match (table, shows) {
            // The question is no longer the one on the screen, or something happened meanwhile.
            (Some(play), Some(None)) if play.is_asking() && self.is_behind() => Some(LOOKS),
            (_, shows) => shows.flatten(),
        }
    }

    /// Whether the table on the screen is not the table as it is.
    fn is_behind(&self) -> bool {
        !self.coming.is_empty() || !self.steps.is_empty() || self.question() != self.asked
    }

    /// Lets time go by.
    pub(super) fn tick(&mut self, state: &mut State, time: Duration) -> Option<Wish> {
        self.clock += time;
        self.hear(state);
        self.refresh_room(state);
        if self.leaving.is_some_and(|since| self.clock >= since + FAREWELL) {
            return Some(Wish::Out);
        }
        self.refresh_table(state);
        if state.front.is_none() && !state.is_small() {
            let wish = self.table_goes_on(state, time);
            return wish.or(self.wish.take());
        }
        None
    }

    /// Does what a key or a click asks for, and shows at once what follows from it.
    pub(super) fn apply(&mut self, state: &mut State, action: Action) -> Option<Wish> {
        let wish = self.does(state, action);
        if wish.is_some() {
            return wish;
        }
        self.tick(state, Duration::ZERO)
    }

    fn does(&mut self, state: &mut State, action: Action) -> Option<Wish> {
        if self.line == LineState::Ended {
            return Some(Wish::Out);
        }
        match (action, &state.screen) {
            (Action::Line(n), _) => {
                let offer = self.offers.get(n).cloned()?;
                self.offers.clear();
                return self.take_offer(state, offer);
            }
            (Action::Typed(text), _) => self.say(&text),
            (Action::Talk, _) => self.offer_talk(state),
            (Action::Quit, Screen::Table(play)) if self.here && play.is_over() => {
                return self.at_table(state, Action::Quit);
            }
            (Action::Quit, _) => self.offer_to_leave(state),
            (action, Screen::Room(_)) => self.in_room(state, action),
            (action, Screen::Table(_)) => return self.at_table(state, action),
            _ => {}
        }
        None
    }

    /// The window in front of the screen was closed.
    pub(super) fn closed_window(&self) -> Option<Wish> {
        // The window has said why the connection ended; closing it ends the visit.
        (self.line == LineState::Ended).then_some(Wish::Out)
    }

    /// Leaves for good. The room is told, and then the screen goes.
    fn leave(&mut self, state: &mut State) {
        self.send(Do::Leave);
        self.leaving = Some(self.clock);
        let words = text!(state.language(), "front.leaving");
        self.answer(state, words);
    }

    /// Lets the person type words of their own.
    fn type_words(&self, state: &mut State) {
        let line = TypedLine::new(
            text!(state.language(), "front.say-something"),
            dicehouse_table::Talk::LONGEST,
        );
        state.front = Some(Front::Typing(line));
    }
}
