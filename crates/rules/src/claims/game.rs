//! The state machine of `claims`: what it waits for, and taking dice and acts.

use std::mem::take;

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::acts::Acts;
use crate::dice::Dice;
use crate::event::{Cause, Event, Fact, SeatOrder, Secret, SecretContent, Sink};
use crate::refusal::{Asked, Refusal, RollRefusal};
use crate::seat::{BySeat, Seat, Seats};
use crate::standing::Standing;
use crate::turn::{Dealt, Throw, ThrowKind, Turn};

use super::exchange::Exchange;
use super::rounds::MOST_ELIMINATIONS;
use super::rules::{ClaimsRules, SIDES};

/// "The tied roll two dice each", whatever the game is played with.
const ROLL_OFF_DICE: u8 = 2;

/// One game of `claims`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    pub(super) rules: ClaimsRules,
    pub(super) phase: ClaimsPhase,
    /// The round being played, from 1, elimination rounds included.
    pub(super) round: u16,
    /// Which elimination round is played; 0 in ordinary rounds.
    pub(super) elimination: u8,
    /// Who plays this round: all, or those who were tied.
    pub(super) contenders: Seats,
    /// This round's order of claiming.
    pub(super) order: SeatOrder,
    /// Whose turn to claim, as a place in `order`.
    pub(super) at: u8,
    pub(super) hands: BySeat<Dice>,
    /// The claim on the table.
    pub(super) claim: Option<u8>,
    pub(super) scores: BySeat<u16>,
    pub(super) games_won: BySeat<u32>,
    /// Who still has their immunity card.
    pub(super) cards: Seats,
    pub(super) past: Vec<Exchange>,
    /// How far each seat came in breaking ties; what ranks above the score.
    pub(super) tie_stage: BySeat<u8>,
    pub(super) standing: Option<Standing>,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ClaimsPhase {
    /// The order of the round is shuffled.
    Shuffle,
    /// One of these, who lead together, is drawn to claim first.
    LeaderLot(Seats),
    /// Everybody rolls for the round.
    Hands,
    /// The dice are thrown under the claimant's cup.
    ClaimantRoll,
    Claim,
    Answer,
    Immunity,
    /// The tied roll dice.
    RollOff,
    /// One of these, still tied, is drawn to win.
    WinnerLot(Seats),
    Over,
}

impl Claims {
    /// A new game. The number of players has been checked by [`crate::Game::new`].
    pub(crate) fn new(rules: ClaimsRules, games_won: BySeat<u32>) -> Claims {
        // Reserved whole, so that no act allocates.
        let most_rounds = usize::from(rules.rounds) + usize::from(MOST_ELIMINATIONS);
        Claims::in_memory(rules, games_won, Vec::with_capacity(most_rounds * games_won.len()))
    }

    /// The same game from its start, in the memory that this one has.
    pub(crate) fn restart(&mut self) {
        let mut past = take(&mut self.past);
        past.clear();
        *self = Claims::in_memory(self.rules, self.games_won, past);
    }

