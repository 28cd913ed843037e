//! Files that hold a key: 64 hexadecimal digits, for the eyes of their owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use anyhow::Context as _;
use dicehouse_home::disk::private_folder;

use crate::problem::Problem;

/// The key in this file; `None` when there is no such file. A file that others could read is made private.
///
/// # Errors
/// When it cannot be read, or holds no key.
pub fn read(path: &Path) -> anyhow::Result<Option<[u8; 32]>> {
    let shown = path.display();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read the key in {shown}")),
    };
    let mode = fs::metadata(path).map_or(0o600, |file| file.permissions().mode());
    if mode & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
            .with_context(|| format!("others can read the key in {shown}"))?;
    }
    from_text(&text).map(Some).ok_or_else(|| {
        Problem::failure(format!("there is no key in {shown}"))
            .hints([
                "a key file holds 64 hexadecimal digits, as `openssl rand -hex 32` prints them"
                    .to_owned(),
            ])
            .into()
    })
}

/// The key in this file, which is made if it is not there.
///
/// # Errors
/// When it can be neither read nor made, or holds no key.
pub fn read_or_make(path: &Path) -> anyhow::Result<[u8; 32]> {
    if let Some(key) = read(path)? {
        return Ok(key);
    }
    make(path).with_context(|| format!("cannot make the key file {}", path.display()))?;
    read(path)?.with_context(|| format!("the key file {} is gone", path.display()))
}

/// The key that a text holds.
pub fn from_text(text: &str) -> Option<[u8; 32]> {
    let digits = text.trim().as_bytes();
    let digit = |at: usize| char::from(*digits.get(at)?).to_digit(16);
    let mut key = [0; 32];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::try_from(digit(2 * at)? * 16 + digit(2 * at + 1)?).ok()?;
    }
    (digits.len() == 64).then_some(key)
}

/// Makes a key file as a whole. If another program makes it at the same moment, one of them wins, and both read that one.
fn make(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let key: [u8; 32] = rand::random();
    let text: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    let draft = path.with_extension(format!("{}.part", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)
        .and_then(|mut file| {
            file.write_all(format!("{text}\n").as_bytes()).and_then(|()| file.sync_all())
        })
        .and_then(|()| match fs::hard_link(&draft, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            linked => linked,
        });
    let _ = fs::remove_file(&draft);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/house.key");
        assert_eq!(read(&path).unwrap(), None);
        let key = read_or_make(&path).unwrap();
        assert_eq!(read_or_make(&path).unwrap(), key);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(path.parent().unwrap()), mode(&path)), (0o700, 0o600));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no draft is left");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(read(&path).unwrap(), Some(key));
        assert_eq!(mode(&path), 0o600, "others could read it, and cannot any more");
    }

    #[test]
    fn what_is_not_a_key_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.key");
        for text in ["", "hello", &"0".repeat(63), &"0".repeat(66), &"g".repeat(64)] {
            fs::write(&path, text).unwrap();
            let error = read_or_make(&path).unwrap_err().to_string();
            assert!(error.contains("there is no key in"), "{text}: {error}");
        }
    }
}
