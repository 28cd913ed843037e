//! What each decision was worth, for those who watch a game after it was played.

use std::fmt;

use dicehouse_rules::{Act, Bid, BySeat, Dice, Face, Game, Seat, View, Viewer};

/// Everybody's dice in the round being played, as a replay may show them.
pub fn all_hands(game: &Game) -> BySeat<Dice> {
    BySeat::from_fn(game.seats(), |seat| match game.view(Viewer::Seat(seat)) {
        View::Liars(view) => view.hand.unwrap_or_default(),
        View::Claims(view) => view.hand.unwrap_or_default(),
        View::Pairs(_) => Dice::none(),
    })
}

/// How many dice on the table count for each face of `liars`, wild ones included.
pub fn totals(game: &Game) -> Vec<(Face, u8)> {
    let View::Liars(view) = game.view(Viewer::Public) else { return Vec::new() };
    let hands = all_hands(game);
    let of = |face| hands.values().map(|hand| hand.count_for(face, view.wild)).sum();
    Face::first(view.rules.faces).map(|face| (face, of(face))).collect()
}

/// What a decision was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// A bid.
    Bid {
        /// Whether it was true.
        truthful: bool,
        /// How likely it was to be true, for all its bidder knew.
        chance: f64,
    },
    /// A call or an exact call.
    Call {
        /// Whether it was right.
        right: bool,
        /// How likely it was to be right, for all its caller knew.
        chance: f64,
    },
    /// A claim.
    Claim {
        /// Whether it was true.
        truthful: bool,
    },
    /// An answer to a claim. How likely a bluff is depends on the claimant alone, so there is no
    /// chance to give.
    Answer {
        /// Whether it was right.
        right: bool,
    },
}

impl Verdict {
    /// The verdict on `act` of `seat`, made when the game stood as in `before`.
    pub fn of(before: &Game, seat: Seat, act: Act) -> Option<Verdict> {
        match (before.view(Viewer::Seat(seat)), act) {
            (View::Liars(view), Act::Bid(bid)) => Some(Verdict::Bid {
                truthful: count(before, bid) >= bid.quantity,
                chance: view.chance_at_least(bid),
            }),
            (View::Liars(view), Act::Call) => {
                let bid = view.standing_bid()?;
                let right = count(before, bid) < bid.quantity;
                Some(Verdict::Call { right, chance: 1.0 - view.chance_at_least(bid) })
            }
            (View::Liars(view), Act::Exact) => {
                let bid = view.standing_bid()?;
                let right = count(before, bid) == bid.quantity;
                Some(Verdict::Call { right, chance: view.chance_exactly(bid) })
            }
            (View::Claims(view), Act::Claim(sum)) => {
                Some(Verdict::Claim { truthful: view.hand?.sum() == u16::from(sum) })
            }
            (View::Claims(view), Act::Call | Act::LetPass) => {
                let hands = all_hands(before);
                let bluff = hands.get(view.claimant?)?.sum() != u16::from(view.claim?);
                Some(Verdict::Answer { right: bluff == (act == Act::Call) })
            }
            _ => None,
        }
    }
}

/// How many dice on the table count for `bid`.
fn count(game: &Game, bid: Bid) -> u8 {
    totals(game).into_iter().find(|(face, _)| *face == bid.face).map_or(0, |(_, count)| count)
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Bid { truthful, chance } => {
                let truth = if truthful { "true" } else { "false" };
                write!(f, "{truth} bid, {} ({:.0} %)", likely(chance), chance * 100.0)
            }
            Verdict::Call { right, chance } => {
                let verdict = match (right, chance >= 0.5) {
                    (true, true) => "nice call",
                    (true, false) => "brilliant",
                    (false, true) => "unlucky",
                    (false, false) => "a long shot, missed",
                };
                write!(f, "{verdict} ({:.0} %)", chance * 100.0)
            }
            Verdict::Answer { right } => f.write_str(if right { "nice call" } else { "fooled" }),
            Verdict::Claim { truthful } => f.write_str(if truthful { "true" } else { "bluff" }),
        }
    }
}

/// How a bid with this chance feels.
fn likely(chance: f64) -> &'static str {
    match chance {
        c if c >= 0.8 => "safe",
        c if c >= 0.5 => "good",
        c if c >= 0.2 => "risky",
        _ => "daring",
    }
}
