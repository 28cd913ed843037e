//! Rounds of `claims`: their order, who starts, and breaking ties.

use crate::dice::Dice;
use crate::event::{Fact, SeatOrder, Sink};
use crate::seat::{BySeat, Seat, Seats};
use crate::standing::Standing;

use super::game::{Claims, ClaimsPhase};
use super::rules::{ClaimOrder, FirstClaimant, RollTime, TieBreak};

/// Elimination rounds after which a lot decides.
pub const MOST_ELIMINATIONS: u8 = 5;

/// The tie stage of the winner, above any elimination round.
const WON: u8 = u8::MAX;

impl Claims {
    pub(super) fn begin_round(&mut self) {
        self.round += 1;
        self.at = 0;
        self.hands = BySeat::filled(self.seats(), Dice::none());
        self.order = SeatOrder::try_collect(self.contenders).unwrap_or_default();
        match self.rules.order {
            ClaimOrder::Shuffled => self.phase = ClaimsPhase::Shuffle,
            ClaimOrder::Seats => self.find_first(),
        }
    }

    pub(super) fn shuffled(&mut self, dice: &[Dice]) {
        for (last, lot) in (1..self.order.len()).rev().zip(dice) {
            self.order.swap(last, usize::from(lot.sum()) - 1);
        }
        self.find_first();
    }

    /// Who claims first, or the seats that draw lots for it.
    pub(super) fn leaders(&self) -> Seats {
        match self.rules.first_claimant {
            FirstClaimant::Seat0 => Seats::only(self.contenders.nth(0).unwrap_or_default()),
            FirstClaimant::Leader => {
                let by_score = highest(self.contenders, |seat| self.scores[seat].into());
                highest(by_score, |seat| self.games_won[seat])
            }
        }
    }

    fn find_first(&mut self) {
        let leaders = self.leaders();
        match leaders.nth(0) {
            Some(leader) if leaders.len() == 1 => self.start_with(leader),
            _ => self.phase = ClaimsPhase::LeaderLot(leaders),
        }
    }

    /// Turns the circle so that `first` claims first.
    pub(super) fn start_with(&mut self, first: Seat) {
        let at = self.order.iter().position(|seat| *seat == first).unwrap_or(0);
        self.order.rotate_left(at);
        self.phase = match self.rules.roll {
            RollTime::RoundStart => ClaimsPhase::Hands,
            RollTime::EachTurn => ClaimsPhase::ClaimantRoll,
        };
    }

    pub(super) fn next_claimant(&mut self, out: &mut impl Sink) {
        if self.rules.roll == RollTime::EachTurn {
            let claimant = self.claimant();
            self.hands[claimant] = Dice::none();
        }
        self.at += 1;
        if usize::from(self.at) == self.order.len() {
            self.end_round(out);
        } else {
            self.phase = match self.rules.roll {
                RollTime::RoundStart => ClaimsPhase::Claim,
                RollTime::EachTurn => ClaimsPhase::ClaimantRoll,
            };
        }
    }

    fn end_round(&mut self, out: &mut impl Sink) {
        if self.elimination == 0 && self.round < self.rules.rounds.into() {
            return self.begin_round();
        }
        let tied = highest(self.contenders, |seat| self.scores[seat].into());
        match tied.nth(0) {
            Some(winner) if tied.len() == 1 => self.won_by(winner, out),
            _ => self.break_tie(tied, out),
        }
    }

    fn break_tie(&mut self, tied: Seats, out: &mut impl Sink) {
        out.event(&Fact::Tied { seats: tied }.into());
        self.contenders = tied;
        self.hands = BySeat::filled(self.seats(), Dice::none());
        let stage = self.elimination + 1;
        for seat in tied {
            self.tie_stage[seat] = stage;
        }
        match self.rules.tie {
            TieBreak::RollOff => self.phase = ClaimsPhase::RollOff,
            TieBreak::Elimination if self.elimination < MOST_ELIMINATIONS => {
                self.elimination = stage;
                self.begin_round();
            }
            TieBreak::Elimination => self.phase = ClaimsPhase::WinnerLot(tied),
        }
    }

    pub(super) fn rolled_off(&mut self, dice: &[Dice], out: &mut impl Sink) {
        let rolls = BySeat::from_fn(self.seats(), |seat| {
            let at = self.contenders.iter().position(|contender| contender == seat);
            at.and_then(|at| dice.get(at)).map_or(0, Dice::sum)
        });
        let best = highest(self.contenders, |seat| rolls[seat].into());
        // A tie for the highest roll scraps the result: all of them roll again.
        if let (Some(winner), 1) = (best.nth(0), best.len()) {
            self.won_by(winner, out);
        }
    }

    pub(super) fn won_by(&mut self, winner: Seat, out: &mut impl Sink) {
        self.tie_stage[winner] = WON;
        let keys = BySeat::from_fn(self.seats(), |s| (self.tie_stage[s], self.scores[s]));
        let scores = BySeat::from_fn(self.seats(), |s| i32::from(self.scores[s]));
        let standing = Standing::rank(&keys, Some(scores));
        self.standing = Some(standing);
        self.phase = ClaimsPhase::Over;
        out.event(&Fact::Over { standing }.into());
    }
}

/// Those of `seats` for whom `value` is highest.
pub(super) fn highest(seats: Seats, value: impl Fn(Seat) -> u32) -> Seats {
    let top = seats.iter().map(&value).max();
    seats.iter().filter(|seat| Some(value(*seat)) == top).collect()
}
