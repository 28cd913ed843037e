//! The page for a plain web host: files, and no house behind them.

use std::borrow::Cow;

use crate::asset::{all, document};

/// Says to the page that there is no house: it plays in the tab, and its screens stand behind a `#`.
const MARK: &str = "<meta name=\"dicehouse\" content=\"plain\" />";

/// The files of the page, each with its path below the folder of the host. Nothing in them depends on where that is.
pub fn plain_files() -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
    all().map(|asset| {
        let is_document = document().is_some_and(|document| document.path == asset.path);
        let bytes = match std::str::from_utf8(asset.plain()) {
            Ok(text) if is_document => Cow::Owned(plain_document(text).into_bytes()),
            _ => Cow::Borrowed(asset.plain()),
        };
        (asset.path.trim_start_matches('/'), bytes)
    })
}

/// The document with files that are named from where it is.
fn plain_document(text: &str) -> String {
    text.replace("=\"/", "=\"./").replacen(
        "<meta charset",
        &format!("{MARK}\n    <meta charset"),
        1,
    )
}

/// Whether the page can play without a house.
pub fn has_engine() -> bool {
    all().any(|asset| asset.path.ends_with(".wasm"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_of_a_plain_host_names_its_files_from_where_it_is() {
        let served = "<head>\n    <meta charset=\"utf-8\" /><script src=\"/assets/a.js\"></script>\
                      <a href=\"https://example.org/\">";
        let plain = plain_document(served);
        assert!(plain.contains("src=\"./assets/a.js\"") && plain.contains(MARK));
        assert!(plain.contains("https://example.org/"), "what is elsewhere stays there");
    }

    #[test]
    fn every_file_of_the_page_is_there_once() {
        let mut paths: Vec<&str> = plain_files().map(|(path, _)| path).collect();
        assert!(paths.iter().all(|path| !path.starts_with('/') && !path.contains("..")));
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), count);
    }
}
