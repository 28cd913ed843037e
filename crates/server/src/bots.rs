//! The house bots, as rooms use them; and what a game needs to start.

use std::sync::Arc;
use std::time::Duration;

use dicehouse_bots::{BotInfo, Roster};
use dicehouse_room::message::Seconds;
use dicehouse_room::{BotOffer, Deal, Offers};
use dicehouse_rules::GameKind;
use dicehouse_table::dice::ServerSeed;
use dicehouse_table::record::{GameId, Reveal};
use dicehouse_table::{Bot, Learns, Newcomer};
use rand::Rng;

use crate::house::House;

/// The bots a host can choose from; for each game the usual one first.
pub fn offers(keep_empty: Duration) -> Arc<Offers> {
    let offer = |info: &'static BotInfo, game: GameKind| BotOffer {
        name: info.name.to_owned(),
        game,
        level: info.difficulty.name().to_owned(),
        version: info.version.to_owned(),
    };
    let of = |game: GameKind| {
        let usual = Roster::default_for(game);
        let mut bots: Vec<&'static BotInfo> = Roster::of(game).collect();
        bots.sort_by_key(|info| info.name != usual.name());
        bots.into_iter().map(move |info| offer(info, game))
    };
    let keep_empty = Seconds(u32::try_from(keep_empty.as_secs()).unwrap_or(u32::MAX));
    Arc::new(Offers { bots: GameKind::ALL.into_iter().flat_map(of).collect(), keep_empty })
}

/// A house bot that sits down at a game; it learns what happened before by answering again what it was asked.
pub fn newcomer(game: GameKind, bot: Bot, luck: u64) -> Newcomer {
    let make = move || {
        let bot = Roster::find_for(game, bot.bot.as_str()).map_err(|error| error.to_string())?;
        Ok(bot.player(luck))
    };
    Newcomer { make: Box::new(make), learns: Learns::ByAnswering }
}

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
