//! What is kept of a game that is over: its record, its result, and what it says about the players.

use dicehouse_room::Finished;
use dicehouse_room::message::{PersonId, WhyOver};
use dicehouse_rules::{Fact, Ruleset, Seat};
use dicehouse_stats::{Skill, weng_lin_after};
use dicehouse_store::{Finish, FinishedGame, Rated, Rater, Rating, SeatResult};
use dicehouse_table::record::{End, Reveal};
use dicehouse_table::{Entry, SeatKind, Seated};

use crate::daily;
use crate::house::House;

/// Keeps a game that is over, and says whether it is kept now. It may be told more than once: the first time counts.
pub async fn keep(house: &House, finished: Finished) -> bool {
    let id = finished.header.id.to_string();
    let kept = try_keep(house, &finished).await;
    if let Err(error) = &kept {
        // The log still has the game: it is told again when the room wakes up.
        tracing::error!(game = id, error, "a result could not be kept");
    }
    kept.is_ok()
}

async fn try_keep(house: &House, finished: &Finished) -> Result<(), String> {
    let record = record(house, finished, &end(house, finished).await?)?;
    // Others may still play with the dice of the day.
    let opens_at = finished.challenge.as_ref().map_or(0, |challenge| challenge.until().0);
    let opens_at = i64::try_from(opens_at).unwrap_or(i64::MAX);
    let record = match opens_at {
        0 => record,
        _ => house.seal(&sealed_record(finished.header.id.as_str()), &record),
    };
    let day = finished.challenge.as_ref().map(|challenge| challenge.day.to_string());
    let mut seats = Vec::new();
    for (index, seated) in finished.header.seats.iter().enumerate() {
        let person = finished.people.get(index).and_then(Option::as_ref);
        seats.push(seat(house, finished, index, seated, person).await?);
    }
    let board = board(&finished.header.ruleset);
    let is_rated = finished.rated && finished.why == WhyOver::Finished;
    let game = FinishedGame {
        id: finished.header.id.to_string(),
        finished_at: house.now_millis(),
        game: finished.header.ruleset.game().name().to_owned(),
        preset: finished.header.ruleset.base().name.to_owned(),
        ruleset: serde_json::to_string(&finished.header.ruleset)
            .map_err(|error| error.to_string())?,
        record: None,
        seats,
    };
    let rated = is_rated.then_some((board, rate as Rater));
    let is_private = finished.is_private;
    let finish = Finish { game, record: Some((record, opens_at)), rated, day, is_private };
    house.store.finish(finish).await.map(drop).map_err(|error| error.to_string())
}

/// Where a record belongs that is sealed because others still play with its dice.
pub fn sealed_record(game: &str) -> String {
    format!("record {game}")
}

/// The board on which games by these rules count.
pub fn board(ruleset: &Ruleset) -> String {
    let whole = ruleset.to_string();
    let game = ruleset.game().name();
    whole.strip_prefix(game).map_or(whole.clone(), |rest| rest.trim().to_owned())
}

/// How the game ended, with what its dice follow from.
async fn end(house: &House, finished: &Finished) -> Result<End, String> {
    let reveal = match &finished.challenge {
        Some(challenge) => Some(Reveal::ContestSecret(daily::secret(house, challenge.day).await?)),
        None => finished.end.reveal,
    };
    Ok(End { reveal, ..finished.end.clone() })
}

