//! The cookie that carries a token.

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};

use super::secret::Token;

/// How the cookie is set: by its secure name, or plainly where there is no encryption to rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cookies {
    /// `__Host-` and `Secure`: browsers take it over HTTPS alone, for this host alone.
    Secure,
    /// Without: for plain HTTP on loopback, or where the operator asked for it.
    Plain,
}

const SECURE: &str = "__Host-dicehouse";
const PLAIN: &str = "dicehouse";
const YEAR: u32 = 365 * 24 * 60 * 60;

impl Cookies {
    fn name(self) -> &'static str {
        match self {
            Cookies::Secure => SECURE,
            Cookies::Plain => PLAIN,
        }
    }

    /// The token in a request's cookie.
    pub fn token(self, headers: &HeaderMap) -> Option<Token> {
        let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|value| value.split(';')).filter_map(|one| one.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim() == self.name())?;
        Token::read(value.trim())
    }

    /// The header that gives a browser its token.
    pub fn give(self, token: &Token) -> [(axum::http::HeaderName, HeaderValue); 1] {
        self.header(&token.reveal(), YEAR)
    }

    /// The header that takes it away.
    pub fn take_away(self) -> [(axum::http::HeaderName, HeaderValue); 1] {
        self.header("", 0)
    }

    fn header(self, value: &str, age: u32) -> [(axum::http::HeaderName, HeaderValue); 1] {
        let secure = match self {
            Cookies::Secure => "; Secure",
            Cookies::Plain => "",
        };
        let name = self.name();
        let text =
            format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
        // Hexadecimal digits and our own words are always a header's text.
        let mut header = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
        header.set_sensitive(true);
        [(SET_COOKIE, header)]
    }
}
