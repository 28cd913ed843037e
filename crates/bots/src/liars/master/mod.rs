//! `master`: a mixed strategy learnt by playing against itself, for any rules and any table.
//!
//! A network sees the round as the player sees it ([`inputs`]) and says how likely each act should
//! be ([`network`]); the bot draws one of them. For two there are several such networks, and a lot decides
//! each round which of them plays: nobody knows whose bids they are reading. So it opens with faces it does not hold, calls
//! faces it does, and nobody can tell its dice from its bids. It was trained to win games, not
//! dice: what a round is worth is the chance to win that follows from it. Where the end of a game for
//! two is solved ([`Endgames`]) it plays the solution instead: with one die each everywhere, with more dice
//! where its caller has tables of them.
//! `training/liars/README.md` says how, and how it was measured.
//!
//! Players who calculate, and players who count chances by their own dice ([`counters`]), are another matter: they
//! can be read, and are. Once the cups have shown that somebody is one ([`calculators`]), acts are tried out against
//! them in advance ([`foresight`]).

mod calculators;
mod counters;
mod foresight;
mod inputs;
mod network;
#[cfg(test)]
mod training;
mod worth;

use std::sync::{Arc, LazyLock};

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, Allowed, BidActs, GameKind, OptionValue};
use dicehouse_solver::matches::Endgames;
use dicehouse_table::Player;

use crate::bot::{BotInfo, Difficulty, Entry, Factory};
use crate::chance::Luck;
use crate::options::BotOption;

use self::calculators::Calculators;
use self::inputs::Inputs;
use self::network::{Likes, PolicyNetwork};
pub use self::worth::liars_chances;
use super::odds::Appraiser;
use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "master",
        game: GameKind::Liars,
        difficulty: Difficulty::Expert,
        about: "mixes its play so that nobody can read its dice, and plays to win the game",
        options: &[BotOption {
            name: "worlds",
            about: "in how many hands of the others it tries its acts: more is stronger and slower",
            allowed: Allowed::Number { from: 0, to: 1000 },
            default: OptionValue::Number(32),
        }],
        version: "5",
    },
    make: |values| Arc::new(LiarsMasters { worlds: values.number("worlds"), riddles: 0 }),
};

/// What can be worked out without files. It does not depend on the asker, so all masters share it.
static WORKED_OUT: LazyLock<Arc<Endgames>> = LazyLock::new(Arc::default);

/// What makes a `master` for each seat that wants one.
pub(super) struct LiarsMasters {
    /// In how many worlds they try their acts.
    pub worlds: u16,
    /// How many of a hundred acts are riddles: drawn by what they are worth, and not by the policy.
    pub riddles: u16,
}

impl Factory for LiarsMasters {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        self.advised(seed, &WORKED_OUT)
    }

    fn advised(&self, seed: u64, endgames: &Arc<Endgames>) -> Box<dyn Player + Send> {
        seat(Master {
            strategy: Strategy::advised(endgames),
            calculators: Calculators::new(),
            luck: Luck::new(seed),
            worlds: self.worlds,
            riddles: self.riddles,
            lot: Lot::default(),
        })
    }

    fn mix(&self, view: &LiarsView<'_>, endgames: Option<&Endgames>) -> Option<Vec<(Act, f64)>> {
        endgames.unwrap_or(&WORKED_OUT).mix(view)
    }
}

/// Acts that the network plays more rarely than this are noise of its training and are left out.
const RARE: f64 = 0.02;
/// What an act must be worth more, in dice, for two to become e times as likely. With less of it the bot
/// wins more against honest players, and players who can read it win more against the bot …
const LEANING_OF_TWO: f64 = 1.0;
/// … which matters less where many play: nobody has the next act alone.
const LEANING_OF_MANY: f64 = 0.1;
/// What an act must be worth more, in dice, to become e times as likely against players who can certainly
/// be read.
const TRUST_IN_FORESIGHT: f64 = 0.05;
/// Where players can be read less likely than this, nothing is tried out.
const WORTH_TRYING: f64 = 0.1;
/// How many of the most valuable acts are tried out besides those that the policy considers.
const ACTS_TO_TRY: usize = 8;
/// What an act must be worth more, in dice, to become e times as likely in a riddle.
const CONTENT: f64 = 0.26;

