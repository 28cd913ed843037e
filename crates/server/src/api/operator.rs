//! For those who look after the house: what goes on, and what is to be done about it. And for everybody: telling them.

use std::time::Instant;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use dicehouse_answers::{ProblemCode, RoomSummary};
use dicehouse_store::{Report, Sanction, SanctionKind, Visit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Body, Named};
use super::endpoint::{Endpoint, delete, get, post};
use crate::error::ApiError;
use crate::house::House;
use crate::identity::{Me, public_id};
use crate::operators::{Order, banned_address, plain_words};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        post("/api/reports", "Tell the operators about somebody in a room.", tell)
            .known()
            .body::<NewReport>(),
        get("/api/operator", "For operators: what the house holds, and who is banned or muted.", status)
            .known()
            .replies::<Status>(),
        get("/api/operator/rooms", "For operators: every room that is awake.", rooms)
            .known()
            .replies::<Vec<RoomSummary>>(),
        get("/api/operator/reports", "For operators: what players told, the newest first.", reports)
            .known()
            .replies::<Vec<ReportLine>>(),
        delete("/api/operator/reports/{id}", "For operators: settle a report.", settle).known(),
        get(
            "/api/operator/addresses",
            "For operators: from where an account was used, or who came from an address: ?account=ID or ?address=IP",
            addresses,
        )
        .known()
        .query::<AddressQuery>()
        .replies::<Vec<VisitLine>>(),
        post("/api/operator/sanctions", "For operators: ban an account or an address, or mute an account, for a while.", sanction)
            .known()
            .body::<NewSanction>(),
        post("/api/operator/lift", "For operators: take a ban or a mute back.", lift)
            .known()
            .body::<Lifted>(),
        post("/api/operator/announce", "For operators: say something to everybody who is connected.", announce)
            .known()
            .body::<Announcement>(),
        post("/api/operator/close", "For operators: close a room, with a message to those in it.", close)
            .known()
            .body::<Closing>(),
    ]
}

/// Somebody who looks after the house. For others these endpoints do not exist.
struct Operator;

impl FromRequestParts<House> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Operator, ApiError> {
        let me = Me::from_request_parts(parts, house).await?;
        if house.store.is_operator(&me.account.id).await? {
            return Ok(Operator);
        }
        Err(ApiError::not_found("thing"))
    }
}

/// What somebody tells the operators.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewReport {
    /// The code of the room.
    room: String,
    /// The public id of whom it is about.
    person: String,
    /// What happened.
    #[serde(default)]
    text: String,
}

/// What a house holds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Status {
    /// People with an account.
    people: u64,
    /// Bots of theirs.
    bots: u64,
    /// Rooms in memory.
    rooms: u64,
    /// How many people and bots are connected.
    connections: u64,
    /// Games that are over.
    games: u64,
    /// Reports that are not settled, a hundred at most.
    reports: usize,
    /// Who is banned or muted.
    sanctions: Vec<SanctionLine>,
}

/// Somebody who is banned or muted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SanctionLine {
    /// `ban`, `ban-address` or `mute`.
    kind: String,
    /// The account, or the address.
    who: String,
    /// Until when, in milliseconds since 1970.
    until: i64,
    /// Why.
    why: String,
}

/// What a player told.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReportLine {
    /// By which it is settled.
    id: String,
    /// When, in milliseconds since 1970.
    at: i64,
    /// In which room.
    room: String,
    /// The public id of who tells it.
    reporter: String,
    /// The public id of whom it is about.
    about: String,
    /// What happened.
    text: String,
    /// What the other had said in that room.
    said: Vec<String>,
}

/// Of whom, or from where.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AddressQuery {
    /// The public id of an account.
    account: Option<String>,
    /// An address.
    address: Option<String>,
}

/// An account and an address it was used from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VisitLine {
    /// The public id of the account.
    account: String,
    /// The address; of IPv6 the network of a customer.
    address: String,
    /// When first, in milliseconds since 1970.
    first: i64,
    /// When last, in milliseconds since 1970.
    last: i64,
}

/// A ban or a mute.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewSanction {
    /// `ban`, `ban-address` or `mute`.
    kind: String,
    /// The public id of an account, or an address.
    who: String,
    /// For how many hours: 1 to 87,600.
    hours: u32,
    /// Why; the person is told.
    #[serde(default)]
    why: String,
}

/// A ban or a mute to be taken back.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Lifted {
    /// `ban`, `ban-address` or `mute`.
    kind: String,
    /// The public id of an account, or an address.
    who: String,
}

/// Something to say to everybody.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Announcement {
    /// The words.
    text: String,
}

/// A room to be closed.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Closing {
    /// The code of the room.
    room: String,
    /// What those in it are told.
    #[serde(default)]
    text: String,
}

/// How many reports are listed.
const MOST_REPORTS: u32 = 100;
/// How many of the last things somebody said go with a report.
const SAID: usize = 20;
/// The longest ban, in hours: ten years.
pub const MOST_HOURS: u32 = 87_600;

async fn tell(
    State(house): State<House>,
    me: Me,
    Body(new): Body<NewReport>,
) -> Result<StatusCode, ApiError> {
    let about = house.store.account(&new.person).await?;
    let about = about.ok_or_else(|| ApiError::not_found("person"))?;
    house.reports.take(me.account.id.clone(), Instant::now()).map_err(ApiError::too_fast)?;
    let room = plain_words(&new.room);
    let said = house.store.talk_of(&about.id).await?;
    let said: Vec<String> =
        said.into_iter().filter(|said| said.room == room).map(|said| said.text).collect();
    let last = said.len().saturating_sub(SAID);
    let report = Report {
        id: house.luck(public_id),
        at: house.now_millis(),
        room,
        reporter: me.account.id,
        about: about.id,
        text: plain_words(&new.text),
        said: said[last..].join("\n"),
    };
    house.store.report(&report).await?;
    tracing::info!(report = report.id, "somebody was reported");
    Ok(StatusCode::NO_CONTENT)
}

