//! What the house offers a room: its bots, how long it stays open, and who signs its records.

use dicehouse_rules::GameKind;
use dicehouse_table::Name;
use dicehouse_table::record::PublicKey;
use dicehouse_telling::voice;

use crate::message::{BotSeat, Seconds};

/// The bots a host can choose from. Only deciding looks at it: a log replays the same whatever the house offers now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The bots; for each game the first is the one that stands in unless the host says otherwise.
    pub bots: Vec<BotOffer>,
    /// How long a room stays open that everybody has left: somebody may still come by an invitation.
    pub keep_empty: Seconds,
    /// Who signs the records of games that start here.
    pub signs: Option<PublicKey>,
}

impl Default for Offers {
    fn default() -> Offers {
        Offers { bots: Vec::new(), keep_empty: Seconds(3600), signs: None }
    }
}

/// A bot a host can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotOffer {
    /// Its name in the roster.
    pub name: String,
    /// The game it plays.
    pub game: GameKind,
    /// How hard it is to beat, in the roster's words.
    pub level: String,
    /// The version of the bot, as records name it.
    pub version: String,
}

impl BotOffer {
    /// The bot on a seat.
    #[must_use]
    pub fn seat(&self) -> BotSeat {
        BotSeat {
            name: called(&self.name),
            bot: self.name.clone(),
            level: self.level.clone(),
            version: self.version.clone(),
        }
    }
}

/// What a bot of the roster is called at the table.
pub(crate) fn called(bot: &str) -> Name {
    Name::new(voice::called(bot))
}

impl Offers {
    /// The bot of this name, if it plays `game`.
    #[must_use]
    pub fn bot(&self, game: GameKind, name: &str) -> Option<&BotOffer> {
        self.bots.iter().find(|bot| bot.game == game && bot.name == name)
    }

    /// The bot that stands in at `game` unless the host says otherwise.
    #[must_use]
    pub fn stand_in(&self, game: GameKind) -> Option<&BotOffer> {
        self.bots.iter().find(|bot| bot.game == game)
    }
}