struct Master {
    strategy: Strategy,
    calculators: Calculators,
    luck: Luck,
    /// In how many worlds it tries its acts.
    worlds: u16,
    /// How many of a hundred acts are riddles: drawn by what they are worth, and not by the policy.
    riddles: u16,
    lot: Lot,
}

/// Which network plays the round.
#[derive(Default)]
struct Lot {
    round: u16,
    drawn: usize,
}

impl Lot {
    /// The network for this round, which it keeps until the round is over.
    fn network(&mut self, view: &LiarsView<'_>, luck: &mut Luck) -> &'static PolicyNetwork {
        let networks = PolicyNetwork::trained(view.seats_in().len());
        if self.round != view.round {
            *self = Lot { round: view.round, drawn: luck.below(networks.len()) };
        }
        &networks[self.drawn % networks.len()]
    }
}

impl DecideLiars for Master {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        if let Some(solved) = self.strategy.solved(view, legal) {
            return self.draw(&solved, legal);
        }
        let mut choices = self.considered(view, legal);
        if self.worlds > 0 {
            self.calculators.learn(view, usual);
            self.foresee(view, legal, &mut choices);
        }
        let act = self.draw(&choices, legal);
        if self.worlds > 0 {
            self.calculators.acted(view, act);
        }
        act
    }
}

impl Master {
    fn draw(&mut self, choices: &[Candidate], legal: &BidActs) -> Act {
        let drawn = self.luck.weighted(choices.iter().map(|choice| choice.weight));
        drawn.map_or_else(|| call_or_lowest(legal), |at| choices[at].act)
    }

