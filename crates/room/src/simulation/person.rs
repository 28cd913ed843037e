//! A person of the world: what they see, and what they want.

use std::collections::BTreeMap;

use crate::message::{
    Absence, Do, Emote, Phase, Phrase, RoomEntry, Say, Seconds, SettingsChange, ToRoom, TurnClock,
    Version,
};
use crate::{Mirror, Ticket};
use dicehouse_rules::{Acts, Bid, Face, Seat};
use dicehouse_table::Talk;
use dicehouse_table::dice::SeatSeed;

use super::rng::Rng;
use super::settings;
use super::world::{Wrong, person_id};

/// After so many milliseconds a client has said that a command waits.
const SAID: u64 = 1000;
/// How long a client on a line that is there lets a command wait without asking for its answer.
const PATIENCE: u64 = 20_000;
/// How long a client may think that a dead line is there.
const NOTICED: u64 = 40_000;

/// A person with their client.
pub struct Somebody {
    number: usize,
    seed: u64,
    pub mirror: Mirror,
    /// Counts the lines: what was meant for an earlier one is lost.
    pub line: u64,
    /// The process at the other end of the line; `None` when the line is dead.
    pub reached: Option<u64>,
    /// No line can be opened before.
    pub cut_off_until: u64,
    /// When a line broke last.
    pub broke_at: u64,
    /// The host has sent them away, or the room is closed.
    pub sent_away: bool,
    /// Whether they were told that a command waits.
    pub slow: bool,
    /// What they want and have no answer to, and since when.
    wanted: BTreeMap<Ticket, (Do, u64)>,
    /// The last version they were told of.
    heard: Option<Version>,
    live_since: Option<u64>,
    /// When their client last sent a command, or came.
    asked_at: u64,
    wake: Option<u64>,
    /// Counts the lines that their client wants: another wish takes the place of the one before.
    opening: u64,
    /// The question they answered last, and how often they tried.
    answered: Option<(Version, u32)>,
    seeded: Option<String>,
    said: u64,
}

impl Somebody {
    pub fn new(number: usize, seed: u64) -> Somebody {
        Somebody {
            number,
            seed,
            mirror: Mirror::new(),
            line: 0,
            reached: None,
            cut_off_until: 0,
            broke_at: 0,
            sent_away: false,
            slow: false,
            wanted: BTreeMap::new(),
            heard: None,
            live_since: None,
            asked_at: 0,
            wake: None,
            opening: 0,
            answered: None,
            seeded: None,
            said: 0,
        }
    }

    /// Whether they are in the room and connected.
    pub fn is_here(&self) -> bool {
        self.mirror.is_live() && !self.sent_away
    }

    /// They throw their client away, and take another.
    pub fn starts_anew(&mut self) {
        self.mirror = Mirror::new();
        self.wanted.clear();
        self.slow = false;
        self.wake = None;
    }

    /// The number of the line that their client wants next.
    pub fn opens_next(&mut self) -> u64 {
        self.opening += 1;
        self.opening
    }

    /// Whether this line is still wanted.
    pub fn opens_now(&self, number: u64) -> bool {
        self.opening == number
    }

    /// When their client is to be woken, if that is not arranged yet.
    pub fn wakes(&mut self, now: u64) -> Option<u64> {
        let wake = self.mirror.wake_at()?.0.max(now + 1);
        let news = self.wake.is_none_or(|arranged| arranged > wake || arranged <= now);
        self.wake = if news { Some(wake) } else { self.wake };
        self.wake.filter(|_| news)
    }

    pub fn wants(&mut self, ticket: Ticket, what: Do, now: u64) {
        self.wanted.insert(ticket, (what, now));
    }

    /// Their client sends something.
    pub fn sends(&mut self, message: &ToRoom, now: u64) {
        if !matches!(message, ToRoom::Ping) {
            self.asked_at = now;
        }
    }

    /// What the answered command was.
    pub fn is_answered(&mut self, ticket: Ticket) -> Option<Do> {
        self.wanted.remove(&ticket).map(|(what, _)| what)
    }

    pub fn sees_everything(&mut self) {
        self.heard = self.mirror.version();
    }

    /// Nobody is told the same thing twice.
    pub fn hears_of(&mut self, entries: &[RoomEntry]) -> Result<(), Wrong> {
        for entry in entries {
            if self.heard.is_some_and(|heard| entry.version <= heard) {
                return Err(format!("p{} hears of version {} again", self.number, entry.version));
            }
            self.heard = Some(entry.version);
        }
        Ok(())
    }

    /// Their client does what it is there for.
    pub fn is_served(&mut self, now: u64) -> Result<(), Wrong> {
        let number = self.number;
        let live = self.mirror.is_live();
        self.live_since = self.live_since.or(Some(now)).filter(|_| live);
        if self.mirror.is_over() {
            return Ok(());
        }
        let oldest = self.wanted.values().map(|(_, since)| *since).min();
        if oldest.is_some_and(|since| now > since + SAID) && !self.slow {
            return Err(format!("p{number} is not told that a command waits"));
        }
        if oldest.is_none() && self.slow {
            return Err(format!("p{number} is told that a command waits, and none does"));
        }
        let since = oldest.zip(self.live_since).map(|(wanted, live)| wanted.max(live));
        if since.is_some_and(|since| now > since.max(self.asked_at) + PATIENCE) {
            return Err(format!("p{number} waits for an answer without asking for it"));
        }
        if live && self.reached.is_none() && now > self.broke_at + NOTICED {
            return Err(format!("p{number} does not notice that the line is dead"));
        }
        Ok(())
    }

