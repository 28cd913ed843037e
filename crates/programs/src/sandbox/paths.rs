//! The folders of a system, and links between them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Folders with programs and libraries only.
const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// What the dynamic linker, libc and interpreters look up in `/etc`.
const ETC: &[&str] = &[
    "alternatives",
    "group",
    "host.conf",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "locale.alias",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "protocols",
    "services",
    "ssl/certs",
    "ssl/openssl.cnf",
    "timezone",
];

/// Beginnings of names in `/etc`: the settings of language runtimes carry versions.
const ETC_RUNTIMES: &[&str] = &["java", "jvm", "python", "perl", "ruby", "lua", "mono", "dotnet"];

/// What every bot may read, as far as this machine has it.
pub(super) fn system() -> BTreeSet<PathBuf> {
    let runtimes =
        fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path()).filter(
            |path| {
                path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
                    ETC_RUNTIMES.iter().any(|runtime| name.starts_with(runtime))
                })
            },
        );
    SYSTEM
        .iter()
        .map(PathBuf::from)
        .chain(ETC.iter().map(|name| Path::new("/etc").join(name)))
        .chain(runtimes)
        .filter(|path| path.exists())
        .collect()
}

/// Whether this is part of what every bot may read.
pub(super) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Whether opening this opens everything, or hides what the sandbox puts there.
pub(super) fn holds_the_system(path: &Path) -> bool {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    ["/", "/proc", "/dev", "/sys", "/scratch", "/etc"].iter().any(|root| real == Path::new(root))
}

/// Follows every symbolic link in a path: the links on the way with what they say, and where it ends.
pub(super) fn follow(path: &Path) -> (Vec<(PathBuf, PathBuf)>, PathBuf) {
    let mut links = Vec::new();
    let mut done = PathBuf::from("/");
    let mut rest: Vec<OsString> = parts(path);
    rest.reverse();
    while let Some(part) = rest.pop() {
        if part == ".." {
            done.pop();
            continue;
        }
        done.push(&part);
        // As many as the system itself would follow.
        if links.len() >= 40 {
            continue;
        }
        if let Ok(target) = fs::read_link(&done) {
            links.push((done.clone(), target.clone()));
            done.pop();
            if target.is_absolute() {
                done = PathBuf::from("/");
            }
            rest.extend(parts(&target).into_iter().rev());
        }
    }
    (links, done)
}

fn parts(path: &Path) -> Vec<OsString> {
    path.components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| part.as_os_str().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_wherever_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for name in ["bots/one", "bots/two"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        symlink("bots", root.join("b")).unwrap();
        symlink("../one", root.join("bots/two/other")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        let (links, end) = follow(&root.join("b/two/other/bot.py"));
        assert_eq!(end, root.join("bots/one/bot.py"));
        assert_eq!(
            links,
            [
                (root.join("b"), PathBuf::from("bots")),
                (root.join("bots/two/other"), PathBuf::from("../one"))
            ]
        );
        follow(&root.join("loop"));
    }
}
