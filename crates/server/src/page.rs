//! The page: files that are part of the program.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};

use crate::error::ApiError;
use crate::guard::Client;
use crate::house::House;
use crate::invitation;

/// Answers every request that is not for the API.
pub async fn serve(State(house): State<House>, request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found("endpoint").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if path == "/docs" {
        // Its links begin at the folder.
        return Redirect::permanent("/docs/").into_response();
    }
    if let Some(path) = path.strip_prefix("/docs/") {
        return dicehouse_page::beside((house.config.book)(path)).map(Body::from);
    }
    if let Some(&client) = request.extensions().get::<Client>()
        && let Some(document) = invitation::document(&house, client, path, request.headers()).await
    {
        return document.map(Body::from);
    }
    dicehouse_page::answer(path, request.headers()).map(Body::from)
}
