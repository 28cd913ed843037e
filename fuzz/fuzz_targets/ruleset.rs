//! Any text as a ruleset: read or refused, and what is read can be written, explained and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one of them")]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::ruleset(data));
