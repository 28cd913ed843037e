//! Habits: how strangers call, open, raise and bluff.

use dicehouse_bots::Roster;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, Bid, BidActs, Cause, Face, GameKind, View};
use dicehouse_table::{Answer, Failure, Player, Question};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// A player of `liars` who is no house bot.
#[derive(Clone, Copy, Debug)]
pub struct Stranger {
    /// What it is called.
    pub name: &'static str,
    /// Its habit in a few words.
    pub about: &'static str,
    calls: Calls,
    opens: Opens,
    raises: Raises,
    /// How many of a hundred bids are on a face it does not hold, or holds fewest of.
    bluffs: u8,
    /// How much likelier it takes a die to show a face that its owner has named: 0 not at all, 1 certainly.
    trust: f64,
    /// It plays as this house bot until this round is over.
    begins_as: Option<(&'static str, u16)>,
}

/// When somebody calls.
#[derive(Clone, Copy, Debug)]
enum Calls {
    /// When the last bid is true less often than this.
    Below(f64),
    /// When the last bid is likelier false than the own raise is true.
    Compared,
    /// Only when there is nothing to raise to.
    Never,
}

/// What somebody opens with.
#[derive(Clone, Copy, Debug)]
enum Opens {
    /// The highest bid that is true as often as this.
    Sure(f64),
    /// The own dice of the best face and so many more.
    OwnAnd(u8),
    /// The least bid that is most probably true.
    Likeliest,
}

/// What somebody raises to.
#[derive(Clone, Copy, Debug)]
enum Raises {
    /// The least bid that is most probably true.
    Likeliest,
    /// One more of the last face.
    SameFace,
    /// The highest bid that is true as often as this.
    Highest(f64),
}

const PLAIN: Stranger = Stranger {
    name: "plain",
    about: "calls bids that are true less than two times in five",
    calls: Calls::Below(0.4),
    opens: Opens::Sure(0.6),
    raises: Raises::Likeliest,
    bluffs: 0,
    trust: 0.0,
    begins_as: None,
};

/// Those who took most from `master` among some forty tried, and some plain ones.
pub const STRANGERS: [Stranger; 8] = [
    PLAIN,
    Stranger {
        name: "stubborn",
        about: "never calls while it can raise",
        calls: Calls::Never,
        ..PLAIN
    },
    Stranger {
        name: "boaster",
        about: "opens with one more than it holds",
        opens: Opens::OwnAnd(1),
        ..PLAIN
    },
    Stranger {
        name: "jumper",
        about: "raises to the highest bid that is true three times in ten",
        raises: Raises::Highest(0.3),
        ..PLAIN
    },
    Stranger {
        name: "copycat",
        about: "raises the last face by one and calls late",
        raises: Raises::SameFace,
        calls: Calls::Below(0.3),
        ..PLAIN
    },
    Stranger {
        name: "sly",
        about: "makes three bids of ten on a face it does not hold",
        bluffs: 30,
        ..PLAIN
    },
    Stranger {
        name: "believer",
        about: "believes the others' bids, and bluffs one time in five",
        calls: Calls::Compared,
        bluffs: 20,
        trust: 0.3,
        ..PLAIN
    },
    Stranger {
        name: "turncoat",
        about: "plays as counter for three rounds, then bluffs most of the time",
        calls: Calls::Below(0.35),
        bluffs: 70,
        begins_as: Some(("counter", 3)),
        ..PLAIN
    },
];

/// Sensible beginners, for whom the levels are made.
pub const NOVICES: [Stranger; 3] = [
    Stranger {
        name: "starter",
        about: "the starter bot of the kits: says whatever is likelier to be true",
        calls: Calls::Compared,
        opens: Opens::Likeliest,
        ..PLAIN
    },
    PLAIN,
    Stranger {
        name: "careful",
        about: "opens with what it holds, calls bids that are likelier false than true",
        calls: Calls::Below(0.5),
        opens: Opens::OwnAnd(0),
        ..PLAIN
    },
];

impl Stranger {
    /// The stranger at a table.
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        let begins = self.begins_as.and_then(|(name, rounds)| {
            let bot = Roster::find_for(GameKind::Liars, name).ok()?;
            Some((bot.player(seed.rotate_left(1)) as Box<dyn Player>, rounds))
        });
        Box::new(Seat { stranger: *self, begins, luck: ChaCha8Rng::seed_from_u64(seed) })
    }

    fn decide(&self, view: &LiarsView<'_>, legal: &BidActs, luck: &mut ChaCha8Rng) -> Act {
        let beliefs = Beliefs::new(view, self.trust);
        let Some(raise) = self.raise(view, legal, &beliefs, luck) else { return Act::Call };
        let Some(last) = view.standing_bid() else { return Act::Bid(raise) };
        let chance = beliefs.chance(last);
        let calls = match self.calls {
            Calls::Below(least) => chance < least,
            Calls::Compared => 1.0 - chance > beliefs.chance(raise),
            Calls::Never => false,
        };
        if calls && legal.call { Act::Call } else { Act::Bid(raise) }
    }

