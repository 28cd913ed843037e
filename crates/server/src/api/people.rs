//! Accounts: who somebody is, on which devices, and their leaving.

use std::time::Instant;

use axum::extract::State;
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use dicehouse_answers::{PastGame, Person, ProblemCode};
use dicehouse_store::{Account, Device, Kind, Said, Visit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::boards::RatingLine;
use super::body::Body;
use super::daily::TryLine;
use super::devices::{self, DeviceLine};
use super::endpoint::{Endpoint, delete, get, patch, post};
use super::games::past_game;
use crate::error::ApiError;
use crate::forgetting;
use crate::guard::Client;
use crate::house::{House, SignedOut};
use crate::identity::{Maybe, Me, RecoveryCode, Token, clean_name, public_id};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post("/api/people", "Say who you are: a name is enough.", come)
            .body::<NewPerson>()
            .replies::<Welcome>(),
        post(
            "/api/recover",
            "Come back on another device: with your recovery code, which signs all others out, or with a code from one of them.",
            recover,
        )
        .body::<Recovery>()
        .replies::<Welcome>(),
        get("/api/me", "Who you are; null for those the house does not know.", me)
            .replies::<Option<Person>>(),
        patch("/api/me", "Change your name.", rename)
            .known()
            .body::<NewPerson>()
            .replies::<Person>(),
        delete("/api/me", "Delete your account and all that is known about you.", forget).known(),
        get("/api/me/export", "All that the house keeps about you.", export)
            .known()
            .replies::<Export>(),
        post("/api/me/recovery", "Get a new recovery code; the old one ends.", new_recovery)
            .known()
            .replies::<NewRecovery>(),
        post("/api/me/leave", "Forget the token of this device.", leave).known(),
        get("/api/me/bots", "Your bots.", bots).known().replies::<Vec<Person>>(),
        post(
            "/api/me/bots",
            "Make an account for a bot of yours. Its token is shown once.",
            new_bot,
        )
        .known()
        .body::<NewPerson>()
        .replies::<NewBot>(),
    ]
}

/// What somebody wants to be called.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewPerson {
    /// What you want to be called: at most 24 characters.
    name: String,
}

/// A recovery code.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Recovery {
    /// The code, as it was shown.
    code: String,
}

/// Somebody the house knows, as the store does.
pub fn person(account: Account) -> Person {
    Person {
        id: account.id,
        name: account.name,
        kind: account.kind.as_str().to_owned(),
        since: account.made_at,
    }
}

/// The answer to somebody new, or to somebody who came back.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Welcome {
    /// Who you are.
    me: Person,
    /// With this you can come back from another device. It is shown once; a device that was added has none of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<String>,
    /// What to send as `Authorization: Bearer`; only for programs, browsers have it as a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// A new recovery code.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewRecovery {
    /// It is shown once.
    recovery: String,
}

/// A bot's account.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewBot {
    /// The new account.
    bot: Person,
    /// Its token, for `dicehouse connect --token`. It is shown once.
    token: String,
}

/// All that the house keeps about somebody.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Export {
    me: Person,
    bots: Vec<Person>,
    /// The devices that can act for you.
    devices: Vec<DeviceLine>,
    games: Vec<PastGame>,
    ratings: Vec<RatingLine>,
    daily: Vec<TryLine>,
    /// What you said in rooms, as long as the house keeps it.
    talk: Vec<SaidLine>,
    /// The addresses you came from, as long as the house keeps them.
    addresses: Vec<AddressLine>,
}

/// Something somebody said.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SaidLine {
    /// In which room.
    room: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// The words.
    text: String,
}

impl From<Said> for SaidLine {
    fn from(said: Said) -> SaidLine {
        SaidLine { room: said.room, at: said.at, text: said.text }
    }
}

/// An address somebody came from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AddressLine {
    /// The address; of IPv6 the network of a customer.
    address: String,
    /// When first, in milliseconds since 1970.
    first: i64,
    /// When last, in milliseconds since 1970.
    last: i64,
}

impl From<Visit> for AddressLine {
    fn from(visit: Visit) -> AddressLine {
        AddressLine { address: visit.address, first: visit.first_at, last: visit.last_at }
    }
}

/// The most bots of one person.
const MOST_BOTS: usize = 20;

async fn come(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    Body(new): Body<NewPerson>,
) -> Result<Response, ApiError> {
    let name = named(&new)?;
    house.lets_in(None, client)?;
    house.accounts.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let (token, code, id) =
        house.luck(|luck| (Token::new(luck), RecoveryCode::new(luck), public_id(luck)));
    let account =
        Account { id, kind: Kind::Person, name, owner: None, made_at: house.now_millis() };
    if !house.store.add_account(&account, &token.hash(), Some(&code.hash())).await? {
        return Err(ApiError::unavailable());
    }
    house.note_visit(&account.id, client).await;
    tracing::info!(account = account.id, "somebody new");
    welcome(&house, &headers, account, &token, Some(&code)).await
}

