//! Showing what happened, step by step, at the speed of a real table.

use std::time::Duration;

use dicehouse_rules::{Dice, Fact, Seat, SeatOrder, Seats, Showdown, ThrowKind};
use dicehouse_table::Entry;

use dicehouse_telling::{Language, text};

use super::scene::Stage;
use crate::screen::settings::Speed;

/// The step of a showdown with which counting starts: first comes the call, then the cups go up.
pub const COUNTING: usize = 2;

/// Something being shown.
#[derive(Clone, Debug)]
pub struct Showing {
    /// What happened.
    pub entries: Vec<Entry>,
    kind: Kind,
    step: usize,
    elapsed: Duration,
    /// Those at this keyboard who are in the game.
    people: Seats,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Dice roll.
    Roll,
    /// Somebody did something that changes little.
    Note,
    /// Somebody decided in secret: nothing to be seen.
    Secret,
    /// Points are given for a claim that was let pass, or something went wrong.
    Points,
    /// A call.
    Showdown(Showdown),
    /// A called claim.
    Claim,
    /// Everybody's splits.
    Marks,
    /// The order of a round is drawn, seat by seat, and then the dice roll.
    Order(SeatOrder),
    /// Dice rolled for all to see, seat by seat.
    Open(Vec<(Seat, Dice)>, Opened),
}

/// What dice are rolled in the open for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The lowest opens the game.
    FirstBid,
    /// The highest wins a tie.
    RollOff,
    /// A stack is shown, and rolled again.
    Stack,
}

impl Opened {
    /// What it is about, in a few words, at a table of so many players.
    pub fn title(self, dice: &[(Seat, Dice)], players: usize, language: Language) -> &'static str {
        match self {
            // Everybody has rolled before: these are those who tied.
            Opened::FirstBid if dice.len() < players => text!(language, "table.tie-again"),
            Opened::FirstBid => text!(language, "table.who-first"),
            Opened::RollOff => text!(language, "table.who-wins"),
            Opened::Stack => text!(language, "table.a-stack"),
        }
    }

    /// What the dice are rolled for, in a few words.
    pub fn means(self, language: Language) -> &'static str {
        match self {
            Opened::FirstBid => text!(language, "table.lowest-opens"),
            Opened::RollOff => text!(language, "table.highest-wins"),
            Opened::Stack => text!(language, "table.rolled-again"),
        }
    }

    /// Who is chosen by these dice; several when they tie. A stack chooses nobody.
    pub fn chosen(self, dice: &[(Seat, Dice)]) -> Seats {
        let sums = || dice.iter().map(|(_, dice)| dice.sum());
        let best = match self {
            Opened::FirstBid => sums().min(),
            Opened::RollOff => sums().max(),
            Opened::Stack => None,
        };
        dice.iter().filter(|(_, dice)| Some(dice.sum()) == best).map(|(seat, _)| *seat).collect()
    }
}

impl Showing {
    /// Shows `entries`.
    pub fn new(entries: Vec<Entry>) -> Showing {
        let kind = kind(&entries);
        Showing { entries, kind, step: 0, elapsed: Duration::ZERO, people: Seats::NONE }
    }

    /// The same, where the order of each round is drawn: that is shown before the dice roll.
    #[must_use]
    pub fn drawing_the_order(mut self) -> Showing {
        let order = self.entries.iter().find_map(|entry| match entry.fact()? {
            Fact::ClaimRound { order, .. } => Some(*order),
            _ => None,
        });
        if let Some(order) = order {
            self.kind = Kind::Order(order);
        }
        self
    }

    /// Whether an order is drawn.
    pub fn draws_order(&self) -> bool {
        matches!(self.kind, Kind::Order(_))
    }

    /// The same, shown to these players: a showdown waits for them.
    #[must_use]
    pub fn to(self, people: Seats) -> Showing {
        Showing { people, ..self }
    }

    /// Whether one of those who look has something to win or lose.
    fn is_at_stake(&self) -> bool {
        let facts = self.entries.iter().filter_map(|entry| match entry {
            Entry::Event(event) => Some(event.fact),
            _ => None,
        });
        let mut seats = facts.flat_map(|fact| match fact {
            Fact::Showdown(showdown) => vec![showdown.caller, showdown.bidder],
            Fact::DieLost { seat, .. } | Fact::DieGained { seat, .. } => vec![seat],
            Fact::ClaimShown { seat, .. } | Fact::Scored { seat, .. } => vec![seat],
            _ => Vec::new(),
        });
        seats.any(|seat| self.people.contains(seat))
    }

    /// What is shown once everything has been told, as for those who step through a record.
    pub fn finished(entries: Vec<Entry>) -> Showing {
        let mut showing = Showing::new(entries);
        showing.step = showing.last();
        showing
    }

    /// Whether the table still looks as before this happened. Dice and points then change when the
    /// next thing happens.
    pub fn holds(&self) -> bool {
        !matches!(self.kind, Kind::Roll | Kind::Order(_) | Kind::Note | Kind::Secret | Kind::Marks)
    }

