//! The files of the page.

/// One file, as it is and compressed.
pub(crate) struct Asset {
    /// Its path on the server, with a slash in front.
    pub path: &'static str,
    pub media_type: &'static str,
    /// Its hash in quotes, as the header wants it.
    pub etag: &'static str,
    pub plain: &'static [u8],
    pub gzip: &'static [u8],
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

impl Asset {
    /// Whether its name has its hash in it, so that it never changes.
    pub fn is_forever(&self) -> bool {
        self.path.starts_with("/assets/")
    }
}
