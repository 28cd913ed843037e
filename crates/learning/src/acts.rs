//! Acts as numbers.

use dicehouse_rules::{Act, Acts, Bid, BidActs, Face, Rules, Ruleset, Split};

/// Pair sums of `pairs`: 2 to 12.
const LOWEST_PAIR: u8 = 2;
const PAIR_SUMS: usize = 11;
/// Two pair sums, the lower one first.
const PAIRINGS: usize = PAIR_SUMS * (PAIR_SUMS + 1) / 2;

/// The acts of a ruleset for a number of players, each with a number from 0.
///
/// - `liars`: the bids by quantity, then face (`1x1`, `1x2`, …), then `call`, then `exact` where the rules have it.
///   Where bids are not capped, quantities end one above all dice of the start: nobody needs to say more to be wrong.
/// - `claims`: the claims from the lowest, then `call`, `let pass`, and where there are cards `immunity`, `no immunity`.
/// - `pairs`: the splits by removed number, then lower pair, then higher pair, whether dice can make them or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActSpace(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Liars { faces: u8, most: u8, exact: bool },
    Claims { min: u8, max: u8, cards: bool },
    Pairs,
}

impl ActSpace {
    /// The acts of `ruleset` among `players`.
    pub fn new(ruleset: &Ruleset, players: usize) -> ActSpace {
        ActSpace(match ruleset.rules() {
            Rules::Liars(rules) => {
                let dice = u8::try_from(players).unwrap_or(u8::MAX).saturating_mul(rules.dice);
                let most = if rules.cap { dice } else { dice.saturating_add(1) };
                Kind::Liars { faces: rules.faces, most, exact: rules.exact.is_some() }
            }
            Rules::Claims(rules) => {
                Kind::Claims { min: rules.claim_min, max: rules.claim_max(), cards: rules.immunity }
            }
            Rules::Pairs(_) => Kind::Pairs,
        })
    }

    /// How many acts there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always something to do")]
    pub fn len(&self) -> usize {
        match self.0 {
            Kind::Liars { exact, .. } => self.bids() + 1 + usize::from(exact),
            Kind::Claims { cards, .. } => self.claims() + if cards { 4 } else { 2 },
            Kind::Pairs => usize::from(Self::SIDES) * PAIRINGS,
        }
    }

    /// Sides of the dice of `pairs`.
    const SIDES: u8 = 6;

    /// The most dice that a numbered bid names; 0 in games without bids.
    pub fn most_bid(&self) -> u8 {
        match self.0 {
            Kind::Liars { most, .. } => most,
            Kind::Claims { .. } | Kind::Pairs => 0,
        }
    }

    fn bids(&self) -> usize {
        match self.0 {
            Kind::Liars { faces, most, .. } => usize::from(faces) * usize::from(most),
            Kind::Claims { .. } | Kind::Pairs => 0,
        }
    }

    fn claims(&self) -> usize {
        match self.0 {
            Kind::Claims { min, max, .. } => (usize::from(max) + 1).saturating_sub(min.into()),
            Kind::Liars { .. } | Kind::Pairs => 0,
        }
    }

    /// The number of `act`, if it has one.
    #[inline]
    pub fn number(&self, act: Act) -> Option<usize> {
        match (self.0, act) {
            (Kind::Liars { faces, most, .. }, Act::Bid(bid)) => {
                let fits = (1..=most).contains(&bid.quantity) && bid.face.get() <= faces;
                fits.then(|| usize::from(bid.quantity - 1) * usize::from(faces) + bid.face.index())
            }
            (Kind::Liars { .. }, Act::Call) => Some(self.bids()),
            (Kind::Liars { exact: true, .. }, Act::Exact) => Some(self.bids() + 1),
            (Kind::Claims { min, max, .. }, Act::Claim(sum)) => {
                (min..=max).contains(&sum).then(|| usize::from(sum - min))
            }
            (Kind::Claims { .. }, Act::Call) => Some(self.claims()),
            (Kind::Claims { .. }, Act::LetPass) => Some(self.claims() + 1),
            (Kind::Claims { cards: true, .. }, Act::Immunity) => Some(self.claims() + 2),
            (Kind::Claims { cards: true, .. }, Act::NoImmunity) => Some(self.claims() + 3),
            (Kind::Pairs, Act::Split(split)) => split_number(split),
            _ => None,
        }
    }

