//! Who sends a request.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use dicehouse_store::{Account, Device};

use super::secret::Token;
use crate::error::ApiError;
use crate::house::House;

/// Somebody the house knows, by the token of the request. Others are refused.
#[derive(Debug, Clone)]
pub struct Me {
    /// The account their token belongs to.
    pub account: Account,
    /// The token they came with.
    pub token: Token,
}

impl Me {
    /// The id of the device they came from.
    pub fn device(&self) -> String {
        Device::id_of(&self.token.hash()).to_owned()
    }
}

/// Somebody the house may or may not know.
#[derive(Debug, Clone)]
pub struct Maybe(pub Option<Me>);

/// The token of a request: programs send it as `Authorization: Bearer`, browsers as a cookie.
pub fn token(house: &House, headers: &HeaderMap) -> Option<Token> {
    bearer(headers).or_else(|| house.config.cookies.token(headers))
}

/// The token a program sends.
pub fn bearer(headers: &HeaderMap) -> Option<Token> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Token::read(token.trim()))?
}

async fn find(house: &House, headers: &HeaderMap) -> Result<Option<Me>, ApiError> {
    let Some(token) = token(house, headers) else { return Ok(None) };
    let account = house.store.account_of_token(&token.hash()).await?;
    Ok(account.map(|account| Me { account, token }))
}

impl FromRequestParts<House> for Me {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Me, ApiError> {
        find(house, &parts.headers).await?.ok_or_else(ApiError::who_are_you)
    }
}

impl FromRequestParts<House> for Maybe {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Maybe, ApiError> {
        find(house, &parts.headers).await.map(Maybe)
    }
}
