//! A store in a file is its owner's alone: it holds what the dice of running games follow from.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// Whether others than the owner may read or write the store in this file, or what SQLite keeps beside it.
pub fn is_open_to_others(path: &Path) -> bool {
    with_companions(path).iter().any(|file| bits_for_others(file).is_some_and(|bits| bits != 0))
}

/// Makes the file, if it is missing, so that only its owner may read it, whatever the mask of the process; closes a file
/// that is there to others. SQLite gives the files beside it the same rights. A file of somebody else stays as it is.
///
/// # Errors
/// When the file can neither be made nor looked at.
pub fn close_to_others(path: &Path) -> io::Result<()> {
    make(path)?;
    for file in with_companions(path) {
        if bits_for_others(&file).is_some_and(|bits| bits != 0) {
            close(&file)?;
        }
    }
    Ok(())
}

/// Makes a new file that only its owner may read.
///
/// # Errors
/// When there is one already, or it cannot be made.
pub fn new_file(path: &Path) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn with_companions(path: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|end| {
        let mut name = OsString::from(path);
        name.push(end);
        PathBuf::from(name)
    })
}

fn make(path: &Path) -> io::Result<()> {
    match new_file(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn bits_for_others(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    let about = std::fs::metadata(path).ok()?;
    about.is_file().then(|| about.permissions().mode() & 0o077)
}

#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        // It belongs to somebody else, who decides about it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn bits_for_others(_: &Path) -> Option<u32> {
    None
}

#[cfg(not(unix))]
fn close(_: &Path) -> io::Result<()> {
    Ok(())
}