    fn in_memory(rules: ClaimsRules, games_won: BySeat<u32>, past: Vec<Exchange>) -> Claims {
        let players = games_won.len();
        let seats = Seats::first(players);
        let mut game = Claims {
            rules,
            phase: ClaimsPhase::Over,
            round: 0,
            elimination: 0,
            contenders: seats,
            order: SeatOrder::new(),
            at: 0,
            hands: BySeat::filled(players, Dice::none()),
            claim: None,
            scores: BySeat::filled(players, 0),
            games_won,
            cards: if rules.immunity { seats } else { Seats::NONE },
            past,
            tie_stage: BySeat::filled(players, 0),
            standing: None,
        };
        game.begin_round();
        game
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &ClaimsRules {
        &self.rules
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.scores.len()
    }

    /// Who claims, or whose claim is on the table.
    #[inline]
    pub(super) fn claimant(&self) -> Seat {
        self.order.get(usize::from(self.at)).copied().unwrap_or_default()
    }

    /// Who answers: the next in order, the first again after the last.
    #[inline]
    pub(super) fn caller(&self) -> Seat {
        let next = (usize::from(self.at) + 1) % self.order.len().max(1);
        self.order.get(next).copied().unwrap_or_default()
    }

    /// Whose turn it is to act.
    #[inline]
    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            ClaimsPhase::Claim | ClaimsPhase::Immunity => Some(self.claimant()),
            ClaimsPhase::Answer => Some(self.caller()),
            _ => None,
        }
    }

    /// What happens next.
    #[inline]
    pub fn turn(&self) -> Turn {
        match (self.phase, self.to_act()) {
            (ClaimsPhase::Over, _) => Turn::Over,
            (_, Some(seat)) => Turn::Act(Seats::only(seat)),
            (_, None) => Turn::Roll(self.dealt()),
        }
    }

    /// What `seat` may do now.
    #[inline]
    pub fn legal(&self, seat: Seat) -> Acts {
        match self.phase {
            _ if self.to_act() != Some(seat) => Acts::Nothing,
            ClaimsPhase::Claim => {
                Acts::Claim { min: self.rules.claim_min, max: self.rules.claim_max() }
            }
            ClaimsPhase::Answer => Acts::Answer,
            ClaimsPhase::Immunity => Acts::Immunity,
            _ => Acts::Nothing,
        }
    }

    /// How the game ended, once it has.
    pub fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// The throws the game waits for; none when it does not.
    fn dealt(&self) -> Dealt {
        let mut dealt = Dealt::new();
        let mut add = |what, seat, count, sides| {
            let pushed = dealt.push(Throw { what, seat, count, sides });
            debug_assert!(pushed.is_ok(), "one throw per seat fits");
        };
        match self.phase {
            ClaimsPhase::Shuffle => {
                // Fisher–Yates: the last place is drawn among all, the next among the rest.
                for sides in (2..=self.contenders.len() as u8).rev() {
                    add(ThrowKind::Shuffle, None, 1, sides);
                }
            }
            ClaimsPhase::LeaderLot(among) | ClaimsPhase::WinnerLot(among) => {
                add(ThrowKind::Lot, None, 1, among.len() as u8);
            }
            ClaimsPhase::Hands => {
                for seat in self.contenders {
                    add(ThrowKind::Hand, Some(seat), self.rules.dice, SIDES);
                }
            }
            ClaimsPhase::ClaimantRoll => {
                add(ThrowKind::Hand, Some(self.claimant()), self.rules.dice, SIDES);
            }
            ClaimsPhase::RollOff => {
                for seat in self.contenders {
                    add(ThrowKind::RollOff, Some(seat), ROLL_OFF_DICE, SIDES);
                }
            }
            ClaimsPhase::Claim
            | ClaimsPhase::Answer
            | ClaimsPhase::Immunity
            | ClaimsPhase::Over => {}
        }
        dealt
    }

    /// Gives the game the dice it waits for, one [`Dice`] per throw.
    ///
    /// # Errors
    /// When these are not the dice asked for; the game has not changed then.
    pub fn roll(&mut self, dice: &[Dice], out: &mut impl Sink) -> Result<(), RollRefusal> {
        if self.phase == ClaimsPhase::Over || self.to_act().is_some() {
            return Err(RollRefusal::NotRolling);
        }
        let dealt = self.dealt();
        RollRefusal::check(&dealt, dice)?;
        let starts = self.phase == ClaimsPhase::Hands
            || (self.phase == ClaimsPhase::ClaimantRoll && self.at == 0);
        if starts {
            out.event(&self.round_starts().into());
        }
        for (throw, dice) in dealt.iter().zip(dice) {
            let hidden = throw.seat.filter(|_| throw.what.is_hidden());
            let secret = hidden.map(|seat| Secret { seat, content: SecretContent::Dice(*dice) });
            out.event(&Event { fact: Fact::rolled(throw, dice), secret });
            if let Some(seat) = hidden {
                self.hands[seat] = *dice;
            }
        }
        match self.phase {
            ClaimsPhase::Shuffle => self.shuffled(dice),
            ClaimsPhase::LeaderLot(among) => self.start_with(drawn(among, dice)),
            ClaimsPhase::Hands | ClaimsPhase::ClaimantRoll => self.phase = ClaimsPhase::Claim,
            ClaimsPhase::RollOff => self.rolled_off(dice, out),
            ClaimsPhase::WinnerLot(among) => self.won_by(drawn(among, dice), out),
            ClaimsPhase::Claim
            | ClaimsPhase::Answer
            | ClaimsPhase::Immunity
            | ClaimsPhase::Over => {}
        }
        Ok(())
    }

    fn round_starts(&self) -> Fact {
        Fact::ClaimRound {
            round: self.round,
            elimination: (self.elimination > 0).then_some(self.elimination),
            order: self.order,
        }
    }

    /// Plays `act` for `seat`.
    ///
    /// # Errors
    /// When the act is not legal; the game has not changed then.
    pub fn play(&mut self, seat: Seat, act: Act, out: &mut impl Sink) -> Result<(), Refusal> {
        self.check(seat, act)?;
        out.event(&Fact::Acted { seat, act }.into());
        match act {
            Act::Claim(sum) => self.claimed(sum),
            Act::Call => self.called(out),
            Act::LetPass => self.passed(out),
            Act::Immunity => self.immune(out),
            _ => self.caught(out),
        }
        Ok(())
    }

    /// Why `seat` may not do `act` now.
    ///
    /// # Errors
    /// The reason; the one that [`Claims::play`] would give.
    pub fn check(&self, seat: Seat, act: Act) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        let (min, max) = (self.rules.claim_min, self.rules.claim_max());
        match (self.phase, act) {
            (ClaimsPhase::Claim, Act::Claim(sum)) if !(min..=max).contains(&sum) => {
                Err(Refusal::ClaimOutOfRange { min, max })
            }
            (ClaimsPhase::Claim, Act::Claim(_))
            | (ClaimsPhase::Answer, Act::Call | Act::LetPass)
            | (ClaimsPhase::Immunity, Act::Immunity | Act::NoImmunity) => Ok(()),
            (ClaimsPhase::Claim, _) => Err(Refusal::WrongKind { asked: Asked::Claim }),
            (ClaimsPhase::Answer, _) => Err(Refusal::WrongKind { asked: Asked::Answer }),
            _ => Err(Refusal::WrongKind { asked: Asked::Immunity }),
        }
    }

    /// Punishes `seat` for not acting as the rules ask: it loses points and its decision.
    ///
    /// # Errors
    /// When the seat is not due to act; the game has not changed then.
    pub fn fault(&mut self, seat: Seat, cause: Cause, out: &mut impl Sink) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        out.event(&Fact::Fault { seat, cause }.into());
        self.pay_for_fault(seat, out);
        match self.phase {
            ClaimsPhase::Claim => self.voided(out),
            ClaimsPhase::Answer => self.passed(out),
            _ => self.caught(out),
        }
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match (self.phase, self.to_act()) {
            _ if seat.index() >= self.seats() => Err(Refusal::NoSuchSeat { seat }),
            (ClaimsPhase::Over, _) => Err(Refusal::GameOver),
            (_, None) => Err(Refusal::Rolling),
            (_, Some(due)) if due == seat => Ok(()),
            (_, Some(_)) => Err(Refusal::NotYourTurn),
        }
    }
}

/// The seat a lot fell on.
fn drawn(among: Seats, dice: &[Dice]) -> Seat {
    dice.first().and_then(|lot| among.nth(usize::from(lot.sum()) - 1)).unwrap_or_default()
}
