//! What every request passes: where it comes from, how much there is of it, and what the answer
//! tells browsers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN,
    REFERRER_POLICY, TRANSFER_ENCODING, UPGRADE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use dicehouse_answers::ProblemCode;

use crate::config::Config;
use crate::error::ApiError;
use crate::house::House;
use crate::identity::bearer;
use crate::limit::client_of;
use crate::read_limit::IsSocket;

/// The address a request comes from, as far as it is one client's.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

/// Lets a request through, or answers why not.
pub async fn guard(State(house): State<House>, mut request: Request, next: Next) -> Response {
    let client = client_of(address(&house.config, request.headers(), request.extensions()));
    tell_of_proxy(&house, &request);
    let started = Instant::now();
    let method = request.method().clone();
    let is_api = request.uri().path().starts_with("/api");
    if request.headers().contains_key(UPGRADE)
        && let Some(connection) = request.extensions().get::<IsSocket>()
    {
        connection.set();
    }
    let passed = pass(&house, client, &request);
    let mut response = match passed {
        Ok(()) => {
            request.extensions_mut().insert(Client(client));
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    let status = response.status();
    house.metrics.request(status.as_u16());
    // Neither the path, which may name a room, nor any header: only what cannot be a secret.
    tracing::debug!(%method, %status, took = ?started.elapsed(), "request");
    add_headers(response.headers_mut(), is_api);
    response
}

fn pass(house: &House, client: IpAddr, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if changes(request.method(), headers) {
        check_site(&house.config, headers)?;
        check_body(headers)?;
    }
    house.requests.take(client, Instant::now()).map_err(ApiError::too_fast)
}

/// Whether a request may change something, or opens a connection that may.
fn changes(method: &Method, headers: &HeaderMap) -> bool {
    !matches!(*method, Method::GET | Method::HEAD) || headers.contains_key(UPGRADE)
}

/// A browser says which site's page sends a request; only our own may. Programs send no origin, and
/// are let through with a token of their own: a page of another site can neither send that nor leave
/// out its origin.
fn check_site(config: &Config, headers: &HeaderMap) -> Result<(), ApiError> {
    let other_site = || {
        let text =
            "This request comes from a page of another site, or does not say where it comes from.";
        ApiError::new(ProblemCode::OtherSite, text)
    };
    let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(fetch_site, None | Some(b"same-origin" | b"none")) {
        return Err(other_site());
    }
    match headers.get(ORIGIN) {
        Some(origin) => match origin.to_str() {
            Ok(origin) if is_ours(config, origin, headers) => Ok(()),
            _ => Err(other_site()),
        },
        None if bearer(headers).is_some() || config.cookies.token(headers).is_none() => Ok(()),
        None => Err(other_site()),
    }
}

fn is_ours(config: &Config, origin: &str, headers: &HeaderMap) -> bool {
    if config.origins.iter().any(|ours| ours == origin) {
        return true;
    }
    // A page loaded from this very address, given as a number.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_number = host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok();
    config.by_number && is_number && origin.strip_prefix("http://") == Some(host)
}

/// A body is JSON, or lines of JSON: no form of another site can send that.
fn check_body(headers: &HeaderMap) -> Result<(), ApiError> {
    let empty = headers.get(CONTENT_LENGTH).is_none_or(|length| length == "0")
        && !headers.contains_key(TRANSFER_ENCODING);
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let known = ["application/json", "application/jsonl"];
    if empty || known.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(ApiError::new(
        ProblemCode::NotJson,
        "The body must be JSON (Content-Type: application/json).",
    ))
}

/// The address of the client: of the connection, or what a proxy of ours says about it. The last
/// address of the list that is not a proxy of ours is the one that our proxy saw itself.
fn address(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if !config.is_proxy(peer) {
        return peer;
    }
    let lists =
        headers.get_all("x-forwarded-for").into_iter().filter_map(|list| list.to_str().ok());
    let told: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
    for text in told.into_iter().rev() {
        match text.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(address) if config.is_proxy(address) => {}
            Ok(address) => return address,
            Err(_) => return peer,
        }
    }
    peer
}

/// Tells the operator, once, of a proxy that is not named: all clients behind it count as one.
fn tell_of_proxy(house: &House, request: &Request) {
    let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() else {
        return;
    };
    let peer = peer.ip().to_canonical();
    if request.headers().contains_key("x-forwarded-for")
        && !house.config.is_proxy(peer)
        && house.tells_of_proxy()
    {
        tracing::warn!(
            "requests come through a proxy at {peer} that --proxy does not name: everybody behind it counts as one \
             client, for the limits and for ratings. If it is yours, start the house with --proxy {peer}"
        );
    }
}

fn add_headers(headers: &mut HeaderMap, is_api: bool) {
    let fixed: [(HeaderName, &'static str); 5] = [
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
        ),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        // The page has a stricter policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    const COOKIE: (&str, &str) =
        ("cookie", "dicehouse=0000000000000000000000000000000000000000000000000000000000000000");
    const BEARER: (&str, &str) = (
        "authorization",
        "Bearer 0000000000000000000000000000000000000000000000000000000000000000",
    );

    #[test]
    fn only_our_own_pages_and_programs_with_a_token_change_things() {
        let config = Config::loopback(8080);
        for (sent, allowed) in [
            (&[("origin", "http://127.0.0.1:8080"), COOKIE][..], true),
            (&[("origin", "http://localhost:8080"), COOKIE], true),
            (&[("origin", "http://localhost:8081"), COOKIE], false),
            (&[("origin", "https://localhost:8080"), COOKIE], false),
            (&[("origin", "http://evil.example"), COOKIE], false),
            (&[("origin", "http://localhost:8080.evil.example"), COOKIE], false),
            (&[("origin", "null"), COOKIE], false),
            (&[("origin", "http://evil.example"), BEARER], false),
            (&[("origin", "http://evil.example")], false),
            (&[COOKIE], false),
            (&[BEARER], true),
            (&[], true),
            (&[("sec-fetch-site", "cross-site"), BEARER], false),
            (&[("sec-fetch-site", "same-site"), ("origin", "http://localhost:8080")], false),
            (&[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8080")], true),
        ] {
            assert_eq!(check_site(&config, &headers(sent)).is_ok(), allowed, "{sent:?}");
        }
    }

    #[test]
    fn a_page_by_number_must_be_of_this_very_number() {
        let config = Config { by_number: true, ..Config::loopback(8080) };
        for (host, origin, allowed) in [
            ("192.168.1.5:8080", "http://192.168.1.5:8080", true),
            ("192.168.1.5:8080", "http://192.168.1.6:8080", false),
            ("evil.example:8080", "http://evil.example:8080", false),
            ("[fe80::1]:8080", "http://[fe80::1]:8080", true),
        ] {
            let sent = headers(&[("host", host), ("origin", origin)]);
            assert_eq!(check_site(&config, &sent).is_ok(), allowed, "{host} {origin}");
            let strict = Config::loopback(8080);
            assert!(check_site(&strict, &sent).is_err());
        }
    }

    #[test]
    fn a_forwarded_address_counts_only_from_our_proxy() {
        let proxies = vec!["10.0.0.0/24".parse().unwrap()];
        let config = Config { proxies, ..Config::loopback(80) };
        let from = |peer: &str, told: &'static str| {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
            address(&config, &headers(&[("x-forwarded-for", told)]), &extensions).to_string()
        };
        assert_eq!(from("10.0.0.1", "1.2.3.4"), "1.2.3.4");
        assert_eq!(
            from("10.0.0.1", "6.6.6.6, 1.2.3.4"),
            "1.2.3.4",
            "what the client itself said is no proof"
        );
        assert_eq!(from("10.0.0.1", "1.2.3.4, 10.0.0.2"), "1.2.3.4");
        assert_eq!(from("10.0.0.1", "nonsense"), "10.0.0.1");
        assert_eq!(from("9.9.9.9", "1.2.3.4"), "9.9.9.9");
    }

    #[test]
    fn bodies_are_json() {
        for (sent, allowed) in [
            (&[][..], true),
            (&[("content-length", "0")], true),
            (&[("content-length", "2"), ("content-type", "application/json; charset=utf-8")], true),
            (&[("content-length", "2"), ("content-type", "application/jsonl")], true),
            (&[("content-length", "2"), ("content-type", "text/plain")], false),
            (&[("content-length", "2")], false),
            (&[("transfer-encoding", "chunked")], false),
            (
                &[("content-length", "2"), ("content-type", "application/x-www-form-urlencoded")],
                false,
            ),
        ] {
            assert_eq!(check_body(&headers(sent)).is_ok(), allowed, "{sent:?}");
        }
    }
}
