//! "My level": the company that the person here beats somewhat more often than chance would have it.

use dicehouse_bots::{HouseBot, Roster, Skill};
use dicehouse_rules::GameKind;
use dicehouse_table::SeatKind;
use dicehouse_table::record::Record;
use dicehouse_telling::{Language, say, text};

use crate::company::as_characters;
use crate::home::Home;
use crate::plan::SeatPlan;

/// The newest games that count.
const MOST_GAMES: usize = 40;

/// The company that was chosen for somebody, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct MyLevel {
    /// Who sits down.
    pub bots: Vec<SeatPlan>,
    /// The level most of them are of.
    pub name: &'static str,
    /// The games against house bots that it follows from.
    pub games: usize,
    /// How many of these were won.
    pub won: usize,
    /// How often the person is expected to win against this company, from 0 to 1.
    pub wins: f64,
}

impl MyLevel {
    /// What was chosen and why, said openly.
    pub fn sentence(&self, language: Language) -> String {
        let results = match self.games {
            0 => text!(language, "mine.no-results").to_owned(),
            games => say!(language, "mine.results", won = self.won, n = games),
        };
        let level = language.find(&format!("level.{}", self.name)).unwrap_or(self.name);
        let wins = (100.0 * self.wins).round();
        say!(language, "mine.chosen", results = results, level = level, wins = wins)
    }
}

impl Home {
    /// The company for somebody who asks for their own level of `game`, at a table with so many bots.
    pub fn my_level(&self, game: GameKind, bots: usize) -> MyLevel {
        let mut skill = Skill::new(game);
        let (mut games, mut won) = (0, 0);
        let name = self.person_name();
        let shelf = &*self.platform().shelf;
        // The oldest first: the newest say most.
        let mut records = shelf.records();
        records.truncate(MOST_GAMES);
        for path in records.iter().rev() {
            let bytes = shelf.read_record(path).ok();
            let Some(record) = bytes.and_then(|bytes| Record::read_bytes(&bytes).ok()) else {
                continue;
            };
            if let Some((opponents, has_won)) = result(&record, game, &name) {
                let opponents: Vec<&str> = opponents.iter().map(String::as_str).collect();
                skill.played(&opponents, has_won);
                games += 1;
                won += usize::from(has_won);
            }
        }
        let company = skill.company(bots);
        MyLevel {
            name: company.level.name(),
            wins: company.wins,
            bots: as_characters(company.bots.iter().map(HouseBot::spec)).collect(),
            games,
            won,
        }
    }
}

/// Against which bots somebody played, and whether they won; `None` for a game of another kind, with other people, or
/// broken off.
fn result(record: &Record, game: GameKind, name: &str) -> Option<(Vec<String>, bool)> {
    let header = &record.header;
    if header.ruleset.game() != game {
        return None;
    }
    let standing = record.end.as_ref()?.standing?;
    let mut bots = Vec::new();
    let mut own = None;
    for (seat, seated) in dicehouse_rules::Seat::first(header.seats.len()).zip(&header.seats) {
        match &seated.kind {
            SeatKind::Person if own.is_none() && seated.name.as_str() == name => own = Some(seat),
            SeatKind::Person => return None,
            SeatKind::Bot(bot) => {
                // Who calls in a program is asked for no level.
                Roster::find_for(game, &bot.bot).ok()?;
                bots.push(bot.bot.to_string());
            }
        }
    }
    let own = own.filter(|_| !bots.is_empty())?;
    Some((bots, standing.winners().contains(own)))
}
