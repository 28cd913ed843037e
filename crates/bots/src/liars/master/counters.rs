//! Players who count: they hold every bid against their own dice and the chance of all others, and take no
//! hint from anybody.
//!
//! How sure they want to be of an opening and how much they dare differs from one to the next, and some bid
//! on any face now and then. `counter` and `fox` are such players, and many people are.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, BidActs, Face};

use crate::chance::Luck;
use crate::liars::call_or_lowest;

/// How sure of an opening they may want to be.
const SURE: [f64; 4] = [0.4, 0.55, 0.7, 0.8];
/// How much more or less than a call they may like a raise, in chances.
const BOLD: [f64; 5] = [-0.2, -0.1, 0.0, 0.1, 0.2];
/// How often they bid on any face at all.
const BLUFFS: f64 = 0.15;

/// How likely each act is for somebody who counts and holds the dice in `view`. Adds up to 1.
pub(super) fn acts(view: &LiarsView<'_>, legal: &BidActs) -> Vec<(Act, f64)> {
    let raises: Vec<(Bid, f64)> =
        legal.lowest_bids().map(|bid| (bid, view.chance_at_least(bid))).collect();
    let mut acts = Acts::default();
    for (bid, chance) in &raises {
        acts.bluff(view, *bid, *chance, BLUFFS / raises.len() as f64);
    }
    let Some((likeliest, chance)) = likeliest(&raises) else {
        return vec![(call_or_lowest(legal), 1.0)];
    };
    let honest = 1.0 - BLUFFS;
    if view.standing_bid().is_some() {
        acts.bluff(view, likeliest, chance, honest);
    } else {
        for bid in openings(view, legal) {
            acts.add(Act::Bid(bid.unwrap_or(likeliest)), honest / SURE.len() as f64);
        }
    }
    acts.0
}

/// What somebody who counts does with the dice in `view`.
pub(super) fn act(view: &LiarsView<'_>, legal: &BidActs, luck: &mut Luck) -> Act {
    let acts = acts(view, legal);
    let drawn = luck.weighted(acts.iter().map(|(_, share)| *share));
    drawn.map_or_else(|| call_or_lowest(legal), |at| acts[at].0)
}

/// The bid that is most probably true; of equals the lowest.
fn likeliest(raises: &[(Bid, f64)]) -> Option<(Bid, f64)> {
    let lower = |bid: &Bid| std::cmp::Reverse((bid.quantity, bid.face));
    let best = raises
        .iter()
        .max_by(|one, other| one.1.total_cmp(&other.1).then(lower(&one.0).cmp(&lower(&other.0))));
    best.copied()
}

/// The highest opening that is sure enough, for each of [`SURE`].
fn openings(view: &LiarsView<'_>, legal: &BidActs) -> [Option<Bid>; SURE.len()] {
    let mut best: [Option<(Bid, f64)>; SURE.len()] = [None; SURE.len()];
    let most = legal.most.min(view.in_play());
    for face in Face::first(view.rules.faces) {
        let Some(least) = legal.least(face) else { continue };
        for quantity in least..=most {
            let bid = Bid::new(quantity, face);
            let chance = view.chance_at_least(bid);
            if chance < SURE[0] {
                break;
            }
            for (sure, best) in SURE.iter().zip(&mut best) {
                let higher = best.is_none_or(|(known, of_known)| {
                    quantity > known.quantity || (quantity == known.quantity && chance > of_known)
                });
                if chance >= *sure && higher {
                    *best = Some((bid, chance));
                }
            }
        }
    }
    best.map(|best| best.map(|(bid, _)| bid))
}

/// Acts and how likely they are.
#[derive(Default)]
struct Acts(Vec<(Act, f64)>);

impl Acts {
    fn add(&mut self, act: Act, share: f64) {
        match self.0.iter_mut().find(|(known, _)| *known == act) {
            Some((_, known)) => *known += share,
            None => self.0.push((act, share)),
        }
    }

    /// Somebody thinks of `bid`, which is true with this chance, and raises or calls: `share` of all they do.
    fn bluff(&mut self, view: &LiarsView<'_>, bid: Bid, chance: f64, share: f64) {
        let Some(last) = view.standing_bid() else { return self.add(Act::Bid(bid), share) };
        let is_false = 1.0 - view.chance_at_least(last);
        let dare = BOLD.iter().filter(|bold| chance + **bold >= is_false).count();
        let dares = dare as f64 / BOLD.len() as f64;
        for (act, part) in [(Act::Bid(bid), dares), (Act::Call, 1.0 - dares)] {
            if part > 0.0 {
                self.add(act, share * part);
            }
        }
    }
}
