//! What a player may believe about the others' dice.

use dicehouse_bots::strategy::Reading;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Bid, BySeat, Dice, Face, MAX_DICE, Seat};
use dicehouse_table::record::Decision;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::spoken::Spoken;

/// More different hands than this are not gone through; so many are drawn instead.
const MOST_HANDS: usize = 3003;

/// What somebody believes about everybody else's dice.
pub(super) struct Belief {
    wild: Option<Face>,
    own: Dice,
    /// The possible hands of each other seat still in.
    others: BySeat<Option<usize>>,
    hands: Vec<Hands>,
}

/// The hands that one seat may hold.
struct Hands {
    hands: Vec<Dice>,
    /// The chance of each hand and those before it; the last is 1.
    up_to: Vec<f64>,
}

impl Belief {
    /// What the player who decides, and whose dice are in the view, may believe by the bids of the round and by
    /// what everybody has shown before.
    pub fn new(
        view: &LiarsView<'_>,
        decision: &Decision<'_>,
        spoken: &Spoken,
        luck: &mut ChaCha8Rng,
    ) -> Belief {
        let own = decision.seat;
        let reading = Reading::new(view);
        let mut hands = Vec::new();
        let mut others = BySeat::filled(view.dice.len(), None);
        for seat in view.seats_in().iter().filter(|seat| *seat != own) {
            let possible = possible_hands(view.dice[seat], view.rules.faces, luck);
            others[seat] = Some(hands.len());
            let weights = spoken.weights(view, decision.number, seat);
            hands.push(match weights.filter(|weights| weights.len() == possible.len()) {
                Some(weights) => Hands::new(possible, |at, _| weights[at]),
                None => {
                    let read = reading.hand(view, seat);
                    Hands::new(possible, |_, hand| read.weight(hand))
                }
            });
        }
        Belief { wild: view.wild, own: view.hand.unwrap_or_default(), others, hands }
    }

    /// What the player who decides may believe about the only other one, whose possible hands are known.
    pub fn of_one(view: &LiarsView<'_>, own: Seat, hands: &[(Dice, f64)]) -> Belief {
        let mut others = BySeat::filled(view.dice.len(), None);
        for seat in view.seats_in().iter().filter(|seat| *seat != own) {
            others[seat] = Some(0);
        }
        let hands = vec![Hands::new(hands.to_vec(), |_, _| 1.0)];
        Belief { wild: view.wild, own: view.hand.unwrap_or_default(), others, hands }
    }

    /// Draws hands for all the others; nobody else has dice in it.
    pub fn draw(&self, luck: &mut ChaCha8Rng) -> BySeat<Dice> {
        BySeat::from_fn(self.others.len(), |seat| match self.others[seat] {
            Some(at) => self.hands[at].draw(luck),
            None => Dice::none(),
        })
    }

    /// The chances that 0, 1, 2, … dice on the whole table count for `face`.
    pub fn counts(&self, face: Face) -> Vec<f64> {
        let mut counts = vec![0.0; usize::from(self.own.count_for(face, self.wild))];
        counts.push(1.0);
        for hands in &self.hands {
            let more = hands.counts(face, self.wild);
            let mut sum = vec![0.0; counts.len() + MAX_DICE];
            for (at, chance) in counts.iter().enumerate() {
                for (slot, more) in sum[at..].iter_mut().zip(more) {
                    *slot += chance * more;
                }
            }
            counts = sum;
        }
        counts
    }

    /// The chance that `bid` is true.
    pub fn at_least(&self, bid: Bid) -> f64 {
        self.counts(bid.face).iter().skip(bid.quantity.into()).sum::<f64>().min(1.0)
    }

    /// The chance that an act comes right: that a bid is true, or that a call of the bid `last` is right.
    pub fn comes_right(&self, act: Act, last: Option<Bid>) -> Option<f64> {
        match act {
            Act::Bid(bid) => Some(self.at_least(bid)),
            Act::Call => last.map(|last| 1.0 - self.at_least(last)),
            Act::Exact => last.map(|last| self.exactly(last)),
            _ => None,
        }
    }

    /// The chance that `bid` is exactly right.
    pub fn exactly(&self, bid: Bid) -> f64 {
        self.counts(bid.face).get(usize::from(bid.quantity)).copied().unwrap_or(0.0)
    }
}

