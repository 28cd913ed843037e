//! One game being played: the only holder of all its dice.

use dicehouse_rules::{
    Act, Acts, Cause, Dice, Event, Few, Game, MAX_SEATS, Refusal, Ruleset, RulesetError, Seat,
    Sink, Standing, Turn, View, Viewer,
};

use crate::dice::DiceSource;
use crate::player::Reply;
use crate::said::{Info, Talk};
use crate::seating::Seated;

/// Something that happened at a table: what the rules say, and what players say.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// An event of the game.
    Event(Event),
    /// A player said something to everyone.
    Talk(Seat, Talk),
    /// What a player thinks of its position; for the record only.
    Info(Seat, Info),
    /// What exactly went wrong when a player failed; for the record only.
    Detail(Seat, String),
}

/// Where a table's entries go: a record, a screen, nowhere.
pub trait Observer {
    /// Takes the next entry.
    fn entry(&mut self, entry: &Entry);
}

/// Ignores everything.
impl Observer for () {
    fn entry(&mut self, _: &Entry) {}
}

impl Observer for Vec<Entry> {
    fn entry(&mut self, entry: &Entry) {
        self.push(entry.clone());
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn entry(&mut self, entry: &Entry) {
        self.0.entry(entry);
        self.1.entry(entry);
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn entry(&mut self, entry: &Entry) {
        (**self).entry(entry);
    }
}

impl<O: Observer> Observer for Option<O> {
    fn entry(&mut self, entry: &Entry) {
        if let Some(observer) = self {
            observer.entry(entry);
        }
    }
}

/// A game with its seats and its dice. It goes forward one step at a time: [`Table::roll`] while
/// dice are due, [`Table::play`] or [`Table::fault`] when somebody is to act.
#[derive(Debug)]
pub struct Table<D> {
    ruleset: Ruleset,
    game: Game,
    seats: Vec<Seated>,
    dice: D,
}

/// Takes the rules' events to an observer.
struct Events<'a, O: ?Sized>(&'a mut O);

impl<O: Observer + ?Sized> Sink for Events<'_, O> {
    fn event(&mut self, event: &Event) {
        self.0.entry(&Entry::Event(*event));
    }
}

impl<D: DiceSource> Table<D> {
    /// A table at which nothing has happened yet.
    ///
    /// # Errors
    /// When the game cannot be played by so many.
    pub fn new(ruleset: Ruleset, seats: Vec<Seated>, dice: D) -> Result<Table<D>, RulesetError> {
        let games_won: Vec<u32> = seats.iter().map(|seated| seated.games_won).collect();
        let game = Game::with_games_won(&ruleset, &games_won)?;
        Ok(Table { ruleset, game, seats, dice })
    }

    /// The rules it plays by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// The player in `seat`, if the table has that seat.
    pub fn seated(&self, seat: Seat) -> Option<&Seated> {
        self.seats.get(seat.index())
    }

    /// What happens next.
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Acts {
        self.game.legal(seat)
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> View<'_> {
        self.game.view(viewer)
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        self.game.standing()
    }

    /// Rolls the dice that are due now; says whether any were.
    pub fn roll<O: Observer + ?Sized>(&mut self, out: &mut O) -> bool {
        let Turn::Roll(dealt) = self.game.turn() else { return false };
        let round = self.game.view(Viewer::Public).round();
        let throws = dealt.iter().map(|throw| self.dice.throw(round, throw));
        let dice = Few::<Dice, { 2 * MAX_SEATS }>::try_collect(throws).unwrap_or_default();
        // A source makes what it is asked for, so the game takes it.
        let taken = self.game.roll(&dice, &mut Events(out));
        debug_assert_eq!(taken, Ok(()), "a dice source made a throw nobody asked for");
        taken.is_ok()
    }

    /// Plays a reply for `seat`: what it says and thinks, then the act.
    ///
    /// # Errors
    /// When the act is not legal; nothing has happened then. See [`Table::must_fault`].
    pub fn play<O: Observer + ?Sized>(
        &mut self,
        seat: Seat,
        reply: &Reply,
        out: &mut O,
    ) -> Result<(), Refusal> {
        // Who says nothing leaves it to the rules to refuse the act, once.
        if reply.talk.is_none() && reply.info.is_none() {
            return self.game.play(seat, reply.act, &mut Events(out));
        }
        // Talk belongs before the act, but must not be heard when the act is refused.
        if let Some(refusal) = self.refusal(seat, reply.act) {
            return Err(refusal);
        }
        if let Some(talk) = &reply.talk {
            out.entry(&Entry::Talk(seat, talk.clone()));
        }
        if let Some(info) = reply.info.as_ref().and_then(Info::cleaned) {
            out.entry(&Entry::Info(seat, info));
        }
        self.game.play(seat, reply.act, &mut Events(out))
    }

    /// Why `act` would be refused, if it would.
    pub fn refusal(&self, seat: Seat, act: Act) -> Option<Refusal> {
        if self.game.legal(seat).contains(act) {
            return None;
        }
        self.game.clone().play(seat, act, &mut dicehouse_rules::Ignore).err()
    }

    /// Whether an illegal act of `seat` is a fault: by the rules for everyone, or because a
    /// program gets no second try.
    pub fn must_fault(&self, seat: Seat) -> bool {
        self.ruleset.punishes_illegal_acts() || self.seated(seat).is_some_and(|s| !s.is_person())
    }

    /// Punishes `seat`, which is due, and notes what happened.
    ///
    /// # Errors
    /// When the seat is not due; nothing has happened then.
    pub fn fault<O: Observer + ?Sized>(
        &mut self,
        seat: Seat,
        cause: Cause,
        detail: &str,
        out: &mut O,
    ) -> Result<(), Refusal> {
        if !self.turn().due().contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let detail = crate::said::clean(detail, 500);
        if !detail.is_empty() {
            out.entry(&Entry::Detail(seat, detail));
        }
        self.game.fault(seat, cause, &mut Events(out))
    }
}
