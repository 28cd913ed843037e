//! The devices that can act for somebody.

use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use dicehouse_store::Device;
use schemars::JsonSchema;
use serde::Serialize;

use super::body::Named;
use super::endpoint::{Endpoint, delete, get, post};
use crate::error::ApiError;
use crate::house::{House, SignedOut};
use crate::identity::{LINK_LASTS, Me, RecoveryCode};

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/me/devices", "The devices that can act for you, oldest first.", list)
            .known()
            .replies::<Vec<DeviceLine>>(),
        post(
            "/api/me/devices",
            "Get a code that adds one more device (POST /api/recover), once, within ten minutes.",
            add,
        )
        .known()
        .replies::<NewDevice>(),
        delete(
            "/api/me/devices/{device}",
            "Sign a device out; its open connections end.",
            sign_out,
        )
        .known(),
    ]
}

/// A device that can act for you.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeviceLine {
    /// By which it is signed out.
    id: String,
    /// What it is, as far as it said: `Firefox, Android`; empty when it did not say.
    label: String,
    /// Since when, in milliseconds since 1970.
    since: i64,
    /// Whether it is the one you ask from.
    this: bool,
}

impl DeviceLine {
    /// The line of a device for somebody who asks from another, or from itself.
    pub fn new(device: Device, asking: &str) -> DeviceLine {
        let Device { id, label, since } = device;
        DeviceLine { this: id == asking, id, label, since }
    }
}

/// The way in for one more device.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewDevice {
    /// To be entered on the other device. It is shown once.
    code: String,
    /// How many seconds it works.
    seconds: u64,
}

async fn add(State(house): State<House>, me: Me) -> Json<NewDevice> {
    let code = house.luck(RecoveryCode::new);
    house.links.give(&code, &me.account.id, Instant::now());
    Json(NewDevice { code: code.reveal(), seconds: LINK_LASTS.as_secs() })
}

async fn list(State(house): State<House>, me: Me) -> Result<Json<Vec<DeviceLine>>, ApiError> {
    let devices = house.store.devices(&me.account.id).await?;
    let asking = me.device();
    Ok(Json(devices.into_iter().map(|device| DeviceLine::new(device, &asking)).collect()))
}

async fn sign_out(
    State(house): State<House>,
    Named(device): Named<String>,
    me: Me,
) -> Result<StatusCode, ApiError> {
    if !house.store.end_device(&me.account.id, &device).await? {
        return Err(ApiError::not_found("device"));
    }
    house.sign_out(SignedOut::Device(device));
    Ok(StatusCode::NO_CONTENT)
}

/// What a device is, from what its browser says of itself: no more of that is kept.
pub fn label(headers: &HeaderMap) -> Option<String> {
    let said = headers.get(USER_AGENT)?.to_str().ok()?;
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| said.contains(sign)).map(|(_, name)| *name)
    };
    // Most browsers claim to be others, too: the more particular sign comes first.
    let browser = named(&[
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ])?;
    let system = named(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]);
    Some(system.map_or(browser.to_owned(), |system| format!("{browser}, {system}")))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_device_is_named_by_browser_and_system() {
        for (said, named) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                Some("Firefox, Linux"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36",
                Some("Chrome, Android"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0",
                Some("Edge, Windows"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
                Some("Safari, iPhone"),
            ),
            ("curl/8.0", None),
            ("", None),
        ] {
            let headers = [(USER_AGENT, HeaderValue::from_static(said))].into_iter().collect();
            assert_eq!(label(&headers).as_deref(), named, "{said}");
        }
        assert_eq!(label(&HeaderMap::new()), None);
    }
}
