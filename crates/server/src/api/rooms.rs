//! Rooms: making, finding and joining them.

use std::time::Instant;

use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use axum::{Extension, Json};
use dicehouse_answers::{NewRoom, Opened, RoomSummary, ruleset, usual};
use dicehouse_room::message::{PersonId, RoomCode, Settings};
use schemars::JsonSchema;
use serde::Deserialize;

use super::body::{Body, Named};
use super::endpoint::{Endpoint, get, post};
use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;
use crate::identity::Me;
use crate::socket::{self, Opening};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/rooms", "The rooms everybody may join or watch, a hundred at most.", list)
            .replies::<Vec<RoomSummary>>(),
        post("/api/rooms", "Open a room; you are its host once you come.", open)
            .known()
            .body::<NewRoom>()
            .replies::<Opened>(),
        post("/api/match", "Find a rated room with a free seat, or open one.", quick)
            .known()
            .body::<Wanted>()
            .replies::<Opened>(),
        get("/api/me/rooms", "The rooms in which you have a seat, those with a game first.", own)
            .known()
            .replies::<Vec<RoomSummary>>(),
        get("/api/rooms/{code}", "What everybody may know about a room.", summary)
            .replies::<RoomSummary>(),
        get(
            "/api/rooms/{code}/socket",
            "Come into a room: a WebSocket with the messages of docs/room.md.",
            come,
        )
        .known()
        .opens_socket(),
        get(
            "/api/rooms/{code}/bot",
            "Let a bot play in a room: a WebSocket with the bot protocol, one message to a frame.",
            bot,
        )
        .known()
        .opens_socket(),
    ]
}

/// A game somebody wants to play at once.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wanted {
    /// `liars`, `claims` or `pairs`.
    game: String,
    /// The preset of its rules; left out: any.
    preset: Option<String>,
}

/// The answer that names a room.
pub fn opened(code: &RoomCode) -> Json<Opened> {
    Json(Opened { code: code.to_string() })
}

/// Nobody looks through more rooms; those with free seats and most people come first.
const MOST_LISTED: usize = 100;

async fn list(State(house): State<House>) -> Json<Vec<RoomSummary>> {
    let mut rooms = house.rooms.listed();
    rooms.truncate(MOST_LISTED);
    Json(rooms)
}

async fn own(State(house): State<House>, me: Me) -> Result<Json<Vec<RoomSummary>>, ApiError> {
    let person = PersonId::new(&me.account.id).ok_or_else(ApiError::unavailable)?;
    Ok(Json(house.rooms.of(&person)))
}

async fn open(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    me: Me,
    Body(new): Body<NewRoom>,
) -> Result<Json<Opened>, ApiError> {
    house.lets_in(Some(&me.account.id), client)?;
    let ruleset = ruleset(&new.game, new.preset.as_deref(), &new.options)?;
    let settings = usual(&house.offers, ruleset).with(new.settings);
    house.new_rooms.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let room = house.rooms.open(&house, settings).await?;
    Ok(opened(room.code()))
}

async fn quick(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    me: Me,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Opened>, ApiError> {
    house.lets_in(Some(&me.account.id), client)?;
    let ruleset = ruleset(&wanted.game, wanted.preset.as_deref(), "")?;
    let fits = |summary: &RoomSummary| {
        summary.game == wanted.game
            && summary.rated
            && (wanted.preset.is_none() || summary.rules == ruleset.to_string())
    };
    let person = PersonId::new(&me.account.id).ok_or_else(ApiError::unavailable)?;
    let mut on_the_way = house.matching.turn().await;
    let mut rooms = house.rooms.listed();
    rooms.retain(fits);
    let now = Instant::now();
    let code = match on_the_way.room(&rooms, &person, now) {
        Some(code) => code,
        None => {
            house.new_rooms.take(client, now).map_err(ApiError::too_fast)?;
            let settings = Settings {
                listed: true,
                start_when_ready: true,
                rated: true,
                ..usual(&house.offers, ruleset)
            };
            house.rooms.open(&house, settings).await?.code().clone()
        }
    };
    on_the_way.send(person, code.clone(), now);
    Ok(opened(&code))
}

async fn summary(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(code): Named<String>,
) -> Result<Json<RoomSummary>, ApiError> {
    house.rooms.look_for(&house, client, &code).await.map(Json)
}

async fn come(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(code): Named<String>,
    me: Me,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let room = house.rooms.come_to(&house, client, &code).await?;
    let opening = Opening::new(&house, client, &me)?;
    house.note_visit(&me.account.id, client).await;
    Ok(socket::play(upgrade, opening, room, me.account))
}

async fn bot(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(code): Named<String>,
    me: Me,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let room = house.rooms.come_to(&house, client, &code).await?;
    let opening = Opening::new(&house, client, &me)?;
    house.note_visit(&me.account.id, client).await;
    Ok(socket::bot(upgrade, opening, room, me.account))
}
