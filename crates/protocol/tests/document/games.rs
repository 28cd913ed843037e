//! Real games, overheard at the seat of one bot.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use dicehouse_protocol::{
    BotSeed, Conversation, Events, GameClock, Heard, Move, Over, Start, ToBot,
};
use dicehouse_rules::{Act, Acts, BidActs, Fact, GameKind, Ruleset, Seat, View};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{
    Answer, Entry, MoveClock, Player, Question, Reply, Seated, Table, Talk, run,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// The lines of a game between house and bot, without who said them: their `type` tells.
pub type Lines = Rc<RefCell<Vec<String>>>;

/// Plays sensibly, so that games look like games: bids what is likely, calls what is not.
struct Sensible(ChaCha8Rng);

impl Sensible {
    fn decide(&mut self, ask: &Question<'_>) -> Act {
        match (&ask.legal, &ask.view) {
            (Acts::Bid(acts), View::Liars(view)) => self.bid(acts, view),
            (Acts::Claim { min, max }, View::Claims(view)) => {
                let sum = view.hand.map_or(0, |hand| hand.sum());
                let sum = if self.0.random_bool(0.6) { sum } else { sum + 3 };
                Act::Claim(sum.clamp(u16::from(*min), u16::from(*max)) as u8)
            }
            (legal, _) => legal.nth(self.0.random_range(0..legal.len())).unwrap(),
        }
    }

    fn bid(&mut self, acts: &BidActs, view: &dicehouse_rules::liars::LiarsView<'_>) -> Act {
        let own = |face| {
            let hand = view.hand.unwrap_or_default();
            hand.faces().iter().filter(|die| **die == face || Some(**die) == view.wild).count()
        };
        let hidden = usize::from(view.in_play()) - view.hand.map_or(0, |hand| hand.len());
        let likely = |bid: &dicehouse_rules::Bid| {
            usize::from(bid.quantity) <= own(bid.face) + hidden / 4 + 1
        };
        let bids: Vec<_> = acts.lowest_bids().filter(likely).collect();
        if bids.is_empty() || (acts.call && self.0.random_bool(0.15)) {
            if acts.exact && self.0.random_bool(0.3) {
                return Act::Exact;
            }
            if acts.call {
                return Act::Call;
            }
        }
        bids.first().map_or_else(
            || Act::Bid(acts.lowest_bids().next().unwrap()),
            |_| Act::Bid(bids[self.0.random_range(0..bids.len())]),
        )
    }
}

impl Player for Sensible {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        let mut reply = Reply::from(self.decide(ask));
        if self.0.random_bool(0.15) {
            reply.talk = Talk::new("Easy one.");
        }
        Ok(reply)
    }
}

/// The bot on the other end of a conversation.
struct Overheard {
    seat: Seat,
    talk: Conversation,
    mind: Sensible,
    news: Vec<Entry>,
    lines: Lines,
}

impl Overheard {
    fn write(&self, lines: Vec<String>) {
        self.lines.borrow_mut().extend(lines);
    }
}

impl Player for Overheard {
    fn act(&mut self, ask: &Question<'_>) -> Answer {
        let news = std::mem::take(&mut self.news);
        if !news.is_empty() {
            self.write(self.talk.say(&ToBot::Events(Events { events: news.into() })));
        }
        let question = self.talk.ask(&ask.view, ask.legal, ask.time);
        let asked: ToBot<'_> = serde_json::from_str(&question[0]).unwrap();
        let ToBot::Act(asked) = asked else { panic!("not a question: {}", question[0]) };
        let answer = Move::new(asked.id, self.mind.decide(ask));
        self.write(question);
        let line = serde_json::to_string(&dicehouse_protocol::FromBot::Move(answer)).unwrap();
        let Ok(Heard::Reply(reply)) = self.talk.hear(&line) else {
            panic!("not understood: {line}")
        };
        self.write(vec![line]);
        Ok(reply)
    }

    fn saw(&mut self, entry: &Entry) {
        if !matches!(entry, Entry::Talk { seat, .. } if *seat == self.seat) {
            self.news.push(entry.clone());
        }
        if let Some(Fact::Over { standing }) = entry.fact() {
            let events = std::mem::take(&mut self.news).into();
            self.write(self.talk.say(&ToBot::Over(Over { standing: Some(*standing), events })));
        }
    }
}

/// A game of two, `odds` and `fox`; what `fox`, in seat 1, hears and says.
pub fn game(kind: GameKind, preset: &str, seed: u64) -> Vec<String> {
    let ruleset = Ruleset::preset(kind, preset).unwrap();
    let lines = Lines::default();
    let seats = vec![Seated::bot("odds", "odds", "2"), Seated::bot("fox", "python3 fox.py", "1")];
    let seat = Seat::new(1).unwrap();
    let mut talk = Conversation::new();
    lines.borrow_mut().extend(talk.hello("fox"));
    let ready =
        r#"{"type":"ready","protocol":1,"name":"fox","version":"2.1","games":["liars","claims"]}"#;
    assert!(matches!(talk.hear(ready), Ok(Heard::Ready(_))));
    lines.borrow_mut().push(ready.to_owned());
    let (per_move, bank) = (Duration::from_secs(1), Duration::from_secs(5));
    let bot_seed = BotSeed::derive(seed, 1, seat);
    let clock = Some(GameClock::new(per_move, bank));
    let start = Start::new(1, &ruleset, seat, &seats, clock, bot_seed);
    lines.borrow_mut().extend(talk.say(&ToBot::Start(start)));
    let mind = |salt: u64| Sensible(ChaCha8Rng::seed_from_u64(2 * seed + salt));
    let fox = Overheard { seat, talk, mind: mind(1), news: Vec::new(), lines: Rc::clone(&lines) };
    let mut players: Vec<Box<dyn Player>> = vec![Box::new(mind(0)), Box::new(fox)];
    let dice = DealStream::new(&ContestSecret::from_seed(seed), 0);
    let mut table = Table::new(ruleset, seats, dice).unwrap();
    // Time stands still: what is left is what there was.
    let mut clock = MoveClock::new(per_move, bank, || Duration::ZERO);
    run(&mut table, &mut players, &mut clock, &mut ()).unwrap().expect("it ends");
    lines.borrow_mut().extend(Conversation::new().say(&ToBot::Bye));
    lines.take()
}
