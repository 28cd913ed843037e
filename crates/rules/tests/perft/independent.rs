//! The same counts by other means: closed forms, and small enumerators written from RULES.md
//! alone. Nothing here calls the engine.

use std::collections::{BTreeMap, BTreeSet};

/// What a block of a perft file sets up.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub options: BTreeMap<String, String>,
    pub players: usize,
    /// The dice every seat rolls, always; shorter hands are its first dice.
    pub hands: Vec<Vec<u8>>,
}

impl Setup {
    fn word(&self, option: &str) -> &str {
        self.options.get(option).map_or("", String::as_str)
    }

    fn number(&self, option: &str) -> u32 {
        self.word(option).parse().unwrap_or_else(|_| panic!("{option} is {:?}", self.word(option)))
    }

    fn is(&self, option: &str) -> bool {
        self.word(option) == "true"
    }
}

/// C(n, k).
pub fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |c, i| c * (n - i) / (i + 1)) }
}

/// The sequences of `depth` acts, by the game that `setup` describes.
pub fn perft(game: &str, setup: &Setup, depth: u32) -> u64 {
    match game {
        "liars" => Liars::new(setup).count(depth),
        "claims" => Claims::new(setup).count(depth),
        "pairs" => Pairs::new(setup).count(depth),
        other => panic!("no game {other}"),
    }
}

#[derive(Clone)]
struct Liars<'a> {
    setup: &'a Setup,
    dice: Vec<u32>,
    fell: Vec<bool>,
    to_act: usize,
    bids: Vec<(u32, u32)>,
    palifico: bool,
    over: bool,
}

impl<'a> Liars<'a> {
    fn new(setup: &'a Setup) -> Liars<'a> {
        Liars {
            setup,
            dice: vec![setup.number("dice"); setup.players],
            fell: vec![false; setup.players],
            to_act: 0,
            bids: Vec::new(),
            palifico: false,
            over: false,
        }
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over {
            return 0;
        }
        let mut sequences = 0;
        for bid in self.bids_to_make() {
            let mut next = self.clone();
            next.bids.push(bid);
            next.to_act = next.after(self.to_act);
            sequences += next.count(depth - 1);
        }
        if !self.bids.is_empty() {
            sequences += self.called().count(depth - 1);
            if self.setup.is("exact") {
                sequences += self.called_exact().count(depth - 1);
            }
        }
        sequences
    }

    fn in_play(&self) -> u32 {
        self.dice.iter().sum()
    }

    fn wild(&self) -> Option<u32> {
        self.setup.word("wild").parse().ok().filter(|_| !self.palifico)
    }

    /// The next seat still in, clockwise.
    fn after(&self, seat: usize) -> usize {
        let seats = self.dice.len();
        (1..=seats).map(|n| (seat + n) % seats).find(|s| self.dice[*s] > 0).unwrap()
    }

    fn bids_to_make(&self) -> Vec<(u32, u32)> {
        if self.bids.len() as u32 >= self.setup.number("max_bids") {
            return Vec::new();
        }
        let most = if self.setup.is("cap") { self.in_play() } else { 255 };
        let fixed = self.palifico && self.dice[self.to_act] > 1;
        let all = (1..=most).flat_map(|q| (1..=self.setup.number("faces")).map(move |f| (q, f)));
        all.filter(|bid| match (self.bids.first(), self.bids.last()) {
            (Some(first), _) if fixed && first.1 != bid.1 => false,
            (_, Some(last)) => self.is_raise(*last, *bid),
            (_, None) => self.setup.word("raise") != "perudo" || self.wild() != Some(bid.1),
        })
        .collect()
    }

    /// RULES.md §1, option `raise`, word by word.
    fn is_raise(&self, (q, f): (u32, u32), (q2, f2): (u32, u32)) -> bool {
        let quantity = q2 > q || (q2 == q && f2 > f);
        match (self.setup.word("raise"), self.wild()) {
            ("quantity", _) => quantity,
            ("face", _) => (f2 == f && q2 > q) || f2 > f,
            ("half", _) => q2 > q || (f2 > f && 2 * q2 >= q),
            ("perudo", Some(wild)) if f2 == wild && f != wild => 2 * q2 >= q,
            ("perudo", Some(wild)) if f == wild && f2 != wild => q2 > 2 * q,
            ("perudo", _) => quantity,
            (other, _) => panic!("raise={other}"),
        }
    }

    fn counted(&self, face: u32) -> u32 {
        let shows = |seat: usize| {
            let hand = self.setup.hands[seat].iter().take(self.dice[seat] as usize);
            hand.filter(|die| u32::from(**die) == face || Some(u32::from(**die)) == self.wild())
                .count() as u32
        };
        (0..self.dice.len()).map(shows).sum()
    }

    fn bidder(&self) -> usize {
        let seats = self.dice.len();
        (1..=seats).map(|n| (self.to_act + seats - n) % seats).find(|s| self.dice[*s] > 0).unwrap()
    }

    fn called(&self) -> Liars<'a> {
        let (q, f) = *self.bids.last().unwrap();
        let loser = if self.counted(f) >= q { self.to_act } else { self.bidder() };
        self.ended(&[loser], None)
    }

