//! The API without sockets: who may ask what, and what the answers look like.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use common::{quick, routes};
use dicehouse_server::{Config, Cookies, Limits, Rate, openapi};
use serde_json::{Value, json};
use tower::ServiceExt;

const ORIGIN: &str = "http://127.0.0.1:0";

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Value,
    text: String,
}

async fn send(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, 1 << 20).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    Answer { status: parts.status, headers: parts.headers, body, text }
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

fn with(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.header("content-length", body.len()).body(Body::from(body.to_owned())).unwrap()
}

const JSON: (&str, &str) = ("content-type", "application/json");

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

/// A program's account: its token and its recovery code.
async fn come(app: &Router, name: &str) -> (String, String) {
    let answer =
        send(app, with("POST", "/api/people", &[JSON], &json!({ "name": name }).to_string())).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    (
        answer.body["token"].as_str().unwrap().to_owned(),
        answer.body["recovery"].as_str().unwrap().to_owned(),
    )
}

#[tokio::test]
async fn every_answer_tells_browsers_what_they_may_not_do() {
    let app = routes(quick()).await;
    for path in ["/api/health", "/api/nothing", "/", "/room/ABC", "/api/docs"] {
        let answer = send(&app, get(path)).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert!(answer.headers.contains_key("referrer-policy"));
    }
    assert_eq!(send(&app, get("/api/health")).await.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn the_book_is_served_below_its_folder() {
    fn book(path: &str) -> Option<(&'static str, &'static [u8])> {
        matches!(path, "" | "a.html").then_some(("text/html; charset=utf-8", b"<h1>A</h1>"))
    }
    let app = routes(Config { book, ..quick() }).await;
    for path in ["/docs/", "/docs/a.html"] {
        let answer = send(&app, get(path)).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "<h1>A</h1>"), "{path}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
        assert!(answer.headers.contains_key("content-security-policy"), "{path}");
    }
    let folder = send(&app, get("/docs")).await;
    assert_eq!(
        (folder.status.as_u16(), &folder.headers["location"]),
        (308, &"/docs/".parse().unwrap())
    );
    for path in ["/docs/b.html", "/docs/../a.html", "/docs//a.html"] {
        assert_eq!(send(&app, get(path)).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn browsers_get_a_cookie_that_no_script_can_read_and_programs_a_token() {
    for (cookies, name) in [(Cookies::Secure, "__Host-dicehouse="), (Cookies::Plain, "dicehouse=")]
    {
        let app = routes(Config { cookies, ..quick() }).await;
        let request = with("POST", "/api/people", &[JSON, ("origin", ORIGIN)], r#"{"name":"Ada"}"#);
        let answer = send(&app, request).await;
        assert_eq!(answer.status, 200);
        assert!(answer.body.get("token").is_none(), "no script may have it");
        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(cookie.starts_with(name), "{cookie}");
        assert!(
            cookie.contains("; HttpOnly")
                && cookie.contains("; SameSite=Strict")
                && cookie.contains("; Path=/")
        );
        assert_eq!(cookie.contains("; Secure"), cookies == Cookies::Secure);
        assert!(!cookie.contains("Domain"));

        let pair = cookie.split(';').next().unwrap();
        let me = send(&app, with("GET", "/api/me", &[("cookie", pair)], "")).await;
        assert_eq!(me.body["name"], "Ada");
        // With the cookie but from nowhere, or from another site, nothing is changed.
        for origin in [None, Some("http://evil.example"), Some("null")] {
            let mut headers = vec![JSON, ("cookie", pair)];
            headers.extend(origin.map(|origin| ("origin", origin)));
            let answer = send(&app, with("PATCH", "/api/me", &headers, r#"{"name":"Eve"}"#)).await;
            assert_eq!(
                (answer.status, &answer.body["error"]),
                (StatusCode::FORBIDDEN, &json!("other-site"))
            );
        }
        let headers = [JSON, ("cookie", pair), ("origin", ORIGIN)];
        let renamed =
            send(&app, with("PATCH", "/api/me", &headers, r#"{"name":"Countess"}"#)).await;
        assert_eq!(renamed.body["name"], "Countess");
    }
}

#[tokio::test]
async fn an_account_can_move_be_exported_and_deleted() {
    let app = routes(quick()).await;
    let (token, recovery) = come(&app, "Ada").await;
    let known = bearer(&token);
    let auth = [("authorization", known.as_str()), JSON];

    // One more device is added with a code from the first.
    let link = send(&app, with("POST", "/api/me/devices", &auth, "")).await;
    let link = json!({ "code": link.body["code"] }).to_string();
    let browser = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0");
    let added = send(&app, with("POST", "/api/recover", &[JSON, browser], &link)).await;
    assert_eq!((added.status, &added.body["me"]["name"]), (StatusCode::OK, &json!("Ada")));
    assert_eq!(added.body["recovery"], Value::Null, "the first device keeps its code");
    let again = send(&app, with("POST", "/api/recover", &[JSON], &link)).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "a code works once");
    let added = bearer(added.body["token"].as_str().unwrap());

    let bot = send(&app, with("POST", "/api/me/bots", &auth, r#"{"name":"Robo"}"#)).await;
    let bot_token = bearer(bot.body["token"].as_str().unwrap());
    let export = send(&app, with("GET", "/api/me/export", &auth, "")).await;
    assert_eq!(export.body["bots"][0]["name"], "Robo");
    let devices = export.body["devices"].as_array().unwrap();
    let named: Vec<_> = devices.iter().map(|device| (&device["label"], &device["this"])).collect();
    assert_eq!(named.len(), 2);
    assert!(named.contains(&(&json!("Firefox, Linux"), &json!(false))), "{named:?}");
    assert!(named.contains(&(&json!(""), &json!(true))), "{named:?}");
    assert!(!export.text.contains(&token) && !export.text.contains(&recovery));

    // The code for lost devices ends all others, and works once.
    let code = json!({ "code": recovery.to_lowercase().replace('-', " ") }).to_string();
    let moved = send(&app, with("POST", "/api/recover", &[JSON], &code)).await;
    assert_eq!((moved.status, &moved.body["me"]["name"]), (StatusCode::OK, &json!("Ada")));
    let again = send(&app, with("POST", "/api/recover", &[JSON], &code)).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "a code works once");
    let me = async |token: &str| {
        send(&app, with("GET", "/api/me", &[("authorization", token)], "")).await.body
    };
    for ended in [&known, &added] {
        assert_eq!(me(ended).await, Value::Null);
    }
    let moved = bearer(moved.body["token"].as_str().unwrap());
    assert_eq!(me(&moved).await["name"], "Ada");
    assert_eq!(me(&bot_token).await["name"], "Robo", "a bot has a token of its own");

    let auth = [("authorization", moved.as_str()), JSON];
    let gone = send(&app, with("DELETE", "/api/me", &auth, "")).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    for token in [&known, &moved, &bot_token] {
        assert_eq!(me(token).await, Value::Null);
        let export =
            send(&app, with("GET", "/api/me/export", &[("authorization", token)], "")).await;
        assert_eq!(export.status, StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn tokens_are_all_or_nothing() {
    let app = routes(quick()).await;
    let (token, _) = come(&app, "Ada").await;
    let me = send(&app, get("/api/me")).await;
    assert_eq!(me.body, Value::Null);
    let id = {
        let known = bearer(&token);
        let me = send(&app, with("GET", "/api/me", &[("authorization", &known)], "")).await;
        me.body["id"].as_str().unwrap().to_owned()
    };
    let mut other = token.clone().into_bytes();
    other[63] = if other[63] == b'0' { b'1' } else { b'0' };
    let other = String::from_utf8(other).unwrap();
    for wrong in [&other, &id, "", &token[..62], &format!("{token}00"), "Ada", "' OR 1=1 --"] {
        let known = bearer(wrong);
        let me = send(&app, with("GET", "/api/me", &[("authorization", &known)], "")).await;
        assert_eq!(me.body, Value::Null, "{wrong}");
    }
}

#[tokio::test]
async fn bodies_are_small_json_of_the_right_shape() {
    let app = routes(quick()).await;
    let post = async |headers: &[(&str, &str)], body: &str| {
        send(&app, with("POST", "/api/people", headers, body)).await
    };
    assert_eq!(
        post(&[("content-type", "text/plain")], r#"{"name":"A"}"#).await.body["error"],
        "not-json"
    );
    assert_eq!(post(&[JSON], "{").await.body["error"], "bad-request");
    assert_eq!(post(&[JSON], r#"{"nom":"A"}"#).await.status, StatusCode::BAD_REQUEST);
    let long = json!({ "name": "x".repeat(9000) }).to_string();
    let answer = post(&[JSON], &long).await;
    assert_eq!(
        (answer.status, &answer.body["error"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-large"))
    );
    assert_eq!(post(&[JSON], &"[".repeat(8000)).await.status, StatusCode::BAD_REQUEST);
    // Neither a path nor a query that cannot be read is answered in other words than these.
    for path in
        ["/api/rooms/%ff", "/api/games/%ff/record", "/api/rules/liars/%fe", "/api/games?limit=x"]
    {
        let answer = send(&app, with("GET", path, &[], "")).await;
        assert_eq!(answer.body["error"], "bad-request", "{path}: {}", answer.text);
    }
    let missing = post(&[JSON], r#"{"nom":"A"}"#).await;
    let text = "The body cannot be read: missing field `name` at line 1 column 11.";
    assert_eq!(missing.body["text"], text);
    for (name, code) in [("", "bad-name"), ("\u{202e}", "bad-name"), ("Аda", "bad-name")] {
        let body = json!({ "name": name }).to_string();
        assert_eq!(post(&[JSON], &body).await.body["error"], code, "{name:?}");
    }
    let (token, _) = come(&app, "Ada").await;
    let known = bearer(&token);
    for room in [
        json!({ "game": "chess" }),
        json!({ "game": "liars", "preset": "nope" }),
        json!({ "game": "liars", "options": "wild" }),
        json!({ "game": "liars", "options": "dice=99" }),
        json!({ "game": "liars", "settings": { "seats": 11 } }),
        json!({ "game": "liars", "settings": { "clock": { "per_turn": 1 } } }),
        json!({ "game": "liars", "settings": { "absence": { "grace": 30, "stand_in": "nobody" } } }),
    ] {
        let headers = [JSON, ("authorization", known.as_str())];
        let answer = send(&app, with("POST", "/api/rooms", &headers, &room.to_string())).await;
        assert!(answer.status.is_client_error(), "{room}: {}", answer.text);
        assert!(
            answer.body["text"].as_str().is_some_and(|text| text.len() > 10),
            "{room}: {}",
            answer.text
        );
    }
}

/// Whoever opens rooms without end makes nobody's list endless.
#[tokio::test]
async fn the_list_of_rooms_has_an_end() {
    let app = routes(quick()).await;
    let (token, _) = come(&app, "Ada").await;
    let known = bearer(&token);
    let room = json!({ "game": "liars", "settings": { "listed": true } }).to_string();
    for _ in 0..101 {
        let headers = [JSON, ("authorization", known.as_str())];
        assert_eq!(send(&app, with("POST", "/api/rooms", &headers, &room)).await.status, 200);
    }
    let listed = send(&app, get("/api/rooms")).await;
    assert_eq!(listed.body.as_array().map(Vec::len), Some(100));
}

#[tokio::test]
async fn too_much_is_answered_with_the_wait() {
    let limits = Limits {
        accounts: Rate { burst: 2, per_second: 0.1 },
        requests: Rate { burst: 6, per_second: 1.0 },
        ..Limits::usual()
    };
    let app = routes(Config { limits, ..quick() }).await;
    come(&app, "Ada").await;
    come(&app, "Bo").await;
    let third = send(&app, with("POST", "/api/people", &[JSON], r#"{"name":"Cy"}"#)).await;
    assert_eq!(
        (third.status, &third.body["error"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("too-fast"))
    );
    assert!((9000..=10_000).contains(&third.body["wait"].as_u64().unwrap()), "{}", third.text);
    assert_eq!(third.headers["retry-after"], "10");
    for _ in 0..3 {
        assert_eq!(send(&app, get("/api/bots")).await.status, StatusCode::OK);
    }
    let answer = send(&app, get("/api/bots")).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    // A forwarded address is nobody's word but our proxy's.
    let answer = send(&app, with("GET", "/api/bots", &[("x-forwarded-for", "1.2.3.4")], "")).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
}

/// Every endpoint that answers JSON without knowing who asks answers as its description says.
#[tokio::test]
async fn answers_are_as_described() {
    let app = routes(quick()).await;
    let description = openapi();
    assert_eq!(description["openapi"], "3.1.0");
    let served = send(&app, get("/api/openapi.json")).await;
    assert_eq!(served.body, description);
    let mut checked = 0;
    for (path, operations) in description["paths"].as_object().unwrap() {
        let operation = &operations["get"];
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        if !schema.is_object()
            || operation["security"].is_array()
            || path.contains("{code}")
            || path.contains("{id}")
        {
            continue;
        }
        let path = path
            .replace("{game}", "liars")
            .replace("{preset}", "perudo")
            .replace("{day}", "2026-01-31");
        let answer = send(&app, get(&path)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        let whole = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": description["components"], "allOf": [schema] });
        let validator = jsonschema::validator_for(&whole).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&answer.body).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{path}: {errors:?}");
        checked += 1;
    }
    assert!(checked >= 9, "only {checked}");
    let docs = send(&app, get("/api/docs")).await.text;
    for path in description["paths"].as_object().unwrap().keys() {
        assert!(docs.contains(path.as_str()), "{path}");
    }
}

#[test]
fn every_endpoint_has_its_place_in_the_document() {
    let document = include_str!("../../../docs/server.md");
    let description = openapi();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() > 30, "{}", paths.len());
    for path in paths.keys() {
        // Parts that change are in capitals there: /api/rooms/CODE.
        let parts = path.split('/').map(|part| match part.strip_prefix('{') {
            Some(name) => name.trim_end_matches('}').to_uppercase(),
            None => part.to_owned(),
        });
        let named = parts.collect::<Vec<_>>().join("/");
        assert!(document.contains(&format!("{named}`")), "docs/server.md does not name {named}");
    }
}

#[tokio::test]
async fn a_lesson_goes_on_from_what_the_learner_did() {
    let app = routes(quick()).await;
    let take = async |game: &str, inputs: Value| {
        let body = json!({ "inputs": inputs }).to_string();
        send(&app, with("POST", &format!("/api/lessons/{game}"), &[JSON], &body)).await
    };
    for game in ["liars", "claims", "pairs"] {
        let first = take(game, json!([])).await;
        assert_eq!(first.status, StatusCode::OK, "{}", first.text);
        let second = take(game, json!(["go-on"])).await;
        assert!(second.body["moment"]["step"].as_u64() > first.body["moment"]["step"].as_u64());
    }
    assert_eq!(take("chess", json!([])).await.status, StatusCode::NOT_FOUND);
    assert_eq!(take("liars", json!([{ "act": "blub" }])).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn metrics_are_in_the_form_of_prometheus() {
    let app = routes(quick()).await;
    let text = send(&app, get("/api/metrics")).await.text;
    for line in text.lines() {
        let good = line.starts_with("# HELP dicehouse_")
            || line.starts_with("# TYPE dicehouse_")
            || line.split_once(' ').is_some_and(|(name, value)| {
                name.starts_with("dicehouse_") && value.parse::<f64>().is_ok()
            });
        assert!(good, "{line}");
    }
    assert!(text.contains("dicehouse_rooms_awake 0"));
}

#[tokio::test]
async fn each_level_of_each_game_has_a_company() {
    let app = routes(quick()).await;
    let companies = send(&app, get("/api/companies")).await.body;
    let bots = send(&app, get("/api/bots")).await.body;
    let companies = companies.as_array().unwrap();
    assert_eq!(companies.len(), 12);
    for company in companies {
        let names = company["bots"].as_array().unwrap();
        assert_eq!(names.len(), 9, "{company}");
        for name in names {
            let plays = |bot: &Value| bot["games"].as_array().unwrap().contains(&company["game"]);
            let mut bots = bots.as_array().unwrap().iter();
            assert!(bots.any(|bot| bot["name"] == *name && plays(bot)), "{name}: {company}");
        }
    }
}
