//! A person of the world: what they see, and what they want.

use crate::Mirror;
use crate::message::{
    Absence, Do, Emote, Notice, Phase, Phrase, Refusal, RefusalCode, Say, Seconds, SettingsChange,
    ToClient, TurnClock, Version,
};
use dicehouse_rules::{Acts, Bid, Face, Seat};
use dicehouse_table::Talk;
use dicehouse_table::dice::SeatSeed;

use super::rng::Rng;
use super::settings;
use super::world::person_id;

/// A person with their client.
pub struct Somebody {
    number: usize,
    seed: u64,
    pub mirror: Mirror,
    /// Counts the connections: what was meant for an earlier one is lost.
    pub line: u64,
    pub connected: bool,
    /// The host has sent them away, or the room is closed.
    pub sent_away: bool,
    /// They are not in the room although they think so.
    pub lost: bool,
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
            mirror: Mirror::default(),
            line: 0,
            connected: false,
            sent_away: false,
            lost: false,
            answered: None,
            seeded: None,
            said: 0,
        }
    }

    /// Whether they are in the room and connected.
    pub fn is_here(&self) -> bool {
        self.connected && !self.sent_away && self.mirror.shown().is_some() && !self.lost
    }

    /// What a message means beyond what the client shows.
    pub fn hears(&mut self, message: &ToClient) {
        match message {
            ToClient::Welcome(_) | ToClient::Resumed(_) => self.lost = false,
            ToClient::Notice(Notice::Closed) => self.sent_away = true,
            ToClient::Notice(Notice::Refused { refusal }) => self.refused(refusal),
            _ => {}
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        match refusal.code {
            RefusalCode::Kicked | RefusalCode::Closed => self.sent_away = true,
            _ => self.lost = true,
        }
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
