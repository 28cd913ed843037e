//! The state machine of `liars`: rolling, bidding, and who opens.

use std::mem::take;

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::acts::Acts;
use crate::bid::Bid;
use crate::dice::{Dice, Face};
use crate::event::{Cause, Event, Fact, LossReason, Secret, SecretContent, Sink};
use crate::refusal::{Asked, Refusal, RollRefusal};
use crate::seat::{BySeat, Seat, Seats};
use crate::standing::Standing;
use crate::turn::{Dealt, Throw, ThrowKind, Turn};

use super::bidding::Bidding;
use super::rules::{FirstOpener, LiarsRules};
use super::settlement::{Challenge, NextRound};
use super::view::PastRound;

/// A bid with its bidder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacedBid {
    /// Who bid.
    pub seat: Seat,
    /// How many dice of which face were said to be there.
    pub bid: Bid,
}

/// One game of `liars`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Liars {
    pub(super) rules: LiarsRules,
    pub(super) phase: LiarsPhase,
    /// The round being played, from 1.
    pub(super) round: u16,
    pub(super) opener: Seat,
    pub(super) to_act: Seat,
    /// How many dice each seat holds.
    pub(super) dice: BySeat<u8>,
    pub(super) hands: BySeat<Dice>,
    /// The bids of this round.
    pub(super) bids: Vec<PlacedBid>,
    pub(super) palifico: bool,
    /// Who has opened a palifico round: each player has one.
    pub(super) palifico_used: Seats,
    pub(super) past: Vec<PastRound>,
    /// The round in which a seat went out.
    pub(super) out_in: BySeat<Option<u16>>,
    pub(super) standing: Option<Standing>,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LiarsPhase {
    /// Each of these rolls one die, the lowest opens.
    OpenerDice(Seats),
    /// One of these is drawn to open.
    OpenerLot(Seats),
    /// These roll their hands; `starts` when it is the round's first roll.
    Hands {
        pending: Seats,
        starts: bool,
    },
    Bidding,
    Over,
}

impl Liars {
    /// A new game. The number of players has been checked by [`crate::Game::new`].
    pub(crate) fn new(rules: LiarsRules, players: usize) -> Liars {
        // Reserved whole, so that no act allocates; a round ends in a lost die, but for a few
        // after a die was won back.
        let bids = Vec::with_capacity(usize::from(rules.max_bids));
        let past = Vec::with_capacity(players * usize::from(rules.dice));
        Liars::in_memory(rules, players, bids, past)
    }

    /// The same game from its start, in the memory that this one has.
    pub(crate) fn restart(&mut self) {
        let (mut bids, mut past) = (take(&mut self.bids), take(&mut self.past));
        bids.clear();
        past.clear();
        *self = Liars::in_memory(self.rules, self.seats(), bids, past);
    }

