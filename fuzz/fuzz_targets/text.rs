//! Any text as an act: read or refused, and what is read reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one of them")]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::text(data));
