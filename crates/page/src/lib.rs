//! The page in the browser, built into the program: its files, and how they are answered over HTTP.
//!
//! `build.rs` builds `web/`. A program that was built without npm has no files; it answers with a page that says what
//! is missing.

mod answer;
mod asset;
mod plain;

pub use answer::{CONTENT_SECURITY_POLICY, answer, as_text, beside, document_with};
pub use asset::{is_built, paths};
pub use plain::{has_engine, plain_files};
