//! Which files a bot needs to run at all.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use super::plan::PlanError;
use crate::process::CommandLine;

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

/// Folders in a home that hold programs next to secrets, so that a program's prefix must not be one of them.
const PRIVATE: &[&str] = &[
    ".local", ".config", ".cargo", ".cache", ".npm", ".m2", ".gradle", ".docker", ".kube", ".aws",
    ".ssh", ".gnupg",
];

/// How many interpreters may be needed to start an interpreter.
const MAX_DEPTH: usize = 5;

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

/// Whether opening this opens everything, or hides what the sandbox puts there.
pub(super) fn holds_the_system(path: &Path) -> bool {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    ["/", "/proc", "/dev", "/sys", "/scratch", "/etc"].iter().any(|root| real == Path::new(root))
}

/// Where a command line is read.
#[derive(Debug)]
pub(super) struct Place {
    here: PathBuf,
    search: OsString,
    /// People's home folders: never opened as a whole.
    homes: BTreeSet<PathBuf>,
}

/// What a command line needs.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) command: CommandLine,
    pub(super) read: BTreeSet<PathBuf>,
}

impl Place {
    pub(super) fn of_this_machine(here: PathBuf) -> Self {
        let mut homes: BTreeSet<PathBuf> = std::env::home_dir().into_iter().collect();
        let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
        homes.extend(passwd.lines().filter_map(|line| line.split(':').nth(5)).map(PathBuf::from));
        homes.extend(homes.clone().iter().filter_map(|home| fs::canonicalize(home).ok()));
        Self { here, search: std::env::var_os("PATH").unwrap_or_default(), homes }
    }

    /// A path as seen from here, without `.` and `..` where they can be taken out without asking the file system.
    pub(super) fn absolute(&self, path: &Path) -> PathBuf {
        let joined = self.here.join(path);
        if joined.components().any(|part| part == Component::ParentDir) {
            // `a/../b` is `b` only if `a` is no link: the file system knows.
            return fs::canonicalize(&joined).unwrap_or(joined);
        }
        joined.components().filter(|part| *part != Component::CurDir).collect()
    }

    /// What the bot of this command line has to read, and the command line with absolute paths.
    pub(super) fn find(&self, command: &CommandLine) -> Result<Found, PlanError> {
        let no_program = || PlanError::NoProgram(command.program().to_owned());
        let program = self.program(command.program()).ok_or_else(no_program)?;
        let mut read = BTreeSet::new();
        self.add_program(&program, &mut read, MAX_DEPTH);
        let mut args = Vec::new();
        let mut script_seen = false;
        for arg in command.args() {
            let path = self.absolute(Path::new(arg));
            // An option is never a file, not even if there is one of that name.
            if arg.is_empty() || arg.starts_with('-') || !path.exists() || holds_the_system(&path) {
                args.push(arg.clone());
                continue;
            }
            if path.is_dir() || script_seen {
                if !self.is_shared(&path) {
                    read.insert(path.clone());
                }
            } else {
                script_seen = true;
                self.add_beside(&path, &mut read);
            }
            args.push(text(path)?);
        }
        let command = CommandLine::new(text(program)?, args).map_err(|_| no_program())?;
        Ok(Found { command, read })
    }

    /// The file that a program's name means.
    fn program(&self, name: &str) -> Option<PathBuf> {
        if name.contains('/') {
            let path = self.absolute(Path::new(name));
            return path.is_file().then_some(path);
        }
        std::env::split_paths(&self.search).map(|folder| self.absolute(&folder).join(name)).find(
            |path| {
                fs::metadata(path)
                    .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
            },
        )
    }

    /// A program, all that its name links to, and what interprets it.
    fn add_program(&self, program: &Path, read: &mut BTreeSet<PathBuf>, depth: usize) {
        if depth == 0 {
            return;
        }
        let (links, file) = follow(program);
        for path in links.iter().map(|(link, _)| link).chain([&file]) {
            match path.parent().and_then(prefix).filter(|prefix| !self.is_shared(prefix)) {
                Some(prefix) => {
                    read.insert(prefix.to_owned());
                    read.insert(path.clone());
                }
                None => self.add_beside(path, read),
            }
        }
        for interpreter in interpreters(&file) {
            if let Some(path) = self.program(&interpreter) {
                self.add_program(&path, read, depth - 1);
            }
        }
    }

    /// A file, and the folder it is in if that is its own.
    fn add_beside(&self, file: &Path, read: &mut BTreeSet<PathBuf>) {
        read.insert(file.to_owned());
        if let Some(folder) = file.parent().filter(|folder| !self.is_shared(folder)) {
            read.insert(folder.to_owned());
        }
    }

    /// Whether a folder holds many people's or many purposes' things.
    fn is_shared(&self, folder: &Path) -> bool {
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let private = real
            .file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| PRIVATE.contains(&name));
        // The root and what is directly in it; homes and what they are in; places for everybody's temporary files.
        real.components().count() <= 2
            || self.homes.iter().any(|home| home.starts_with(&real))
            || (private && real.parent().is_some_and(|parent| self.homes.contains(parent)))
            || real.parent() == Some(Path::new("/home"))
            || fs::metadata(&real).is_ok_and(|data| data.permissions().mode() & 0o1002 == 0o1002)
    }
}

fn text(path: PathBuf) -> Result<String, PlanError> {
    path.into_os_string()
        .into_string()
        .map_err(|path| PlanError::NotUtf8(path.to_string_lossy().into_owned()))
}

/// `X` for programs in `X/bin` (or `X/shims`, where version managers put theirs): interpreters keep their libraries there.
fn prefix(folder: &Path) -> Option<&Path> {
    let name = folder.file_name()?;
    (name == "bin" || name == "shims").then(|| folder.parent())?
}