    fn in_memory(
        rules: LiarsRules,
        players: usize,
        bids: Vec<PlacedBid>,
        past: Vec<PastRound>,
    ) -> Liars {
        let seats = Seats::first(players);
        let seat0 = Seat::default();
        let mut game = Liars {
            rules,
            phase: LiarsPhase::Over,
            round: 0,
            opener: seat0,
            to_act: seat0,
            dice: BySeat::filled(players, rules.dice),
            hands: BySeat::filled(players, Dice::none()),
            bids,
            past,
            palifico: false,
            palifico_used: Seats::NONE,
            out_in: BySeat::filled(players, None),
            standing: None,
        };
        match rules.first_opener {
            FirstOpener::Seat0 => game.start_round(seat0),
            FirstOpener::LowestRoll => game.phase = LiarsPhase::OpenerDice(seats),
            FirstOpener::Random => game.phase = LiarsPhase::OpenerLot(seats),
        }
        game
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &LiarsRules {
        &self.rules
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.dice.len()
    }

    /// The seats still in.
    #[inline]
    pub(super) fn seats_in(&self) -> Seats {
        self.dice.seats_where(|count| *count > 0)
    }

    /// How many dice are in play.
    #[inline]
    pub(super) fn in_play(&self) -> u8 {
        self.dice.values().sum()
    }

    #[inline]
    pub(super) fn last_bid(&self) -> Option<PlacedBid> {
        self.bids.last().copied()
    }

    /// The face that is wild in this round.
    #[inline]
    pub(super) fn wild(&self) -> Option<Face> {
        if self.palifico { None } else { self.rules.wild }
    }

    /// The face that everyone with more than one die must bid on, in a palifico round.
    #[inline]
    pub(super) fn fixed_face(&self) -> Option<Face> {
        let opening = self.bids.first().filter(|_| self.palifico)?;
        Some(opening.bid.face)
    }

    /// What `seat` may bid in this round.
    #[inline(always)]
    fn bidding(&self, seat: Seat) -> Bidding {
        let bound_to = self.fixed_face().filter(|_| self.dice[seat] > 1);
        let most = if self.rules.cap { self.in_play() } else { u8::MAX };
        Bidding::with_most(&self.rules, most, self.palifico).bound_to(bound_to)
    }

    /// What happens next.
    #[inline]
    pub fn turn(&self) -> Turn {
        match self.phase {
            LiarsPhase::Bidding => Turn::Act(Seats::only(self.to_act)),
            LiarsPhase::Over => Turn::Over,
            _ => Turn::Roll(self.dealt()),
        }
    }

    /// What `seat` may do now.
    #[inline]
    pub fn legal(&self, seat: Seat) -> Acts {
        if self.phase == LiarsPhase::Bidding && seat == self.to_act {
            let last = self.last_bid().map(|last| last.bid);
            Acts::Bid(self.bidding(seat).acts(last, self.bids.len()))
        } else {
            Acts::Nothing
        }
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// The throws the game waits for; none when it does not.
    fn dealt(&self) -> Dealt {
        let mut dealt = Dealt::new();
        let mut add = |throw| {
            let pushed = dealt.push(throw);
            debug_assert!(pushed.is_ok(), "two throws per seat fit");
        };
        let die = |what, seat, sides| Throw { what, seat: Some(seat), count: 1, sides };
        match self.phase {
            LiarsPhase::OpenerDice(seats) => {
                seats.iter().for_each(|s| add(die(ThrowKind::OpenerDie, s, self.rules.faces)));
            }
            LiarsPhase::OpenerLot(seats) => {
                let sides = seats.len() as u8;
                add(Throw { what: ThrowKind::Lot, seat: None, count: 1, sides });
            }
            LiarsPhase::Hands { pending, .. } => {
                for seat in pending {
                    add(Throw {
                        what: ThrowKind::Hand,
                        seat: Some(seat),
                        count: self.dice[seat],
                        sides: self.rules.faces,
                    });
                }
                if self.rules.stacked > 0 {
                    pending.iter().for_each(|s| add(die(ThrowKind::StackCheck, s, Face::MOST)));
                }
            }
            LiarsPhase::Bidding | LiarsPhase::Over => {}
        }
        dealt
    }

    /// Gives the game the dice it waits for, one [`Dice`] per throw.
    ///
    /// # Errors
    /// When these are not the dice asked for; the game has not changed then.
    pub fn roll(&mut self, dice: &[Dice], out: &mut impl Sink) -> Result<(), RollRefusal> {
        if matches!(self.phase, LiarsPhase::Bidding | LiarsPhase::Over) {
            return Err(RollRefusal::NotRolling);
        }
        let dealt = self.dealt();
        RollRefusal::check(&dealt, dice)?;
        if let LiarsPhase::Hands { starts: true, .. } = self.phase {
            out.event(&self.round_starts().into());
        }
        for (throw, dice) in dealt.iter().zip(dice) {
            let hidden = throw.seat.filter(|_| throw.what.is_hidden());
            let secret = hidden.map(|seat| Secret { seat, content: SecretContent::Dice(*dice) });
            out.event(&Event { fact: Fact::rolled(throw, dice), secret });
        }
        match self.phase {
            LiarsPhase::OpenerDice(seats) => self.lowest_opens(seats, dice),
            LiarsPhase::OpenerLot(seats) => self.drawn_opens(seats, dice),
            LiarsPhase::Hands { pending, .. } => self.take_hands(pending, dice, out),
            LiarsPhase::Bidding | LiarsPhase::Over => {}
        }
        Ok(())
    }

    fn round_starts(&self) -> Fact {
        Fact::Round { round: self.round, opener: self.opener, palifico: self.palifico }
    }

    fn lowest_opens(&mut self, seats: Seats, dice: &[Dice]) {
        let lowest = dice.iter().map(Dice::sum).min();
        let tied: Seats = seats
            .iter()
            .zip(dice)
            .filter(|(_, die)| Some(die.sum()) == lowest)
            .map(|(seat, _)| seat)
            .collect();
        match tied.nth(0) {
            Some(seat) if tied.len() == 1 => self.start_round(seat),
            _ => self.phase = LiarsPhase::OpenerDice(tied),
        }
    }

    fn drawn_opens(&mut self, seats: Seats, dice: &[Dice]) {
        let drawn = dice.first().and_then(|lot| seats.nth(usize::from(lot.sum()) - 1));
        self.start_round(drawn.unwrap_or(self.opener));
    }

    /// Takes the hands; those that lie stacked are shown and rolled again.
    fn take_hands(&mut self, pending: Seats, dice: &[Dice], out: &mut impl Sink) {
        let (hands, checks) = dice.split_at(pending.len());
        let mut again = Seats::NONE;
        for (n, seat) in pending.iter().enumerate() {
            let stacked = checks.get(n).is_some_and(|d| d.sum() <= self.rules.stacked.into());
            if stacked {
                again.insert(seat);
                self.hands[seat] = Dice::none();
                out.event(&Fact::Stacked { seat, dice: hands[n] }.into());
            } else {
                self.hands[seat] = hands[n];
            }
        }
        self.phase = if again.is_empty() {
            LiarsPhase::Bidding
        } else {
            LiarsPhase::Hands { pending: again, starts: false }
        };
    }

    pub(super) fn start_round(&mut self, opener: Seat) {
        // Right exact calls that cost nobody a die can go on for ever.
        self.round = self.round.saturating_add(1);
        self.opener = opener;
        self.to_act = opener;
        self.bids.clear();
        self.hands = BySeat::filled(self.seats(), Dice::none());
        let had = self.palifico_used.contains(opener);
        self.palifico = self.rules.is_palifico(self.dice[opener], had);
        if self.palifico {
            self.palifico_used.insert(opener);
        }
        self.phase = LiarsPhase::Hands { pending: self.seats_in(), starts: true };
    }

    /// Plays `act` for `seat`.
    ///
    /// # Errors
    /// When the act is not legal; the game has not changed then.
    #[inline]
    pub fn play(&mut self, seat: Seat, act: Act, out: &mut impl Sink) -> Result<(), Refusal> {
        self.check(seat, act)?;
        out.event(&Fact::Acted { seat, act }.into());
        if let Act::Bid(bid) = act {
            self.bids.push(PlacedBid { seat, bid });
            self.to_act = self.seats_in().next_after(seat).unwrap_or(seat);
        } else if let Some(last) = self.last_bid() {
            let exact = self.rules.exact.filter(|_| act == Act::Exact);
            self.settle(&Challenge { last, caller: seat, exact }, out);
        }
        Ok(())
    }

    /// Why `seat` may not do `act` now.
    ///
    /// # Errors
    /// The reason; the one that [`Liars::play`] would give.
    #[inline]
    pub fn check(&self, seat: Seat, act: Act) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        match act {
            Act::Bid(bid) => self.check_bid(seat, bid),
            Act::Call if self.bids.is_empty() => Err(Refusal::NothingToCall),
            Act::Call => Ok(()),
            Act::Exact if self.rules.exact.is_none() => Err(Refusal::NoExact),
            Act::Exact if self.bids.is_empty() => Err(Refusal::NothingToCall),
            Act::Exact => Ok(()),
            _ => Err(Refusal::WrongKind { asked: self.asked() }),
        }
    }

    /// What is asked of the seat that is to act.
    fn asked(&self) -> Asked {
        match self.rules.exact {
            _ if self.bids.is_empty() => Asked::Open,
            Some(_) => Asked::BidOrExact,
            None => Asked::Bid,
        }
    }

    #[inline]
    fn check_bid(&self, seat: Seat, bid: Bid) -> Result<(), Refusal> {
        let checked = self.bidding(seat).check(self.last_bid().map(|last| last.bid), bid);
        if self.rules.used_up(self.bids.len()) { self.no_more_bids(checked) } else { checked }
    }

    /// Why no bid is legal after the last one the round may have. A bid that could never be made
    /// is told as such first.
    #[cold]
    fn no_more_bids(&self, checked: Result<(), Refusal>) -> Result<(), Refusal> {
        match checked {
            Err(Refusal::NoDice | Refusal::NoSuchFace { .. }) => checked,
            _ => Err(Refusal::NoMoreBids { bids: self.rules.max_bids }),
        }
    }

    /// Punishes `seat` for not acting as the rules ask: it loses a die and the round ends.
    ///
    /// # Errors
    /// When the seat is not due to act; the game has not changed then.
    pub fn fault(&mut self, seat: Seat, cause: Cause, out: &mut impl Sink) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        out.event(&Fact::Fault { seat, cause }.into());
        self.past.push(PastRound::Fault { round: self.round, seat, cause });
        self.lose_die(seat, LossReason::Fault, out);
        self.go_on(self.rules.next_round(&self.dice, seat, None), out);
        Ok(())
    }

