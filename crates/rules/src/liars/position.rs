//! Positions of `liars`.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::bid::Bid;
use crate::dice::Dice;
use crate::position::{
    Guess, PositionError, Unseen, at_table, check_hand, check_players, same_seats,
};
use crate::ruleset::GameKind;
use crate::seat::{BySeat, Seat, Seats};

use super::game::{Liars, LiarsPhase};
use super::rules::{ExactRight, FirstOpener, LiarsRules, NextOpener};
use super::view::{LiarsView, PastRound};

/// A position of `liars`, hidden dice included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiarsPosition {
    /// How many dice each seat holds.
    pub dice: BySeat<u8>,
    /// The round being played, from 1; 0 while the first opener is found.
    pub round: u16,
    /// Who opened a palifico round before this one.
    #[serde(default)]
    pub palifico_used: Seats,
    /// The round in which each seat without dice went out. It decides their places.
    pub out_in: BySeat<Option<u16>>,
    /// How the past rounds ended; players read it, the rules do not need it.
    #[serde(default)]
    pub past: Vec<PastRound>,
    /// What the game waits for.
    pub stage: LiarsStage,
}

/// What a game of `liars` waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum LiarsStage {
    /// Each of these rolls one die, the lowest opens the first round.
    OpenerDice {
        /// Who rolls.
        among: Seats,
    },
    /// One of the seats still in is drawn to open.
    OpenerLot,
    /// Hands are rolled.
    Rolling {
        /// Who opens the round.
        opener: Seat,
        /// The hands that need not be rolled again after a stacked roll.
        hands: BySeat<Dice>,
        /// Whether the round has been told of: it is after a stacked roll.
        told: bool,
    },
    /// Somebody is to bid, call or say exact.
    Bidding {
        /// Who opened the round.
        opener: Seat,
        /// Everybody's dice.
        hands: BySeat<Dice>,
        /// The bids so far. The opener made the first, each seat still in the next.
        bids: Vec<Bid>,
    },
}

impl LiarsPosition {
    /// The start of a round that `opener` opens, with `dice` dice per seat. Seats without dice
    /// have gone out in an earlier round, all in the same.
    pub fn new(dice: BySeat<u8>, opener: Seat) -> LiarsPosition {
        let out = |dice: u8| if dice == 0 { Some(1) } else { None };
        let hands = BySeat::filled(dice.len(), Dice::none());
        LiarsPosition {
            dice,
            round: 2,
            palifico_used: Seats::NONE,
            out_in: BySeat::from_fn(dice.len(), |seat| out(dice[seat])),
            past: Vec::new(),
            stage: LiarsStage::Rolling { opener, hands, told: false },
        }
    }

    /// The same with these hands under the cups and these bids made.
    #[must_use]
    pub fn bidding(self, hands: BySeat<Dice>, bids: Vec<Bid>) -> LiarsPosition {
        let opener = match self.stage {
            LiarsStage::Rolling { opener, .. } | LiarsStage::Bidding { opener, .. } => opener,
            LiarsStage::OpenerDice { .. } | LiarsStage::OpenerLot => Seat::default(),
        };
        LiarsPosition { stage: LiarsStage::Bidding { opener, hands, bids }, ..self }
    }
}

impl Liars {
    /// Where the game stands; `None` when it is over.
    pub(crate) fn position(&self) -> Option<LiarsPosition> {
        let stage = match self.phase {
            LiarsPhase::OpenerDice(among) => LiarsStage::OpenerDice { among },
            LiarsPhase::OpenerLot(_) => LiarsStage::OpenerLot,
            LiarsPhase::Hands { starts, .. } => {
                LiarsStage::Rolling { opener: self.opener, hands: self.hands, told: !starts }
            }
            LiarsPhase::Bidding => LiarsStage::Bidding {
                opener: self.opener,
                hands: self.hands,
                bids: self.bids.iter().map(|placed| placed.bid).collect(),
            },
            LiarsPhase::Over => return None,
        };
        let mut palifico_used = self.palifico_used;
        if self.palifico {
            palifico_used.remove(self.opener);
        }
        Some(LiarsPosition {
            dice: self.dice,
            round: self.round,
            palifico_used,
            out_in: self.out_in,
            past: self.past.clone(),
            stage,
        })
    }

