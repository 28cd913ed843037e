//! Any inputs in any order: the game takes exactly the legal ones and never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one of them")]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::acts(data));