    #[inline]
    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            _ if seat.index() >= self.seats() => Err(Refusal::NoSuchSeat { seat }),
            LiarsPhase::Over => Err(Refusal::GameOver),
            LiarsPhase::Bidding if seat == self.to_act => Ok(()),
            LiarsPhase::Bidding => Err(Refusal::NotYourTurn),
            _ => Err(Refusal::Rolling),
        }
    }

    pub(super) fn lose_die(&mut self, seat: Seat, why: LossReason, out: &mut impl Sink) {
        let left = self.dice[seat].saturating_sub(1);
        self.dice[seat] = left;
        out.event(&Fact::DieLost { seat, left, why }.into());
        if left == 0 || self.rules.one_round {
            self.out_in[seat] = Some(self.round);
            out.event(&Fact::Out { seat }.into());
        }
    }

    /// Goes on after a round.
    pub(super) fn go_on(&mut self, next: NextRound, out: &mut impl Sink) {
        match next {
            NextRound::Over => self.finish(out),
            NextRound::OpenedBy(opener) => self.start_round(opener),
            NextRound::OpenedByLot(seats) => {
                self.hands = BySeat::filled(self.seats(), Dice::none());
                self.bids.clear();
                self.wait_for_opener(self.round, LiarsPhase::OpenerLot(seats));
            }
        }
    }

    fn finish(&mut self, out: &mut impl Sink) {
        let lasted = BySeat::from_fn(self.seats(), |s| self.out_in[s].unwrap_or(u16::MAX));
        let standing = Standing::rank(&lasted, None);
        self.standing = Some(standing);
        self.phase = LiarsPhase::Over;
        out.event(&Fact::Over { standing }.into());
    }
}