    pub(crate) fn set_up(
        rules: LiarsRules,
        position: &LiarsPosition,
    ) -> Result<Liars, PositionError> {
        check_players(GameKind::Liars, position.dice.len())?;
        check_dice(&rules, position)?;
        check_past(position)?;
        let mut game = Liars::new(rules, position.dice.len());
        game.dice = position.dice;
        game.palifico_used = position.palifico_used;
        game.out_in = position.out_in;
        game.past.extend_from_slice(&position.past);
        match &position.stage {
            LiarsStage::OpenerDice { among } => {
                check_opener_dice(&rules, position, *among)?;
                game.wait_for_opener(position.round, LiarsPhase::OpenerDice(*among));
            }
            LiarsStage::OpenerLot => {
                check_opener_lot(&rules, position)?;
                game.wait_for_opener(position.round, LiarsPhase::OpenerLot(game.seats_in()));
            }
            LiarsStage::Rolling { opener, hands, told } => {
                game.set_up_round(position.round, *opener)?;
                game.set_up_rolling(hands, *told)?;
            }
            LiarsStage::Bidding { opener, hands, bids } => {
                game.set_up_round(position.round, *opener)?;
                game.set_up_bidding(hands, bids)?;
            }
        }
        Ok(game)
    }

    pub(super) fn wait_for_opener(&mut self, round: u16, phase: LiarsPhase) {
        self.round = round;
        self.opener = Seat::default();
        self.to_act = Seat::default();
        self.palifico = false;
        self.phase = phase;
    }

    fn set_up_round(&mut self, round: u16, opener: Seat) -> Result<(), PositionError> {
        if round == 0 {
            return Err(PositionError::Round { given: 0, least: 1, most: u16::MAX });
        }
        if !self.seats_in().contains(opener) {
            let why = "it holds no dice";
            return Err(PositionError::Seat { what: "the opener", seat: opener, why });
        }
        self.round = round - 1;
        self.start_round(opener);
        Ok(())
    }

    fn set_up_rolling(&mut self, hands: &BySeat<Dice>, told: bool) -> Result<(), PositionError> {
        same_seats("the list of hands", hands, self.seats())?;
        let rolled = hands.seats_where(|hand| !hand.is_empty());
        if told && self.rules.stacked == 0 {
            let why = "these rules have no stacked rolls, so nothing is rolled again";
            return Err(PositionError::Impossible(why));
        }
        if !told && !rolled.is_empty() {
            let why = "hands are rolled all at once, except after a stacked roll";
            return Err(PositionError::Impossible(why));
        }
        for seat in rolled {
            check_hand(seat, &hands[seat], self.dice[seat], self.rules.faces)?;
        }
        let pending: Seats =
            self.seats_in().iter().filter(|seat| !rolled.contains(*seat)).collect();
        if pending.is_empty() {
            return Err(PositionError::Impossible("all hands are rolled: the stage is bidding"));
        }
        self.hands = *hands;
        self.phase = LiarsPhase::Hands { pending, starts: !told };
        Ok(())
    }

    fn set_up_bidding(&mut self, hands: &BySeat<Dice>, bids: &[Bid]) -> Result<(), PositionError> {
        same_seats("the list of hands", hands, self.seats())?;
        for (seat, hand) in hands.iter() {
            check_hand(seat, hand, self.dice[seat], self.rules.faces)?;
        }
        self.hands = *hands;
        self.phase = LiarsPhase::Bidding;
        for bid in bids {
            let (seat, act) = (self.to_act, Act::Bid(*bid));
            let played = self.play(seat, act, &mut crate::event::Ignore);
            played.map_err(|why| PositionError::Act { seat, act, why })?;
        }
        Ok(())
    }

    /// The game as it may be by what `view` tells.
    pub(crate) fn imagine(view: &LiarsView<'_>, guess: &Guess) -> Result<Liars, PositionError> {
        let opener = view.opener.ok_or(PositionError::NobodyToAct)?;
        let seats = view.dice.len();
        let own = view.viewer.seat();
        let hands = BySeat::from_fn(seats, |seat| {
            if own == Some(seat) { view.hand.unwrap_or_default() } else { guess.hand(seat) }
        });
        let mut palifico_used = view.palifico_used;
        if view.palifico {
            palifico_used.remove(opener);
        }
        let position = LiarsPosition {
            dice: view.dice,
            round: view.round,
            palifico_used,
            out_in: view.out_in(),
            past: view.past.to_vec(),
            stage: LiarsStage::Bidding {
                opener,
                hands,
                bids: view.bids.iter().map(|placed| placed.bid).collect(),
            },
        };
        Liars::set_up(view.rules, &position)
    }
}

