//! The bots' remarks on what happens.

use dicehouse_rules::{Act, Bid, Fact, Seat, Standing, View};
use dicehouse_table::{Entry, SeatKind, Seated};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::lines::{Occasion, Voice};
use crate::language::Language;
use crate::narrator::facts;

/// Something a bot says. Which line it is counts, not its words: everybody hears it in a language of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Remark {
    /// Who says it.
    pub seat: Seat,
    /// What it is about.
    pub occasion: Occasion,
    /// Which of the lines the bot has for that, counted from 0.
    pub line: u8,
}

impl Remark {
    /// The words, as the bot (by its name in the roster) says them.
    pub fn words(&self, bot: &str, language: Language) -> Option<&'static str> {
        let lines = Voice::of(bot)?.lines(self.occasion, language);
        lines.get(usize::from(self.line)).copied()
    }
}

/// The bots at a table, listening. The same seed and the same events make the same remarks.
#[derive(Clone, Debug)]
pub struct Chatter {
    seed: u64,
    voices: Vec<Option<&'static Voice>>,
    /// What each of them said last.
    last: Vec<Option<Remark>>,
    /// How many times something was heard.
    heard: u64,
}

impl Chatter {
    /// The bots among `seats`.
    pub fn new(seats: &[Seated], seed: u64) -> Chatter {
        let voice = |seated: &Seated| match &seated.kind {
            SeatKind::Bot(bot) => Voice::of(&bot.bot),
            SeatKind::Person => None,
        };
        Chatter {
            seed,
            voices: seats.iter().map(voice).collect(),
            last: vec![None; seats.len()],
            heard: 0,
        }
    }

    /// What one of the bots says to greet the table.
    pub fn greet(&mut self) -> Option<Remark> {
        let remark = self.greeting();
        self.follow(remark);
        remark
    }

    /// What a bot says to what happened, if anything.
    pub fn hear(&mut self, entries: &[Entry], view: &View<'_>) -> Option<Remark> {
        let remark = self.remark(entries, view);
        self.follow(remark);
        remark
    }

    /// What one of the bots would say to greet the table.
    pub fn greeting(&self) -> Option<Remark> {
        let mut rng = self.rng();
        let bots: Vec<Seat> = Seat::first(self.voices.len())
            .filter(|seat| self.voices[seat.index()].is_some())
            .collect();
        let seat = *bots.get(below(&mut rng, bots.len())?)?;
        self.say(&mut rng, seat, Occasion::Greets)
    }

    /// What a bot would say to what happened, if anything. Only what everybody knows is looked at:
    /// facts, and how many dice there are.
    pub fn remark(&self, entries: &[Entry], view: &View<'_>) -> Option<Remark> {
        let occasions = occasions(entries, view);
        if occasions.is_empty() {
            return None;
        }
        let mut rng = self.rng();
        occasions.into_iter().find_map(|(seat, occasion)| {
            let spoken = rng.random_range(0..100u8) < talkative(occasion);
            spoken.then(|| self.say(&mut rng, seat, occasion)).flatten()
        })
    }

    /// Notes that something was heard, and what was said about it.
    pub fn follow(&mut self, remark: Option<Remark>) {
        self.heard += 1;
        if let Some(remark) = remark
            && let Some(last) = self.last.get_mut(remark.seat.index())
        {
            *last = Some(remark);
        }
    }

    fn say(&self, rng: &mut ChaCha8Rng, seat: Seat, occasion: Occasion) -> Option<Remark> {
        let voice = (*self.voices.get(seat.index())?)?;
        let count = voice.lines(occasion, Language::English).len();
        let mut remarks: Vec<Remark> = (0..u8::try_from(count).unwrap_or(u8::MAX))
            .map(|line| Remark { seat, occasion, line })
            .collect();
        remarks.retain(|remark| self.last[seat.index()] != Some(*remark));
        remarks.get(below(rng, remarks.len())?).copied()
    }

    /// A random stream of its own for each thing that is heard.
    fn rng(&self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.heard);
        rng
    }
}

fn below(rng: &mut ChaCha8Rng, count: usize) -> Option<usize> {
    (count > 0).then(|| rng.random_range(0..count))
}

/// How often, in percent, a bot speaks up on an occasion: nobody likes a table that never shuts up.
fn talkative(occasion: Occasion) -> u8 {
    match occasion {
        Occasion::Greets | Occasion::Exact | Occasion::Wins | Occasion::Out => 100,
        Occasion::Caught | Occasion::Held | Occasion::Card => 70,
        Occasion::CallRight | Occasion::CallWrong => 50,
        Occasion::Bold => 45,
        Occasion::Beaten => 40,
        Occasion::Calls => 30,
    }
}

/// What there is to remark on, and for whom; the most important first.
fn occasions(entries: &[Entry], view: &View<'_>) -> Vec<(Seat, Occasion)> {
    let mut found: Vec<(Seat, Occasion)> = facts(entries).flat_map(|f| of(&f, view)).collect();
    found.sort_by_key(|(_, occasion)| std::cmp::Reverse(weight(*occasion)));
    found
}

fn weight(occasion: Occasion) -> u8 {
    match occasion {
        Occasion::Wins => 9,
        Occasion::Out => 8,
        Occasion::Exact => 7,
        Occasion::Card => 6,
        Occasion::Caught | Occasion::Held => 5,
        Occasion::CallRight | Occasion::CallWrong => 4,
        Occasion::Beaten => 3,
        Occasion::Bold => 2,
        Occasion::Calls => 1,
        Occasion::Greets => 0,
    }
}

