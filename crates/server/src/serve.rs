//! The routes of a house.

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::api;
use crate::config::LONGEST;
use crate::error::ApiError;
use crate::guard;
use crate::house::House;
use crate::page;

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The routes of a house.
pub fn app(house: House) -> Router {
    let metrics = house.clone();
    let panicked = CatchPanicLayer::custom(move |_| {
        metrics.metrics.panic();
        axum::response::IntoResponse::into_response(ApiError::unavailable())
    });
    Router::new()
        .merge(api::router())
        .fallback(page::serve)
        .with_state(house.clone())
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(TimeoutLayer::with_status_code(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            REQUEST_TIMEOUT,
        ))
        .layer(panicked)
        .layer(from_fn_with_state(house, guard::guard))
}
