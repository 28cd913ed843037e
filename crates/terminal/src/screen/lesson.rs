//! A lesson on the screen: the real table, with somebody who explains it.

use std::time::Duration;

use dicehouse_rules::View;
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::lesson::{Course, Input, Task};
use dicehouse_telling::{Language, Line, Narrator, say, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout as Areas, Rect};

use super::action::Action;
use super::canvas::{Canvas, rows};
use super::format::typeset;
use super::help::Key;
use super::input::common;
use dicehouse_home::Hints;

use super::settings::Settings;
use super::table::{Asking, Choice, Layout, Scene, Showing, Stage, body, hand, table, title_bar};

/// A lesson being taken.
#[derive(Clone, Debug)]
pub struct Lesson {
    course: Course,
    seats: Vec<Seated>,
    narrator: Narrator,
    view: View<'static>,
    /// The view once what is being shown has been told.
    next: Option<View<'static>>,
    showing: Option<Showing>,
    log: Vec<Line>,
    /// What is not to be read before it has been shown.
    untold: Vec<Line>,
    asking: Option<Asking>,
    note: Option<String>,
    /// The learner looks for another answer: the question stands there again.
    thinks_again: bool,
}

impl Lesson {
    /// The beginning of a lesson for a person of this name.
    pub fn new(course: Course, name: &str, language: Language) -> Lesson {
        let seats = course.lesson().seats(name);
        let you = Some(course.learner());
        let narrator = Narrator::new(course.lesson().ruleset(), &seats, you).speaking(language);
        let view = course.view();
        Lesson {
            course,
            seats,
            narrator,
            view,
            next: None,
            showing: None,
            log: Vec::new(),
            untold: Vec::new(),
            asking: None,
            note: None,
            thinks_again: false,
        }
    }

    /// The lesson's game.
    pub fn game(&self) -> dicehouse_rules::GameKind {
        self.course.lesson().game()
    }

    /// The rules it is played by.
    pub fn ruleset(&self) -> dicehouse_rules::Ruleset {
        *self.course.lesson().ruleset()
    }

    /// The keys that choose something in its game.
    pub fn help(&self) -> Vec<Key> {
        table(&self.view).help(self.narrator.language())
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            ruleset: self.course.lesson().ruleset(),
            seats: &self.seats,
            view: &self.view,
            near: Some(self.course.learner()),
            open: None,
            stage: self.showing.as_ref().map_or(Stage::Quiet, Showing::stage),
            log: &self.log,
            due: self.view.to_act(),
            narrator: &self.narrator,
            sheet_of: None,
            status: match self.asking.is_some() {
                true => text!(self.narrator.language(), "table.your-turn").to_owned(),
                false => String::new(),
            },
        }
    }

    /// How long to wait for input before time has to go by.
    pub fn waits(&self) -> Option<Duration> {
        let moving = self.showing.as_ref().is_some_and(|showing| !showing.is_told());
        moving.then_some(Duration::from_millis(40))
    }

    /// Lets time go by. The screen stays as it is until the learner goes on.
    pub fn tick(&mut self, time: Duration, settings: &Settings) {
        if let Some(showing) = &mut self.showing
            && !showing.is_told()
        {
            showing.tick(time, settings.speed);
            self.tell();
        }
    }

    /// What was shown has been told: now it may be read, too.
    fn tell(&mut self) {
        if self.showing.as_ref().is_none_or(Showing::is_told) {
            self.log.append(&mut self.untold);
        }
    }

    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        if let Some(action) = self.asking.as_ref().and_then(|asking| asking.choice.key(key)) {
            return Some(action);
        }
        match key.code {
            KeyCode::Char(' ') => Some(Action::Hurry),
            _ => common(key),
        }
    }

    /// Does what a key or a click asks for. Says whether the lesson is over.
    pub fn apply(&mut self, action: Action) -> bool {
        self.note = None;
        self.thinks_again |= action.chooses();
        if let Some(showing) = &mut self.showing
            && !showing.is_told()
        {
            if let Action::Next | Action::Hurry = action {
                showing.hurry();
            }
            self.tell();
            return false;
        }
        match (&mut self.asking, action) {
            (Some(asking), Action::Next) => match asking.choice.chosen(self.narrator.language()) {
                Ok(act) => self.take(Input::Act(act)),
                Err(reason) => self.note = Some(typeset(&reason)),
            },
            (Some(_), Action::Decide(act)) => self.take(Input::Act(act)),
            (Some(asking), Action::Move(step)) => asking.choice.step(step),
            (Some(asking), Action::Pick(n)) => asking.choice.pick(n),
            (Some(asking), Action::Digit(digit)) => asking.choice.digit(digit),
            (Some(Asking { choice: Choice::Bid(picker), .. }), Action::Point(bid)) => {
                picker.point(bid);
            }
            (None, Action::Next | Action::Hurry) => self.take(Input::GoOn),
            _ => {}
        }
        self.course.is_over()
    }

    fn take(&mut self, input: Input) {
        if let Some(next) = self.next.take() {
            self.view = next;
        }
        self.showing = None;
        self.thinks_again = false;
        let reply = self.course.take(input);
        let language = self.narrator.language();
        self.note = reply.refused.map(|reason| typeset(&language.refusal(&reason)));
        let entries: Vec<Entry> = reply.events.into_iter().map(Entry::Event).collect();
        self.log.append(&mut self.untold);
        self.untold = Line::all(&entries, &self.narrator);
        if !entries.is_empty() {
            let showing = Showing::new(entries);
            if showing.holds() {
                self.next = Some(self.course.view());
            } else {
                self.view = self.course.view();
            }
            self.showing = Some(showing);
        }
        self.tell();
        self.ask();
    }

    /// Lays out what there is to choose; a choice that is still open stays as it is.
    fn ask(&mut self) {
        let task = self.course.moment().task;
        match task {
            None => self.asking = None,
            Some(_) if self.asking.is_some() => {}
            Some(task) => self.asking = self.choice(task),
        }
    }

    fn choice(&self, task: Task) -> Option<Asking> {
        let view = self.course.view();
        let choice = {
            let language = self.narrator.language();
            table(&view).choice(task.legal, &|act| self.course.refusal(act), None, language)?
        };
        Some(Asking { todo: Some(task.hint), ..Asking::new(self.course.learner(), choice) })
    }
}