async fn recover(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    Body(recovery): Body<Recovery>,
) -> Result<Response, ApiError> {
    house.lets_in(None, client)?;
    house.accounts.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let unknown =
        || ApiError::new(ProblemCode::NotFound, "Nobody has that recovery code. Each works once.");
    let old = RecoveryCode::read(&recovery.code).ok_or_else(unknown)?;
    let (token, code) = house.luck(|luck| (Token::new(luck), RecoveryCode::new(luck)));
    if let Some(account) = house.links.take(&old, Instant::now()) {
        let account = house.store.account(&account).await?.ok_or_else(unknown)?;
        if !house.store.add_device(&account.id, &token.hash(), house.now_millis()).await? {
            return Err(ApiError::unavailable());
        }
        return welcome(&house, &headers, account, &token, None).await;
    }
    let recovered =
        house.store.recover(&old.hash(), &code.hash(), &token.hash(), house.now_millis()).await?;
    let account = recovered.ok_or_else(unknown)?;
    let device = Device::id_of(&token.hash()).to_owned();
    house.sign_out(SignedOut::OthersThan { account: account.id.clone(), device });
    welcome(&house, &headers, account, &token, Some(&code)).await
}

/// Browsers get the token as a cookie, which no script can read; programs, which send no origin, get
/// it in the answer.
async fn welcome(
    house: &House,
    headers: &HeaderMap,
    account: Account,
    token: &Token,
    code: Option<&RecoveryCode>,
) -> Result<Response, ApiError> {
    if let Some(label) = devices::label(headers) {
        house.store.label_device(&token.hash(), &label).await?;
    }
    let is_browser = headers.contains_key(ORIGIN);
    let welcome = Welcome {
        me: person(account),
        recovery: code.map(RecoveryCode::reveal),
        token: (!is_browser).then(|| token.reveal()),
    };
    Ok((house.config.cookies.give(token), Json(welcome)).into_response())
}

async fn me(Maybe(me): Maybe) -> Json<Option<Person>> {
    Json(me.map(|me| person(me.account)))
}

async fn rename(
    State(house): State<House>,
    me: Me,
    Body(new): Body<NewPerson>,
) -> Result<Json<Person>, ApiError> {
    let name = named(&new)?;
    house.store.rename(&me.account.id, &name).await?;
    Ok(Json(person(Account { name, ..me.account })))
}

async fn forget(State(house): State<House>, me: Me) -> Result<Response, ApiError> {
    forgetting::forget(&house, &me.account).await?;
    tracing::info!(account = me.account.id, "an account was deleted");
    Ok((StatusCode::NO_CONTENT, house.config.cookies.take_away()).into_response())
}

async fn leave(State(house): State<House>, me: Me) -> Result<Response, ApiError> {
    house.store.forget_token(&me.token.hash()).await?;
    house.sign_out(SignedOut::Device(me.device()));
    Ok((StatusCode::NO_CONTENT, house.config.cookies.take_away()).into_response())
}

async fn export(State(house): State<House>, me: Me) -> Result<Json<Export>, ApiError> {
    let export = house.store.export(&me.account.id).await?.ok_or_else(ApiError::who_are_you)?;
    let device = me.device();
    Ok(Json(Export {
        me: person(export.account),
        bots: export.bots.into_iter().map(person).collect(),
        devices: export.devices.into_iter().map(|line| DeviceLine::new(line, &device)).collect(),
        games: export.results.into_iter().map(past_game).collect(),
        ratings: export.ratings.into_iter().map(RatingLine::from).collect(),
        daily: export.tries.into_iter().map(TryLine::from).collect(),
        talk: export.talk.into_iter().map(SaidLine::from).collect(),
        addresses: export.visits.into_iter().map(AddressLine::from).collect(),
    }))
}

async fn new_recovery(State(house): State<House>, me: Me) -> Result<Json<NewRecovery>, ApiError> {
    let code = house.luck(RecoveryCode::new);
    house.store.set_recovery(&me.account.id, &code.hash()).await?;
    Ok(Json(NewRecovery { recovery: code.reveal() }))
}

async fn bots(State(house): State<House>, me: Me) -> Result<Json<Vec<Person>>, ApiError> {
    let bots = house.store.bots_of(&me.account.id).await?;
    Ok(Json(bots.into_iter().map(person).collect()))
}

async fn new_bot(
    State(house): State<House>,
    me: Me,
    Body(new): Body<NewPerson>,
) -> Result<Json<NewBot>, ApiError> {
    let name = named(&new)?;
    if me.account.kind == Kind::Bot {
        return Err(ApiError::new(ProblemCode::Conflict, "A bot has no bots of its own."));
    }
    if house.store.bots_of(&me.account.id).await?.len() >= MOST_BOTS {
        let text = format!("You have {MOST_BOTS} bots, which is as many as one may have.");
        return Err(ApiError::new(ProblemCode::Conflict, text));
    }
    let (token, id) = house.luck(|luck| (Token::new(luck), public_id(luck)));
    let made_at = house.now_millis();
    let account = Account { id, kind: Kind::Bot, name, owner: Some(me.account.id), made_at };
    if !house.store.add_account(&account, &token.hash(), None).await? {
        return Err(ApiError::unavailable());
    }
    Ok(Json(NewBot { bot: person(account), token: token.reveal() }))
}

fn named(new: &NewPerson) -> Result<String, ApiError> {
    clean_name(&new.name)
        .map_err(|problem| ApiError::new(ProblemCode::BadName, problem.to_string()))
}
