//! The results of the games at this computer, in a database of their own.

use std::path::{Path, PathBuf};

use dicehouse_room::Finished;
use dicehouse_rules::{BySeat, Fact, GameKind, Ruleset, Seat};
use dicehouse_store::blocking::Store;
use dicehouse_store::{FinishedGame, Kind, LeaderboardQuery, LeaderboardRow, Place, SeatResult};
use dicehouse_table::{Entry, SeatKind, Seated};
use dicehouse_telling::voice::Voice;
use dicehouse_telling::{Language, say, text};

use super::now;
use crate::platform::Results;
use crate::room::in_words;

/// The file of the results in a data folder.
pub const RESULTS: &str = "results.sqlite";

/// The store of results in a data folder.
///
/// # Errors
/// When the folder cannot be made or the file is not one of ours, in words.
pub fn open_store(data: &Path) -> Result<Store, String> {
    super::private_folder(data)
        .map_err(|error| format!("cannot make {}: {}", data.display(), in_words(&error)))?;
    Store::open(Place::file(data.join(RESULTS))).map_err(|error| error.to_string())
}

/// The results in a data folder.
pub(super) struct ResultsInStore {
    pub data: PathBuf,
}

/// How many names of each game are shown in a window.
const SHOWN: u32 = 5;

impl Results for ResultsInStore {
    /// When the store cannot be read, the game goes on and everybody counts as having won none.
    fn games_won(&self, game: GameKind, seats: &[Seated]) -> Vec<u32> {
        // A bot has won what its kind has won, whatever it is called at this table.
        let name = |seated: &Seated| match &seated.kind {
            SeatKind::Person => seated.name.to_string(),
            SeatKind::Bot(bot) => bot.bot.to_string(),
        };
        let names: Vec<String> = seats.iter().map(name).collect();
        let won = open_store(&self.data)
            .and_then(|store| store.games_won(game.name(), &names).map_err(|e| e.to_string()));
        let won = won.unwrap_or_default().into_iter();
        won.map(|won| u32::try_from(won).unwrap_or(u32::MAX)).collect()
    }

    fn keep(&self, finished: &Finished, record: Option<&Path>) -> Result<(), String> {
        let Some(standing) = finished.end.standing else { return Ok(()) };
        let header = &finished.header;
        let faults = faults(header.seats.len(), &finished.entries);
        let seat_result = |(seat, seated): (Seat, &Seated)| {
            let place = u32::from(*standing.places.get(seat)?);
            let result = match &seated.kind {
                SeatKind::Person => SeatResult::person(seated.name.as_str(), place),
                // Whatever it is called at this table, it is the same bot.
                SeatKind::Bot(bot) => {
                    SeatResult::bot(bot.bot.as_str(), bot.version.as_str(), place)
                }
            };
            let score = standing.scores.and_then(|scores| scores.get(seat).copied());
            let result = match score {
                Some(score) => result.with_score(score.into()),
                None => result,
            };
            Some(result.with_faults(*faults.get(seat)?))
        };
        let seats = Seat::first(header.seats.len()).zip(&header.seats);
        let game = FinishedGame {
            id: header.id.to_string(),
            finished_at: i64::try_from(now().0).unwrap_or(i64::MAX),
            game: header.ruleset.game().name().to_owned(),
            preset: header.ruleset.base().name.to_owned(),
            ruleset: serde_json::to_string(&header.ruleset).map_err(|error| error.to_string())?,
            record: record.map(|path| path.display().to_string()),
            seats: seats.filter_map(seat_result).collect(),
        };
        // A game that was kept before the program was stopped is known already.
        open_store(&self.data)?.record_game(&game).map(|_| ()).map_err(|error| error.to_string())
    }

    fn best_alone(&self, ruleset: &Ruleset, name: &str) -> Option<i64> {
        let query = LeaderboardQuery {
            preset: Some(ruleset.base().name.to_owned()),
            solo: true,
            limit: u32::MAX,
            ..LeaderboardQuery::of(ruleset.game().name())
        };
        let rows = open_store(&self.data).ok()?.leaderboard(&query).ok()?;
        let own = rows.into_iter().find(|row| row.name == name && row.kind == Kind::Person);
        own.and_then(|row| row.best_score)
    }

    fn scores(&self, language: Language) -> Vec<String> {
        let rows = |game: GameKind| {
            let query = LeaderboardQuery { limit: SHOWN, ..LeaderboardQuery::of(game.name()) };
            open_store(&self.data)?.leaderboard(&query).map_err(|error| error.to_string())
        };
        let mut lines = Vec::new();
        for game in GameKind::ALL {
            match rows(game) {
                Ok(rows) if rows.is_empty() => {}
                Ok(rows) => {
                    lines.push(language.game_title(game).to_owned());
                    lines.extend(rows.iter().map(|row| in_a_line(row, language)));
                }
                Err(why) => return vec![why],
            }
        }
        if lines.is_empty() { vec![text!(language, "scores.none").to_owned()] } else { lines }
    }
}

/// How often each seat failed to act.
fn faults(seats: usize, entries: &[Entry]) -> BySeat<u32> {
    let mut faults = BySeat::filled(seats, 0);
    for entry in entries {
        if let Some(Fact::Fault { seat, .. }) = entry.fact() {
            faults[*seat] += 1;
        }
    }
    faults
}

/// Somebody's results in a line. A bot is called what it is called at the table.
fn in_a_line(row: &LeaderboardRow, language: Language) -> String {
    let met = Voice::of(&row.name).filter(|_| row.kind == Kind::Bot);
    let name =
        met.map_or_else(|| row.name.clone(), |voice| format!("{} ({})", voice.name, row.name));
    let games = say!(language, "scores.games", n = row.games);
    let won = say!(language, "scores.won", share = format!("{:>6.0}", row.win_share * 100.0));
    format!("  {name:<32}{games:>11} {won}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, kind: Kind, games: u64, win_share: f64) -> LeaderboardRow {
        LeaderboardRow {
            name: name.to_owned(),
            kind,
            games,
            wins: 0,
            win_share,
            mean_place: 1.0,
            best_score: None,
            mean_score: None,
            last_played: 0,
        }
    }

    #[test]
    fn bots_are_called_what_they_are_called_at_the_table() {
        let gil = in_a_line(&row("gambler", Kind::Bot, 1, 1.0), Language::English);
        assert!(gil.contains("Gil (gambler)") && gil.contains("1 game ") && gil.contains("100 %"));
        // A person of that name is not the bot.
        let tess = in_a_line(&row("gambler", Kind::Person, 12, 0.25), Language::English);
        assert!(!tess.contains("Gil") && tess.contains("12 games") && tess.contains("25 %"));
        let program = in_a_line(&row("bot.py", Kind::Bot, 2, 0.0), Language::English);
        assert!(program.contains("  bot.py "), "{program}");
    }
}