/// Draws a lesson.
pub fn draw(canvas: &mut Canvas<'_>, lesson: &Lesson, settings: &Settings) {
    let area = canvas.area();
    let scene = lesson.scene();
    title_bar(canvas, &scene, &lesson.course.lesson().title);
    let between = rows(area, 1, area.height.saturating_sub(2));
    let moment = lesson.course.moment();
    let question = lesson.course.question().filter(|_| lesson.thinks_again);
    let words_now = question.unwrap_or(&moment.text);
    let told = lesson.showing.as_ref().is_none_or(Showing::is_told);
    let asking = lesson.asking.as_ref().filter(|_| told);
    let words = if area.height >= 34 { 6 } else { 4 };
    match scene.table().layout() {
        Layout::Sheets(sheets) => {
            let words = if area.height >= 34 { 6 } else { 3 };
            let [above, text] =
                Areas::vertical([Constraint::Fill(1), Constraint::Length(words)]).areas(between);
            sheets.draw(canvas, above, &scene, asking, Hints::Off);
            explain(canvas, text, lesson, words_now, told);
        }
        Layout::Circle(circle) => {
            let panel = if area.height >= 34 { 11 } else { 7 };
            let lengths =
                [Constraint::Fill(1), Constraint::Length(panel), Constraint::Length(words)];
            let [above, own, text] = Areas::vertical(lengths).areas(between);
            body(canvas, above, &scene, circle);
            hand::draw(canvas, own, &scene, circle, asking, settings);
            explain(canvas, text, lesson, words_now, told);
        }
    }
    let language = canvas.language();
    let mut keys: Vec<(&str, &str, Action)> = Vec::new();
    let does;
    match asking {
        Some(asking) => {
            if let Ok(act) = asking.choice.chosen(language) {
                does = language.label(act);
                keys.push(("Enter", &does, Action::Next));
            }
            keys.extend(asking.choice.moves(language));
            keys.extend(asking.choice.keys(settings).into_iter().filter(|key| key.0 != "o"));
        }
        None if told => keys.push(("Enter", text!(language, "key.go-on"), Action::Next)),
        None => {
            keys.push((text!(language, "key.space"), text!(language, "key.hurry"), Action::Hurry));
        }
    }
    keys.push(("Esc", text!(language, "key.leave"), Action::Back));
    let bottom = rows(area, area.height.saturating_sub(1), 1);
    canvas.buttons(bottom, 0, &keys);
    let place = say!(language, "front.step-of", step = moment.step, steps = moment.steps);
    canvas.right(bottom, 0, &place, canvas.look.dim());
}

fn explain(canvas: &mut Canvas<'_>, area: Rect, lesson: &Lesson, text: &str, told: bool) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    match &lesson.note {
        Some(note) => canvas.wrapped(inner, &format!("✗ {note}"), canvas.look.bad()),
        // The text comes after what it tells of has been shown.
        None if !told => canvas.wrapped(inner, "…", canvas.look.dim()),
        None => canvas.wrapped(inner, &typeset(text), canvas.look.turn()),
    };
}
