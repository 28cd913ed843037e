//! What was solved, kept in files.

mod claims;
pub(crate) mod file;
pub(crate) mod floats;
mod folder;

pub use claims::ClaimsTableError;
pub use file::FileError;
pub use folder::Tables;
