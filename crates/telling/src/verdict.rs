//! What each decision was worth, for replays of a finished game.

use dicehouse_rules::{Act, Bid, BySeat, Dice, Face, Game, Seat, View, Viewer};

use crate::language::Language;
use crate::percent::percent;
use crate::{say, text};

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
    /// A bid, true or not.
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
    /// A claim, true or not.
    Claim {
        /// Whether it was true.
        truthful: bool,
    },
    /// An answer to a claim. How likely a bluff is depends on the claimant alone, so there is no
    /// chance to give.
    Answer {
        /// Whether the claim was called.
        called: bool,
        /// Whether that was right.
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
                let called = act == Act::Call;
                Some(Verdict::Answer { called, right: bluff == called })
            }
            _ => None,
        }
    }
}

/// How many dice on the table count for `bid`.
fn count(game: &Game, bid: Bid) -> u8 {
    totals(game).into_iter().find(|(face, _)| *face == bid.face).map_or(0, |(_, count)| count)
}

impl Language {
    /// A verdict in a few words.
    pub fn verdict(self, verdict: &Verdict) -> String {
        match *verdict {
            Verdict::Bid { truthful, chance } => {
                let (likely, chance) = (self.likely(chance), percent(chance));
                match truthful {
                    true => say!(self, "verdict.bid-true", likely = likely, chance = chance),
                    false => say!(self, "verdict.bid-false", likely = likely, chance = chance),
                }
            }
            Verdict::Call { right, chance } => {
                let verdict = match (right, chance >= 0.5) {
                    (true, true) => text!(self, "verdict.nice-call"),
                    (true, false) => text!(self, "verdict.brilliant"),
                    (false, true) => text!(self, "verdict.unlucky"),
                    (false, false) => text!(self, "verdict.long-shot"),
                };
                format!("{verdict} ({})", percent(chance))
            }
            Verdict::Answer { called, right } => match (called, right) {
                (true, true) => text!(self, "verdict.nice-call").to_owned(),
                (true, false) => text!(self, "verdict.wrong-call").to_owned(),
                (false, true) => text!(self, "verdict.believed").to_owned(),
                (false, false) => text!(self, "verdict.fooled").to_owned(),
            },
            Verdict::Claim { truthful: true } => text!(self, "verdict.true").to_owned(),
            Verdict::Claim { truthful: false } => text!(self, "verdict.bluff").to_owned(),
        }
    }

    /// How a bid with this chance feels.
    fn likely(self, chance: f64) -> &'static str {
        match chance {
            c if c >= 0.8 => text!(self, "verdict.safe"),
            c if c >= 0.5 => text!(self, "verdict.good"),
            c if c >= 0.2 => text!(self, "verdict.risky"),
            _ => text!(self, "verdict.daring"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{GameKind, Ignore, Ruleset};

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    /// A game with these hands dealt and these acts made, in turn.
    fn game(game: GameKind, preset: &str, hands: &[&[u8]], acts: &[&str]) -> Game {
        let ruleset = Ruleset::preset(game, preset).unwrap();
        let ruleset = match game {
            GameKind::Liars => ruleset.with(&[("dice", &hands[0].len().to_string())]).unwrap(),
            _ => ruleset,
        };
        let mut game = Game::new(&ruleset, 2).unwrap();
        let dice: Vec<Dice> = hands.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        game.roll(&dice, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        game
    }

    fn verdict(game: &Game, act: &str) -> String {
        let due = game.turn().due().nth(0).unwrap();
        Language::English.verdict(&Verdict::of(game, due, act.parse().unwrap()).unwrap())
    }

    #[test]
    fn bids_are_judged_by_the_truth_and_by_what_the_bidder_knew() {
        let start = game(GameKind::Liars, "variation", &[&[5, 5, 1], &[2, 3, 4]], &[]);
        assert_eq!(verdict(&start, "3x5"), "true bid, safe (100 %)");
        assert_eq!(verdict(&start, "4x5"), "false bid, good (70 %)");
        assert_eq!(verdict(&start, "5x5"), "false bid, risky (26 %)");
        assert_eq!(verdict(&start, "6x5"), "false bid, daring (4 %)");
        assert_eq!(totals(&start)[4], (Face::new(5).unwrap(), 3));
    }

    #[test]
    fn calls_are_judged_by_the_truth_and_by_their_chance() {
        let bid = |hands: [&[u8]; 2], bid| game(GameKind::Liars, "variation", &hands, &[bid]);
        assert_eq!(verdict(&bid([&[2, 2, 2], &[3, 3, 3]], "5x5"), "call"), "nice call (100 %)");
        assert_eq!(verdict(&bid([&[5, 5, 5], &[3, 3, 5]], "4x5"), "call"), "unlucky (96 %)");
        assert_eq!(verdict(&bid([&[2, 2, 2], &[5, 5, 3]], "3x5"), "call"), "brilliant (30 %)");
        let missed = verdict(&bid([&[5, 2, 2], &[5, 5, 3]], "3x5"), "call");
        assert_eq!(missed, "a long shot, missed (30 %)");
    }

    /// Chances are sums of many small ones; what is certain or impossible is said as such all the same.
    #[test]
    fn a_call_of_a_bid_one_holds_oneself_has_no_chance() {
        for dice in 1..=10usize {
            let (fives, twos) = (vec![5; dice], vec![2; dice]);
            let bid = game(GameKind::Liars, "contest", &[&twos, &fives], &["1x5"]);
            assert_eq!(verdict(&bid, "call"), "a long shot, missed (0 %)", "{dice} dice");
        }
    }

    #[test]
    fn claims_and_answers_are_judged_by_the_truth() {
        let start = game(GameKind::Claims, "simple", &[&[4, 5]], &[]);
        assert_eq!(verdict(&start, "claim 9"), "true");
        assert_eq!(verdict(&start, "claim 8"), "bluff");
        let truth = game(GameKind::Claims, "simple", &[&[4, 5]], &["claim 9"]);
        assert_eq!(verdict(&truth, "call"), "wrong call");
        assert_eq!(verdict(&truth, "let pass"), "rightly believed");
        let bluff = game(GameKind::Claims, "simple", &[&[4, 5]], &["claim 12"]);
        assert_eq!(verdict(&bluff, "call"), "nice call");
        assert_eq!(verdict(&bluff, "let pass"), "fooled");
        assert_eq!(Verdict::of(&bluff, seat(1), Act::Immunity), None);
    }
}
