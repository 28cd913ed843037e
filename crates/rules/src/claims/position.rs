//! Positions of `claims`.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::dice::Dice;
use crate::event::SeatOrder;
use crate::position::{
    Guess, PositionError, Unseen, at_table, check_hand, check_players, same_seats,
};
use crate::ruleset::GameKind;
use crate::seat::{BySeat, Seat, Seats};

use super::exchange::Exchange;
use super::game::{Claims, ClaimsPhase};
use super::rounds::{MOST_ELIMINATIONS, highest};
use super::rules::{ClaimOrder, ClaimsRules, FirstClaimant, RollTime, SIDES, TieBreak};
use super::view::ClaimsView;

/// A position of `claims`, hidden dice included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimsPosition {
    /// The round being played, from 1, elimination rounds included.
    pub round: u16,
    /// Everybody's score.
    pub scores: BySeat<u16>,
    /// Games everybody had won before this one.
    pub games_won: BySeat<u32>,
    /// Who still has their immunity card.
    #[serde(default)]
    pub cards: Seats,
    /// Who plays this round: all, or those who were tied.
    pub contenders: Seats,
    /// How far each seat came in breaking ties: the last elimination round it played in, 0 for
    /// none; one more for those whom a roll-off or a lot decides between.
    pub tie_stage: BySeat<u8>,
    /// The past exchanges; players read them, the rules do not need them.
    #[serde(default)]
    pub past: Vec<Exchange>,
    /// What the game waits for.
    pub stage: ClaimsStage,
}

/// What a game of `claims` waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum ClaimsStage {
    /// The order of the round is shuffled.
    Shuffle,
    /// One of those who lead together is drawn to claim first.
    LeaderLot {
        /// The order round the circle.
        order: SeatOrder,
    },
    /// Dice are rolled: by everybody at the start of a round, or by the claimant.
    Rolling(ClaimTurn),
    /// The claimant is to claim.
    Claim(ClaimTurn),
    /// The next player is to answer the claim.
    Answer {
        /// Whose turn it is, with the dice.
        #[serde(flatten)]
        turn: ClaimTurn,
        /// The sum claimed.
        claim: u8,
    },
    /// The claimant, whose bluff was called, is asked for the card.
    Immunity {
        /// Whose turn it is, with the dice.
        #[serde(flatten)]
        turn: ClaimTurn,
        /// The sum claimed.
        claim: u8,
    },
    /// The tied roll dice.
    RollOff {
        /// The order of the last round.
        order: SeatOrder,
    },
    /// One of those still tied is drawn to win.
    WinnerLot {
        /// The order of the last round.
        order: SeatOrder,
    },
}

/// Whose turn it is within a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimTurn {
    /// The order of claiming.
    pub order: SeatOrder,
    /// The claimant's place in it, from 0.
    pub at: u8,
    /// The dice that are rolled and not put away.
    pub hands: BySeat<Dice>,
}

impl ClaimsPosition {
    /// The start of `round` with these scores, everybody holding their card if there are any.
    pub fn new(rules: &ClaimsRules, round: u16, scores: BySeat<u16>) -> ClaimsPosition {
        let players = scores.len();
        let seats = Seats::first(players);
        let order = SeatOrder::try_collect(seats).unwrap_or_default();
        let hands = BySeat::filled(players, Dice::none());
        ClaimsPosition {
            round,
            scores,
            games_won: BySeat::filled(players, 0),
            cards: if rules.immunity { seats } else { Seats::NONE },
            contenders: seats,
            tie_stage: BySeat::filled(players, 0),
            past: Vec::new(),
            stage: match rules.order {
                ClaimOrder::Shuffled => ClaimsStage::Shuffle,
                ClaimOrder::Seats => ClaimsStage::Rolling(ClaimTurn { order, at: 0, hands }),
            },
        }
    }

    /// Which elimination round is played; 0 in ordinary rounds.
    fn elimination(&self, rules: &ClaimsRules) -> u16 {
        self.round.saturating_sub(rules.rounds.into())
    }
}