    fn called_exact(&self) -> Liars<'a> {
        let (q, f) = *self.bids.last().unwrap();
        let right = self.counted(f) == q;
        let caller = self.to_act;
        let others = (0..self.dice.len()).filter(|s| *s != caller && self.dice[*s] > 0);
        match (right, self.setup.word("right"), self.setup.word("wrong")) {
            (true, "others-lose", _) => self.ended(&others.collect::<Vec<_>>(), Some(caller)),
            (true, "caller-gains", _) => {
                let mut next = self.clone();
                next.dice[caller] = (next.dice[caller] + 1).min(self.setup.number("dice"));
                next.ended(&[], Some(caller))
            }
            (false, _, "caller-loses") => self.ended(&[caller], None),
            (false, _, "bidder-loses") => self.ended(&[self.bidder()], None),
            other => panic!("{other:?}"),
        }
    }

    fn ended(&self, losers: &[usize], opener: Option<usize>) -> Liars<'a> {
        let mut next = self.clone();
        let mut first_fall = Vec::new();
        for loser in losers {
            next.dice[*loser] -= 1;
            if next.dice[*loser] == 1 && !next.fell[*loser] {
                next.fell[*loser] = true;
                first_fall.push(*loser);
            }
        }
        let left = next.dice.iter().filter(|dice| **dice > 0).count();
        next.over = self.setup.is("one_round") || left < 2;
        next.bids.clear();
        if next.over {
            return next;
        }
        next.to_act = match (opener, self.setup.word("next_opener"), losers) {
            (Some(caller), ..) => caller,
            (None, "loser", [loser]) if next.dice[*loser] > 0 => *loser,
            (None, _, [loser]) => next.after(*loser),
            other => panic!("{other:?}"),
        };
        // A faller who does not open at once may do so later; no block goes as far as that.
        next.palifico = self.setup.is("palifico") && first_fall.contains(&next.to_act);
        next
    }
}

/// `claims` of two or more in seat order, everybody's dice known: RULES.md §2.
#[derive(Clone)]
struct Claims<'a> {
    setup: &'a Setup,
    exchanges: u32,
    claim: Option<u32>,
    /// Whether the claim was called and the claimant is asked for the card.
    asked: bool,
    cards: Vec<bool>,
}

impl<'a> Claims<'a> {
    fn new(setup: &'a Setup) -> Claims<'a> {
        let cards = vec![setup.is("immunity"); setup.players];
        Claims { setup, exchanges: 0, claim: None, asked: false, cards }
    }

    fn claimant(&self) -> usize {
        self.exchanges as usize % self.setup.players
    }

    fn next(&self) -> Claims<'a> {
        Claims { claim: None, asked: false, exchanges: self.exchanges + 1, ..self.clone() }
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.exchanges == self.setup.number("rounds") * self.setup.players as u32 {
            return 0;
        }
        let dice = &self.setup.hands[self.claimant()];
        let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
        match self.claim {
            None => {
                let range = self.setup.number("claim_min")..=6 * self.setup.number("dice");
                let claim = |x| Claims { claim: Some(x), ..self.clone() }.count(depth - 1);
                range.map(claim).sum()
            }
            Some(_) if self.asked => {
                let mut played = self.next();
                played.cards[self.claimant()] = false;
                played.count(depth - 1) + self.next().count(depth - 1)
            }
            Some(x) => {
                let passed = self.next().count(depth - 1);
                let bluff = x != sum;
                let called = if bluff && self.cards[self.claimant()] {
                    Claims { asked: true, ..self.clone() }.count(depth - 1)
                } else {
                    self.next().count(depth - 1)
                };
                passed + called
            }
        }
    }
}

/// A player of `pairs`: how often each number was removed.
type Counters = BTreeMap<u8, u32>;

/// `pairs`, all players with the same five dice: RULES.md §3.
#[derive(Clone)]
struct Pairs<'a> {
    setup: &'a Setup,
    counters: Vec<Counters>,
    decided: Vec<Option<u8>>,
}

impl<'a> Pairs<'a> {
    fn new(setup: &'a Setup) -> Pairs<'a> {
        let (counters, decided) = (vec![Counters::new(); setup.players], vec![None; setup.players]);
        Pairs { setup, counters, decided }
    }

    fn plays(&self, seat: usize) -> bool {
        let last = self.setup.number("last_count");
        self.counters[seat].values().all(|count| *count < last)
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sequences = 0;
        for seat in (0..self.setup.players).filter(|s| self.plays(*s) && self.decided[*s].is_none())
        {
            for (_, removed) in self.splits(seat) {
                sequences += self.after(seat, removed).count(depth - 1);
            }
        }
        sequences
    }

    /// The distinct splits, by trying every order of the dice.
    fn splits(&self, seat: usize) -> BTreeSet<([u8; 2], u8)> {
        let dice = &self.setup.hands[0];
        let mut all = BTreeSet::new();
        for order in orders(dice) {
            let mut pairs = [order[0] + order[1], order[2] + order[3]];
            pairs.sort();
            all.insert((pairs, order[4]));
        }
        let collected = &self.counters[seat];
        let bound = collected.len() as u32 == self.setup.number("removed_numbers");
        if bound && dice.iter().any(|die| collected.contains_key(die)) {
            all.retain(|(_, removed)| collected.contains_key(removed));
        }
        all
    }

    fn after(&self, seat: usize, removed: u8) -> Pairs<'a> {
        let mut next = self.clone();
        next.decided[seat] = Some(removed);
        let waits = (0..self.setup.players).any(|s| next.plays(s) && next.decided[s].is_none());
        if waits {
            return next;
        }
        for (counters, removed) in next.counters.iter_mut().zip(next.decided.drain(..)) {
            let Some(removed) = removed else { continue };
            let bound = counters.len() as u32 == self.setup.number("removed_numbers");
            let matches = self.setup.hands[0].iter().any(|die| counters.contains_key(die));
            if !bound || matches {
                *counters.entry(removed).or_default() += 1;
            }
        }
        next.decided = vec![None; self.setup.players];
        next
    }
}

fn orders(dice: &[u8]) -> Vec<Vec<u8>> {
    if dice.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for n in 0..dice.len() {
        let mut rest = dice.to_vec();
        let first = rest.remove(n);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}