fn of(fact: &Fact, view: &View<'_>) -> Vec<(Seat, Occasion)> {
    match fact {
        Fact::Acted { seat, act } => acted(*act, view).map(|o| (*seat, o)).into_iter().collect(),
        Fact::Showdown(showdown) => {
            let caller = match (showdown.exact, showdown.right) {
                (true, true) => Occasion::Exact,
                (false, true) => Occasion::CallRight,
                (_, false) => Occasion::CallWrong,
            };
            let truthful = showdown.count >= showdown.bid.quantity;
            let bidder = if truthful { Occasion::Held } else { Occasion::Caught };
            let bidder = (!showdown.exact).then_some((showdown.bidder, bidder));
            bidder.into_iter().chain([(showdown.caller, caller)]).collect()
        }
        Fact::ClaimShown { seat, truthful, .. } => {
            vec![(*seat, if *truthful { Occasion::Held } else { Occasion::Caught })]
        }
        Fact::Out { seat } => vec![(*seat, Occasion::Out)],
        Fact::Over { standing } => over(standing),
        Fact::Rolled { .. }
        | Fact::Fault { .. }
        | Fact::Round { .. }
        | Fact::Stacked { .. }
        | Fact::DieLost { .. }
        | Fact::DieGained { .. }
        | Fact::ClaimRound { .. }
        | Fact::Scored { .. }
        | Fact::Tied { .. }
        | Fact::SplitRound { .. }
        | Fact::Decided { .. }
        | Fact::Marked { .. }
        | Fact::Finished { .. } => Vec::new(),
    }
}

fn over(standing: &Standing) -> Vec<(Seat, Occasion)> {
    let winners = standing.winners();
    standing
        .order()
        .iter()
        .map(|seat| match winners.contains(*seat) {
            true => (*seat, Occasion::Wins),
            false => (*seat, Occasion::Beaten),
        })
        .collect()
}

fn acted(act: Act, view: &View<'_>) -> Option<Occasion> {
    match act {
        Act::Bid(bid) => is_bold(bid, view).then_some(Occasion::Bold),
        Act::Claim(sum) => (sum >= 10).then_some(Occasion::Bold),
        Act::Call | Act::Exact => Some(Occasion::Calls),
        Act::Immunity => Some(Occasion::Card),
        Act::LetPass | Act::NoImmunity | Act::Split(_) => None,
    }
}

/// Whether a bid is well above what that many dice give on average, no matter who holds them.
fn is_bold(bid: Bid, view: &View<'_>) -> bool {
    let View::Liars(view) = view else { return false };
    let faces = u32::from(view.rules.faces.max(1));
    let counting = match view.wild {
        Some(wild) if wild != bid.face => 2,
        _ => 1,
    };
    // More than half as much again as the average, without fractions.
    2 * u32::from(bid.quantity) * faces > 3 * u32::from(view.in_play()) * counting
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Viewer};

    fn seats() -> Vec<Seated> {
        vec![
            Seated::person("Ann"),
            Seated::bot("Gil", "gambler:best=3", "1"),
            Seated::bot("stranger", "python3 bot.py", "1"),
        ]
    }

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    fn game(bob: &[u8]) -> Game {
        let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let mut game = Game::new(&ruleset, 3).unwrap();
        let hands = [&[1, 2, 3, 4, 5][..], bob, &[6, 6, 6, 6, 6]];
        game.roll(&hands.map(|hand| Dice::from_pips(hand).unwrap()), &mut Ignore).unwrap();
        game
    }

    fn bids(chatter: &mut Chatter, bob: &[u8], bid: &str, times: usize) -> Vec<Option<Remark>> {
        let game = game(bob);
        let act = bid.parse().unwrap();
        let entry = Entry::Event(Fact::Acted { seat: seat(1), act }.into());
        let view = game.view(Viewer::Seat(seat(1)));
        (0..times).map(|_| chatter.hear(std::slice::from_ref(&entry), &view)).collect()
    }

    #[test]
    fn a_bold_bid_is_remarked_on_now_and_then_and_a_modest_one_never() {
        let mut chatter = Chatter::new(&seats(), 7);
        let bold = bids(&mut chatter, &[1; 5], "9x5", 40);
        let said = bold.iter().flatten().count();
        assert!((5..36).contains(&said), "seed 7: {said} of 40");
        assert!(bold.iter().flatten().all(|remark| remark.occasion == Occasion::Bold));
        assert!(bids(&mut chatter, &[1; 5], "2x5", 40).iter().all(Option::is_none));
    }

    #[test]
    fn nobody_says_the_same_twice_in_a_row() {
        for seed in 0..50 {
            let mut chatter = Chatter::new(&seats(), seed);
            let said = bids(&mut chatter, &[1; 5], "9x5", 60);
            let words = |remark: Remark| remark.words("gambler", Language::Spanish).unwrap();
            let said: Vec<&str> = said.into_iter().flatten().map(words).collect();
            assert!(said.windows(2).all(|pair| pair[0] != pair[1]), "seed {seed}: {said:?}");
        }
    }

    #[test]
    fn remarks_depend_on_the_seed_and_not_on_hidden_dice() {
        let with = |bob: &[u8], seed| bids(&mut Chatter::new(&seats(), seed), bob, "9x5", 30);
        assert_eq!(with(&[1; 5], 3), with(&[5; 5], 3));
        assert_ne!(with(&[1; 5], 3), with(&[1; 5], 4));
    }

    #[test]
    fn people_and_strangers_say_nothing_of_themselves() {
        let mut chatter = Chatter::new(&seats(), 1);
        for n in [0, 2] {
            let entry = Entry::Event(Fact::Out { seat: seat(n) }.into());
            let view = game(&[1; 5]);
            assert_eq!(chatter.hear(&[entry], &view.view(Viewer::Public)), None);
        }
        assert_eq!(chatter.greet().unwrap().seat, seat(1));
    }
}
