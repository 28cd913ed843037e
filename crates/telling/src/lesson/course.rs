//! Somebody taking a lesson.

use dicehouse_rules::{Act, Acts, Event, Game, Refusal, Seat, View, Viewer};
use serde::{Deserialize, Serialize};

use super::script::{Ask, Lesson, Step};

/// A lesson being taken. The learner sits in the first seat.
#[derive(Clone, Debug)]
pub struct Course {
    lesson: &'static Lesson,
    game: Game,
    /// The step that is shown.
    at: usize,
    /// What the learner has done in this step, if it asks for something.
    answered: Answered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    NotYet,
    Otherwise,
    Right,
}

/// What a learner does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// They have read it.
    GoOn,
    /// They act.
    Act(Act),
}

/// What became of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// What happened at the table, as the learner may see it.
    pub events: Vec<Event>,
    /// Why the act is against the rules; nothing has happened then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

/// What a learner sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// How far they have come, from 1.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// What there is to read.
    pub text: String,
    /// What there is to do; `None` where one only reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The lesson is over.
    pub over: bool,
    /// The table as the learner sees it.
    pub view: View<'static>,
}

/// What a learner is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    /// What the rules allow.
    pub legal: Acts,
    /// The first act that goes on, as a button calls it.
    pub hint: String,
    /// The first act that goes on, as one would type it.
    pub expected: String,
}

/// The learner's seat.
const LEARNER: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

impl Course {
    /// The beginning of a lesson; `None` when its rules do not seat its players.
    pub fn new(lesson: &'static Lesson) -> Option<Course> {
        let seats = lesson.seats("you").len();
        let game = Game::new(&lesson.ruleset, seats).ok()?;
        Some(Course { lesson, game, at: 0, answered: Answered::NotYet })
    }

    /// A lesson after these inputs, for callers that keep the inputs and not the course.
    pub fn after(lesson: &'static Lesson, inputs: &[Input]) -> Option<Course> {
        let mut course = Course::new(lesson)?;
        for input in inputs {
            course.take(*input);
        }
        Some(course)
    }

    /// The learner's seat.
    pub fn learner(&self) -> Seat {
        LEARNER
    }

    /// The lesson being taken.
    pub fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// The table as the learner sees it.
    pub fn view(&self) -> View<'static> {
        self.game.view(Viewer::Seat(LEARNER)).into_owned()
    }

    /// Whether the lesson is over.
    pub fn is_over(&self) -> bool {
        self.at >= self.lesson.steps.len()
    }

    /// What the learner is asked now.
    fn asked(&self) -> Option<&'static Ask> {
        match self.lesson.steps.get(self.at) {
            Some(Step::Ask(ask)) if self.answered != Answered::Right => Some(ask),
            _ => None,
        }
    }

    /// The question the learner is to answer, also after an answer that did not go on.
    pub fn question(&self) -> Option<&'static str> {
        self.asked().map(|ask| ask.text.as_str())
    }

    /// What the learner sees now.
    pub fn moment(&self) -> Moment {
        // Steps without words happen on the way to the next one, and are not counted.
        let told = |steps: &[Step]| steps.iter().filter(|step| !step.is_silent()).count();
        let steps = &self.lesson.steps;
        Moment {
            step: told(&steps[..(self.at + 1).min(steps.len())]),
            steps: told(steps),
            text: self.text().to_owned(),
            task: self.asked().map(|ask| Task {
                legal: self.game.legal(LEARNER),
                hint: ask
                    .expect
                    .first()
                    .map(|act| self.lesson.language.label(*act))
                    .unwrap_or_default(),
                expected: ask.expect.first().map(Act::to_string).unwrap_or_default(),
            }),
            over: self.is_over(),
            view: self.view(),
        }
    }

    fn text(&self) -> &str {
        match (self.lesson.steps.get(self.at), self.answered) {
            (None, _) => "",
            (Some(Step::Say { text } | Step::Roll { text, .. } | Step::Act { text, .. }), _) => {
                text
            }
            (Some(Step::Ask(ask)), Answered::NotYet) => &ask.text,
            (Some(Step::Ask(ask)), Answered::Otherwise) => &ask.otherwise,
            (Some(Step::Ask(ask)), Answered::Right) => &ask.right,
        }
    }

    /// Why `act` would be against the rules now, if it would.
    pub fn refusal(&self, act: Act) -> Option<Refusal> {
        self.game.check(LEARNER, act).err()
    }

    /// Takes what the learner does.
    pub fn take(&mut self, input: Input) -> Reply {
        match (input, self.asked()) {
            (Input::GoOn, None) => Reply { events: self.go_on(), refused: None },
            (Input::Act(act), Some(ask)) => self.answer(act, ask),
            // Reading on does not answer a question, and where nothing is asked no act is due.
            (Input::GoOn, Some(_)) | (Input::Act(_), None) => Reply::default(),
        }
    }

    /// Goes to the next step that has something to read or asks for something.
    fn go_on(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while !self.is_over() {
            self.at += 1;
            self.answered = Answered::NotYet;
            match self.lesson.steps.get(self.at) {
                Some(Step::Roll { dice, .. }) => {
                    // The scripts are tested: what is due is what they roll.
                    let _ = self.game.roll(dice, &mut events);
                }
                Some(Step::Act { seat, act, .. }) => {
                    let _ = self.game.play(*seat, *act, &mut events);
                }
                Some(Step::Say { .. } | Step::Ask(_)) | None => {}
            }
            if !self.text().is_empty() {
                break;
            }
        }
        seen(events)
    }

    fn answer(&mut self, act: Act, ask: &'static Ask) -> Reply {
        if let Some(refusal) = self.refusal(act) {
            return Reply { events: Vec::new(), refused: Some(refusal) };
        }
        if !ask.expect.contains(&act) {
            self.answered = Answered::Otherwise;
            return Reply::default();
        }
        let mut events = Vec::new();
        if self.game.play(LEARNER, act, &mut events).is_ok() {
            self.answered = Answered::Right;
        }
        Reply { events: seen(events), refused: None }
    }
}

fn seen(events: Vec<Event>) -> Vec<Event> {
    events.iter().map(|event| event.seen_by(Viewer::Seat(LEARNER))).collect()
}

#[cfg(test)]
mod tests;
