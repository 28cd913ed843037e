//! Checking and reviewing games: those of the house, and records that somebody brings.

use std::time::Instant;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use dicehouse_table::record::{DiceProof, PublicKey, Record, VerifyError, verify as check_record};
use dicehouse_telling::Proof;
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Lines, Named};
use super::endpoint::{Endpoint, get, post};
use super::games::open_record;
use super::sent_review::{patience, reviewed};
use crate::config::LONGEST_RECORD;
use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get(
            "/api/games/{id}/verify",
            "Recompute dice, acts and standing of a finished game.",
            verify,
        )
        .replies::<Verified>(),
        get(
            "/api/games/{id}/review",
            "Each decision of a finished game against the best one, accuracy per player, key moments. A long one is made in the background: with the header `Prefer: respond-async` the answer is 202 and how far it is, until it is made.",
            review,
        )
        .replies::<serde_json::Map<String, serde_json::Value>>(),
        post(
            "/api/verify",
            "Recompute dice, acts and standing of a record that you send, of at most 1 MiB.",
            verify_sent,
        )
        .body_as("application/jsonl")
        .replies::<Verified>()
        .limited(DefaultBodyLimit::max(LONGEST_RECORD)),
    ]
}

/// What became of a check.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Verified {
    /// Whether everything agrees.
    good: bool,
    /// What was found, in a sentence.
    text: String,
    /// What is behind a record that is right: proven by mathematics, vouched for by a signature, or by nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    proof: Option<Proof>,
    /// Whether this house has signed it.
    signed_here: bool,
}

/// Recomputes everything in a record; `here` is the key of this house.
fn verified(text: &str, here: PublicKey) -> Verified {
    let checked = || -> Result<(Record, DiceProof), VerifyError> {
        let record = Record::read(text)?;
        let dice = check_record(&record)?;
        Ok((record, dice))
    };
    match checked() {
        Ok((record, dice)) => {
            let signed_by = record.header.signed_by;
            let text = format!("{} {}", in_words(dice), signed_in_words(signed_by, here));
            let proof = Some(Proof::of(&record, dice));
            Verified { good: true, text, proof, signed_here: signed_by == Some(here) }
        }
        Err(wrong) => {
            Verified { good: false, text: wrong.to_string(), proof: None, signed_here: false }
        }
    }
}

fn in_words(dice: DiceProof) -> &'static str {
    match dice {
        DiceProof::Trusted => {
            "Everything agrees: the dice follow from the seed the house committed to before the game, and from the seeds of \
             the players."
        }
        DiceProof::Deal => {
            "Everything agrees: the dice follow from the secret the house committed to."
        }
        DiceProof::Given => "The acts agree with the rules. The dice were given and prove nothing.",
    }
}

fn signed_in_words(signed_by: Option<PublicKey>, here: PublicKey) -> String {
    match signed_by {
        Some(key) if key == here => "This house has signed all of it.".to_owned(),
        Some(key) => format!("It is signed, but not by this house: by {key}."),
        None => "Nobody has signed it: what does not follow from the dice could have been changed."
            .to_owned(),
    }
}

async fn verify(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(id): Named<String>,
) -> Result<Json<Verified>, ApiError> {
    let body = open_record(&house, &id).await?;
    check(&house, client, body).await
}

async fn review(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let record = open_record(&house, &id).await?;
    if !house.reviews.knows(&id) {
        house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    }
    let state = house.reviews.of(&id, record, patience(&headers)).await?;
    Ok(reviewed(state, None))
}

async fn verify_sent(
    State(house): State<House>,
    Extension(Client(client)): Extension<Client>,
    Lines(body): Lines,
) -> Result<Json<Verified>, ApiError> {
    check(&house, client, body).await
}

/// Checks a record away from the reactor, as often as one address may ask for it.
async fn check(
    house: &House,
    client: std::net::IpAddr,
    body: String,
) -> Result<Json<Verified>, ApiError> {
    house.checks.take(client, Instant::now()).map_err(ApiError::too_fast)?;
    let here = house.key.public();
    let checked = house.cpu_work.run(move || verified(&body, here)).await;
    checked.map(Json).ok_or_else(ApiError::unavailable)
}