impl Claims {
    /// Where the game stands; `None` when it is over.
    pub(crate) fn position(&self) -> Option<ClaimsPosition> {
        let (order, claim) = (self.order, self.claim.unwrap_or_default());
        let turn = ClaimTurn { order, at: self.at, hands: self.hands };
        let stage = match self.phase {
            ClaimsPhase::Shuffle => ClaimsStage::Shuffle,
            ClaimsPhase::LeaderLot(_) => ClaimsStage::LeaderLot { order },
            ClaimsPhase::Hands | ClaimsPhase::ClaimantRoll => ClaimsStage::Rolling(turn),
            ClaimsPhase::Claim => ClaimsStage::Claim(turn),
            ClaimsPhase::Answer => ClaimsStage::Answer { turn, claim },
            ClaimsPhase::Immunity => ClaimsStage::Immunity { turn, claim },
            ClaimsPhase::RollOff => ClaimsStage::RollOff { order },
            ClaimsPhase::WinnerLot(_) => ClaimsStage::WinnerLot { order },
            ClaimsPhase::Over => return None,
        };
        Some(ClaimsPosition {
            round: self.round,
            scores: self.scores,
            games_won: self.games_won,
            cards: self.cards,
            contenders: self.contenders,
            tie_stage: self.tie_stage,
            past: self.past.clone(),
            stage,
        })
    }

    pub(crate) fn set_up(
        rules: ClaimsRules,
        position: &ClaimsPosition,
    ) -> Result<Claims, PositionError> {
        check_seats(&rules, position)?;
        check_round(&rules, position)?;
        let mut game = Claims::new(rules, position.games_won);
        game.round = position.round;
        game.elimination = position.elimination(&rules) as u8;
        game.contenders = position.contenders;
        game.scores = position.scores;
        game.cards = position.cards;
        game.tie_stage = position.tie_stage;
        game.past.extend_from_slice(&position.past);
        game.order = SeatOrder::try_collect(position.contenders).unwrap_or_default();
        game.at = 0;
        match &position.stage {
            ClaimsStage::Shuffle if rules.order == ClaimOrder::Shuffled => {
                game.phase = ClaimsPhase::Shuffle;
            }
            ClaimsStage::Shuffle => {
                return Err(PositionError::Impossible("these rules do not shuffle the order"));
            }
            ClaimsStage::LeaderLot { order } => game.set_up_leader_lot(*order)?,
            ClaimsStage::Rolling(turn) => {
                game.set_up_turn(turn, false)?;
                game.phase = match rules.roll {
                    RollTime::RoundStart if turn.at > 0 => {
                        let why = "everybody rolls before the first claim of a round";
                        return Err(PositionError::Impossible(why));
                    }
                    RollTime::RoundStart => ClaimsPhase::Hands,
                    RollTime::EachTurn => ClaimsPhase::ClaimantRoll,
                };
            }
            ClaimsStage::Claim(turn) => game.set_up_claim(turn)?,
            ClaimsStage::Answer { turn, claim } => game.set_up_answer(turn, *claim)?,
            ClaimsStage::Immunity { turn, claim } => {
                game.set_up_answer(turn, *claim)?;
                let truthful = game.hands[game.claimant()].sum() == u16::from(*claim);
                if truthful || !game.cards.contains(game.claimant()) {
                    let why = "only a bluffer who has the card is asked for it";
                    return Err(PositionError::Impossible(why));
                }
                game.phase = ClaimsPhase::Immunity;
            }
            ClaimsStage::RollOff { order } => {
                game.set_up_end(*order, TieBreak::RollOff)?;
                game.phase = ClaimsPhase::RollOff;
            }
            ClaimsStage::WinnerLot { order } => {
                game.set_up_end(*order, TieBreak::Elimination)?;
                game.phase = ClaimsPhase::WinnerLot(game.contenders);
            }
        }
        Ok(game)
    }

    /// Takes the order of claiming.
    fn set_up_order(&mut self, order: SeatOrder) -> Result<(), PositionError> {
        let all: Seats = order.iter().copied().collect();
        if all != self.contenders || order.len() != all.len() {
            let why = "everybody who plays the round has one place in the order";
            return Err(PositionError::Impossible(why));
        }
        if self.rules.order == ClaimOrder::Seats && !is_round(&order, self.contenders) {
            return Err(PositionError::Impossible("the order goes round from seat to seat"));
        }
        self.order = order;
        Ok(())
    }

