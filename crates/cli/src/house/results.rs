//! Results of games, for the store.

use std::path::Path;

use dicehouse_store::{FinishedGame, SeatResult};
use dicehouse_table::{SeatKind, Seated};
use dicehouse_terminal::Finished;

use super::{LocalHouse, now, open_store};

impl LocalHouse {
    pub(super) fn keep_result(
        &self,
        finished: &Finished,
        record: Option<&Path>,
    ) -> anyhow::Result<()> {
        let (Some(data), Some(standing)) = (&self.data, finished.standing()) else { return Ok(()) };
        let seat_result = |(index, seated): (usize, &Seated)| {
            let seat = dicehouse_rules::Seat::new(index)?;
            let place = u32::from(*standing.places.get(seat)?);
            let name = seated.name.as_str();
            let result = match &seated.kind {
                SeatKind::Person => SeatResult::person(name, place),
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
            Some(result.with_faults(*finished.faults.get(seat)?))
        };
        let header = &finished.header;
        let game = FinishedGame {
            id: finished.id().to_string(),
            finished_at: i64::try_from(now()).unwrap_or(i64::MAX),
            game: header.ruleset.game().name().to_owned(),
            preset: header.ruleset.base().name.to_owned(),
            ruleset: serde_json::to_string(&header.ruleset)?,
            record: record.map(|path| path.display().to_string()),
            seats: header.seats.iter().enumerate().filter_map(seat_result).collect(),
        };
        let recorded = open_store(data)?.record_game(&game)?;
        debug_assert!(recorded.is_new(), "a game's id is unlike any other's");
        Ok(())
    }
}