    /// What is to be seen of it now.
    pub fn stage(&self) -> Stage<'_> {
        match &self.kind {
            Kind::Roll if self.step == 0 => Stage::Rolling(self.elapsed),
            Kind::Roll | Kind::Note | Kind::Secret => Stage::Quiet,
            Kind::Showdown(showdown) => Stage::Showdown(showdown, self.step, &self.entries),
            Kind::Points => Stage::Exchange(usize::MAX, &self.entries),
            Kind::Claim => Stage::Exchange(self.step, &self.entries),
            Kind::Marks => Stage::Marks(&self.entries),
            Kind::Order(order) if self.step <= order.len() => Stage::Order(order, self.step),
            Kind::Order(order) if self.step == order.len() + 1 => Stage::Rolling(self.elapsed),
            Kind::Order(_) => Stage::Quiet,
            Kind::Open(dice, what) => Stage::Opened(dice, self.step, *what),
        }
    }

    /// The last step.
    fn last(&self) -> usize {
        match &self.kind {
            Kind::Roll => 1,
            Kind::Note | Kind::Secret | Kind::Points | Kind::Marks => 0,
            Kind::Claim => 2,
            Kind::Order(order) => order.len() + 2,
            Kind::Open(dice, _) => dice.len(),
            Kind::Showdown(showdown) => {
                COUNTING + showdown.hands.seats_where(|hand| !hand.is_empty()).len()
            }
        }
    }

    /// Whether everything has been told and it waits to be put away.
    pub fn is_told(&self) -> bool {
        self.step >= self.last()
    }

    /// Whether the last step waits for a key: people want to look at a showdown.
    pub fn waits(&self, speed: Speed) -> bool {
        let worth = matches!(self.kind, Kind::Showdown(_) | Kind::Claim | Kind::Marks);
        let waits = speed.waits() || self.is_at_stake();
        self.is_told() && worth && waits && !self.people.is_empty()
    }

    fn time(&self) -> Duration {
        Duration::from_millis(match (&self.kind, self.step) {
            (Kind::Roll, 0) => 700,
            (Kind::Roll, _) | (Kind::Secret, _) => 0,
            (Kind::Note, _) => 350,
            (Kind::Points, _) => 1600,
            (Kind::Marks, _) => 4000,
            (Kind::Claim | Kind::Showdown(_), step) if step == self.last() => 6000,
            (Kind::Claim, _) => 1000,
            (Kind::Order(order), step) if step > order.len() + 1 => 0,
            (Kind::Order(order), step) if step > order.len() => 700,
            (Kind::Open(dice, _), step) if step == dice.len() => 1200,
            (Kind::Order(order), step) if step == order.len() => 1200,
            (Kind::Open(..) | Kind::Order(_), _) => 450,
            (Kind::Showdown(_), 0 | 1) => 1000,
            (Kind::Showdown(_), _) => 550,
        })
    }

    /// Lets time go by. Says whether it is over.
    pub fn tick(&mut self, time: Duration, speed: Speed) -> bool {
        self.elapsed += time;
        while !self.waits(speed) && self.elapsed >= speed.of(self.time()) {
            self.elapsed -= speed.of(self.time());
            if self.is_told() {
                return true;
            }
            self.step += 1;
        }
        false
    }

    /// Goes on at once: to the end of what is told, then away. Says whether it is over.
    pub fn hurry(&mut self) -> bool {
        let over = self.is_told();
        self.step = self.last();
        self.elapsed = Duration::ZERO;
        over
    }
}

fn kind(entries: &[Entry]) -> Kind {
    let facts = entries.iter().filter_map(|entry| match entry {
        Entry::Event(event) => Some(event.fact),
        _ => None,
    });
    let mut kind = Kind::Note;
    if let Some(open) = rolled_in_the_open(entries) {
        return open;
    }
    for fact in facts {
        match fact {
            Fact::Showdown(showdown) => return Kind::Showdown(showdown),
            Fact::ClaimShown { .. } => return Kind::Claim,
            Fact::Marked { .. } => return Kind::Marks,
            Fact::Decided { .. } => kind = Kind::Secret,
            Fact::Scored { .. } | Fact::Fault { .. } => kind = Kind::Points,
            Fact::Rolled { what: ThrowKind::Hand | ThrowKind::Shared, .. }
                if matches!(kind, Kind::Note) =>
            {
                kind = Kind::Roll;
            }
            // The log and the table show these by themselves.
            Fact::Rolled { .. }
            | Fact::Acted { .. }
            | Fact::Over { .. }
            | Fact::Round { .. }
            | Fact::Stacked { .. }
            | Fact::DieLost { .. }
            | Fact::DieGained { .. }
            | Fact::Out { .. }
            | Fact::ClaimRound { .. }
            | Fact::Tied { .. }
            | Fact::SplitRound { .. }
            | Fact::Finished { .. } => {}
        }
    }
    kind
}

/// Dice that were rolled for all to see.
fn rolled_in_the_open(entries: &[Entry]) -> Option<Kind> {
    let mut found: Vec<(Seat, Dice, Opened)> = Vec::new();
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::Rolled {
                what: ThrowKind::OpenerDie,
                seat: Some(seat),
                shown: Some(dice),
                ..
            } => found.push((seat, dice, Opened::FirstBid)),
            Fact::Rolled {
                what: ThrowKind::RollOff, seat: Some(seat), shown: Some(dice), ..
            } => found.push((seat, dice, Opened::RollOff)),
            Fact::Stacked { seat, dice } => found.push((seat, dice, Opened::Stack)),
            _ => {}
        }
    }
    let what = found.first()?.2;
    let dice = found.into_iter().filter(|(.., why)| *why == what);
    Some(Kind::Open(dice.map(|(seat, dice, _)| (seat, dice)).collect(), what))
}