impl Hands {
    fn new(possible: Vec<(Dice, f64)>, weight: impl Fn(usize, &Dice) -> f64) -> Hands {
        let weights: Vec<f64> = possible
            .iter()
            .enumerate()
            .map(|(at, (hand, chance))| chance * weight(at, hand))
            .collect();
        let total: f64 = weights.iter().sum();
        let mut sum = 0.0;
        let up_to = weights.iter().map(|weight| {
            sum += weight / total;
            sum
        });
        Hands {
            up_to: up_to.collect(),
            hands: possible.into_iter().map(|(hand, _)| hand).collect(),
        }
    }

    fn draw(&self, luck: &mut ChaCha8Rng) -> Dice {
        let part: f64 = luck.random();
        let at = self.up_to.partition_point(|up_to| *up_to <= part);
        // Rounding can leave the last a little below 1.
        self.hands.get(at).or(self.hands.last()).copied().unwrap_or_default()
    }

    fn counts(&self, face: Face, wild: Option<Face>) -> [f64; MAX_DICE + 1] {
        let mut counts = [0.0; MAX_DICE + 1];
        let mut before = 0.0;
        for (hand, up_to) in self.hands.iter().zip(&self.up_to) {
            counts[usize::from(hand.count_for(face, wild))] += up_to - before;
            before = *up_to;
        }
        counts
    }
}

/// The hands of so many dice with their chances up to a common factor: all of them, or where there
/// are too many, some that are drawn.
fn possible_hands(dice: u8, faces: u8, luck: &mut ChaCha8Rng) -> Vec<(Dice, f64)> {
    if different_hands(dice, faces) <= MOST_HANDS as u64 {
        return all_hands(dice, faces);
    }
    let draw = |_| {
        let drawn = (0..dice).map(|_| Face::new(luck.random_range(1..=faces)).unwrap_or_default());
        (Dice::from_faces(drawn).unwrap_or_default(), 1.0)
    };
    (0..MOST_HANDS).map(draw).collect()
}

/// All hands of so many dice, where they are few enough to go through: in the order of [`possible_hands`].
pub(super) fn few_hands(dice: u8, faces: u8) -> Option<Vec<Dice>> {
    let few = different_hands(dice, faces) <= MOST_HANDS as u64;
    few.then(|| all_hands(dice, faces).into_iter().map(|(hand, _)| hand).collect())
}

/// How many different hands there are.
fn different_hands(dice: u8, faces: u8) -> u64 {
    let (dice, kinds) = (u64::from(dice), u64::from(faces.max(1)) - 1);
    (1..=kinds).fold(1, |ways, kind| ways * (dice + kind) / kind)
}

/// All hands of so many dice with the number of ways each can fall, divided by those of all
/// different dice.
fn all_hands(dice: u8, faces: u8) -> Vec<(Dice, f64)> {
    let mut hands = Vec::new();
    let mut pips = Vec::with_capacity(dice.into());
    collect(dice, faces, 1, 1.0, &mut pips, &mut hands);
    hands
}

fn collect(
    left: u8,
    faces: u8,
    face: u8,
    chance: f64,
    pips: &mut Vec<u8>,
    hands: &mut Vec<(Dice, f64)>,
) {
    if left == 0 {
        hands.push((Dice::from_pips(pips).unwrap_or_default(), chance));
        return;
    }
    if face > faces {
        return;
    }
    let mut chance = chance;
    for count in 0..=left {
        if count > 0 {
            pips.push(face);
            chance /= f64::from(count);
        }
        collect(left - count, faces, face + 1, chance, pips, hands);
    }
    pips.truncate(pips.len() - usize::from(left));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    #[test]
    fn all_hands_with_their_ways() {
        let hands = all_hands(2, 6);
        assert_eq!((hands.len() as u64, 21), (different_hands(2, 6), 21));
        let chance = |pips: [u8; 2]| {
            hands.iter().find(|(hand, _)| *hand == Dice::from_pips(&pips).unwrap()).unwrap().1
        };
        assert_eq!((chance([3, 3]), chance([2, 5])), (0.5, 1.0), "two ways against one");
        for (dice, faces) in [(1, 2), (5, 6), (10, 6), (3, 9)] {
            assert_eq!(all_hands(dice, faces).len() as u64, different_hands(dice, faces));
        }
    }

    #[test]
    fn many_dice_are_drawn() {
        let mut luck = ChaCha8Rng::seed_from_u64(2);
        let hands = possible_hands(10, 9, &mut luck);
        assert_eq!(hands.len(), MOST_HANDS);
        assert!(hands.iter().all(|(hand, _)| hand.len() == 10));
    }
}
