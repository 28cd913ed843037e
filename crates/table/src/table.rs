//! One game being played: the only holder of all its dice.

use std::sync::Arc;

use dicehouse_rules::{
    Act, Acts, Cause, Dice, Event, Few, MAX_SEATS, Refusal, Ruleset, RulesetError, Seat, Sink,
    Standing, Turn, View, Viewer,
};

use crate::company::NotNow;
use crate::dice::{DiceSource, SeatSeed};
use crate::entry::Entry;
use crate::player::{Answer, Failure, Question, Reply};
use crate::record::End;
use crate::seating::{Bot, Seated};
use crate::state::State;
use crate::text::{Detail, Talk};

/// A game with its seats and its dice.
///
/// It goes forward one step at a time: [`Table::roll`] while dice are due, [`Table::judge`] with
/// the answer of a seat that was asked its [`Table::question`]. A step gives what happened and
/// tells nobody. A driver that keeps a step before anybody hears of it takes the step on a clone:
///
/// ```text
/// let mut ahead = table.clone();
/// let entries = ahead.roll()?;
/// keep(&entries)?;             // when this fails, the game is where it was
/// table = ahead;
/// tell(&entries);              // to each as `Entry::seen_by` says
/// ```
#[derive(Clone, Debug)]
pub struct Table<D> {
    ruleset: Ruleset,
    pub(crate) state: State,
    pub(crate) dice: D,
}

/// How an answer was judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The act was played: this happened.
    Played(Vec<Entry>),
    /// The act is not legal and nothing has happened: ask again, with the reason.
    AskAgain(Refusal),
    /// The player failed and was punished: this happened.
    Punished(Vec<Entry>),
}

/// How an answer was judged, without what happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ruling {
    Played,
    AskAgain(Refusal),
    Punished,
}

/// Makes entries of the rules' events.
struct Events<'a>(&'a mut Vec<Entry>);

impl Sink for Events<'_> {
    #[inline]
    fn event(&mut self, event: &Event) {
        self.0.push(Entry::Event(*event));
    }
}

impl<D: DiceSource> Table<D> {
    /// A table at which nothing has happened yet.
    ///
    /// # Errors
    /// When the game does not seat this number of players.
    pub fn new(
        ruleset: Ruleset,
        seats: impl Into<Arc<[Seated]>>,
        dice: D,
    ) -> Result<Table<D>, RulesetError> {
        let state = State::new(&ruleset, seats.into())?;
        Ok(Table { ruleset, state, dice })
    }

