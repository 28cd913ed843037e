//! The state of a game being played on the screen, and what input does to it.

use std::time::Duration;

use dicehouse_rules::{BySeat, Dice, Fact, Ruleset, Seat, Seats, View, Viewer};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::{Language, Line, Narrator, say, text};

use super::kind::table;
use super::phase::{HELD, Over, Phase};
use super::results::Ending;
use super::scene::{Scene, Stage};
use super::showing::Showing;
use crate::screen::sound::Sound;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The rules.
    pub ruleset: Ruleset,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// Where we are.
    pub phase: Phase,
    /// What is being shown.
    pub showing: Option<Showing>,
    /// A hint or a reason, until the next key.
    pub note: Option<String>,
    /// How long an Enter that comes now may be meant for what was shown before.
    pub(super) hurried: Duration,
    pub(super) people: Seats,
    pub(super) viewer: Viewer,
    pub(super) view: View<'static>,
    /// The view once what is being shown has been told.
    next: Option<View<'static>>,
    pub(super) log: Vec<Line>,
    /// What is not to be read before it has been shown.
    pub(super) untold: Vec<Line>,
    /// What is not to be heard before it has been shown.
    unheard: Option<Sound>,
    /// What is to be heard now.
    sound: Option<Sound>,
    pub(super) narrator: Narrator,
    pub(super) muted: bool,
    /// Whose score sheet is looked at, where it is not the viewer's.
    pub(super) sheet_of: Option<Seat>,
    /// The rest is not shown.
    pub(super) skipping: bool,
    /// The only people are out and have been asked whether to watch on.
    pub(super) told_out: bool,
    /// All dice, where those who look on have lifted the cups.
    pub(super) open: Option<BySeat<Dice>>,
    /// Whether the room is at this computer.
    pub(super) here: bool,
    /// How much time is left, in words.
    pub clock: Option<String>,
    /// What is the matter with the connection or the game, until it is over.
    pub notice: Option<String>,
}

impl Play {
    /// A game as its viewer sees it now, with these people at this keyboard; `here` says whether it is played in a room at
    /// this computer.
    pub fn new(
        ruleset: Ruleset,
        seats: Vec<Seated>,
        view: View<'static>,
        people: Seats,
        here: bool,
    ) -> Play {
        let you = people.nth(0).filter(|_| people.len() == 1);
        Play {
            narrator: Narrator::new(&ruleset, &seats, you),
            ruleset,
            seats,
            phase: Phase::Going,
            showing: None,
            note: None,
            hurried: Duration::ZERO,
            people,
            viewer: you.map_or(Viewer::Public, Viewer::Seat),
            view,
            next: None,
            log: Vec::new(),
            untold: Vec::new(),
            unheard: None,
            sound: None,
            muted: false,
            sheet_of: None,
            skipping: false,
            told_out: people.is_empty(),
            open: None,
            here,
            clock: None,
            notice: None,
        }
    }

    /// The same game told in another language.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> Play {
        self.speak(language);
        self
    }

    /// From now on it is told in another language.
    pub fn speak(&mut self, language: Language) {
        self.narrator = self.narrator.clone().speaking(language);
    }

    /// Remembers what happened before, in a game that is continued.
    pub fn remember(&mut self, entries: &[Entry]) {
        self.log.extend(Line::all(entries, &self.narrator));
    }

    /// Whether somebody at this keyboard plays.
    pub fn has_people(&self) -> bool {
        !self.people.is_empty()
    }

    /// The table as the viewer sees it.
    pub fn view(&self) -> &View<'static> {
        &self.view
    }

    /// Who looks at the table now.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The table as it is to be seen.
    pub fn scene(&self) -> Scene<'_> {
        let stage = self.showing.as_ref().map_or(Stage::Quiet, Showing::stage);
        Scene {
            ruleset: &self.ruleset,
            seats: &self.seats,
            view: &self.view,
            near: self.viewer.seat(),
            open: self.open,
            stage,
            log: &self.log,
            due: self.view.to_act(),
            narrator: &self.narrator,
            sheet_of: self.sheet_of,
            status: self.status(),
        }
    }

    fn status(&self) -> String {
        let language = self.narrator.language();
        let name = |seat: Seat| self.seats.get(seat.index()).map_or("?", |s| s.name.as_str());
        match &self.phase {
            Phase::Thinking(seat, _) => say!(language, "table.thinking", name = name(*seat)),
            Phase::Asking(asking) if self.people.len() > 1 => {
                say!(language, "table.turn", name = name(asking.seat))
            }
            Phase::Asking(_) => text!(language, "table.your-turn").to_owned(),
            _ => String::new(),
        }
    }

    pub(super) fn people_in(&self) -> Seats {
        let still_in = table(&self.view).still_in();
        self.people.iter().filter(|seat| still_in.contains(*seat)).collect()
    }

    pub(super) fn nobody_here_is_in(&self) -> bool {
        self.people_in().is_empty()
    }

    /// What was shown has been told: now it may be read, too.
    pub(super) fn tell(&mut self) {
        self.log.append(&mut self.untold);
        self.sound = self.unheard.take().or(self.sound);
    }

    /// What is to be heard; asked once.
    pub fn sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// Puts away what was shown.
    pub(super) fn put_away(&mut self) {
        self.tell();
        self.showing = None;
        if let Some(next) = self.next.take() {
            self.view = next;
        }
    }

    /// Something happened; `view` is how the table looks after it. Both as the viewer may see them.
    pub fn happened(&mut self, entries: Vec<Entry>, view: View<'static>) {
        self.phase = Phase::Going;
        self.note = None;
        self.put_away();
        // Results of an act are read out after they have been shown.
        let act = entries.iter().position(is_act).map_or(0, |at| at + 1);
        self.log.extend(Line::all(&entries[..act], &self.narrator));
        self.untold = Line::all(&entries[act..], &self.narrator);
        self.unheard = Sound::of(&entries, self.people).filter(|_| !self.skipping);
        if self.skipping {
            self.view = view;
            self.tell();
            return;
        }
        let mut showing = Showing::new(entries).to(self.people_in());
        if table(&view).draws_order() {
            showing = showing.drawing_the_order();
        }
        if showing.holds() {
            self.next = Some(view);
        } else {
            self.view = view;
        }
        if showing.is_told() {
            self.tell();
        }
        self.showing = Some(showing);
    }

    /// The game is over and put away.
    pub fn over(&mut self, ending: Ending) {
        self.put_away();
        self.skipping = false;
        let winners = ending.standing.map_or(Seats::NONE, |standing| standing.winners());
        let against = self.seats.len() > 1;
        if against && winners.iter().any(|seat| self.people.contains(seat)) {
            self.sound = Some(Sound::Win);
        }
        self.phase = Phase::Over(Over { ending, aside: false, held: HELD });
    }

    /// Whose story is told when the game is over: the first person's.
    pub fn storyteller(&self) -> Option<Seat> {
        self.people.nth(0)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Whether the results stand in front of the table.
    pub fn shows_results(&self) -> bool {
        matches!(&self.phase, Phase::Over(over) if !over.aside) && self.showing.is_none()
    }

    /// Whether the rest of the game can be skipped: nobody at this keyboard plays any more.
    pub fn can_skip(&self) -> bool {
        self.here && self.told_out && !self.skipping && !self.is_over()
    }
}

fn is_act(entry: &Entry) -> bool {
    matches!(entry, Entry::Event(event) if matches!(event.fact, Fact::Acted { .. }))
}
