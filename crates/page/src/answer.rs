//! What a request for the page is answered with.

use std::sync::LazyLock;

use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::asset::{Asset, document, find};

/// What the page may load and from where: itself from here, nothing else. WebAssembly may run, which is the engine of a
/// house in a tab; its workers are started by the one policy that is named for it.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
     require-trusted-types-for 'script'; trusted-types svelte-trusted-html dicehouse-workers";

/// Shown by a program that was built without the page, with the reason in the place of `{why}`.
const MISSING: &str = include_str!("missing.html");

/// Why there is no page; empty when there is one.
const WHY: &str = include_str!(concat!(env!("OUT_DIR"), "/why.txt"));

/// The answer to a `GET` or `HEAD` of `path`. Whatever is no file and looks like no file is a screen, and gets the document.
pub fn answer(path: &str, headers: &HeaderMap) -> Response<&'static [u8]> {
    match (find(path), document()) {
        (Some(asset), _) => file(asset, headers),
        (None, _) if looks_like_a_file(path) => not_found(),
        (None, Some(document)) => file(document, headers),
        (None, None) => missing(),
    }
}

/// A file that stands beside the page, under the same policy: its media type and what is in it, or nothing.
pub fn beside(file: Option<(&'static str, &'static [u8])>) -> Response<&'static [u8]> {
    let Some((media_type, content)) = file else { return not_found() };
    let mut response = Response::new(content);
    let set = response.headers_mut();
    set.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    set.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    guard(set);
    response
}

/// The document with more in its head, for screens that tell programs which show links what they are about; `None` in a
/// program without the page. `head` is HTML: what people wrote must have come through [`as_text`].
pub fn document_with(head: &str) -> Option<Response<Vec<u8>>> {
    let document = std::str::from_utf8(document()?.plain()).ok()?;
    let mut response =
        Response::new(document.replacen("</head>", &format!("{head}</head>"), 1).into_bytes());
    let set = response.headers_mut();
    set.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    set.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    guard(set);
    Some(response)
}

/// Screens have no dots in their names; files have.
fn looks_like_a_file(path: &str) -> bool {
    path.starts_with("/assets/") || path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

fn file(asset: &'static Asset, headers: &HeaderMap) -> Response<&'static [u8]> {
    let known = headers.get_all(IF_NONE_MATCH).iter().any(|tags| names(tags, asset.etag));
    let (encoding, body) = encoded(asset, headers);
    let mut response = Response::new(if known { &[][..] } else { body });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let set = response.headers_mut();
    set.insert(ETAG, HeaderValue::from_static(asset.etag));
    set.insert(VARY, HeaderValue::from_static("accept-encoding"));
    set.insert(CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    set.insert(CACHE_CONTROL, HeaderValue::from_static(lifetime(asset)));
    if let (Some(encoding), false) = (encoding, known) {
        set.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    guard(set);
    response
}

/// A list of tags may be weak (`W/"…"`); compressing on the way makes them so.
fn names(tags: &HeaderValue, etag: &str) -> bool {
    tags.to_str()
        .is_ok_and(|tags| tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag))
}

fn lifetime(asset: &Asset) -> &'static str {
    if asset.is_forever() { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// The smallest form the client takes.
fn encoded(asset: &'static Asset, headers: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
    let takes = |coding: &str| {
        headers
            .get_all(ACCEPT_ENCODING)
            .iter()
            .any(|list| accepts(list.to_str().unwrap_or(""), coding))
    };
    match asset.gzip {
        _ if takes("br") => (Some("br"), asset.brotli),
        Some(gzip) if takes("gzip") => (Some("gzip"), gzip),
        _ => (None, asset.plain()),
    }
}

/// Whether a list such as `gzip, br;q=0` takes a coding.
fn accepts(list: &str, coding: &str) -> bool {
    list.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = parts.any(|part| {
            part.strip_prefix("q=").is_some_and(|q| q.parse().is_ok_and(|q: f32| q <= 0.0))
        });
        named && !refused
    })
}

fn not_found() -> Response<&'static [u8]> {
    let mut response = Response::new(&b"there is no such file\n"[..]);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    guard(response.headers_mut());
    response
}

fn missing() -> Response<&'static [u8]> {
    static PAGE: LazyLock<String> = LazyLock::new(|| MISSING.replace("{why}", &as_text(WHY)));
    let mut response = Response::new(PAGE.as_bytes());
    let set = response.headers_mut();
    set.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    set.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    guard(set);
    response
}

/// The text with nothing in it that HTML would read as its own, not even between quotes.
pub fn as_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What every answer has.
fn guard(headers: &mut HeaderMap) {
    for (name, value) in [
        ("content-security-policy", CONTENT_SECURITY_POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::{MISSING, accepts, as_text, missing};

    #[test]
    fn what_is_missing_is_said_as_text() {
        assert!(MISSING.contains("{why}"));
        let body = String::from_utf8(missing().body().to_vec()).unwrap();
        assert!(!body.contains("{why}"));
        assert_eq!(as_text("npm <failed> & said so"), "npm &lt;failed&gt; &amp; said so");
    }

    #[test]
    fn codings_are_read_as_clients_write_them() {
        for (list, coding, expected) in [
            ("gzip, deflate, br", "br", true),
            ("gzip, deflate", "br", false),
            ("br;q=0, gzip;q=0.5", "br", false),
            ("br;q=0, GZIP;q=0.5", "gzip", true),
            ("", "gzip", false),
            ("xgzip", "gzip", false),
        ] {
            assert_eq!(accepts(list, coding), expected, "{list:?} {coding}");
        }
    }
}