    fn legal(&self) -> Option<(Acts, Version)> {
        let game = self.mirror.shown()?.game.as_ref()?;
        Some((game.now.legal, game.now.asked?))
    }

    pub fn is_due(&self) -> bool {
        self.legal().is_some()
    }

    /// The act for the question that is open.
    pub fn act(&mut self, calm: bool) -> Option<Do> {
        let (legal, asked) = self.legal()?;
        let tries = self.answered.filter(|(before, _)| *before == asked).map_or(0, |(_, n)| n);
        if (tries > 3 && !calm) || (tries > 0 && self.mirror.is_waiting()) {
            return None;
        }
        self.answered = Some((asked, tries + 1));
        let mut rng = Rng::of(&[self.seed, 8, self.number as u64, asked.0.into(), tries.into()]);
        // Some dream and let the clock run out; some try what is not allowed.
        if !calm && tries == 0 && rng.chance(4) {
            return None;
        }
        if !calm && tries == 0 && rng.chance(5) {
            let act = dicehouse_rules::Act::Bid(Bid::new(255, Face::ONE));
            return Some(Do::Act { act, asked });
        }
        let acts: Vec<_> = legal.iter().collect();
        // Games end sooner when bids are called.
        let call = acts.iter().find(|act| **act == dicehouse_rules::Act::Call);
        let act = match call {
            Some(call) if rng.chance(40) => *call,
            _ => *rng.pick(&acts),
        };
        Some(Do::Act { act, asked })
    }

    /// The seed to add to the game that starts, once.
    pub fn seed_to_send(&mut self) -> Option<SeatSeed> {
        let shown = self.mirror.shown()?;
        let game = shown.game.as_ref()?;
        game.seeds_until?;
        game.now.view.seat()?;
        let id = game.header.id.to_string();
        if self.seeded.as_ref() == Some(&id) {
            return None;
        }
        self.seeded = Some(id);
        let mut rng = Rng::of(&[self.seed, 9, self.number as u64, shown.version.0.into()]);
        // Not everybody adds one.
        (!rng.chance(30)).then(|| format!("{:016x}", rng.next()).parse().unwrap())
    }

    /// What they want now.
    pub fn wish(&mut self, number: u64) -> Option<Do> {
        let mut rng = Rng::of(&[self.seed, 10, number]);
        let shown = self.mirror.shown()?;
        let host = shown.room.host.as_ref() == Some(&person_id(self.number));
        let playing = shown.room.phase == Phase::Playing;
        let rated = shown.room.rated;
        let seated = shown.you.seat.is_some();
        let others: Vec<_> = shown
            .room
            .people
            .iter()
            .map(|person| person.person.clone())
            .filter(|person| *person != person_id(self.number))
            .collect();
        if rng.chance(15) {
            self.said += 1;
            let text = format!("p{} says {}", self.number, self.said);
            let say = match rng.below(4) {
                0 => Say::Phrase(*rng.pick(Phrase::ALL)),
                1 => Say::Emote(*rng.pick(Emote::ALL)),
                _ => Say::Text(Talk::new(&text)?),
            };
            return Some(Do::Say { say });
        }
        if playing {
            return Some(match rng.below(40) {
                0..4 => Do::GiveToBot,
                4..10 => Do::TakeBack,
                10 => Do::Leave,
                11..13 => Do::Pause,
                13..20 => Do::GoOn,
                20 => Do::BreakOff,
                21 if host && !others.is_empty() => Do::Kick { person: rng.pick(&others).clone() },
                22..24 if !others.is_empty() => Do::HandOver { person: rng.pick(&others).clone() },
                24 => Do::Stand,
                25 => Do::Start,
                // Whoever loses a rated game tries everything.
                26..28 if rated => Do::BreakOff,
                28..31 if rated && host && !others.is_empty() => {
                    Do::Kick { person: rng.pick(&others).clone() }
                }
                31 if rated && host => Do::Close,
                _ => return None,
            });
        }
        if !seated {
            return Some(match rng.below(10) {
                0 => Do::Leave,
                1 => Do::Stand,
                _ => Do::Sit { seat: None },
            });
        }
        if host {
            return Some(match rng.below(12) {
                0..4 => Do::SeatBot { seat: None, bot: settings::BOT.to_owned() },
                4 => Do::RemoveBot { seat: Seat::new(rng.below(4) as usize)? },
                5 => Do::Change { settings: change(&mut rng) },
                6 if rng.chance(5) => Do::Close,
                7..9 => Do::Ready { ready: true },
                _ => Do::Start,
            });
        }
        Some(match rng.below(6) {
            0 => Do::Stand,
            1 => Do::Start,
            _ => Do::Ready { ready: rng.chance(80) },
        })
    }
}

fn change(rng: &mut Rng) -> SettingsChange {
    let random = settings::random(rng);
    match rng.below(5) {
        0 => SettingsChange { ruleset: Some(random.ruleset), ..SettingsChange::default() },
        1 => SettingsChange { seats: Some(1 + rng.below(11) as u8), ..SettingsChange::default() },
        2 => SettingsChange { watching: Some(random.watching), ..SettingsChange::default() },
        3 => {
            let per_turn = rng.chance(70).then(|| Seconds(5 + rng.below(30) as u32));
            SettingsChange { clock: Some(TurnClock { per_turn }), ..SettingsChange::default() }
        }
        _ => {
            let absence = Absence {
                grace: Seconds(5 + rng.below(20) as u32),
                stand_in: random.absence.stand_in,
            };
            SettingsChange { absence: Some(absence), ..SettingsChange::default() }
        }
    }
}