    fn set_up_leader_lot(&mut self, order: SeatOrder) -> Result<(), PositionError> {
        self.set_up_order(order)?;
        let leaders = self.leaders();
        if leaders.len() < 2 {
            return Err(PositionError::Impossible("one player leads, so no lot is drawn"));
        }
        self.phase = ClaimsPhase::LeaderLot(leaders);
        Ok(())
    }

    /// Takes the order, whose turn it is, and the hands; `rolled` when the claimant has dice.
    fn set_up_turn(&mut self, turn: &ClaimTurn, rolled: bool) -> Result<(), PositionError> {
        self.set_up_order(turn.order)?;
        let fixed = self.rules.first_claimant == FirstClaimant::Seat0;
        if fixed && turn.order.first().copied() != self.contenders.nth(0) {
            return Err(PositionError::Impossible("the lowest seat claims first"));
        }
        if usize::from(turn.at) >= turn.order.len() {
            return Err(PositionError::Impossible("the claimant's place is beyond the order"));
        }
        self.at = turn.at;
        same_seats("the list of hands", &turn.hands, self.seats())?;
        for (seat, hand) in turn.hands.iter() {
            let holds = match self.rules.roll {
                _ if !rolled => false,
                RollTime::RoundStart => self.contenders.contains(seat),
                RollTime::EachTurn => self.claimant() == seat,
            };
            check_hand(seat, hand, if holds { self.rules.dice } else { 0 }, SIDES)?;
        }
        self.hands = turn.hands;
        Ok(())
    }

    fn set_up_claim(&mut self, turn: &ClaimTurn) -> Result<(), PositionError> {
        self.set_up_turn(turn, true)?;
        self.phase = ClaimsPhase::Claim;
        Ok(())
    }

    fn set_up_answer(&mut self, turn: &ClaimTurn, claim: u8) -> Result<(), PositionError> {
        self.set_up_claim(turn)?;
        let (seat, act) = (self.claimant(), Act::Claim(claim));
        let played = self.play(seat, act, &mut crate::event::Ignore);
        played.map_err(|why| PositionError::Act { seat, act, why })
    }

    /// Takes the order of the last round when nothing but a roll or a lot is to come.
    fn set_up_end(&mut self, order: SeatOrder, tie: TieBreak) -> Result<(), PositionError> {
        if self.rules.tie != tie {
            return Err(PositionError::Impossible("these rules break ties in another way"));
        }
        let played: Seats = order.iter().copied().collect();
        if !at_table(played, self.seats()) {
            return Err(PositionError::Impossible(
                "the order names a seat the table does not have",
            ));
        }
        let tied = highest(played, |seat| self.scores[seat].into());
        if tied != self.contenders || tied.len() < 2 {
            let why = "those are tied who have the highest score of the last round";
            return Err(PositionError::Impossible(why));
        }
        self.order = order;
        self.at = order.len() as u8;
        Ok(())
    }

    /// The game as it may be by what `view` tells.
    pub(crate) fn imagine(view: &ClaimsView<'_>, guess: &Guess) -> Result<Claims, PositionError> {
        let claimant = view.claimant.ok_or(PositionError::NobodyToAct)?;
        let at = view.order.iter().position(|seat| *seat == claimant).unwrap_or(usize::MAX);
        let hands = BySeat::from_fn(view.scores.len(), |seat| {
            view.known_hand(seat).unwrap_or(guess.hand(seat))
        });
        let turn = ClaimTurn { order: view.order, at: at.min(u8::MAX.into()) as u8, hands };
        let stage = match (view.claim, view.shown) {
            (None, _) => ClaimsStage::Claim(turn),
            (Some(claim), None) => ClaimsStage::Answer { turn, claim },
            (Some(claim), Some(_)) => ClaimsStage::Immunity { turn, claim },
        };
        let position = ClaimsPosition {
            round: view.round,
            scores: view.scores,
            games_won: view.games_won,
            cards: view.cards,
            contenders: view.contenders,
            tie_stage: view.tie_stage(),
            past: view.past.to_vec(),
            stage,
        };
        Claims::set_up(view.rules, &position)
    }
}

