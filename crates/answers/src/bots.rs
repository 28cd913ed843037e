//! The house bots, as rooms use them.

use dicehouse_bots::{BotInfo, Roster};
use dicehouse_room::message::Seconds;
use dicehouse_room::{BotOffer, Offers};
use dicehouse_rules::GameKind;
use dicehouse_table::{Bot, Learns, Newcomer};

/// The bots a host can choose from; for each game the usual one first.
pub fn offers(keep_empty: Seconds) -> Offers {
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
    let bots = GameKind::ALL.into_iter().flat_map(of).collect();
    Offers { bots, keep_empty, ..Offers::default() }
}

/// A house bot that sits down at a game; it learns what happened before by answering again what it was asked.
pub fn newcomer(game: GameKind, bot: Bot, luck: u64) -> Newcomer {
    let make = move || {
        let bot = Roster::find_for(game, bot.bot.as_str()).map_err(|error| error.to_string())?;
        Ok(bot.player(luck))
    };
    Newcomer { make: Box::new(make), learns: Learns::ByAnswering }
}
