//! The `dicehouse` program.
fn main() {}
