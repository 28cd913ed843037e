//! The daily challenge: the same dice for everyone that day, one try, and who did best.

use axum::extract::State;
use axum::{Extension, Json};
use dicehouse_answers::Opened;
use dicehouse_room::message::Day;
use dicehouse_store::Try;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Instant;

use super::body::{Asked, Named};
use super::endpoint::{Endpoint, get, post};
use super::games::HowMany;
use super::rooms::opened;
use crate::daily;
use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;
use crate::identity::{Maybe, Me};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/daily", "Today's challenge, its best tries, and yours.", today)
            .query::<HowMany>()
            .replies::<Challenged>(),
        post(
            "/api/daily",
            "Begin your try at today's challenge, or go on with it: the room to come into.",
            begin,
        )
        .known()
        .replies::<Opened>(),
        get("/api/daily/{day}", "The challenge of a day, as 2026-01-31.", past)
            .query::<HowMany>()
            .replies::<Challenged>(),
    ]
}

/// The challenge of a day.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Challenged {
    /// The day, as `2026-01-31`, from midnight to midnight UTC.
    day: String,
    /// The rules, as `pairs classic`.
    rules: String,
    /// When the day is over, in milliseconds since 1970.
    until: u64,
    /// The time by the house's clock.
    now: u64,
    /// What the house committed to: SHA-256 of `dicehouse day 1`, the day and the secret. Null where nobody asked for the
    /// dice of a day.
    commitment: Option<String>,
    /// What all dice of the day follow from; null until the day is over.
    secret: Option<String>,
    /// The best tries, best first.
    best: Vec<TryLine>,
    /// How many tries were finished.
    tries: u32,
    /// Your own try; null before it, and for those the house does not know.
    yours: Option<YourTry>,
}

/// A finished try at a daily challenge.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TryLine {
    /// The day it was played, as `2026-01-31`.
    day: String,
    /// The public id of the player.
    player: String,
    /// What they are called today.
    name: String,
    /// The score; null while it is being played, and when it was given up.
    score: Option<i64>,
    /// The game, once it is over. Its record opens when the day is over.
    game: Option<String>,
}

/// Your own try.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YourTry {
    /// `playing`, `finished` or `given-up`.
    state: &'static str,
    /// The room to come back into; null when it is over.
    room: Option<String>,
    /// The score; null while it is being played, and when it was given up.
    score: Option<i64>,
    /// Its place among the finished tries; those with the same score share one.
    place: Option<u32>,
    /// The game, once it is over.
    game: Option<String>,
}

impl From<Try> for TryLine {
    fn from(one: Try) -> TryLine {
        TryLine {
            day: one.day,
            player: one.account,
            name: one.name,
            score: one.score,
            game: one.game_id,
        }
    }
}

async fn begin(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    me: Me,
) -> Result<Json<Opened>, ApiError> {
    house.lets_in(Some(&me.account.id), client)?;
    house.new_rooms.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let code = daily::begin(&house, &me.account).await?;
    Ok(opened(&code))
}

async fn today(
    State(house): State<House>,
    me: Maybe,
    Asked(asked): Asked<HowMany>,
) -> Result<Json<Challenged>, ApiError> {
    let day = daily::today(&house);
    // It is drawn before anybody plays, so that the house is bound to it.
    daily::secret_text(&house, day).await?;
    challenge(&house, day, me, asked).await
}

async fn past(
    State(house): State<House>,
    Named(day): Named<String>,
    me: Maybe,
    Asked(asked): Asked<HowMany>,
) -> Result<Json<Challenged>, ApiError> {
    let day: Day = day.parse().map_err(|_| ApiError::not_found("day"))?;
    if day > daily::today(&house) {
        return Err(ApiError::not_found("day"));
    }
    challenge(&house, day, me, asked).await
}

async fn challenge(
    house: &House,
    day: Day,
    Maybe(me): Maybe,
    asked: HowMany,
) -> Result<Json<Challenged>, ApiError> {
    let name = day.to_string();
    let now = house.now();
    let secret = daily::kept_secret(house, day).await?;
    let best = house.store.best_tries(&name, asked.bounded()).await?;
    let mine = match &me {
        Some(me) => house.store.try_of(&name, &me.account.id).await?,
        None => None,
    };
    let (place, tries) = house
        .store
        .place_of_try(&name, mine.as_ref().and_then(|mine| mine.score).unwrap_or(0))
        .await?;
    Ok(Json(Challenged {
        rules: daily::ruleset().to_string(),
        until: day.end().0,
        now: now.0,
        commitment: secret.as_ref().map(|secret| daily::commitment(day, secret)),
        secret: secret.filter(|_| now >= day.end()),
        best: best.into_iter().map(TryLine::from).collect(),
        tries,
        yours: mine.map(|mine| YourTry::new(mine, place, now >= day.end())),
        day: name,
    }))
}

impl YourTry {
    fn new(mine: Try, place: u32, day_is_over: bool) -> YourTry {
        let is_over = mine.game_id.is_some() || day_is_over;
        YourTry {
            state: match mine.score {
                Some(_) => "finished",
                None if is_over => "given-up",
                None => "playing",
            },
            room: (!is_over).then_some(mine.room),
            place: mine.score.map(|_| place),
            score: mine.score,
            game: mine.game_id,
        }
    }
}
