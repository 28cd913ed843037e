//! What the ends of a round are worth.

use dicehouse_rules::liars::{Challenge, LiarsRules, NextRound, PlacedBid};
use dicehouse_rules::{Bid, BySeat, Face};

use crate::Side;

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A call on a true bid.
    WrongCall,
    /// A call on a false bid.
    RightCall,
    /// An exact call that is not exactly right.
    WrongExact,
    /// An exact call that is right.
    RightExact,
}

impl End {
    const ALL: [End; 4] = [End::WrongCall, End::RightCall, End::WrongExact, End::RightExact];

    /// A bid of one, and how many dice count when a round ends like this.
    fn count(self) -> u8 {
        match self {
            End::WrongCall | End::RightExact => 1,
            End::RightCall | End::WrongExact => 0,
        }
    }

    fn is_exact(self) -> bool {
        matches!(self, End::WrongExact | End::RightExact)
    }
}

/// What each end of a round is worth to the player who opened it: 1 is a won game, −1 a lost one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    worth: [[f64; 4]; 2],
}

/// What follows a round of two, seen by the player who opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The game is over.
    Over {
        /// Who won.
        winner: Side,
    },
    /// Another round.
    Round {
        /// The dice of this round's opener and of the responder, from now on.
        dice: [u8; 2],
        /// Who opens it; `None` when that is drawn by lot.
        opener: Option<Side>,
    },
}

impl Stakes {
    /// The stakes of a round opened with `dice[0]` dice against `dice[1]`, when what follows is
    /// `worth` so much to its opener. Who loses what is settled by the rules.
    pub fn new(rules: &LiarsRules, dice: [u8; 2], worth: impl Fn(Next) -> f64) -> Stakes {
        let mut stakes = Stakes { worth: [[0.0; 4]; 2] };
        for caller in Side::BOTH {
            for end in End::ALL {
                if !end.is_exact() || rules.exact.is_some() {
                    let next = follows(rules, dice, caller, end);
                    stakes.worth[caller.index()][end as usize] = worth(next);
                }
            }
        }
        stakes
    }

    /// The stakes when the loser of the round loses the game, as under `one_round`.
    pub fn one_round(rules: &LiarsRules, dice: [u8; 2]) -> Stakes {
        let rules = LiarsRules { one_round: true, ..*rules };
        Stakes::new(&rules, dice, |next| match next {
            Next::Over { winner } => winner.sign(),
            Next::Round { .. } => 0.0,
        })
    }

    /// What it is worth to `player` when `caller` ends the round like this.
    pub(crate) fn worth(&self, player: Side, caller: Side, end: End) -> f64 {
        player.sign() * self.worth[caller.index()][end as usize]
    }
}

/// What the rules say follows.
fn follows(rules: &LiarsRules, dice: [u8; 2], caller: Side, end: End) -> Next {
    let held = BySeat::from_fn(2, |seat| dice[seat.index()]);
    let challenge = Challenge {
        last: PlacedBid { seat: caller.other().seat(), bid: Bid::new(1, Face::ONE) },
        caller: caller.seat(),
        exact: rules.exact.filter(|_| end.is_exact()),
    };
    let settled = rules.settle(&challenge, end.count(), &held);
    let player = Side::of_seat;
    match settled.next {
        NextRound::Over => {
            let loser = settled.losers.nth(0).map_or(caller.other(), player);
            Next::Over { winner: loser.other() }
        }
        NextRound::OpenedBy(seat) => {
            Next::Round { dice: both(&settled.dice), opener: Some(player(seat)) }
        }
        NextRound::OpenedByLot(_) => Next::Round { dice: both(&settled.dice), opener: None },
    }
}

fn both(dice: &BySeat<u8>) -> [u8; 2] {
    Side::BOTH.map(|player| dice[player.seat()])
}
