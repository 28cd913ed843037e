//! `master`: a mixed strategy learnt by playing against itself, for any rules and any table.
//!
//! A network sees the round as the player sees it ([`inputs`]) and says how likely each act should
//! be ([`network`]); the bot draws one of them. So it opens with faces it does not hold, calls
//! faces it does, and nobody can tell its dice from its bids. It was trained to win games, not
//! dice: what a round is worth is the chance to win that follows from it. Where the end of a game for
//! two is solved ([`Endgames`]) it plays the solution instead: with one die each everywhere, with more dice
//! where whoever seats it has tables of them.
//! `training/liars/README.md` says how, and how it was measured.

mod inputs;
mod network;

use std::sync::{Arc, LazyLock};

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, BidActs, GameKind};
use dicehouse_solver::matches::Endgames;
use dicehouse_table::Player;

use crate::bot::{BotInfo, Difficulty, Entry, Factory};
use crate::chance::Luck;

use self::inputs::Inputs;
use self::network::{Likes, Network};
use super::odds::Appraiser;
use super::{Decide, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "master",
        game: GameKind::Liars,
        difficulty: Difficulty::Expert,
        about: "mixes its play so that nobody can read its dice, and plays to win the game",
        options: &[],
        version: "2",
    },
    make: |_| Arc::new(Masters),
};

/// What can be worked out without files. It is the same whoever asks, so all masters share it.
static WORKED_OUT: LazyLock<Arc<Endgames>> = LazyLock::new(Arc::default);

/// Makes masters.
struct Masters;

impl Factory for Masters {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        self.advised(seed, &WORKED_OUT)
    }

    fn advised(&self, seed: u64, endgames: &Arc<Endgames>) -> Box<dyn Player + Send> {
        seat(Master { strategy: Strategy::advised(endgames), luck: Luck::new(seed) })
    }

    fn mix(&self, view: &LiarsView<'_>, endgames: Option<&Endgames>) -> Option<Vec<(Act, f64)>> {
        endgames.unwrap_or(&WORKED_OUT).mix(view)
    }
}

/// What the network would do more rarely than this is noise of its training, and is not done.
const RARE: f64 = 0.02;
/// What an act must be worth more, in dice, to become e times as likely. With half of it the bot wins
/// more against honest players and less against those that mix.
const LEANING: f64 = 0.2;

struct Master {
    strategy: Strategy,
    luck: Luck,
}

impl Decide for Master {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let choices = self.strategy.choices(view, legal);
        let drawn = self.luck.weighted(choices.iter().map(|choice| choice.weight));
        drawn.map_or_else(|| call_or_lowest(legal), |at| choices[at].act)
    }
}

/// How `master` mixes its acts in one game of `liars`. It can be asked for any seat of that game.
pub struct Strategy {
    appraiser: Appraiser,
    endgames: Arc<Endgames>,
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::advised(&WORKED_OUT)
    }
}

impl Strategy {
    /// Plays the solutions in `endgames` where they reach.
    fn advised(endgames: &Arc<Endgames>) -> Strategy {
        Strategy { appraiser: Appraiser::new(), endgames: endgames.clone() }
    }

