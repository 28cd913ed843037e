//! What a game needs to start.

use dicehouse_room::Deal;
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{GameId, Reveal};
use rand::Rng;

use crate::house::House;

/// A server seed that was never used before.
pub fn fresh_seed(house: &House) -> Reveal {
    let mut bytes = [0; 32];
    house.luck(|luck| luck.fill_bytes(&mut bytes));
    Reveal::ServerSeed(ServerSeed::from_bytes(bytes))
}

/// What a game needs to start.
pub fn deal(house: &House, secret: Reveal, won: Vec<u64>, one_address: bool) -> Deal {
    let mut bytes = [0; 8];
    house.luck(|luck| luck.fill_bytes(&mut bytes));
    Deal {
        id: GameId::unique(house.now().0, bytes),
        secret,
        won: won.into_iter().map(|won| u32::try_from(won).unwrap_or(u32::MAX)).collect(),
        one_address,
    }
}