/// The record as it is downloaded, signed by the house.
fn record(house: &House, finished: &Finished, end: &End) -> Result<String, String> {
    let key = house.key.signing();
    if finished.header.signed_by.is_some_and(|named| named != key.public()) {
        tracing::warn!("a game that began with another key of the house cannot be signed");
    }
    let bytes = finished.record(end, Some(key)).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

async fn seat(
    house: &House,
    finished: &Finished,
    index: usize,
    seated: &Seated,
    person: Option<&PersonId>,
) -> Result<SeatResult, String> {
    let seat = Seat::new(index).ok_or("too many seats")?;
    let standing = finished.end.standing.as_ref();
    // Nobody has won a game that was broken off: all share the first place, and none is rated.
    let place =
        standing.and_then(|standing| standing.places.get(seat).copied()).map_or(1, u32::from);
    let result = match (&seated.kind, person) {
        (SeatKind::Bot(bot), _) => {
            SeatResult::bot(seated.name.as_str(), bot.version.as_str(), place)
                .with_account(format!("house:{}", bot.bot))
        }
        (SeatKind::Person, person) => {
            let result = SeatResult::person(seated.name.as_str(), place);
            match person {
                Some(person) => with_account(house, result, person).await?,
                None => result,
            }
        }
    };
    let score = standing.and_then(|standing| standing.scores.as_ref()?.get(seat).copied());
    let faults = finished.entries.iter().filter(|entry| is_fault_of(entry, seat)).count();
    let result = result.with_faults(u32::try_from(faults).unwrap_or(u32::MAX));
    Ok(match score {
        Some(score) => result.with_score(score.into()),
        None => result,
    })
}

/// A person, or a bot with an account. An account that was deleted in the meantime is left out.
async fn with_account(
    house: &House,
    result: SeatResult,
    person: &PersonId,
) -> Result<SeatResult, String> {
    let account = house.store.account(person.as_str()).await.map_err(|error| error.to_string())?;
    Ok(match account {
        Some(account) => SeatResult { kind: account.kind, ..result }.with_account(account.id),
        None => SeatResult { name: dicehouse_store::GONE.to_owned(), ..result },
    })
}

fn is_fault_of(entry: &Entry, seat: Seat) -> bool {
    matches!(entry.fact(), Some(Fact::Fault { seat: at, .. }) if *at == seat)
}

/// New ratings by Weng and Lin (Bradley–Terry with full pairs). All players of a table meet, people and bots, but
/// they are listed on boards of their own.
fn rate(players: &[Rated]) -> Vec<Rating> {
    let skill = |Rating { rating, uncertainty }| Skill { rating, uncertainty };
    let before = players.iter().map(|player| player.before.map(skill).unwrap_or_default());
    let before: Vec<_> = before.zip(players.iter().map(|player| player.place)).collect();
    let after = weng_lin_after(&before);
    let weighed = before.iter().zip(after).zip(players).map(|(((before, _), after), player)| {
        let part = |before: f64, after: f64| before + player.weight * (after - before);
        Rating {
            rating: part(before.rating, after.rating),
            uncertainty: part(before.uncertainty, after.uncertainty),
        }
    });
    weighed.collect()
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::GameKind;
    use dicehouse_store::Kind;

    use super::*;

    #[test]
    fn winning_against_the_stronger_is_worth_more() {
        let player = |place, before| Rated { kind: Kind::Person, before, place, weight: 1.0 };
        let strong = Some(Rating { rating: 35.0, uncertainty: 3.0 });
        let after = rate(&[player(1, None), player(2, strong), player(3, None)]);
        assert!(after[0].rating > 25.0 && after[2].rating < 25.0);
        assert!(after[1].rating < 35.0);
        assert!(after.iter().all(|rating| rating.uncertainty < 25.0 / 3.0));
        let equal = rate(&[player(1, None), player(2, None)]);
        assert!(after[0].rating - 25.0 > equal[0].rating - 25.0);
        let again = rate(&[player(1, None), player(2, None)].map(|p| Rated { weight: 0.25, ..p }));
        let quarter = 0.25 * (equal[0].rating - 25.0);
        assert!((again[0].rating - 25.0 - quarter).abs() < 1e-9, "a fourth meeting of a day");
    }

    #[test]
    fn boards_are_named_by_what_differs() {
        let perudo = Ruleset::preset(GameKind::Liars, "perudo").unwrap();
        assert_eq!(board(&perudo), "perudo");
        assert_eq!(board(&perudo.with(&[("dice", "3")]).unwrap()), "perudo (dice=3)");
    }
}
