//! The link to a room, as programs show it that people send it with: who invites to what.

use axum::http::header::HOST;
use axum::http::{HeaderMap, Response};
use dicehouse_answers::RoomSummary;
use dicehouse_page::as_text;
use dicehouse_room::message::Phase;
use dicehouse_rules::GameKind;
use dicehouse_telling::game_title;

use crate::guard::Client;
use crate::house::House;

/// A picture for those who are invited, a file of the page.
const PICTURE: &str = "/invitation.png";

/// The document of a room that one may be invited to; `None` for everything else.
pub async fn document(
    house: &House,
    Client(client): Client,
    path: &str,
    headers: &HeaderMap,
) -> Option<Response<Vec<u8>>> {
    let code = path.strip_prefix("/room/")?;
    let room = house.rooms.look_for(house, client, code).await.ok()?;
    if room.phase == Phase::Closed {
        return None;
    }
    dicehouse_page::document_with(&head(&room, &origin(house, headers)))
}

/// What the head of the document says about the room (the Open Graph protocol).
fn head(room: &RoomSummary, origin: &str) -> String {
    let title = game_title(GameKind::named(&room.game).unwrap_or(GameKind::Liars));
    let invites = match &room.host {
        Some(host) => format!("{host} invites you to {title}"),
        None => format!("An invitation to {title}"),
    };
    let tags = [
        ("og:site_name", "Dicehouse".to_owned()),
        ("og:type", "website".to_owned()),
        ("og:title", invites),
        ("og:description", about(room)),
        ("og:url", format!("{origin}/room/{}", room.code)),
        ("og:image", format!("{origin}{PICTURE}")),
        ("og:image:width", "600".to_owned()),
        ("og:image:height", "315".to_owned()),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
    let tag = |(name, text): (&str, String)| {
        format!("<meta property=\"{name}\" content=\"{}\" />", as_text(&text))
    };
    tags.map(tag).concat()
}

/// The rules, who is in, and whether there is a seat.
fn about(room: &RoomSummary) -> String {
    let (_, rules) = room.rules.split_once(' ').unwrap_or_default();
    let taken = room.seats - room.free;
    let players = if room.players.is_empty() {
        String::new()
    } else {
        format!(": {}", room.players.join(", "))
    };
    format!("Rules: {rules}. {taken} of {} seats taken{players}.", room.seats)
}

/// Where the house is reached: one of the addresses it was told, or the one that was asked for.
fn origin(house: &House, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let known = house.config.origins.iter().find(|origin| origin.split("://").nth(1) == Some(host));
    known.cloned().unwrap_or_else(|| format!("http://{host}"))
}