async fn status(State(house): State<House>, _: Operator) -> Result<Json<Status>, ApiError> {
    let counts = house.store.counts().await?;
    let sanctions = house.store.sanctions(house.now_millis()).await?;
    Ok(Json(Status {
        people: counts.people,
        bots: counts.bots,
        rooms: house.metrics.awake_rooms(),
        connections: house.metrics.open_connections(),
        games: counts.games,
        reports: house.store.reports(MOST_REPORTS).await?.len(),
        sanctions: sanctions.into_iter().map(sanction_line).collect(),
    }))
}

fn sanction_line(sanction: Sanction) -> SanctionLine {
    let Sanction { kind, who, until, why } = sanction;
    SanctionLine { kind: kind.to_string(), who, until, why }
}

async fn rooms(State(house): State<House>, _: Operator) -> Json<Vec<RoomSummary>> {
    Json(house.rooms.awake())
}

async fn reports(
    State(house): State<House>,
    _: Operator,
) -> Result<Json<Vec<ReportLine>>, ApiError> {
    let reports = house.store.reports(MOST_REPORTS).await?;
    let line = |report: Report| ReportLine {
        id: report.id,
        at: report.at,
        room: report.room,
        reporter: report.reporter,
        about: report.about,
        text: report.text,
        said: report.said.lines().map(str::to_owned).collect(),
    };
    Ok(Json(reports.into_iter().map(line).collect()))
}

async fn settle(
    State(house): State<House>,
    _: Operator,
    Named(id): Named<String>,
) -> Result<StatusCode, ApiError> {
    if house.store.settle_report(&id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(ApiError::not_found("report"))
}

async fn addresses(
    State(house): State<House>,
    _: Operator,
    Asked(asked): Asked<AddressQuery>,
) -> Result<Json<Vec<VisitLine>>, ApiError> {
    let found = match (&asked.account, &asked.address) {
        (Some(account), None) => house.store.visits_of(account).await?,
        (None, Some(address)) => {
            let address = banned_address(address).ok_or_else(not_an_address)?;
            house.store.visits_from(&address).await?
        }
        _ => {
            let text = "Ask with ?account=ID or with ?address=IP.";
            return Err(ApiError::new(ProblemCode::BadRequest, text));
        }
    };
    let line = |visit: Visit| VisitLine {
        account: visit.account,
        address: visit.address,
        first: visit.first_at,
        last: visit.last_at,
    };
    Ok(Json(found.into_iter().map(line).collect()))
}

fn not_an_address() -> ApiError {
    ApiError::new(ProblemCode::BadRequest, "An address is written as 192.0.2.7 or 2001:db8::7.")
}

/// The kind of a sanction, and whom it is about.
async fn whom(house: &House, kind: &str, who: &str) -> Result<(SanctionKind, String), ApiError> {
    let kind: SanctionKind =
        kind.parse().map_err(|why: String| ApiError::new(ProblemCode::BadRequest, why))?;
    let who = match kind {
        SanctionKind::BanAddress => banned_address(who).ok_or_else(not_an_address)?,
        SanctionKind::Ban | SanctionKind::Mute => {
            let account = house.store.account(who).await?;
            account.ok_or_else(|| ApiError::not_found("person"))?.id
        }
    };
    Ok((kind, who))
}

async fn sanction(
    State(house): State<House>,
    _: Operator,
    Body(new): Body<NewSanction>,
) -> Result<StatusCode, ApiError> {
    let (kind, who) = whom(&house, &new.kind, &new.who).await?;
    if !(1..=MOST_HOURS).contains(&new.hours) {
        let text = format!("It lasts 1 to {MOST_HOURS} hours.");
        return Err(ApiError::new(ProblemCode::BadRequest, text));
    }
    let until = house.now_millis().saturating_add(i64::from(new.hours) * 3_600_000);
    let why = plain_words(&new.why);
    house.store.sanction(&Sanction { kind, who, until, why }).await?;
    house.refresh_sanctions().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn lift(
    State(house): State<House>,
    _: Operator,
    Body(lifted): Body<Lifted>,
) -> Result<StatusCode, ApiError> {
    let (kind, who) = whom(&house, &lifted.kind, &lifted.who).await?;
    if !house.store.lift(kind, &who).await? {
        return Err(ApiError::not_found("ban or mute"));
    }
    house.refresh_sanctions().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn announce(
    State(house): State<House>,
    _: Operator,
    Body(announcement): Body<Announcement>,
) -> Result<StatusCode, ApiError> {
    let text = plain_words(&announcement.text);
    if text.is_empty() {
        return Err(ApiError::new(ProblemCode::BadRequest, "There is nothing to say."));
    }
    order(&house, Order::Announce { text }).await
}

async fn close(
    State(house): State<House>,
    _: Operator,
    Body(closing): Body<Closing>,
) -> Result<StatusCode, ApiError> {
    let code = dicehouse_room::message::RoomCode::new(&closing.room.to_ascii_uppercase());
    let code = code.ok_or_else(|| ApiError::not_found("room"))?;
    house.rooms.look(&house, &code).await?;
    let text = plain_words(&closing.text);
    order(&house, Order::Close { room: code.to_string(), text }).await
}

/// Every house that is open does it within a second.
async fn order(house: &House, order: Order) -> Result<StatusCode, ApiError> {
    let id = house.luck(public_id);
    order.give(&house.store, id, house.now_millis()).await?;
    Ok(StatusCode::ACCEPTED)
}
