//! House bots as entrants: made anew for each game, in this process.

use dicehouse_bots::HouseBot;
use dicehouse_table::{Player, Seated};

use super::entrant::{Bot, Entrant, GameStart, NoShow};

/// A house bot.
#[derive(Clone, Debug)]
pub struct HouseEntrant {
    name: String,
    bot: HouseBot,
}

impl HouseEntrant {
    /// `bot`, under `name`.
    pub fn new(name: &str, bot: HouseBot) -> HouseEntrant {
        HouseEntrant { name: name.to_owned(), bot }
    }
}

impl Entrant for HouseEntrant {
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

impl Bot for HouseEntrant {
    fn sit<'a>(&'a mut self, game: &GameStart<'_>) -> Result<Box<dyn Player + 'a>, NoShow> {
        Ok(self.bot.player(game.seed.get()))
    }
}