    /// How often the viewer, whose turn it is, plays each act; adds up to 1. Acts that are never
    /// played are left out.
    pub fn mix(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Vec<(Act, f64)> {
        let choices = self.choices(view, legal);
        let total: f64 = choices.iter().map(|choice| choice.weight).sum();
        if choices.is_empty() || !(total.is_finite() && total > 0.0) {
            return vec![(call_or_lowest(legal), 1.0)];
        }
        choices.iter().map(|choice| (choice.act, choice.weight / total)).collect()
    }

    /// The acts worth considering, with how likely each is.
    fn choices(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Vec<Choice> {
        if let Some(solved) = self.solved(view, legal) {
            return solved;
        }
        let Some(own) = view.viewer.seat() else { return Vec::new() };
        let inputs = Inputs::new(view, own);
        let likes = Network::trained().likes(&inputs);
        let mut choices = choices(view, legal, &inputs, &likes);
        self.lean(view, legal, &mut choices);
        choices
    }

    /// What the solution does, where there is one.
    fn solved(&self, view: &LiarsView<'_>, legal: &BidActs) -> Option<Vec<Choice>> {
        let mix = self.endgames.mix(view)?;
        let legal = mix.into_iter().filter(|(act, _)| Acts::Bid(*legal).contains(*act));
        let choices: Vec<Choice> = legal.map(|(act, weight)| Choice { act, weight }).collect();
        (choices.iter().map(|choice| choice.weight).sum::<f64>() > 0.0).then_some(choices)
    }

    /// Leans towards the acts that pay against players like these.
    ///
    /// The policy is made to be safe against anybody; what the players have shown says more. An
    /// act's weight grows with what it is worth by that, but what the policy would not do at all
    /// stays undone.
    fn lean(&mut self, view: &LiarsView<'_>, legal: &BidActs, choices: &mut [Choice]) {
        let mut worths: Vec<(Act, f64)> = Vec::new();
        self.appraiser.each(view, legal, |worth, act| worths.push((act, worth)));
        let worth = |act: Act| Some(worths.iter().find(|(known, _)| *known == act)?.1);
        let lowest = worths.iter().map(|(_, worth)| *worth).fold(f64::MAX, f64::min);
        for choice in choices {
            let worth = worth(choice.act).unwrap_or(lowest);
            choice.weight *= (worth / LEANING).exp();
        }
    }
}

/// An act and how likely it is.
struct Choice {
    act: Act,
    weight: f64,
}

/// The acts worth considering, with how likely each is.
fn choices(view: &LiarsView<'_>, legal: &BidActs, inputs: &Inputs, likes: &Likes) -> Vec<Choice> {
    let mut liked: Vec<(Act, f32)> = Vec::new();
    for (bids, likes) in inputs.bids.iter().zip(&likes.bids) {
        let bids = bids.iter().zip(likes).filter_map(|(bid, like)| Some(((*bid)?, *like)));
        let allowed = bids.filter(|(bid, _)| legal.allows(*bid));
        liked.extend(allowed.map(|(bid, like)| (Act::Bid(bid), like)));
    }
    let raises = !liked.is_empty();
    let truth = view.standing_bid().map_or(0.0, |bid| view.chance_at_least(bid));
    // A call of a bid that its own dice make true is lost for certain; a bid that cannot be true
    // is called.
    if legal.call && !(raises && truth >= 1.0) {
        liked.push((Act::Call, if truth <= 0.0 { f32::MAX } else { likes.call }));
    }
    let exactly = view.standing_bid().map_or(0.0, |bid| view.chance_exactly(bid));
    if legal.exact && exactly > 0.0 {
        liked.push((Act::Exact, likes.exact));
    }
    weighted(&liked)
}

/// The likes as chances, without those that are rare.
fn weighted(liked: &[(Act, f32)]) -> Vec<Choice> {
    let most = liked.iter().map(|(_, like)| *like).fold(f32::MIN, f32::max);
    let weights: Vec<f64> = liked.iter().map(|(_, like)| f64::from(like - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    // The likeliest act stays, however many there are.
    let least = RARE.min(1.0 / total) * total;
    let choices = liked.iter().zip(weights);
    choices
        .filter(|(_, weight)| *weight >= least)
        .map(|((act, _), weight)| Choice { act: *act, weight })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use dicehouse_rules::liars::{
        Exact, ExactRight, ExactWrong, LiarsRules, NextOpener, PlacedBid, RaiseRule,
    };
    use dicehouse_rules::{Bid, BySeat, Dice, Face, Seat, Seats, Viewer};
    use serde::Deserialize;

    use super::inputs::OFFSETS;
    use super::*;

    /// A position of the training with what its network said there.
    #[derive(Deserialize)]
    struct Case {
        faces: u8,
        wild: u8,
        raise_: usize,
        exact: bool,
        gains: bool,
        bidder_pays: bool,
        palifico: bool,
        next_opener: usize,
        one_round: bool,
        most: u8,
        fixed: u8,
        seat: usize,
        dice: Vec<u8>,
        hand: Vec<u8>,
        bids: Vec<(usize, u8, u8)>,
        allowed: Vec<usize>,
        logits: Vec<f32>,
    }

    impl Case {
        fn rules(&self) -> LiarsRules {
            let raises = [RaiseRule::Quantity, RaiseRule::Face, RaiseRule::Half, RaiseRule::Perudo];
            let openers = [NextOpener::AfterLoser, NextOpener::Loser, NextOpener::Random];
            let right = if self.gains { ExactRight::CallerGains } else { ExactRight::OthersLose };
            let wrong =
                if self.bidder_pays { ExactWrong::BidderLoses } else { ExactWrong::CallerLoses };
            LiarsRules {
                dice: self.most,
                faces: self.faces,
                wild: Face::new(self.wild),
                raise: raises[self.raise_],
                cap: true,
                exact: self.exact.then_some(Exact { right, wrong }),
                next_opener: openers[self.next_opener],
                one_round: self.one_round,
                ..LiarsRules::default()
            }
        }

        fn view(&self) -> LiarsView<'static> {
            let seat = |seat| Seat::new(seat).unwrap();
            let placed = |(by, quantity, face): &(usize, u8, u8)| PlacedBid {
                seat: seat(*by),
                bid: Bid::new(*quantity, Face::new(*face).unwrap()),
            };
            LiarsView {
                viewer: Viewer::Seat(seat(self.seat)),
                rules: self.rules(),
                round: 1,
                opener: None,
                to_act: Some(seat(self.seat)),
                hand: Dice::from_pips(&self.hand),
                dice: BySeat::from_fn(self.dice.len(), |seat| self.dice[seat.index()]),
                lost: BySeat::filled(self.dice.len(), 0),
                wild: Face::new(self.wild),
                palifico: self.palifico,
                palifico_used: Seats::default(),
                fixed_face: Face::new(self.fixed).filter(|_| self.palifico),
                bids: Cow::Owned(self.bids.iter().map(placed).collect()),
                past: Cow::Owned(Vec::new()),
                standing: None,
            }
        }
    }

    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../../../training/liars/vectors.json")).unwrap()
    }

    #[test]
    fn the_network_says_what_the_training_said() {
        assert!(cases().len() >= 60);
        for case in cases() {
            let view = case.view();
            let inputs = Inputs::new(&view, Seat::new(case.seat).unwrap());
            let likes = Network::trained().likes(&inputs);
            let steps = OFFSETS.len();
            let bids = inputs.bids.iter().enumerate().flat_map(|(face, bids)| {
                let there = bids.iter().enumerate().filter(|(_, bid)| bid.is_some());
                there.map(move |(offset, _)| face * steps + offset).collect::<Vec<_>>()
            });
            let mut allowed: Vec<usize> = bids.collect();
            allowed.extend((!case.bids.is_empty()).then_some(72));
            allowed.extend((!case.bids.is_empty() && case.exact).then_some(73));
            assert_eq!(allowed, case.allowed, "{view:?}");
            for (action, expected) in allowed.iter().zip(&case.logits) {
                let like = match action {
                    72 => likes.call,
                    73 => likes.exact,
                    bid => likes.bids[bid / steps][bid % steps],
                };
                assert!(
                    (like - expected).abs() < 0.02,
                    "{action}: {like}, not {expected}: {view:?}"
                );
            }
        }
    }

    #[test]
    fn rare_acts_are_left_out_and_the_likeliest_stays() {
        let [a, b, c] = [Act::Call, Act::Exact, Act::LetPass];
        let kept = |likes: &[(Act, f32)]| weighted(likes).iter().map(|c| c.act).collect::<Vec<_>>();
        assert_eq!(kept(&[(a, 0.0), (b, 0.0), (c, -5.0)]), [a, b]);
        assert_eq!(kept(&[(a, f32::MAX), (b, 3.0)]), [a]);
        let many: Vec<_> = (0..100).map(|_| (a, 0.0)).collect();
        assert_eq!(kept(&many).len(), 100);
        assert!(kept(&[]).is_empty());
    }

    #[test]
    fn certain_things_are_not_got_wrong() {
        for mut case in cases() {
            let Some(last) = case.bids.last_mut() else { continue };
            let seat = Seat::new(case.seat).unwrap();
            last.1 = case.dice.iter().sum::<u8>() + 1;
            let view = case.view();
            let legal = view.bidding(seat).acts(view.standing_bid(), view.bids.len());
            let inputs = Inputs::new(&view, seat);
            let likes = Network::trained().likes(&inputs);
            let choices = choices(&view, &legal, &inputs, &likes);
            assert!(choices.iter().all(|choice| choice.act == Act::Call), "an impossible bid");
        }
    }
}
