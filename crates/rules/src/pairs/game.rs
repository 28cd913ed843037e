//! The state machine of `pairs`: shared dice, everybody decides at once.

use std::mem::take;

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::acts::Acts;
use crate::dice::Dice;
use crate::event::{Cause, Event, Fact, Secret, SecretContent, Sink};
use crate::refusal::{Asked, Refusal, RollRefusal};
use crate::seat::{BySeat, Seat, Seats};
use crate::split::{DICE_PER_ROUND, Split};
use crate::standing::Standing;
use crate::turn::{Dealt, Throw, ThrowKind, Turn};

use super::rules::PairsRules;
use super::sheet::Sheet;

/// The dice everyone shares.
const SHARED: Throw =
    Throw { what: ThrowKind::Shared, seat: None, count: DICE_PER_ROUND as u8, sides: 6 };

/// One game of `pairs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    pub(super) rules: PairsRules,
    /// The round being played, from 1.
    pub(super) round: u16,
    /// This round's dice; `None` while they are to be rolled.
    pub(super) dice: Option<Dice>,
    /// What each seat has decided this round.
    pub(super) decisions: BySeat<Option<Split>>,
    pub(super) sheets: BySeat<Sheet>,
    pub(super) playing: Seats,
    pub(super) past: Vec<SplitRound>,
    pub(super) standing: Option<Standing>,
}

/// A past round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SplitRound {
    /// The five dice, the same for everybody.
    pub dice: Dice,
    /// What each seat made of them; `None` for those whose game was over.
    pub splits: BySeat<Option<Split>>,
    /// Everybody's total after it.
    pub totals: BySeat<i32>,
}

impl Pairs {
    /// A new game. The number of players has been checked by [`crate::Game::new`].
    pub(crate) fn new(rules: PairsRules, players: usize) -> Pairs {
        Pairs::in_memory(rules, players, Vec::new())
    }

    /// The same game from its start, in the memory that this one has.
    pub(crate) fn restart(&mut self) {
        let mut past = take(&mut self.past);
        past.clear();
        *self = Pairs::in_memory(self.rules, self.seats(), past);
    }

