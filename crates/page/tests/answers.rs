//! What browsers get, whether the program has the page or not.

use dicehouse_page::{CONTENT_SECURITY_POLICY, answer, is_built, paths};
use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderValue, StatusCode};

fn accepting(codings: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(codings))])
}

#[test]
fn every_screen_gets_a_document_that_only_loads_from_here() {
    for path in ["/", "/room/QK7PX", "/replay", "/learn/liars", "/no/such/screen"] {
        let response = answer(path, &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        assert_eq!(response.headers()["content-security-policy"], CONTENT_SECURITY_POLICY);
        assert_eq!(response.headers()["cache-control"], "no-cache");
        assert!(response.body().starts_with(b"<!doctype html>"), "{path}");
    }
}

#[test]
fn a_program_without_the_page_says_why_and_what_to_do() {
    if is_built() {
        return;
    }
    let body = String::from_utf8(answer("/", &HeaderMap::new()).body().to_vec()).unwrap();
    for words in
        ["The page is missing", "The build said: <strong>", "install Node 20", "dicehouse join"]
    {
        assert!(body.contains(words), "{words}: {body}");
    }
    assert!(!body.contains("<strong></strong>"), "no reason: {body}");
}

#[test]
fn files_that_are_not_there_are_not_found() {
    for path in ["/assets/none.js", "/favicon.ico", "/assets/../../etc/passwd", "/.env"] {
        assert_eq!(answer(path, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn files_are_compressed_and_kept() {
    if !is_built() {
        return;
    }
    let script = paths().find(|path| path.ends_with(".js")).unwrap();
    let plain = answer(script, &HeaderMap::new());
    assert_eq!(plain.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert!(plain.headers().get("content-encoding").is_none());
    for coding in ["gzip", "br"] {
        let packed = answer(script, &accepting(coding));
        assert_eq!(packed.headers()["content-encoding"], coding);
        assert!(packed.body().len() < plain.body().len());
    }
    let etag = plain.headers()["etag"].clone();
    let mut again = HeaderMap::new();
    again.insert("if-none-match", etag);
    let unchanged = answer(script, &again);
    assert_eq!(unchanged.status(), StatusCode::NOT_MODIFIED);
    assert!(unchanged.body().is_empty());
}

#[test]
fn the_page_is_small() {
    let size = |wanted: &dyn Fn(&str) -> bool| -> usize {
        let browser = accepting("gzip, br");
        let files = paths().filter(|path| wanted(path));
        files.map(|path| answer(path, &browser).body().len()).sum()
    };
    // All screens and languages together. The first load is about half of it and has a limit of its own
    // (`web/browser/load.test.mjs`). Pictures are for those who install the page, or get a link to it.
    let apart = [".wasm", ".bin", ".png"];
    let page = size(&|path| !apart.iter().any(|ending| path.ends_with(ending)));
    assert!(page <= 160 * 1024, "{page} bytes");
    // A house in a tab: the engine, and the weights of its bots.
    let (engine, weights) =
        (size(&|path| path.ends_with(".wasm")), size(&|path| path.ends_with(".bin")));
    assert!(engine <= 1_200_000, "{engine} bytes");
    assert!(weights <= 3_500_000, "{weights} bytes");
}
