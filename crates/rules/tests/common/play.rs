//! Playing at random: dice, acts, and the seed to play again with.

use dicehouse_rules::{Act, Acts, Bid, BidActs, Dealt, Dice, Face, Seat, Seats};

use super::rng::Rng;

/// The seed of a test's random games: its own, or what `DICEHOUSE_SEED` says.
pub fn seed(own: u64) -> u64 {
    match std::env::var("DICEHOUSE_SEED") {
        Ok(text) => text.parse().expect("DICEHOUSE_SEED is a number"),
        Err(_) => own,
    }
}

/// Says how to run a failing case alone, when the test panics.
pub struct SayOnPanic(pub String);

impl Drop for SayOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed in: {}", self.0);
        }
    }
}

/// Random dice for every throw asked for.
pub fn dice_for(dealt: &Dealt, rng: &mut Rng) -> Vec<Dice> {
    dealt.iter().map(|throw| throw_dice(throw.count, throw.sides, rng)).collect()
}

pub fn throw_dice(count: u8, sides: u8, rng: &mut Rng) -> Dice {
    let mut die = || Face::new(1 + rng.below(sides.into()) as u8).unwrap();
    Dice::from_faces(std::iter::repeat_with(&mut die).take(count.into())).unwrap()
}

pub fn one_of(seats: Seats, rng: &mut Rng) -> Seat {
    seats.nth(rng.below(seats.len())).unwrap()
}

/// How a random player decides; one alone would leave corners of the rules untouched.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// Any legal act, each as likely.
    Uniform,
    /// Raises by little and calls now and then: rounds of many bids.
    Timid,
    /// Raises by as little as can be while it can: rounds up to the last bid there is.
    Stubborn,
    /// Bids low and soon says exact: dice are won back, several go out at once.
    Exact,
}

impl Style {
    pub const ALL: [Style; 4] = [Style::Uniform, Style::Timid, Style::Stubborn, Style::Exact];

    /// One of the legal acts.
    pub fn choose(self, legal: &Acts, rng: &mut Rng) -> Act {
        let any = |rng: &mut Rng| legal.nth(rng.below(legal.len())).unwrap();
        let Acts::Bid(bids) = legal else { return any(rng) };
        let raise = if rng.chance(50) { low_raise(bids, rng) } else { lowest_raise(bids) };
        match (self, raise) {
            (Style::Uniform, _) | (_, None) => any(rng),
            (Style::Timid, _) if bids.call && rng.chance(20) => any_call(bids, rng),
            (Style::Stubborn, Some(_)) if rng.chance(97) => Act::Bid(lowest_raise(bids).unwrap()),
            (Style::Stubborn, _) => any_call(bids, rng),
            (Style::Exact, _) if bids.exact && rng.chance(60) => Act::Exact,
            (_, Some(raise)) => Act::Bid(raise),
        }
    }
}

fn any_call(bids: &BidActs, rng: &mut Rng) -> Act {
    match (bids.call, bids.exact) {
        (true, true) => *rng.pick(&[Act::Call, Act::Exact]),
        (true, false) => Act::Call,
        _ => Act::Bid(lowest_raise(bids).unwrap()),
    }
}

fn lowest_raise(bids: &BidActs) -> Option<Bid> {
    bids.lowest_bids().min_by_key(|bid| bid.quantity)
}

/// Little more than the least on some face.
fn low_raise(bids: &BidActs, rng: &mut Rng) -> Option<Bid> {
    let lowest: Vec<Bid> = bids.lowest_bids().collect();
    let bid = lowest.get(rng.below(lowest.len().max(1)))?;
    let more = rng.below(3) as u8;
    Some(Bid::new(bid.quantity.saturating_add(more).min(bids.most), bid.face))
}
