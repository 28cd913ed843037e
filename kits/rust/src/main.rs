//! A starter bot for Dicehouse: plays all three games, remembers nothing.
//!
//! Build it: cargo build --release --manifest-path kits/rust/Cargo.toml
//! Try it:   dicehouse check -- kits/rust/target/release/dicehouse-starter-bot

use std::io::{BufRead, Write};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let answer = match message["type"].as_str() {
            Some("hello") => {
                json!({"type": "ready", "protocol": 1, "name": "rust-starter", "version": "1.0"})
            }
            Some("act") => {
                let act = play(&message["view"], &message["legal"]);
                json!({"type": "move", "id": message["id"], "act": act})
            }
            Some("bye") => break,
            _ => continue, // start, events, over and whatever comes in later versions
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn play(view: &Value, legal: &Value) -> String {
    match view["game"].as_str() {
        Some("liars") => play_liars(view, legal),
        Some("claims") => play_claims(view, legal),
        _ => play_pairs(view, legal),
    }
}

/// Says whatever is more likely to be true: the best raise, or that the last bid is a lie.
fn play_liars(view: &Value, legal: &Value) -> String {
    // `least` has the lowest legal quantity for each face, or null.
    let raises = (1..).zip(items(&legal["least"])).filter_map(|(face, least)| {
        let quantity = least.as_i64()?;
        Some((chance(view, quantity, face), format!("{quantity}x{face}")))
    });
    let best = raises.max_by(|one, other| one.0.total_cmp(&other.0));
    let lie = items(&view["bids"]).last().and_then(|last| {
        let (quantity, face) = last["bid"].as_str()?.split_once('x')?;
        Some(1.0 - chance(view, quantity.parse().ok()?, face.parse().ok()?))
    });
    match (best, lie) {
        (Some((likely, bid)), lie) if lie.is_none_or(|lie| lie <= likely) => bid,
        _ => "call".to_owned(),
    }
}

/// How likely at least `quantity` dice on the table count for `face`.
fn chance(view: &Value, quantity: i64, face: i64) -> f64 {
    let wild = view["wild"].as_i64();
    let hand = items(&view["hand"]);
    let counts = |die: &&Value| die.as_i64() == Some(face) || wild.is_some() && die.as_i64() == wild;
    let mine = hand.iter().filter(counts).count() as i64;
    let unseen = sum(&view["dice"]) - hand.len() as i64;
    let faces_that_count = if wild.is_some_and(|wild| wild != face) { 2.0 } else { 1.0 };
    let p = faces_that_count / view["rules"]["faces"].as_f64().unwrap_or(6.0);
    let exactly = |n: i64| {
        let ways: f64 = (0..n).map(|k| (unseen - k) as f64 / (k + 1) as f64).product();
        ways * p.powi(n as i32) * (1.0 - p).powi((unseen - n) as i32)
    };
    ((quantity - mine).max(0)..=unseen).map(exactly).sum()
}

/// Claims the truth, but never less than 7; calls what is too good to be true.
fn play_claims(view: &Value, legal: &Value) -> String {
    let number = |value: &Value| value.as_i64().unwrap_or(0);
    match legal["decide"].as_str() {
        Some("claim") => {
            let claim = sum(&view["hand"]).max(7).max(number(&legal["min"]));
            format!("claim {}", claim.min(number(&legal["max"])))
        }
        Some("answer") if number(&view["claim"]) >= 10 => "call".to_owned(),
        Some("answer") => "let pass".to_owned(),
        _ => "immunity".to_owned(),
    }
}

/// Collects marks on few numbers, and keeps the counters of removed numbers level.
fn play_pairs(view: &Value, legal: &Value) -> String {
    let seat = view["viewer"]["seat"].as_u64().unwrap_or(0) as usize;
    let sheet = &view["sheets"][seat];
    let merit = |split: &str| {
        let numbers: Vec<usize> = split.split(['+', '-']).flat_map(str::parse).collect();
        let [low, high, removed] = numbers[..] else { return i64::MIN };
        let pair = |number: usize| match sheet["marks"][number - 2].as_i64() {
            Some(0) | None => -3,
            Some(marks) => marks,
        };
        let known = items(&sheet["removed"]).iter().find(|known| known["number"] == removed);
        let counter = known.and_then(|known| known["count"].as_i64()).unwrap_or(0);
        pair(low) + pair(high) - counter
    };
    let splits = items(&legal["splits"]).iter().filter_map(Value::as_str);
    splits.max_by_key(|split| merit(split)).unwrap_or_default().to_owned()
}

fn items(array: &Value) -> &[Value] {
    array.as_array().map_or(&[], Vec::as_slice)
}

fn sum(array: &Value) -> i64 {
    items(array).iter().filter_map(Value::as_i64).sum()
}
