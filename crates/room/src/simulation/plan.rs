//! What a world is made of: everything that goes wrong in it and everything its people want, as a list that can be cut down.

use super::rng::Rng;

/// A world: its seed and what happens in it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub people: usize,
    pub network: Network,
    pub actions: Vec<Action>,
}

/// How bad the network is, in percent of messages, and how slow in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Network {
    pub drops: u64,
    pub doubles: u64,
    pub slowest: u64,
}

/// Something that happens at a time.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    pub at: u64,
    pub what: What,
}

/// What goes wrong, or is done on purpose, at one moment.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// A person wants something; what, depends on the number and on how the room looks to them.
    Wants { person: usize, number: u64 },
    /// A person's line breaks, and none can be opened for so long. Their client may not notice it by itself.
    Breaks { person: usize, back_after: u64, noticed: bool },
    /// The process dies and comes back after so long.
    Dies { back_after: u64 },
    /// The process will die after so many more effects.
    DiesSoon { effects: u64, back_after: u64 },
    /// The clock of the house jumps by so many milliseconds.
    Jumps { by: i64 },
}

/// How long a world is wild before everybody behaves, in milliseconds.
pub const WILD: u64 = 240_000;

impl Plan {
    pub fn of(seed: u64) -> Plan {
        let mut rng = Rng::of(&[seed, 1]);
        let people = 2 + rng.below(4) as usize;
        let calm = rng.chance(20);
        let network = if calm {
            Network { drops: 0, doubles: 0, slowest: 40 }
        } else {
            Network { drops: rng.below(6), doubles: rng.below(15), slowest: 20 + rng.below(1500) }
        };
        let mut actions = Vec::new();
        let mut at = 0;
        while at < WILD {
            at += 200 + rng.below(4000);
            let person = rng.below(people as u64) as usize;
            let what = match rng.below(100) {
                0..72 => What::Wants { person, number: rng.next() },
                72..84 => {
                    What::Breaks { person, back_after: rng.below(40_000), noticed: rng.chance(70) }
                }
                84..89 => What::Dies { back_after: rng.below(15_000) },
                89..96 => What::DiesSoon { effects: rng.below(12), back_after: rng.below(15_000) },
                _ => What::Jumps { by: rng.below(30_000) as i64 - 10_000 },
            };
            actions.push(Action { at, what });
        }
        Plan { seed, people, network, actions }
    }
}