    /// The acts it considers, with how likely each is: by the policy, or now and then by what they are worth.
    fn considered(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Vec<Candidate> {
        if self.riddles > 0 && self.luck.percent(self.riddles) {
            let mut choices = Vec::new();
            self.strategy.appraiser.each(view, legal, |worth, act| {
                choices.push(Candidate { act, weight: (worth / CONTENT).exp() });
            });
            return choices;
        }
        let network = self.lot.network(view, &mut self.luck);
        let mut choices = policy(view, legal, [network]);
        self.strategy.lean(view, legal, &mut choices);
        choices
    }

    /// Makes what pays against players who can be read likelier, the more surely the others can.
    fn foresee(&mut self, view: &LiarsView<'_>, legal: &BidActs, choices: &mut Vec<Candidate>) {
        let likely = self.others_can_be_read(view);
        if likely < WORTH_TRYING {
            return;
        }
        self.consider_more(view, legal, choices);
        let acts: Vec<Act> = choices.iter().map(|choice| choice.act).collect();
        let (calculators, luck) = (&mut self.calculators, &mut self.luck);
        let Some(worths) = foresight::worths(view, &acts, self.worlds, calculators, luck) else {
            return;
        };
        let best = worths.iter().copied().fold(f64::MIN, f64::max);
        for (choice, worth) in choices.iter_mut().zip(worths) {
            choice.weight *= (likely * (worth - best) / TRUST_IN_FORESIGHT).exp();
        }
    }

    /// How likely the others can be read, on average.
    fn others_can_be_read(&self, view: &LiarsView<'_>) -> f64 {
        let others = view.seats_in().iter().filter(|seat| view.viewer.seat() != Some(*seat));
        let (mut sum, mut count) = (0.0, 0.0);
        for seat in others {
            sum += self.calculators.likely(seat).readable();
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }

    /// Adds acts that are worth a lot and that the policy leaves out, as rare ones.
    fn consider_more(
        &mut self,
        view: &LiarsView<'_>,
        legal: &BidActs,
        choices: &mut Vec<Candidate>,
    ) {
        let mut worths: Vec<(f64, Act)> = Vec::new();
        self.strategy.appraiser.each(view, legal, |worth, act| worths.push((worth, act)));
        worths.sort_by(|one, other| other.0.total_cmp(&one.0));
        let rare = RARE * choices.iter().map(|choice| choice.weight).sum::<f64>();
        for (_, act) in worths.iter().take(ACTS_TO_TRY) {
            if choices.iter().all(|choice| choice.act != *act) {
                choices.push(Candidate { act: *act, weight: rare });
            }
        }
    }
}

/// How likely `act` is for somebody who plays as the network does.
pub(super) fn usual(view: &LiarsView<'_>, act: Act) -> f64 {
    let Some(own) = view.viewer.seat() else { return 0.0 };
    let legal = view.bidding(own).acts(view.standing_bid(), view.bids.len());
    // One network is enough to read a player who is not a network.
    let choices = policy(view, &legal, &PolicyNetwork::trained(view.seats_in().len())[..1]);
    let total: f64 = choices.iter().map(|choice| choice.weight).sum();
    choices.iter().find(|choice| choice.act == act).map_or(0.0, |choice| choice.weight / total)
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
        self.shares(view, legal, PolicyNetwork::trained(view.seats_in().len()))
    }

    /// As [`Strategy::mix`], in a round whose network has been drawn by `lot`: quicker, and what is done in
    /// that round.
    pub fn mix_by_lot(
        &mut self,
        view: &LiarsView<'_>,
        legal: &BidActs,
        lot: usize,
    ) -> Vec<(Act, f64)> {
        let networks = PolicyNetwork::trained(view.seats_in().len());
        self.shares(view, legal, &networks[lot % networks.len()..][..1])
    }

    fn shares(
        &mut self,
        view: &LiarsView<'_>,
        legal: &BidActs,
        networks: &[PolicyNetwork],
    ) -> Vec<(Act, f64)> {
        let choices = self.choices(view, legal, networks);
        let total: f64 = choices.iter().map(|choice| choice.weight).sum();
        if choices.is_empty() || !(total.is_finite() && total > 0.0) {
            return vec![(call_or_lowest(legal), 1.0)];
        }
        choices.iter().map(|choice| (choice.act, choice.weight / total)).collect()
    }

    /// The acts worth considering, with how likely each is.
    fn choices(
        &mut self,
        view: &LiarsView<'_>,
        legal: &BidActs,
        networks: &[PolicyNetwork],
    ) -> Vec<Candidate> {
        if let Some(solved) = self.solved(view, legal) {
            return solved;
        }
        let mut choices = policy(view, legal, networks);
        self.lean(view, legal, &mut choices);
        choices
    }

    /// What the solution does, where there is one.
    fn solved(&self, view: &LiarsView<'_>, legal: &BidActs) -> Option<Vec<Candidate>> {
        let mix = self.endgames.mix(view)?;
        let legal = mix.into_iter().filter(|(act, _)| Acts::Bid(*legal).contains(*act));
        let choices: Vec<Candidate> =
            legal.map(|(act, weight)| Candidate { act, weight }).collect();
        (choices.iter().map(|choice| choice.weight).sum::<f64>() > 0.0).then_some(choices)
    }

    /// Leans towards the acts that pay against players like these.
    ///
    /// The policy is made to be safe against anybody; what the players have shown says more. An
    /// act's weight grows with what it is worth by that, but what the policy would not do at all
    /// stays undone.
    fn lean(&mut self, view: &LiarsView<'_>, legal: &BidActs, choices: &mut [Candidate]) {
        let mut worths: Vec<(Act, f64)> = Vec::new();
        self.appraiser.each(view, legal, |worth, act| worths.push((act, worth)));
        let worth = |act: Act| Some(worths.iter().find(|(known, _)| *known == act)?.1);
        let leaning = if view.seats_in().len() > 2 { LEANING_OF_MANY } else { LEANING_OF_TWO };
        let lowest = worths.iter().map(|(_, worth)| *worth).fold(f64::MAX, f64::min);
        for choice in choices {
            let worth = worth(choice.act).unwrap_or(lowest);
            choice.weight *= (worth / leaning).exp();
        }
    }
}

/// An act and how likely it is.
struct Candidate {
    act: Act,
    weight: f64,
}

/// The acts that networks consider, with how likely each is when any of them may play.
fn policy<'n>(
    view: &LiarsView<'_>,
    legal: &BidActs,
    networks: impl IntoIterator<Item = &'n PolicyNetwork>,
) -> Vec<Candidate> {
    let Some(own) = view.viewer.seat() else { return Vec::new() };
    let inputs = Inputs::new(view, own);
    let mut all: Vec<Candidate> = Vec::new();
    for network in networks {
        let choices = choices(view, legal, &inputs, &network.likes(&inputs));
        let total: f64 = choices.iter().map(|choice| choice.weight).sum();
        for Candidate { act, weight } in choices {
            match all.iter_mut().find(|known| known.act == act) {
                Some(known) => known.weight += weight / total,
                None => all.push(Candidate { act, weight: weight / total }),
            }
        }
    }
    all
}

