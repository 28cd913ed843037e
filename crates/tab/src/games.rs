//! The games that are over, as they are listed.

use dicehouse_answers::{GameLine, PastGame, SeatLine};
use dicehouse_rules::{Fact, Seat};
use dicehouse_table::record::{End, Header};
use dicehouse_table::{Entry, SeatKind};

/// What became of a game; `account` is that of the person in a seat.
pub(crate) fn game_line(
    header: &Header,
    entries: &[Entry],
    end: &End,
    finished_at: u64,
    account: impl Fn(usize) -> Option<String>,
) -> GameLine {
    let standing = end.standing.as_ref();
    let line = |(index, seat): (usize, Seat)| {
        let seated = &header.seats[index];
        let (kind, account) = match &seated.kind {
            SeatKind::Person => ("person", account(index)),
            SeatKind::Bot(bot) => ("bot", Some(format!("house:{}", bot.bot))),
        };
        let is_fault = |entry: &&Entry| matches!(entry.fact(), Some(Fact::Fault { seat: at, .. }) if *at == seat);
        SeatLine {
            name: seated.name.to_string(),
            kind: kind.to_owned(),
            account,
            // Nobody has won a game that was broken off: all share the first place.
            place: standing
                .and_then(|standing| standing.places.get(seat))
                .map_or(1, |place| u32::from(*place)),
            score: standing
                .and_then(|standing| standing.scores.as_ref()?.get(seat))
                .map(|score| i64::from(*score)),
            faults: u32::try_from(entries.iter().filter(is_fault).count()).unwrap_or(u32::MAX),
        }
    };
    GameLine {
        id: header.id.to_string(),
        finished_at: i64::try_from(finished_at).unwrap_or(i64::MAX),
        game: header.ruleset.game().name().to_owned(),
        preset: header.ruleset.base().name.to_owned(),
        seats: Seat::first(header.seats.len()).enumerate().map(line).collect(),
    }
}

/// How many games of a kind somebody has won against others. A game that was broken off has no scores and no winner: all
/// share its first place.
pub(crate) fn won(games: &[GameLine], game: &str, account: &str) -> u32 {
    let is_won = |line: &&GameLine| {
        let alone_first =
            line.seats.iter().filter(|seat| seat.place == 1).count() < line.seats.len();
        let mine = |seat: &SeatLine| seat.place == 1 && seat.account.as_deref() == Some(account);
        line.game == game && alone_first && line.seats.iter().any(mine)
    };
    u32::try_from(games.iter().filter(is_won).count()).unwrap_or(u32::MAX)
}

/// The games of somebody, newest first.
pub(crate) fn past_games(games: &[GameLine], account: &str, most: usize) -> Vec<PastGame> {
    let past = |line: &GameLine| {
        let result = line.seats.iter().find(|seat| seat.account.as_deref() == Some(account))?;
        Some(PastGame {
            id: line.id.clone(),
            finished_at: line.finished_at,
            game: line.game.clone(),
            preset: line.preset.clone(),
            seats: u32::try_from(line.seats.len()).unwrap_or(u32::MAX),
            result: result.clone(),
        })
    };
    games.iter().rev().filter_map(past).take(most).collect()
}
