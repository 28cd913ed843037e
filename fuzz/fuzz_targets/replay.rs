//! Any events: replayed or refused, and the game's own events replay to the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one of them")]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::replay(data));