    /// The rules it plays by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        &self.state.company.seats
    }

    /// The player in `seat`, if the table has that seat.
    pub fn seated(&self, seat: Seat) -> Option<&Seated> {
        self.state.company.seated(seat)
    }

    /// The bot that plays for the person in `seat`, if one does.
    pub fn stand_in(&self, seat: Seat) -> Option<&Bot> {
        self.state.company.stand_in(seat)
    }

    /// Whether a person plays in `seat` now.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.state.company.is_person(seat)
    }

    /// Whether the game waits.
    pub fn is_paused(&self) -> bool {
        self.state.company.paused
    }

    /// What happens next; also while the game waits.
    pub fn turn(&self) -> Turn {
        self.state.game.turn()
    }

    /// Whether it is this seat's turn.
    pub fn is_due(&self, seat: Seat) -> bool {
        self.turn().due().contains(seat)
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Acts {
        self.state.game.legal(seat)
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        self.state.game.view(viewer)
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        self.state.game.standing()
    }

    /// What `seat` is to be asked; `None` when it is not due.
    pub fn question(&self, seat: Seat) -> Option<Question<'_>> {
        let due = self.is_due(seat) && !self.is_paused();
        due.then(|| Question {
            seat,
            view: self.view(Viewer::Seat(seat)),
            legal: self.legal(seat),
            time: None,
            refused: None,
        })
    }

    /// Why `act` would be refused, if it would.
    pub fn refusal(&self, seat: Seat, act: Act) -> Option<Refusal> {
        self.state.game.check(seat, act).err()
    }

    /// Rolls the dice that are due.
    ///
    /// # Errors
    /// When none are, or the game waits; nothing has happened then.
    pub fn roll(&mut self) -> Result<Vec<Entry>, NotNow> {
        let mut entries = Vec::new();
        self.roll_into(&mut entries)?;
        Ok(entries)
    }

    /// Judges what `seat`, which is due, answered: plays it, has it asked again, or punishes it.
    ///
    /// # Errors
    /// When the seat is not due or the game waits; nothing has happened then.
    pub fn judge(&mut self, seat: Seat, answer: Answer) -> Result<Judgement, NotNow> {
        let mut entries = Vec::new();
        Ok(match self.judge_into(seat, answer, &mut entries)? {
            Ruling::Played => Judgement::Played(entries),
            Ruling::AskAgain(refusal) => Judgement::AskAgain(refusal),
            Ruling::Punished => Judgement::Punished(entries),
        })
    }

    /// Punishes `seat`, which is due, and notes what happened; an empty detail is left out.
    ///
    /// # Errors
    /// When the seat is not due, the game waits, or a person cannot be punished for this; nothing
    /// has happened then.
    pub fn fault(
        &mut self,
        seat: Seat,
        cause: Cause,
        detail: Detail,
    ) -> Result<Vec<Entry>, NotNow> {
        self.check_due(seat)?;
        self.state.company.check_fault(seat, cause)?;
        let mut entries = Vec::new();
        self.punish(seat, cause, detail, &mut entries);
        Ok(entries)
    }

    /// `seat` says something, without acting.
    ///
    /// # Errors
    /// When the game is over.
    pub fn talk(&mut self, seat: Seat, talk: Talk) -> Result<Vec<Entry>, NotNow> {
        self.happens(Entry::Talk { seat, talk })
    }

    /// The player in `seat` adds a seed to the dice.
    ///
    /// # Errors
    /// When a throw has been made, the seat has added one, or these dice take none.
    pub fn add_seat_seed(&mut self, seat: Seat, seed: SeatSeed) -> Result<Vec<Entry>, NotNow> {
        let entry = Entry::SeatSeed { seat, seed };
        self.state.check(&entry)?;
        self.mix_in(&entry)?;
        self.happens(entry)
    }

    /// From now on a bot plays for the person in `seat`.
    ///
    /// # Errors
    /// When one does already, or the game is over.
    pub fn take_over(&mut self, seat: Seat, by: Bot) -> Result<Vec<Entry>, NotNow> {
        self.happens(Entry::TakenOver { seat, by })
    }

    /// The person in `seat` plays again.
    ///
    /// # Errors
    /// When no bot plays for them, or the game is over.
    pub fn give_back(&mut self, seat: Seat) -> Result<Vec<Entry>, NotNow> {
        self.happens(Entry::GivenBack { seat })
    }

    /// The game waits: nothing is rolled, nobody is asked or punished.
    ///
    /// # Errors
    /// When it waits already or is over.
    pub fn pause(&mut self) -> Result<Vec<Entry>, NotNow> {
        self.happens(Entry::Paused)
    }

    /// The game goes on.
    ///
    /// # Errors
    /// When it does not wait.
    pub fn go_on(&mut self) -> Result<Vec<Entry>, NotNow> {
        self.happens(Entry::GoesOn)
    }

    /// Ends the game, whether it is over or broken off: how it stands, and what its dice were made
    /// from.
    pub fn end(self) -> End {
        End { standing: self.standing(), reveal: self.dice.reveal() }
    }

    /// Lets something happen that is not an event of the game.
    fn happens(&mut self, entry: Entry) -> Result<Vec<Entry>, NotNow> {
        self.state.check(&entry)?;
        self.state.company.apply(&entry);
        Ok(vec![entry])
    }

    /// Gives a seat's seed to the dice.
    pub(crate) fn mix_in(&mut self, entry: &Entry) -> Result<(), NotNow> {
        match entry {
            Entry::SeatSeed { seat, seed } if !self.dice.add_seat_seed(*seat, seed) => {
                Err(NotNow::NoSeeds)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn roll_into(&mut self, out: &mut Vec<Entry>) -> Result<(), NotNow> {
        let Turn::Roll(dealt) = self.turn() else { return Err(NotNow::NothingToRoll) };
        if self.is_paused() {
            return Err(NotNow::Paused);
        }
        self.state.company.thrown = true;
        let round = self.state.game.view(Viewer::Public).round();
        let throws = dealt.iter().map(|throw| self.dice.throw(round, throw));
        let dice = Few::<Dice, { 2 * MAX_SEATS }>::try_collect(throws).unwrap_or_default();
        // A source makes what it is asked for, so the game takes it.
        let taken = self.state.game.roll(&dice, &mut Events(out));
        debug_assert_eq!(taken, Ok(()), "a dice source made a throw nobody asked for");
        taken.map_err(|_| NotNow::NothingToRoll)
    }

    pub(crate) fn judge_into(
        &mut self,
        seat: Seat,
        answer: Answer,
        out: &mut Vec<Entry>,
    ) -> Result<Ruling, NotNow> {
        self.check_due(seat)?;
        let (cause, detail) = match answer {
            Ok(reply) => match self.play(seat, &reply, out) {
                Ok(()) => return Ok(Ruling::Played),
                Err(refusal) if !self.state.company.must_fault(seat) => {
                    return Ok(Ruling::AskAgain(refusal));
                }
                Err(refusal) => {
                    let detail = format!("{}: {refusal}", reply.act);
                    (Cause::Illegal, Detail::new(&detail))
                }
            },
            Err(Failure::Fault { cause, detail }) => (cause, detail),
            Err(Failure::GoesOn(cause)) => (cause, Detail::default()),
            Err(Failure::Stop) => (Cause::Left, Detail::default()),
        };
        self.punish(seat, self.state.company.cause_for(seat, cause), detail, out);
        Ok(Ruling::Punished)
    }

    fn check_due(&self, seat: Seat) -> Result<(), NotNow> {
        match self.turn() {
            Turn::Over => Err(NotNow::Over),
            _ if self.is_paused() => Err(NotNow::Paused),
            turn if turn.due().contains(seat) => Ok(()),
            _ => Err(NotNow::NotDue { seat }),
        }
    }

    /// Plays a reply: what the player says and thinks, then the act.
    fn play(&mut self, seat: Seat, reply: &Reply, out: &mut Vec<Entry>) -> Result<(), Refusal> {
        let before = out.len();
        if let Some(talk) = &reply.talk {
            out.push(Entry::Talk { seat, talk: talk.clone() });
        }
        if let Some(info) = reply.info.as_ref().and_then(crate::note::Info::cleaned) {
            out.push(Entry::Note { seat, info });
        }
        let played = self.state.game.play(seat, reply.act, &mut Events(out));
        if played.is_err() {
            // Nobody hears the talk and the note that came with a refused act.
            out.truncate(before);
        }
        played
    }

    fn punish(&mut self, seat: Seat, cause: Cause, detail: Detail, out: &mut Vec<Entry>) {
        if !detail.is_empty() {
            out.push(Entry::Detail { seat, detail });
        }
        let punished = self.state.game.fault(seat, cause, &mut Events(out));
        debug_assert_eq!(punished, Ok(()), "only a seat that is due is punished");
    }
}
