//! The people at this keyboard and their line to a room, here or elsewhere: what the screen and the line mode have in
//! common. It runs a client core for each of them and says what is new.

use std::collections::VecDeque;

use dicehouse_home::{Heard, RoomLine};
use dicehouse_room::message::{
    Answer, Do, GameSnapshot, Happened, Notice, RoomEntry, Snapshot, Time, Version,
};
use dicehouse_room::{Mirror, Output};
use dicehouse_rules::{Seat, View};
use dicehouse_table::Entry;
use dicehouse_table::record::{DiceHeader, GameId};

/// The people at this keyboard. The first one looks at the table for all of them.
pub(crate) struct Party {
    pub line: Box<dyn RoomLine>,
    mirrors: Vec<Mirror>,
    /// The game to which each has added a seed.
    seeded: Vec<Option<GameId>>,
    news: VecDeque<News>,
}

/// Something new.
#[derive(Debug)]
pub(crate) enum News {
    /// Everything was shown anew.
    Shown,
    /// These things happened.
    Happened(Vec<RoomEntry>),
    /// The table moved on, as somebody else at this keyboard sees it.
    Seen(usize, AtTable),
    /// Something else changed.
    Changed,
    /// A command of somebody was answered.
    Answered(Answer),
    /// The room said something about the line or the house.
    Noticed(Notice),
    /// Whether a command waits for its answer for long.
    Slow(bool),
    /// The line is gone; it is tried again.
    Lost,
    /// It is over, and why.
    Ended(String),
}

/// What happened at the table, and how it looks then, as one person sees it.
#[derive(Clone, Debug)]
pub(crate) struct AtTable {
    pub version: Version,
    pub entries: Vec<Entry>,
    pub view: Box<View<'static>>,
}

/// A question that somebody at this keyboard is to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Who, by number.
    pub who: usize,
    /// Where they sit.
    pub seat: Seat,
    /// The version at which it was asked.
    pub version: Version,
}

impl Party {
    pub(crate) fn new(line: Box<dyn RoomLine>) -> Party {
        let people = line.people();
        Party {
            line,
            mirrors: vec![Mirror::new(); people],
            seeded: vec![None; people],
            news: VecDeque::new(),
        }
    }

    /// What the first one sees.
    pub(crate) fn shown(&self) -> Option<&Snapshot> {
        self.seen_by(0)
    }

    /// What somebody sees.
    pub(crate) fn seen_by(&self, who: usize) -> Option<&Snapshot> {
        self.mirrors.get(who)?.shown()
    }

    /// Whether the room is at this computer.
    pub(crate) fn is_here(&mut self) -> bool {
        self.line.here().is_some()
    }

    /// The seats of everybody at this keyboard who plays, with who they are.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (usize, Seat)> + '_ {
        let seat = |who: usize| Some((who, self.seen_by(who)?.you.seat?));
        (0..self.mirrors.len()).filter_map(seat)
    }

    /// The questions that are open.
    pub(crate) fn asked(&self) -> impl Iterator<Item = Asked> + '_ {
        self.seats().filter_map(|(who, seat)| {
            let game = self.seen_by(who)?.game.as_ref().filter(|game| game.end.is_none())?;
            Some(Asked { who, seat, version: game.now.asked? })
        })
    }

    /// What time it is by the room's clock.
    pub(crate) fn room_time(&self, now: Time) -> Option<Time> {
        self.mirrors.first()?.room_time(now)
    }

    /// Somebody wants something.
    pub(crate) fn want(&mut self, now: Time, who: usize, what: Do) {
        if let Some(mirror) = self.mirrors.get_mut(who) {
            mirror.want(now, what);
        }
    }

    /// The next thing that is new. What everybody sees is as it was right after it, so take one at a time.
    pub(crate) fn next(&mut self, now: Time) -> Option<News> {
        loop {
            if let Some(news) = self.news.pop_front() {
                return Some(news);
            }
            if !self.takes_one(now) {
                return None;
            }
        }
    }

    /// Takes in one thing that came, or lets time go by. Says whether there may be more.
    fn takes_one(&mut self, now: Time) -> bool {
        for who in 0..self.mirrors.len() {
            self.carry_out(who);
            if let Some(heard) = self.line.next(who) {
                let mirror = &mut self.mirrors[who];
                match heard {
                    Heard::Up => mirror.connected(now),
                    Heard::Down => mirror.lost(now),
                    Heard::Message(message) => mirror.take(now, *message),
                    Heard::Ended(why) => mirror.turned_away(why),
                }
                self.carry_out(who);
                self.add_seed(now, who);
                return true;
            }
        }
        // A room that cannot save the game answers nobody until it can.
        if self.line.here().is_none_or(|here| here.stuck().is_none()) {
            for who in 0..self.mirrors.len() {
                self.mirrors[who].tick(now);
                self.carry_out(who);
            }
        }
        !self.news.is_empty()
    }

    fn carry_out(&mut self, who: usize) {
        while let Some(output) = self.mirrors[who].poll() {
            let news = match output {
                Output::Send(message) => {
                    self.line.send(who, message);
                    None
                }
                Output::Reconnect { after } => {
                    self.line.reconnect(after);
                    Some(News::Lost)
                }
                Output::GaveUp(why) => Some(News::Ended(why.to_string())),
                Output::Answered(_, answer) => Some(News::Answered(answer)),
                Output::Happened(entries) if who > 0 => {
                    self.at_table(who, &entries).map(|seen| News::Seen(who, seen))
                }
                _ if who > 0 => None,
                Output::Shown => Some(News::Shown),
                Output::Happened(entries) => Some(News::Happened(entries)),
                Output::Changed => Some(News::Changed),
                Output::Noticed(notice) => Some(News::Noticed(notice)),
                Output::Slow(slow) => Some(News::Slow(slow)),
            };
            self.news.extend(news);
        }
    }

    /// What just happened at the table, as somebody sees it.
    pub(crate) fn at_table(&self, who: usize, entries: &[RoomEntry]) -> Option<AtTable> {
        let shown = self.seen_by(who)?;
        let view = Box::new(shown.game.as_ref()?.now.view.clone());
        let mut seen = AtTable { version: shown.version, entries: Vec::new(), view };
        for entry in entries {
            if let Happened::Played { entries, .. } = &entry.what {
                seen.version = entry.version;
                seen.entries.extend(entries.iter().cloned());
            }
        }
        (!seen.entries.is_empty()).then_some(seen)
    }

    /// Somebody who plays adds a seed of their own to the dice of a game that starts.
    fn add_seed(&mut self, now: Time, who: usize) {
        let Some(shown) = self.seen_by(who).filter(|shown| shown.you.seat.is_some()) else {
            return;
        };
        let takes_seeds = |game: &&GameSnapshot| {
            let trusted = matches!(game.header.dice, DiceHeader::Trusted { .. });
            trusted && game.seeds_until.is_some()
        };
        let Some(game) = shown.game.as_ref().filter(takes_seeds) else { return };
        let id = Some(game.header.id.clone());
        if self.seeded[who] != id {
            self.seeded[who] = id;
            let seed = self.line.seed();
            self.mirrors[who].want(now, Do::SeatSeed { seed });
        }
    }
}