    /// What it would bid; nothing when every bid left is impossible.
    fn raise(
        &self,
        view: &LiarsView<'_>,
        legal: &BidActs,
        beliefs: &Beliefs<'_>,
        luck: &mut ChaCha8Rng,
    ) -> Option<Bid> {
        let in_play = view.in_play();
        let least: Vec<Bid> = legal.lowest_bids().filter(|bid| bid.quantity <= in_play).collect();
        if luck.random_range(0..100) < self.bluffs {
            return bluff(&least, beliefs, luck);
        }
        let sure = |chance: f64| beliefs.highest(&least, in_play, chance);
        let liked = match (view.standing_bid(), self.opens, self.raises) {
            (None, Opens::Sure(chance), _) | (Some(_), _, Raises::Highest(chance)) => sure(chance),
            (None, Opens::OwnAnd(more), _) => {
                let best = least.iter().max_by_key(|bid| (beliefs.held(bid.face), bid.face));
                best.map(|bid| {
                    let quantity = beliefs.held(bid.face).saturating_add(more);
                    Bid::new(quantity.clamp(bid.quantity, in_play), bid.face)
                })
            }
            (Some(last), _, Raises::SameFace) => {
                least.iter().find(|bid| bid.face == last.face).copied()
            }
            (None, Opens::Likeliest, _) | (Some(_), _, Raises::Likeliest) => None,
        };
        liked.or_else(|| beliefs.likeliest(&least))
    }
}

/// The least bid on one of the faces it holds fewest of.
fn bluff(least: &[Bid], beliefs: &Beliefs<'_>, luck: &mut ChaCha8Rng) -> Option<Bid> {
    let fewest = least.iter().map(|bid| beliefs.held(bid.face)).min()?;
    let bluffs: Vec<Bid> =
        least.iter().copied().filter(|bid| beliefs.held(bid.face) == fewest).collect();
    bluffs.get(luck.random_range(0..bluffs.len())).copied()
}

struct Seat {
    stranger: Stranger,
    /// Who plays until which round is over.
    begins: Option<(Box<dyn Player>, u16)>,
    luck: ChaCha8Rng,
}

impl Player for Seat {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        let (View::Liars(view), Acts::Bid(legal)) = (&question.view, &question.legal) else {
            return Err(Failure::fault(Cause::Unreadable, "strangers play liars only"));
        };
        match &mut self.begins {
            Some((first, rounds)) if view.round <= *rounds => first.act(question),
            _ => Ok(self.stranger.decide(view, legal, &mut self.luck).into()),
        }
    }
}

/// What somebody believes of the dice that they cannot see.
struct Beliefs<'a> {
    view: &'a LiarsView<'a>,
    /// For each face, the chance of each number of dice that count for it.
    counts: Vec<Vec<f64>>,
}

impl<'a> Beliefs<'a> {
    fn new(view: &'a LiarsView<'a>, trust: f64) -> Beliefs<'a> {
        let counts = Face::first(view.rules.faces).map(|face| counts(view, face, trust));
        Beliefs { view, counts: counts.collect() }
    }

    /// The own dice that count for `face`.
    fn held(&self, face: Face) -> u8 {
        self.view.hand.unwrap_or_default().count_for(face, self.view.wild)
    }

    fn chance(&self, bid: Bid) -> f64 {
        let missing = usize::from(bid.quantity.saturating_sub(self.held(bid.face)));
        self.counts.get(bid.face.index()).map_or(0.0, |counts| counts.iter().skip(missing).sum())
    }

    /// The bid that is most probably true; of equals the lowest.
    fn likeliest(&self, bids: &[Bid]) -> Option<Bid> {
        let lower = |bid: &Bid| std::cmp::Reverse((bid.quantity, bid.face));
        let better = |one: &Bid, other: &Bid| {
            let chances = self.chance(*one).total_cmp(&self.chance(*other));
            chances.then(lower(one).cmp(&lower(other)))
        };
        bids.iter().copied().max_by(better)
    }

    /// The highest bid that is true with this chance; of equals the likeliest.
    fn highest(&self, least: &[Bid], in_play: u8, chance: f64) -> Option<Bid> {
        let above = |bid: &Bid| {
            (bid.quantity..=in_play).map({
                let face = bid.face;
                move |quantity| Bid::new(quantity, face)
            })
        };
        let sure = least.iter().flat_map(above).filter(|bid| self.chance(*bid) >= chance);
        sure.max_by(|one, other| {
            let chances = self.chance(*one).total_cmp(&self.chance(*other));
            one.quantity.cmp(&other.quantity).then(chances)
        })
    }
}

/// The chance of each number of the others' dice that count for `face`, where their bids are trusted so much.
fn counts(view: &LiarsView<'_>, face: Face, trust: f64) -> Vec<f64> {
    let ways = if view.wild.is_some_and(|wild| wild != face) { 2.0 } else { 1.0 };
    let by_chance = ways / f64::from(view.rules.faces);
    let mut counts = vec![1.0];
    for seat in view.seats_in().iter().filter(|seat| view.viewer.seat() != Some(*seat)) {
        let mut bids = view.bids.iter().filter(|placed| placed.seat == seat);
        let each = if bids.clone().any(|placed| placed.bid.face == face) {
            by_chance + trust * (1.0 - by_chance)
        } else if bids.next().is_some() {
            by_chance * (1.0 - trust / 2.0)
        } else {
            by_chance
        };
        for _ in 0..view.dice[seat] {
            counts = with_die(&counts, each);
        }
    }
    counts
}

/// The chances of each count with one die more, which counts with the chance `each`.
fn with_die(counts: &[f64], each: f64) -> Vec<f64> {
    let mut more = vec![0.0; counts.len() + 1];
    for (count, chance) in counts.iter().enumerate() {
        more[count] += chance * (1.0 - each);
        more[count + 1] += chance * each;
    }
    more
}
