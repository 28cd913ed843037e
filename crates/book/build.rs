//! Lists the documents: what lies in `docs/` is in the book, without being named a second time.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// Chapters that do not lie in `docs/`.
const AT_THE_ROOT: &[&str] = &["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

/// Not a chapter: the table of contents, which gives the order.
const SUMMARY: &str = "docs/SUMMARY.md";

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo::rerun-if-changed={}", root.join("docs").display());
    let entries = fs::read_dir(root.join("docs"))?.collect::<Result<Vec<_>, _>>()?;
    let files = entries.iter().filter(|entry| entry.path().is_file());
    let mut paths: Vec<String> =
        files.map(|entry| format!("docs/{}", entry.file_name().to_string_lossy())).collect();
    paths.extend(AT_THE_ROOT.iter().map(|path| (*path).to_owned()));
    paths.retain(|path| path != SUMMARY);
    paths.sort();
    let mut code = String::from("&[");
    for path in &paths {
        let file = root.join(path);
        let _ = write!(code, "({path:?}, include_bytes!({:?})),", file.display().to_string());
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("documents.rs"), code)
}