impl ClaimsView<'_> {
    /// What the view leaves open: dice that were rolled in this round and not shown.
    pub fn unseen(&self) -> Unseen {
        let holds = |seat| match self.rules.roll {
            _ if self.to_act.is_none() => false,
            RollTime::RoundStart => self.contenders.contains(seat),
            RollTime::EachTurn => self.claimant == Some(seat),
        };
        Unseen {
            hands: BySeat::from_fn(self.scores.len(), |seat| {
                let open = holds(seat) && self.known_hand(seat).is_none();
                if open { self.rules.dice } else { 0 }
            }),
            sides: SIDES,
            splits: Seats::NONE,
        }
    }

    /// The dice of `seat` in this round, if the viewer knows them.
    fn known_hand(&self, seat: Seat) -> Option<Dice> {
        if self.viewer.seat() == Some(seat) {
            return Some(self.hand.unwrap_or_default());
        }
        if self.claimant == Some(seat) && self.shown.is_some() {
            return self.shown;
        }
        if self.rules.roll == RollTime::EachTurn {
            return None;
        }
        let shown = |past: &&Exchange| past.round == self.round && past.claimant == seat;
        self.past.iter().rev().find(shown).and_then(|past| past.dice)
    }

    /// How far each seat came in breaking ties, by the past exchanges.
    fn tie_stage(&self) -> BySeat<u8> {
        let (rounds, seats) = (u16::from(self.rules.rounds), self.scores.len());
        let mut stage = BySeat::filled(seats, 0);
        for past in self.past.iter().filter(|past| past.claimant.index() < seats) {
            let played = past.round.saturating_sub(rounds).min(MOST_ELIMINATIONS.into()) as u8;
            stage[past.claimant] = stage[past.claimant].max(played);
        }
        for seat in self.contenders.iter().filter(|seat| seat.index() < seats) {
            stage[seat] = self.elimination.unwrap_or(0);
        }
        stage
    }
}

/// Whether `order` goes through the seats upwards, from any of them and round again.
fn is_round(order: &SeatOrder, seats: Seats) -> bool {
    let next = order.iter().cycle().skip(1);
    order.iter().zip(next).all(|(seat, next)| seats.next_after(*seat) == Some(*next))
}

fn check_seats(rules: &ClaimsRules, position: &ClaimsPosition) -> Result<(), PositionError> {
    let seats = position.scores.len();
    check_players(GameKind::Claims, seats)?;
    same_seats("the list of games won", &position.games_won, seats)?;
    same_seats("the list of stages in breaking ties", &position.tie_stage, seats)?;
    if !at_table(position.contenders, seats) || position.contenders.len() < 2 {
        let why = "two or more players of the table play a round";
        return Err(PositionError::Impossible(why));
    }
    if !at_table(position.cards, seats) {
        return Err(PositionError::Impossible("a card is held by a seat the table does not have"));
    }
    if !rules.immunity && !position.cards.is_empty() {
        return Err(PositionError::Impossible("these rules have no immunity cards"));
    }
    let of_table = |past: &Exchange| past.claimant.index() < seats && past.caller.index() < seats;
    if !position.past.iter().all(of_table) {
        return Err(PositionError::Impossible("a past exchange is of another table"));
    }
    Ok(())
}

fn check_round(rules: &ClaimsRules, position: &ClaimsPosition) -> Result<(), PositionError> {
    let most = match rules.tie {
        TieBreak::Elimination => u16::from(rules.rounds) + u16::from(MOST_ELIMINATIONS),
        TieBreak::RollOff => rules.rounds.into(),
    };
    if position.round == 0 || position.round > most {
        return Err(PositionError::Round { given: position.round, least: 1, most });
    }
    let elimination = position.elimination(rules);
    let last_round = match rules.tie {
        TieBreak::Elimination => most,
        TieBreak::RollOff => rules.rounds.into(),
    };
    let decided =
        matches!(position.stage, ClaimsStage::RollOff { .. } | ClaimsStage::WinnerLot { .. });
    if decided && position.round != last_round {
        let (given, least) = (position.round, last_round);
        return Err(PositionError::Round { given, least, most: last_round });
    }
    if elimination == 0 && !decided && position.contenders.len() != position.scores.len() {
        return Err(PositionError::Impossible("everybody plays the ordinary rounds"));
    }
    let reached = elimination + u16::from(decided);
    for (seat, stage) in position.tie_stage.iter() {
        let stage = u16::from(*stage);
        let contends = position.contenders.contains(seat);
        if if contends { stage != reached } else { stage >= reached.max(1) } {
            let why = "the players of this round got further in breaking ties than all others";
            return Err(PositionError::Impossible(why));
        }
    }
    Ok(())
}