    /// The act with this number.
    #[inline]
    pub fn act(&self, number: usize) -> Option<Act> {
        match self.0 {
            Kind::Liars { faces, exact, .. } => match number.checked_sub(self.bids()) {
                None => {
                    let faces = usize::from(faces);
                    let face = Face::new(u8::try_from(number % faces).ok()? + 1)?;
                    let quantity = u8::try_from(number / faces + 1).ok()?;
                    Some(Act::Bid(Bid::new(quantity, face)))
                }
                Some(0) => Some(Act::Call),
                Some(1) if exact => Some(Act::Exact),
                Some(_) => None,
            },
            Kind::Claims { min, cards, .. } => match number.checked_sub(self.claims()) {
                None => Some(Act::Claim(min + u8::try_from(number).ok()?)),
                Some(0) => Some(Act::Call),
                Some(1) => Some(Act::LetPass),
                Some(2) if cards => Some(Act::Immunity),
                Some(3) if cards => Some(Act::NoImmunity),
                Some(_) => None,
            },
            Kind::Pairs => numbered_split(number).map(Act::Split),
        }
    }

    /// The legal acts that have a number: all of them, but for bids beyond all dice.
    #[inline]
    pub fn numbered(&self, legal: Acts) -> Acts {
        match (self.0, legal) {
            (Kind::Liars { most, .. }, Acts::Bid(acts)) => {
                Acts::Bid(BidActs { most: acts.most.min(most), ..acts })
            }
            _ => legal,
        }
    }

    /// Says for each act whether it is legal. `out` is as long as there are acts.
    pub fn mask(&self, legal: &Acts, out: &mut [bool]) {
        if let (Kind::Liars { faces, exact, .. }, Acts::Bid(acts)) = (self.0, legal) {
            let (bids, calls) = out.split_at_mut(self.bids().min(out.len()));
            bid_mask(acts, faces.into(), bids);
            let may = [Some(acts.call), exact.then_some(acts.exact)];
            calls.iter_mut().zip(may.into_iter().flatten()).for_each(|(cell, may)| *cell = may);
            return;
        }
        out.fill(false);
        for number in legal.iter().filter_map(|act| self.number(act)) {
            if let Some(cell) = out.get_mut(number) {
                *cell = true;
            }
        }
    }
}

/// Says for each bid, by quantity and then face, whether it is legal.
fn bid_mask(acts: &BidActs, faces: usize, out: &mut [bool]) {
    // One more than any quantity for a face that may not be bid.
    let mut least = [u16::MAX; Face::MOST_BID as usize];
    for (cell, quantity) in least.iter_mut().zip(acts.least.iter()) {
        *cell = quantity.map_or(u16::MAX, |quantity| quantity.get().into());
    }
    let most = u16::from(acts.most);
    for (quantity, row) in (1..).zip(out.chunks_exact_mut(faces.max(1))) {
        for (cell, least) in row.iter_mut().zip(least) {
            *cell = least <= quantity && quantity <= most;
        }
    }
}

fn split_number(split: Split) -> Option<usize> {
    let [low, high] = split.pairs().map(|sum| sum.checked_sub(LOWEST_PAIR).map(usize::from));
    let (low, high) = (low?, high?);
    let fits = high < PAIR_SUMS && split.removed().get() <= ActSpace::SIDES;
    // Before the pairings with this lower sum come those with the lower ones below it.
    fits.then(|| split.removed().index() * PAIRINGS + before(low) + (high - low))
}

/// How many pairings have a lower sum below `low`.
fn before(low: usize) -> usize {
    low * PAIR_SUMS - low * low.saturating_sub(1) / 2
}

fn numbered_split(number: usize) -> Option<Split> {
    let (removed, pairing) = (number / PAIRINGS, number % PAIRINGS);
    let removed = u8::try_from(removed).ok().filter(|removed| *removed < ActSpace::SIDES)?;
    let low = (0..PAIR_SUMS).rfind(|low| before(*low) <= pairing)?;
    let high = low + pairing - before(low);
    let [low, high] = [low, high].map(|sum| sum as u8 + LOWEST_PAIR);
    Some(Split::new(low, high, Face::new(removed + 1)?))
}