impl LiarsView<'_> {
    /// What the view leaves open: everybody else's dice.
    pub fn unseen(&self) -> Unseen {
        let own = self.viewer.seat();
        let hidden = |seat| self.to_act.is_some() && own != Some(seat);
        Unseen {
            hands: BySeat::from_fn(
                self.dice.len(),
                |seat| {
                    if hidden(seat) { self.dice[seat] } else { 0 }
                },
            ),
            sides: self.rules.faces,
            splits: Seats::NONE,
        }
    }

    /// The round in which each seat without dice went out, by the past rounds; the first where
    /// they do not tell.
    fn out_in(&self) -> BySeat<Option<u16>> {
        let seats = self.dice.len();
        let mut dice = BySeat::filled(seats, self.rules.dice);
        let mut out_in = BySeat::filled(seats, None);
        for past in self.past.iter() {
            let (round, losers) = match past {
                PastRound::Showdown(shown) => (shown.round, shown.losers),
                PastRound::Fault { round, seat, .. } => (*round, Seats::only(*seat)),
            };
            for seat in losers.iter().filter(|seat| seat.index() < seats) {
                dice[seat] = dice[seat].saturating_sub(1);
                if dice[seat] == 0 && self.dice[seat] == 0 {
                    out_in[seat] = Some(round);
                }
            }
            if let Some(gainer) = gainer(&self.rules, past).filter(|seat| seat.index() < seats) {
                dice[gainer] = (dice[gainer] + 1).min(self.rules.dice);
            }
        }
        BySeat::from_fn(seats, |seat| match self.dice[seat] {
            0 => out_in[seat].or(Some(1)),
            _ => None,
        })
    }
}

/// The seat that got a die back at the end of a past round, unless it had all its dice.
fn gainer(rules: &LiarsRules, past: &PastRound) -> Option<Seat> {
    let PastRound::Showdown(shown) = past else { return None };
    let gains = rules.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains);
    (gains && shown.exact && shown.right).then_some(shown.caller)
}

fn check_dice(rules: &LiarsRules, position: &LiarsPosition) -> Result<(), PositionError> {
    let seats = position.dice.len();
    same_seats("the list of rounds that seats went out in", &position.out_in, seats)?;
    for (seat, dice) in position.dice.iter() {
        if *dice > rules.dice {
            let (given, most) = ((*dice).into(), rules.dice.into());
            let what = "the number of dice";
            return Err(PositionError::Number { what, seat, given, least: 0, most });
        }
        if (*dice == 0) != position.out_in[seat].is_some() {
            let why = "a seat has gone out in some round if, and only if, it holds no dice";
            return Err(PositionError::Impossible(why));
        }
        if position.out_in[seat].is_some_and(|out| out == 0 || out > position.round) {
            let why = "nobody goes out in a round that was not played";
            return Err(PositionError::Impossible(why));
        }
    }
    if position.dice.seats_where(|dice| *dice > 0).len() < 2 {
        return Err(PositionError::Over("fewer than two players hold dice"));
    }
    if rules.one_round && position.dice.values().any(|dice| *dice != rules.dice) {
        let why = "in a game of one round the loss of a die ends it";
        return Err(PositionError::Impossible(why));
    }
    let has_palifico = rules.palifico && rules.dice > 1;
    if !position.palifico_used.is_empty() && !has_palifico {
        return Err(PositionError::Impossible("these rules have no palifico rounds"));
    }
    if !at_table(position.palifico_used, seats) {
        let why = "a palifico round was opened by a seat that the table does not have";
        return Err(PositionError::Impossible(why));
    }
    Ok(())
}

/// Past rounds are there to be read, so they must be of this table.
fn check_past(position: &LiarsPosition) -> Result<(), PositionError> {
    let seats = position.dice.len();
    for past in &position.past {
        let of_table = match past {
            PastRound::Fault { seat, .. } => seat.index() < seats,
            PastRound::Showdown(shown) => {
                let mut named = shown.losers;
                named.insert(shown.bidder);
                named.insert(shown.caller);
                shown.hands.len() == seats && at_table(named, seats)
            }
        };
        if !of_table {
            return Err(PositionError::Impossible("a past round is of another table"));
        }
    }
    Ok(())
}

fn check_opener_dice(
    rules: &LiarsRules,
    position: &LiarsPosition,
    among: Seats,
) -> Result<(), PositionError> {
    if rules.first_opener != FirstOpener::LowestRoll {
        return Err(PositionError::Impossible("these rules do not roll for the first opener"));
    }
    if position.round != 0 {
        return Err(PositionError::Round { given: position.round, least: 0, most: 0 });
    }
    check_all_dice(rules, position)?;
    if among.len() < 2 || !at_table(among, position.dice.len()) {
        let why = "two or more players of the table roll for the first opener";
        return Err(PositionError::Impossible(why));
    }
    Ok(())
}

fn check_opener_lot(rules: &LiarsRules, position: &LiarsPosition) -> Result<(), PositionError> {
    let drawn = match position.round {
        0 => rules.first_opener == FirstOpener::Random,
        _ => rules.next_opener == NextOpener::Random && !rules.one_round,
    };
    if !drawn {
        return Err(PositionError::Impossible("these rules do not draw this opener by lot"));
    }
    if position.round == 0 { check_all_dice(rules, position) } else { Ok(()) }
}

/// Before the first round everybody has all dice.
fn check_all_dice(rules: &LiarsRules, position: &LiarsPosition) -> Result<(), PositionError> {
    if position.dice.values().all(|dice| *dice == rules.dice) {
        Ok(())
    } else {
        Err(PositionError::Impossible("before the first round everybody has all dice"))
    }
}
