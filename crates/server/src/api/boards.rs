//! Who is strong at what, and what somebody has played.

use axum::Json;
use axum::extract::State;
use dicehouse_answers::{PastGame, Person};
use dicehouse_rules::GameKind;
use dicehouse_store::{Kind, RatingRow};
use dicehouse_telling::voice::Voice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Named};
use super::endpoint::{Endpoint, get};
use super::games::{past_game, twenty};
use super::people::person;
use crate::error::ApiError;
use crate::house::House;
use crate::identity::Maybe;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get(
            "/api/boards/{game}",
            "The strongest players of a game by one ruleset, people and bots apart.",
            board,
        )
        .query::<WhichBoard>()
        .replies::<Board>(),
        get("/api/players/{id}", "A player: their ratings and last games.", player)
            .replies::<Player>(),
    ]
}

/// The board that is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WhichBoard {
    /// The ruleset, as the list `boards` names it; left out: the one played most.
    rules: Option<String>,
    /// At most this many of each, up to 100.
    #[serde(default = "twenty")]
    limit: u32,
}

/// The best players of a game by one ruleset.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Board {
    /// `liars`, `claims` or `pairs`.
    game: String,
    /// The ruleset it is for; null before anybody has played.
    rules: Option<String>,
    /// All boards of the game, the one with most games first.
    boards: Vec<String>,
    /// People, the strongest first.
    people: Vec<RatingLine>,
    /// Bots, the strongest first.
    bots: Vec<RatingLine>,
}

/// How strong a player is by one ruleset.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatingLine {
    /// The account, or the name of a house bot.
    player: String,
    /// What they are called today.
    name: String,
    /// `liars`, `claims` or `pairs`.
    game: String,
    /// The ruleset in a few words, as `perudo (dice=3)`.
    rules: String,
    /// How strong: more is better, 25 is where everybody starts.
    rating: f64,
    /// How unsure that is: one standard deviation.
    uncertainty: f64,
    /// How many rated games it follows from.
    games: u64,
    /// Of these won.
    wins: u64,
}

impl From<RatingRow> for RatingLine {
    fn from(row: RatingRow) -> RatingLine {
        RatingLine {
            name: called(&row),
            player: row.player,
            game: row.game,
            rules: row.board,
            rating: row.rating.rating,
            uncertainty: row.rating.uncertainty,
            games: row.games,
            wins: row.wins,
        }
    }
}

/// The name of a player. Where two house bots of a kind sit at a table, one of them has a number behind its name.
fn called(row: &RatingRow) -> String {
    let bot = row.player.strip_prefix("house:").and_then(Voice::of);
    bot.map_or_else(|| row.name.clone(), |voice| voice.name.clone())
}

/// What everybody may know about a player.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Player {
    /// Name, public id, person or bot.
    who: Person,
    /// One for each game and ruleset they were rated in.
    ratings: Vec<RatingLine>,
    /// Their last games, newest first.
    games: Vec<PastGame>,
}

/// The most games on a player's page.
const LAST_GAMES: u32 = 50;

async fn board(
    State(house): State<House>,
    Named(game): Named<String>,
    Asked(which): Asked<WhichBoard>,
) -> Result<Json<Board>, ApiError> {
    let game = GameKind::named(&game).ok_or_else(|| ApiError::not_found("game"))?.name();
    let boards = house.store.boards(game).await?;
    let rules = which.rules.or_else(|| boards.first().cloned());
    let limit = which.limit.min(100);
    let lines = async |kind| -> Result<Vec<RatingLine>, ApiError> {
        let Some(rules) = &rules else { return Ok(Vec::new()) };
        let rows = house.store.ratings(game, rules, kind, limit).await?;
        Ok(rows.into_iter().map(RatingLine::from).collect())
    };
    let (people, bots) = (lines(Kind::Person).await?, lines(Kind::Bot).await?);
    Ok(Json(Board { game: game.to_owned(), rules, boards, people, bots }))
}

async fn player(
    State(house): State<House>,
    Named(id): Named<String>,
    Maybe(me): Maybe,
) -> Result<Json<Player>, ApiError> {
    let account = house.store.account(&id).await?.ok_or_else(|| ApiError::not_found("player"))?;
    let ratings = house.store.ratings_of(&id).await?;
    // Of private games only the player knows.
    let games = match me.is_some_and(|me| me.account.id == id) {
        true => house.store.results_of_account(&id, LAST_GAMES).await?,
        false => house.store.public_results_of(&id, LAST_GAMES).await?,
    };
    Ok(Json(Player {
        who: person(account),
        ratings: ratings.into_iter().map(RatingLine::from).collect(),
        games: games.into_iter().map(past_game).collect(),
    }))
}