/// The programs that a script's first line names.
fn interpreters(script: &Path) -> Vec<String> {
    let mut start = Vec::new();
    let read = File::open(script).and_then(|file| file.take(512).read_to_end(&mut start));
    let Some(line) = start.strip_prefix(b"#!").filter(|_| read.is_ok()) else { return Vec::new() };
    let line =
        String::from_utf8_lossy(line.split(|byte| *byte == b'\n').next().unwrap_or_default())
            .into_owned();
    let mut words = line.split_ascii_whitespace().map(str::to_owned);
    let Some(first) = words.next() else { return Vec::new() };
    let looks_up = Path::new(&first).file_name().is_some_and(|name| name == "env");
    // `env -S python3 -u`, `env NAME=value python3`
    let named = words.find(|word| looks_up && !word.starts_with('-') && !word.contains('='));
    std::iter::once(first).chain(named).collect()
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

    struct Tree {
        _folder: tempfile::TempDir,
        root: PathBuf,
        place: Place,
    }

    /// A home with a Python of its own, a virtual environment, and bots.
    fn tree() -> Tree {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let home = root.join("people/ann");
        let file = |path: &str, text: &str| {
            let path = home.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        };
        file(".pyenv/versions/3.11/bin/python3.11", "\x7fELF");
        file(".pyenv/shims/python3", "#!/usr/bin/env bash\nexec pyenv\n");
        file(".local/bin/tool", "\x7fELF");
        file("bots/one/bot.py", "print()");
        file("bots/one/data.txt", "");
        file("bots/two/run", "#!/usr/bin/env -S mypython -u\n");
        file("bot.py", "print()");
        file("venv/lib/x", "");
        fs::create_dir_all(home.join("venv/bin")).unwrap();
        symlink(home.join(".pyenv/versions/3.11/bin/python3.11"), home.join("venv/bin/mypython"))
            .unwrap();
        let search = [".pyenv/shims", "venv/bin", ".local/bin"].map(|folder| home.join(folder));
        let place = Place {
            here: home.clone(),
            search: std::env::join_paths(search).unwrap(),
            homes: [home.clone()].into(),
        };
        Tree { _folder: folder, root: home, place }
    }

    /// What is opened, below the home, for a command line.
    fn opened(tree: &Tree, command: &str) -> (String, Vec<String>) {
        let found = tree.place.find(&command.parse().unwrap()).unwrap();
        let root = format!("{}/", tree.root.display());
        let read = found
            .read
            .iter()
            .filter_map(|path| path.to_str()?.strip_prefix(&root))
            .map(str::to_owned);
        (found.command.to_string().replace(&root, "~"), read.collect())
    }

    #[test]
    fn a_version_manager_is_opened_as_a_whole_and_the_script_with_its_folder() {
        let (command, read) = opened(&tree(), "python3 bots/one/bot.py --fast");
        assert_eq!(command, "~.pyenv/shims/python3 ~bots/one/bot.py --fast");
        assert_eq!(read, [".pyenv", ".pyenv/shims/python3", "bots/one", "bots/one/bot.py"]);
    }

    #[test]
    fn a_virtual_environment_opens_itself_and_the_python_it_links_to() {
        let (_, read) = opened(&tree(), "mypython bots/one/bot.py bots/two/run");
        assert_eq!(
            read,
            [
                ".pyenv/versions/3.11",
                ".pyenv/versions/3.11/bin/python3.11",
                "bots/one",
                "bots/one/bot.py",
                "bots/two/run",
                "venv",
                "venv/bin/mypython"
            ]
        );
    }

    #[test]
    fn a_script_opens_its_interpreter() {
        let (_, read) = opened(&tree(), "./bots/two/run");
        assert!(
            read.contains(&"venv".to_owned()) && read.contains(&"bots/two".to_owned()),
            "{read:?}"
        );
        assert!(!read.iter().any(|path| path.starts_with("bots/one")));
    }

    #[test]
    fn folders_with_secrets_are_not_opened_for_a_program_in_them() {
        let (_, read) = opened(&tree(), "tool");
        assert_eq!(read, [".local/bin", ".local/bin/tool"]);
        let (command, read) = opened(&tree(), "tool bot.py");
        assert_eq!(command, "~.local/bin/tool ~bot.py");
        assert_eq!(read, [".local/bin", ".local/bin/tool", "bot.py"]);
    }

    #[test]
    fn homes_and_the_root_are_left_as_words() {
        let tree = tree();
        let (command, read) = opened(&tree, "tool . / /etc -x nothing");
        assert!(command.ends_with(" / /etc -x nothing"), "{command}");
        assert_eq!(read, [".local/bin", ".local/bin/tool"]);
    }

    #[test]
    fn no_such_program() {
        let tree = tree();
        for name in ["nothing", "./bots/nothing", "./bots"] {
            let error = tree.place.find(&name.parse().unwrap()).unwrap_err();
            assert_eq!(error, PlanError::NoProgram(name.into()));
        }
    }

    #[test]
    fn links_are_followed_wherever_they_are() {
        let tree = tree();
        symlink("bots", tree.root.join("b")).unwrap();
        symlink("../one", tree.root.join("bots/two/other")).unwrap();
        symlink("loop", tree.root.join("loop")).unwrap();
        let (links, end) = follow(&tree.root.join("b/two/other/bot.py"));
        assert_eq!(end, tree.root.join("bots/one/bot.py"));
        assert_eq!(
            links,
            [
                (tree.root.join("b"), PathBuf::from("bots")),
                (tree.root.join("bots/two/other"), PathBuf::from("../one"))
            ]
        );
        follow(&tree.root.join("loop"));
    }
}
