//! House bots as entrants: made anew for each game, in this process.

use dicehouse_bots::HouseBot;
use dicehouse_table::{Player, Seated};

use super::entrant::{Bot, Entrant, GameStart, NoShow};

/// A house bot.
#[derive(Clone, Debug)]
pub struct House {
    name: String,
    bot: HouseBot,
}

impl House {
    /// `bot`, under `name`.
    pub fn new(name: &str, bot: HouseBot) -> House {
        House { name: name.to_owned(), bot }
    }
}

impl Entrant for House {
    fn name(&self) -> &str {
        &self.name
    }

    fn seated(&self) -> Seated {
        self.bot.seated(&self.name)
    }

    fn identity(&self) -> String {
        format!("{} version {}", self.bot.spec(), self.bot.info().version)
    }

    fn open(&self) -> Box<dyn Bot> {
        Box::new(self.clone())
    }
}

impl Bot for House {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        Ok(self.bot.player(game.seed.get()))
    }
}
