//! The description of the API, for programs (OpenAPI 3.1) and for people (a page).

use std::fmt::Write;

use axum::Json;
use axum::response::Html;
use dicehouse_table::Escaped;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::endpoint::{Endpoint, Reply, Taken, get};
use dicehouse_answers::Problem;

/// What this module answers.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        get("/api/openapi.json", "This description, for programs (OpenAPI 3.1).", openapi)
            .replies::<Map<String, Value>>(),
        get("/api/docs", "This description, for people.", page).replies_as("text/html"),
    ]
}

async fn openapi() -> Json<Value> {
    Json(super::description())
}

async fn page() -> Html<String> {
    Html(html(&super::description()))
}

/// The description of these endpoints.
pub fn description(endpoints: &[Endpoint]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for endpoint in endpoints {
        let operation = operation(endpoint, &mut generator);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation;
    }
    let problem = generator.subschema_for::<Problem>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dicehouse",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rooms, games and players of this house. Requests and answers are JSON of at most 8 KiB. \
                Browsers are known by a cookie, programs by `Authorization: Bearer TOKEN`. \
                Errors have a code, a sentence, and where waiting helps the milliseconds to wait.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": "__Host-dicehouse" },
                "token": { "type": "http", "scheme": "bearer" },
            },
            "responses": {
                "Problem": {
                    "description": "It was not done; the body says why.",
                    "content": { "application/json": { "schema": problem } },
                },
            },
        },
    })
}

fn operation(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "summary": endpoint.about,
        "operationId": format!("{} {}", endpoint.method, endpoint.path),
        "parameters": parameters(endpoint, generator),
        "responses": { "default": { "$ref": "#/components/responses/Problem" } },
    });
    if let Some(body) = &endpoint.body {
        let content = match body {
            Taken::Json(schema) => json!({ "application/json": { "schema": schema(generator) } }),
            Taken::Other(media) => json!({ *media: { "schema": { "type": "string" } } }),
        };
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    if endpoint.known {
        operation["security"] = json!([{ "cookie": [] }, { "token": [] }]);
    }
    let (status, response) = match &endpoint.reply {
        Reply::Nothing => ("204", json!({ "description": "It was done." })),
        Reply::Json(schema) => {
            let schema = schema(generator);
            let content = json!({ "application/json": { "schema": schema } });
            ("200", json!({ "description": endpoint.about, "content": content }))
        }
        Reply::Other(media) => {
            let content = json!({ *media: { "schema": { "type": "string" } } });
            ("200", json!({ "description": endpoint.about, "content": content }))
        }
        Reply::Socket => ("101", json!({ "description": "A WebSocket." })),
    };
    operation["responses"][status] = response;
    operation
}

fn parameters(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Vec<Value> {
    let in_path =
        endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if let Some(query) = endpoint.query {
        let schema = query(generator).to_value();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let required = required.iter().any(|one| one == name);
            parameters.push(
                json!({ "name": name, "in": "query", "required": required, "schema": property }),
            );
        }
    }
    parameters
}

/// A plain page without scripts or styles: what a person reads before writing a program.
fn html(description: &Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Dicehouse: the API</title><h1>The API of this house</h1>",
    );
    let about = description["info"]["description"].as_str().unwrap_or_default();
    let _ = write!(
        page,
        "<p>{}</p><p>For programs: <a href=\"/api/openapi.json\">/api/openapi.json</a></p><dl>",
        Escaped(about)
    );
    for (path, operations) in description["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            let known = if operation["security"].is_array() { " (with a token)" } else { "" };
            let _ = write!(
                page,
                "<dt><code>{} {}</code>{known}</dt><dd>{}</dd>",
                method.to_uppercase(),
                Escaped(path),
                Escaped(summary),
            );
        }
    }
    page.push_str("</dl></html>");
    page
}
