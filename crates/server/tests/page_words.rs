//! What the house says by a code or a name, the page has words for: in every language of its message files.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::path::Path;

use dicehouse_rules::{Allowed, GameKind};
use dicehouse_server::openapi;
use dicehouse_telling::Language;
use serde_json::Value;

fn messages(language: Language) -> Value {
    let file = format!("../../web/src/lib/i18n/{}.json", language.code());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The keys the page looks up for the options of every game and their values.
fn option_keys() -> Vec<String> {
    let mut keys = Vec::new();
    for option in GameKind::ALL.into_iter().flat_map(GameKind::options) {
        let name = option.name;
        keys.push(format!("option.{name}"));
        match option.allowed {
            Allowed::Words { words } => {
                keys.extend(words.iter().map(|word| format!("option.{name}-{word}")));
            }
            Allowed::Switch => keys.extend(["option.true", "option.false"].map(str::to_owned)),
            Allowed::FaceOrNone { .. } => keys.push("option.none".to_owned()),
            _ => {}
        }
    }
    keys
}

/// The codes of all answers that are problems, as the description of the API lists them.
fn problem_keys() -> Vec<String> {
    let codes = openapi()["components"]["schemas"]["ProblemCode"].clone();
    let listed = match codes["enum"].as_array() {
        Some(plain) => plain.clone(),
        None => codes["oneOf"].as_array().unwrap().iter().map(|one| one["const"].clone()).collect(),
    };
    listed.iter().map(|code| format!("problem.{}", code.as_str().unwrap())).collect()
}

/// The keys the page looks up for the presets of every game.
fn preset_keys() -> Vec<String> {
    let presets = GameKind::ALL.into_iter().flat_map(GameKind::presets);
    presets
        .flat_map(|preset| {
            let key = format!("preset.{}-{}", preset.game(), preset.name);
            [format!("{key}-name"), key]
        })
        .collect()
}

#[test]
fn every_preset_option_and_problem_has_words_in_every_language() {
    let keys: Vec<String> =
        option_keys().into_iter().chain(problem_keys()).chain(preset_keys()).collect();
    assert!(keys.len() > 50, "{keys:?}");
    for language in Language::ALL {
        let messages = messages(language);
        for key in &keys {
            assert!(messages[key].is_string(), "{language:?} has no {key}");
        }
    }
}
