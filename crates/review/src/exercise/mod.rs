//! Exercises: "what would you do?" in a position of a game, answered with the reason.
//!
//! A position is a record and the number of a decision in it, whether it comes from somebody's own game or from the
//! built-in set. An answer is judged by the same code as the decisions of a review.

mod built_in;

use dicehouse_rules::{Act, Acts, GameKind, Ruleset, Seat, View};
use dicehouse_table::Seated;
use dicehouse_table::record::{Decision, Playback, Record};
use dicehouse_telling::Language;

use crate::lapse::Lapse;
use crate::review::review_decision;
use crate::shape::{DecisionReview, Mark};
use crate::words::sentence_to_you;

/// A position to be answered.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Its name, by which it is found again.
    pub name: String,
    playback: Playback,
    /// The number of the decision.
    number: usize,
}

/// What an answer was worth, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// From 0 to 1.
    pub points: f64,
    /// How bad it was; `None` when it was good.
    pub mark: Option<Mark>,
    /// What kind of mistake it was.
    pub lapse: Option<Lapse>,
    /// The act that promises most.
    pub best: Act,
    /// What was decided in the game that the position comes from.
    pub played: Act,
    /// What the exercise is rated: how hard it is.
    pub rating: f64,
    /// The whole judgement, with all acts that were looked at.
    pub review: DecisionReview,
}

impl Exercise {
    /// The built-in exercises of a game, the easier ones first.
    pub fn built_in(game: GameKind) -> Vec<Exercise> {
        built_in::of(game)
    }

    /// The decision with this number in a game that was played; `None` when there is no such decision, or there was
    /// nothing to choose.
    pub fn of_game(record: Record, number: usize) -> Option<Exercise> {
        let name = format!("{}-{number}", record.header.id);
        Exercise::new(name, record, number)
    }

    fn new(name: String, record: Record, number: usize) -> Option<Exercise> {
        let playback = Playback::new(record).ok()?;
        let exercise = Exercise { name, playback, number };
        let decision = exercise.decision()?;
        decision.outcome.act()?;
        (decision.legal().len() > 1).then_some(exercise)
    }

    fn decision(&self) -> Option<Decision<'_>> {
        self.playback.decisions().into_iter().nth(self.number.checked_sub(1)?)
    }

    /// What it is played by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.playback.record.header.ruleset
    }

    /// Who sits at the table.
    pub fn seats(&self) -> &[Seated] {
        &self.playback.record.header.seats
    }

    /// Where the one sits who is asked.
    pub fn seat(&self) -> Seat {
        self.decision().map(|decision| decision.seat).unwrap_or_default()
    }

    /// What the one who is asked can see; `None` never, in practice.
    pub fn view(&self) -> Option<View<'_>> {
        self.decision().map(|decision| decision.view())
    }

    /// What can be answered.
    pub fn legal(&self) -> Option<Acts> {
        self.decision().map(|decision| decision.legal())
    }

    /// Why an answer was good or not, said to the one who gave it.
    pub fn why(&self, answered: &Answered, language: Language) -> String {
        sentence_to_you(self.ruleset().game(), &answered.review, language)
    }

    /// Judges an answer; `None` when it is not legal here.
    pub fn answer(&self, act: Act) -> Option<Answered> {
        let decision = self.decision()?;
        if !decision.legal().contains(act) {
            return None;
        }
        let (review, players) = review_decision(&self.playback, self.number, act, WORLDS)?;
        let best = review.best()?.act;
        let points = match review.mark {
            None => 1.0,
            Some(Mark::Inaccuracy) => 0.5,
            Some(Mark::Mistake | Mark::Blunder) => 0.0,
        };
        Some(Answered {
            points,
            mark: review.mark,
            lapse: review.lapse(),
            best,
            played: decision.outcome.act()?,
            rating: rating(&review, players),
            review,
        })
    }
}

/// The worlds in which acts are tried: as many as a review of a short game takes.
const WORLDS: u32 = 80;

/// How hard a decision is: the more somebody gives away who chooses blindly, the easier it is to see what to do.
fn rating(review: &DecisionReview, players: usize) -> f64 {
    const CLOSE: f64 = 1600.0;
    const PER_SHARE: f64 = 2000.0;
    const EASIEST: f64 = 0.4;
    let best = review.best().map_or(0.0, |best| best.win);
    let gaps: f64 = review.options.iter().map(|option| best - option.win).sum();
    let blindly = gaps / review.options.len().max(1) as f64 * players as f64;
    CLOSE - PER_SHARE * blindly.clamp(0.0, EASIEST)
}
