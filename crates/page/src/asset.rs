//! The files of the page.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// One file, as it is and compressed.
pub(crate) struct Asset {
    /// Its path on the server, with a slash in front.
    pub path: &'static str,
    pub media_type: &'static str,
    /// Its hash in quotes, as the header wants it.
    pub etag: &'static str,
    /// As it is; `None` for what is so large that it is unpacked when somebody wants it.
    pub plain: Option<&'static [u8]>,
    /// `None` where it would hardly be smaller.
    pub gzip: Option<&'static [u8]>,
    pub brotli: &'static [u8],
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The document that every screen starts from.
const DOCUMENT: &str = "/index.html";

/// Whether the program has the page.
pub fn is_built() -> bool {
    find(DOCUMENT).is_some()
}

/// All files.
pub(crate) fn all() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter()
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    ASSETS.iter().map(|asset| asset.path)
}

pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// The document, for paths that are screens and no files.
pub(crate) fn document() -> Option<&'static Asset> {
    find(DOCUMENT)
}

/// What was unpacked, by its path.
static UNPACKED: LazyLock<Mutex<BTreeMap<&'static str, &'static [u8]>>> =
    LazyLock::new(Mutex::default);

impl Asset {
    /// As it is.
    pub fn plain(&self) -> &'static [u8] {
        if let Some(plain) = self.plain {
            return plain;
        }
        let mut unpacked = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
        // Kept for as long as the program runs, as everything else of the page is.
        unpacked.entry(self.path).or_insert_with(|| Vec::leak(unpack(self.brotli)))
    }

    /// Whether its name has its hash in it, so that it never changes.
    pub fn is_forever(&self) -> bool {
        self.path.starts_with("/assets/")
    }
}

/// What Brotli packed. It is our own: `build.rs` has put it there.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let mut packed = packed;
    // An end that is missing would be seen by every test that looks at the file.
    let _ = brotli_decompressor::BrotliDecompress(&mut packed, &mut plain);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "dice " forty times, as Node packs it.
    const PACKED: &[u8] =
        &[27, 199, 0, 248, 141, 148, 110, 222, 180, 36, 43, 75, 43, 144, 177, 80, 45, 10, 232, 61];

    #[test]
    fn what_is_large_is_unpacked_to_what_it_was() {
        assert_eq!(unpack(PACKED), "dice ".repeat(40).as_bytes());
        for asset in ASSETS.iter().filter(|asset| asset.plain.is_none()) {
            let plain = asset.plain();
            assert!(plain.len() > asset.brotli.len(), "{}", asset.path);
            if asset.path.ends_with(".wasm") {
                assert!(plain.starts_with(b"\0asm"), "{}", asset.path);
            }
            assert_eq!(plain.as_ptr(), asset.plain().as_ptr(), "it is unpacked once");
        }
    }
}