/// The acts worth considering, with how likely each is.
fn choices(
    view: &LiarsView<'_>,
    legal: &BidActs,
    inputs: &Inputs,
    likes: &Likes,
) -> Vec<Candidate> {
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
fn weighted(liked: &[(Act, f32)]) -> Vec<Candidate> {
    let most = liked.iter().map(|(_, like)| *like).fold(f32::MIN, f32::max);
    let weights: Vec<f64> = liked.iter().map(|(_, like)| f64::from(like - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    // The likeliest act stays, however many there are.
    let least = RARE.min(1.0 / total) * total;
    let choices = liked.iter().zip(weights);
    choices
        .filter(|(_, weight)| *weight >= least)
        .map(|((act, _), weight)| Candidate { act: *act, weight })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use dicehouse_rules::liars::{LiarsRules, PlacedBid};
    use dicehouse_rules::{Bid, BySeat, Dice, Face, Seat, Seats, Viewer};
    use serde::Deserialize;

    use super::inputs::OFFSETS;
    use super::training::TrainedRules;
    use super::*;

    /// A position of the training with what its network said there.
    #[derive(Deserialize)]
    struct Case {
        network: usize,
        #[serde(flatten)]
        rules: TrainedRules,
        palifico: bool,
        one_round: bool,
        fixed: u8,
        seat: usize,
        dice: Vec<u8>,
        hand: Vec<u8>,
        bids: Vec<(usize, u8, u8)>,
        allowed: Vec<usize>,
        logits: Vec<f32>,
    }

    impl Case {
        fn view(&self) -> LiarsView<'static> {
            let seat = |seat| Seat::new(seat).unwrap();
            let placed = |(by, quantity, face): &(usize, u8, u8)| PlacedBid {
                seat: seat(*by),
                bid: Bid::new(*quantity, Face::new(*face).unwrap()),
            };
            LiarsView {
                viewer: Viewer::Seat(seat(self.seat)),
                rules: LiarsRules { one_round: self.one_round, ..self.rules.rules() },
                round: 1,
                opener: None,
                to_act: Some(seat(self.seat)),
                hand: Dice::from_pips(&self.hand),
                dice: BySeat::from_fn(self.dice.len(), |seat| self.dice[seat.index()]),
                lost: BySeat::filled(self.dice.len(), 0),
                wild: Face::new(self.rules.wild),
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
    fn the_networks_say_what_the_training_said() {
        assert!(cases().len() >= 80);
        for case in cases() {
            let view = case.view();
            let inputs = Inputs::new(&view, Seat::new(case.seat).unwrap());
            let likes = PolicyNetwork::trained(2)[case.network].likes(&inputs);
            let steps = OFFSETS.len();
            let bids = inputs.bids.iter().enumerate().flat_map(|(face, bids)| {
                let there = bids.iter().enumerate().filter(|(_, bid)| bid.is_some());
                there.map(move |(offset, _)| face * steps + offset).collect::<Vec<_>>()
            });
            let mut allowed: Vec<usize> = bids.collect();
            allowed.extend((!case.bids.is_empty()).then_some(72));
            allowed.extend((!case.bids.is_empty() && case.rules.exact).then_some(73));
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

    /// One network plays a whole round, and all of them get their turn; with three or more players there is one.
    #[test]
    fn a_lot_is_drawn_for_each_round() {
        let (mut lot, mut luck) = (Lot::default(), Luck::new(1));
        let mut cases = cases().into_iter();
        let mut view = cases.find(|case| case.dice.len() == 2).unwrap().view();
        let mut played = [0; 4];
        assert_eq!(PolicyNetwork::trained(2).len(), played.len());
        for round in 1..=400 {
            view.round = round;
            let network = lot.network(&view, &mut luck);
            for _ in 0..3 {
                assert!(std::ptr::eq(lot.network(&view, &mut luck), network));
            }
            let networks = PolicyNetwork::trained(2).iter();
            let place = networks.into_iter().position(|known| std::ptr::eq(known, network));
            played[place.unwrap()] += 1;
        }
        // Standard deviation 9.
        assert!(played.iter().all(|rounds| (60..140).contains(rounds)), "{played:?}");
        assert_eq!(PolicyNetwork::trained(3).len(), 1);
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
            let choices = policy(&view, &legal, PolicyNetwork::trained(2));
            assert!(choices.iter().all(|choice| choice.act == Act::Call), "an impossible bid");
        }
    }
}