    fn in_memory(rules: PairsRules, players: usize, past: Vec<SplitRound>) -> Pairs {
        Pairs {
            rules,
            round: 1,
            dice: None,
            decisions: BySeat::filled(players, None),
            sheets: BySeat::filled(players, Sheet::default()),
            playing: Seats::first(players),
            past,
            standing: None,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &PairsRules {
        &self.rules
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.sheets.len()
    }

    /// Who still has to decide.
    pub(super) fn due(&self) -> Seats {
        if self.dice.is_none() {
            return Seats::NONE;
        }
        self.playing.iter().filter(|seat| self.decisions[*seat].is_none()).collect()
    }

    /// What happens next.
    pub fn turn(&self) -> Turn {
        if self.standing.is_some() {
            return Turn::Over;
        }
        match self.dice {
            Some(_) => Turn::Act(self.due()),
            None => {
                let mut dealt = Dealt::new();
                let pushed = dealt.push(SHARED);
                debug_assert!(pushed.is_ok(), "one throw fits");
                Turn::Roll(dealt)
            }
        }
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Acts {
        match self.dice {
            Some(dice) if self.due().contains(seat) => {
                Acts::Split { splits: self.sheets[seat].splits(&dice, &self.rules) }
            }
            _ => Acts::Nothing,
        }
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// Gives the game the dice it waits for.
    ///
    /// # Errors
    /// When these are not the dice asked for; the game has not changed then.
    pub fn roll(&mut self, dice: &[Dice], out: &mut impl Sink) -> Result<(), RollRefusal> {
        if self.dice.is_some() || self.standing.is_some() {
            return Err(RollRefusal::NotRolling);
        }
        RollRefusal::check(&[SHARED], dice)?;
        out.event(&Fact::SplitRound { round: self.round, playing: self.playing }.into());
        for dice in dice {
            out.event(&Fact::rolled(&SHARED, dice).into());
            self.dice = Some(*dice);
        }
        Ok(())
    }

    /// Plays `act` for `seat`.
    ///
    /// # Errors
    /// When the act is not legal; the game has not changed then.
    pub fn play(&mut self, seat: Seat, act: Act, out: &mut impl Sink) -> Result<(), Refusal> {
        let (split, dice) = self.check_split(seat, act)?;
        self.decide(seat, split, dice, out);
        Ok(())
    }

    /// Why `seat` may not do `act` now.
    ///
    /// # Errors
    /// The reason; the one that [`Pairs::play`] would give.
    pub fn check(&self, seat: Seat, act: Act) -> Result<(), Refusal> {
        self.check_split(seat, act).map(|_| ())
    }

    /// The legal split that `act` is, and the dice it splits.
    fn check_split(&self, seat: Seat, act: Act) -> Result<(Split, Dice), Refusal> {
        let dice = self.check_turn(seat)?;
        let Act::Split(split) = act else {
            return Err(Refusal::WrongKind { asked: Asked::Split });
        };
        self.sheets[seat].check(split, &dice, &self.rules)?;
        Ok((split, dice))
    }

    /// Punishes `seat` for not acting as the rules ask: the first legal split is played for it.
    ///
    /// # Errors
    /// When the seat is not due to act; the game has not changed then.
    pub fn fault(&mut self, seat: Seat, cause: Cause, out: &mut impl Sink) -> Result<(), Refusal> {
        let dice = self.check_turn(seat)?;
        out.event(&Fact::Fault { seat, cause }.into());
        let splits = self.sheets[seat].splits(&dice, &self.rules);
        let first = splits.first().copied().unwrap_or_default();
        self.decide(seat, first, dice, out);
        Ok(())
    }

    /// The dice that `seat` has to split.
    fn check_turn(&self, seat: Seat) -> Result<Dice, Refusal> {
        if seat.index() >= self.seats() {
            return Err(Refusal::NoSuchSeat { seat });
        }
        if self.standing.is_some() {
            return Err(Refusal::GameOver);
        }
        let dice = self.dice.ok_or(Refusal::Rolling)?;
        if self.decisions[seat].is_some() {
            return Err(Refusal::AlreadyDecided);
        }
        if self.playing.contains(seat) { Ok(dice) } else { Err(Refusal::NotYourTurn) }
    }

    fn decide(&mut self, seat: Seat, split: Split, dice: Dice, out: &mut impl Sink) {
        self.decisions[seat] = Some(split);
        let secret = Some(Secret { seat, content: SecretContent::Split(split) });
        out.event(&Event { fact: Fact::Decided { seat }, secret });
        if self.due().is_empty() {
            self.end_round(dice, out);
        }
    }

    /// Everyone has decided: the splits are shown and go onto the sheets.
    fn end_round(&mut self, dice: Dice, out: &mut impl Sink) {
        for seat in self.playing {
            let Some(split) = self.decisions[seat] else { continue };
            let free_ride = self.sheets[seat].is_free_ride(&dice, &self.rules);
            self.sheets[seat] = self.sheets[seat].after(split, &dice, &self.rules);
            let total = self.sheets[seat].total();
            out.event(&Fact::Marked { seat, split, free_ride, total }.into());
        }
        let totals = BySeat::from_fn(self.seats(), |seat| self.sheets[seat].total());
        self.past.push(SplitRound { dice, splits: self.decisions, totals });
        for seat in self.playing {
            if self.sheets[seat].is_full(&self.rules) {
                self.playing.remove(seat);
                out.event(&Fact::Finished { seat, total: totals[seat] }.into());
            }
        }
        self.decisions = BySeat::filled(self.seats(), None);
        self.dice = None;
        if self.playing.is_empty() {
            let standing = Standing::rank(&totals, Some(totals));
            self.standing = Some(standing);
            out.event(&Fact::Over { standing }.into());
        } else {
            // Free rides can go on for ever.
            self.round = self.round.saturating_add(1);
        }
    }
}
