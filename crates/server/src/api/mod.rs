//! The HTTP API. One list of endpoints makes both the routes and their description.

mod boards;
mod body;
mod contest;
mod daily;
mod devices;
mod docs;
mod endpoint;
mod games;
mod house;
mod lessons;
mod operator;
mod people;
mod proof;
mod rooms;
mod sent_review;

use axum::Router;

use crate::house::House;

use endpoint::Endpoint;

/// Every endpoint: routes and description are made from this list.
fn endpoints() -> Vec<Endpoint> {
    let lists = [
        people::endpoints(),
        devices::endpoints(),
        rooms::endpoints(),
        games::endpoints(),
        proof::endpoints(),
        sent_review::endpoints(),
        boards::endpoints(),
        contest::endpoints(),
        daily::endpoints(),
        house::endpoints(),
        lessons::endpoints(),
        operator::endpoints(),
        docs::endpoints(),
    ];
    lists.into_iter().flatten().collect()
}

/// The routes of the API.
pub fn router() -> Router<House> {
    let endpoints = endpoints().into_iter();
    endpoints.fold(Router::new(), |router, endpoint| router.route(endpoint.path, endpoint.route))
}

/// The description of the API (OpenAPI 3.1).
pub fn description() -> serde_json::Value {
    docs::description(&endpoints())
}
