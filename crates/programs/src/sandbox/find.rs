//! Which files a bot needs to run at all.
//!
//! What a bot may see follows from what its host wrote (the command line, `PATH`, what was opened on purpose) and never
//! from what is in the bot's files: a bot's author writes those. So a script's first line may name an interpreter, but
//! only from a fixed list, and it is looked up on the host's `PATH`; and a symbolic link may not lead a name that the
//! host wrote to a place that the host did not open.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use super::paths::{follow, holds_the_system, is_system};
use super::plan::PlanError;
use crate::process::CommandLine;

/// Folders in a home that hold programs next to secrets, so that a program's prefix must not be one of them.
const PRIVATE: &[&str] = &[
    ".local", ".config", ".cargo", ".cache", ".npm", ".m2", ".gradle", ".docker", ".kube", ".aws",
    ".ssh", ".gnupg",
];

/// What a program is installed with, in the folder above the one that it is in. Not all that is there: a project may have a
/// `bin` as well.
const INSTALLED: &[&str] = &[
    "bin",
    "conf",
    "etc",
    "jmods",
    "jre",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "plugins",
    "pyenv.d",
    "pyvenv.cfg",
    "release",
    "share",
    "shims",
    "version",
    "versions",
];

/// The interpreters that a script's first line can ask for.
const INTERPRETERS: &[&str] = &[
    "awk", "bash", "bun", "dash", "deno", "dotnet", "elixir", "escript", "gawk", "groovy", "guile",
    "java", "julia", "kotlin", "ksh", "lua", "luajit", "mono", "node", "nodejs", "ocaml", "perl",
    "php", "pwsh", "pypy", "pypy3", "python", "python2", "python3", "racket", "ruby", "runghc",
    "Rscript", "sbcl", "scala", "sh", "swipl", "tclsh", "zsh",
];

/// How many interpreters may be needed to start an interpreter.
const MAX_DEPTH: usize = 5;

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
    /// What the command line names, and the folders of these files: the bot itself.
    pub(super) own: BTreeSet<PathBuf>,
    /// The interpreters that run it, with what they are installed with.
    pub(super) runtimes: BTreeSet<PathBuf>,
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

    /// What the bot of this command line has to read, and the command line with absolute paths. `opened` is what the
    /// host opened to it besides.
    pub(super) fn find(
        &self,
        command: &CommandLine,
        opened: &BTreeSet<PathBuf>,
    ) -> Result<Found, PlanError> {
        let no_program = || PlanError::NoProgram(command.program().to_owned());
        let program = self.program(command.program()).ok_or_else(no_program)?;
        let mut found =
            Found { command: command.clone(), own: BTreeSet::new(), runtimes: BTreeSet::new() };
        if !command.program().contains('/') {
            self.add_runtime(&program, &mut found.runtimes, MAX_DEPTH);
        } else if is_interpreter(&program) {
            self.check_links(&program, opened)?;
            self.add_runtime(&program, &mut found.runtimes, MAX_DEPTH);
        } else {
            self.check_links(&program, opened)?;
            self.add_own(&program, &mut found);
        }
        let mut args = Vec::new();
        let mut script_seen = false;
        for arg in command.args() {
            let path = self.absolute(Path::new(arg));
            // An option is never a file, not even if there is one of that name.
            if arg.is_empty() || arg.starts_with('-') || !path.exists() || holds_the_system(&path) {
                args.push(arg.clone());
                continue;
            }
            self.check_links(&path, opened)?;
            if path.is_dir() || script_seen {
                if !self.is_shared(&path) {
                    found.own.insert(path.clone());
                }
            } else {
                script_seen = true;
                self.add_own(&path, &mut found);
            }
            args.push(text(path)?);
        }
        found.command = CommandLine::new(text(program)?, args).map_err(|_| no_program())?;
        Ok(found)
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

    /// A program of the host's: the file, all that its name links to, what it is installed with, and what interprets it.
    fn add_runtime(&self, program: &Path, read: &mut BTreeSet<PathBuf>, depth: usize) {
        if depth == 0 {
            return;
        }
        let (links, file) = follow(program);
        for path in links.iter().map(|(link, _)| link).chain([&file]) {
            read.insert(path.clone());
            match path.parent().and_then(prefix).filter(|path| !self.is_shared(path)) {
                Some(prefix) => read.extend(installed(prefix)),
                None => read.extend(self.folder_of(path).map(Path::to_owned)),
            }
        }
        self.add_interpreters(&file, read, depth);
    }

    /// A file of the bot's, the folder it is in if that is its own, and what interprets it.
    fn add_own(&self, file: &Path, found: &mut Found) {
        found.own.insert(file.to_owned());
        found.own.extend(self.folder_of(file).map(Path::to_owned));
        self.add_interpreters(file, &mut found.runtimes, MAX_DEPTH);
    }

    fn add_interpreters(&self, script: &Path, read: &mut BTreeSet<PathBuf>, depth: usize) {
        for interpreter in interpreters(script) {
            if let Some(path) = self.program(interpreter) {
                self.add_runtime(&path, read, depth - 1);
            }
        }
    }

    /// The folder of a file, if it is for this file and what belongs to it.
    fn folder_of<'a>(&self, file: &'a Path) -> Option<&'a Path> {
        file.parent().filter(|folder| !self.is_shared(folder))
    }

    /// Refuses a name that a link leads out of the folder that the link is in, unless to what is open anyway.
    fn check_links(&self, path: &Path, opened: &BTreeSet<PathBuf>) -> Result<(), PlanError> {
        let (links, end) = follow(path);
        let is_open = |end: &Path| {
            is_system(end)
                || opened.iter().any(|open| end.starts_with(open))
                || self.toolchains().any(|toolchain| end.starts_with(toolchain))
        };
        for (at, (link, _)) in links.iter().enumerate() {
            // The links of a system are its own, and so are those in the root, such as /bin.
            let of_system = is_system(link) || link.starts_with("/etc");
            let folder = link.parent().filter(|folder| *folder != Path::new("/"));
            let next = links.get(at + 1).map_or(&end, |(next, _)| next);
            if folder.is_some_and(|folder| !next.starts_with(folder))
                && !of_system
                && !is_open(next)
            {
                return Err(PlanError::LeadsOut { link: link.clone(), end: next.clone() });
            }
        }
        Ok(())
    }

    /// What the programs on the host's `PATH` are installed with.
    fn toolchains(&self) -> impl Iterator<Item = PathBuf> {
        std::env::split_paths(&self.search)
            .filter_map(|folder| prefix(&folder).map(Path::to_owned))
            .filter(|folder| !self.is_shared(folder))
            .flat_map(|folder| installed(&folder))
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

/// What lies in a prefix and belongs to the programs there.
fn installed(prefix: &Path) -> Vec<PathBuf> {
    INSTALLED.iter().map(|name| prefix.join(name)).filter(|path| path.exists()).collect()
}

/// Whether a program is called as one of the known interpreters, with or without a version (`python3.11`).
fn is_interpreter(program: &Path) -> bool {
    known_interpreter(program.file_name().unwrap_or_default()).is_some()
}

fn known_interpreter(name: &OsStr) -> Option<&'static str> {
    let name = name.to_str()?.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    // `python3.11` is a `python`, and `python3` is one of the names itself.
    INTERPRETERS
        .iter()
        .copied()
        .find(|known| known.trim_end_matches(|c: char| c.is_ascii_digit()) == name)
}

/// The known interpreters that a script's first line names; where they lie, only the host's `PATH` says.
fn interpreters(script: &Path) -> Vec<&'static str> {
    let mut start = Vec::new();
    let read = File::open(script).and_then(|file| file.take(512).read_to_end(&mut start));
    let Some(line) = start.strip_prefix(b"#!").filter(|_| read.is_ok()) else { return Vec::new() };
    let line =
        String::from_utf8_lossy(line.split(|byte| *byte == b'\n').next().unwrap_or_default())
            .into_owned();
    let names = line.split_ascii_whitespace().filter_map(|word| Path::new(word).file_name());
    names.filter_map(|name| INTERPRETERS.iter().copied().find(|known| name == *known)).collect()
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
        file("bots/two/run", "#!/usr/bin/env -S pypy3 -u\n");
        file("bot.py", "print()");
        file("venv/lib/x", "");
        fs::create_dir_all(home.join("venv/bin")).unwrap();
        symlink(home.join(".pyenv/versions/3.11/bin/python3.11"), home.join("venv/bin/pypy3"))
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
        let found = tree.place.find(&command.parse().unwrap(), &BTreeSet::new()).unwrap();
        let root = format!("{}/", tree.root.display());
        let read = found
            .own
            .union(&found.runtimes)
            .filter_map(|path| path.to_str()?.strip_prefix(&root))
            .map(str::to_owned);
        (found.command.to_string().replace(&root, "~"), read.collect())
    }

    /// A project with a `bin` of its own, as a virtual environment in the project's folder makes one.
    #[test]
    fn an_interpreter_in_a_project_does_not_open_the_project() {
        let tree = tree();
        for name in ["work/bin/python3", "work/lib/os.py", "work/pyvenv.cfg", "work/results/secret"]
        {
            let path = tree.root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let (_, read) = opened(&tree, "work/bin/python3 bots/one/bot.py");
        let expected = [
            "bots/one",
            "bots/one/bot.py",
            "work/bin",
            "work/bin/python3",
            "work/lib",
            "work/pyvenv.cfg",
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn a_version_manager_is_opened_with_its_versions_and_the_script_with_its_folder() {
        let (command, read) = opened(&tree(), "python3 bots/one/bot.py --fast");
        assert_eq!(command, "~.pyenv/shims/python3 ~bots/one/bot.py --fast");
        let pyenv = [".pyenv/shims", ".pyenv/shims/python3", ".pyenv/versions"];
        assert_eq!(read, [&pyenv[..], &["bots/one", "bots/one/bot.py"]].concat());
    }

    #[test]
    fn a_virtual_environment_opens_itself_and_the_python_it_links_to() {
        let (_, read) = opened(&tree(), "pypy3 bots/one/bot.py bots/two/run");
        assert_eq!(
            read,
            [
                ".pyenv/versions/3.11/bin",
                ".pyenv/versions/3.11/bin/python3.11",
                "bots/one",
                "bots/one/bot.py",
                "bots/two/run",
                "venv/bin",
                "venv/bin/pypy3",
                "venv/lib"
            ]
        );
    }

    #[test]
    fn a_script_opens_its_interpreter() {
        let (_, read) = opened(&tree(), "./bots/two/run");
        assert!(
            read.contains(&"venv/lib".to_owned()) && read.contains(&"bots/two".to_owned()),
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
            let error = tree.place.find(&name.parse().unwrap(), &BTreeSet::new()).unwrap_err();
            assert_eq!(error, PlanError::NoProgram(name.into()));
        }
    }

    #[test]
    fn a_first_line_opens_no_path_and_no_other_program() {
        let tree = tree();
        let secret = tree.root.join("secret/bin/python3");
        fs::create_dir_all(secret.parent().unwrap()).unwrap();
        fs::write(&secret, "").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o755)).unwrap();
        let lines = [
            "#!/usr/bin/env -S -u ./secret/file python3".to_owned(),
            "#!/usr/bin/env -S -u secret tool".to_owned(),
            format!("#!{}", secret.display()),
            format!("#!/usr/bin/env -S {} {}", secret.display(), tree.root.display()),
            "#! tool".to_owned(),
        ];
        for line in lines {
            fs::write(tree.root.join("bots/two/run"), format!("{line}\n")).unwrap();
            let (_, read) = opened(&tree, "./bots/two/run");
            let allowed = |path: &str| path.starts_with("bots/two") || path.starts_with(".pyenv/");
            assert!(read.iter().all(|path| allowed(path)), "{line}: {read:?}");
        }
    }

    #[test]
    fn a_link_does_not_lead_out() {
        let tree = tree();
        fs::create_dir_all(tree.root.join("contest")).unwrap();
        fs::write(tree.root.join("contest/run"), "").unwrap();
        symlink("../../contest/run", tree.root.join("bots/one/link")).unwrap();
        symlink("../../contest", tree.root.join("bots/one/src")).unwrap();
        symlink("bot.py", tree.root.join("bots/one/main.py")).unwrap();
        let none = BTreeSet::new();
        for words in ["bots/one/link", "python3 bots/one/link", "python3 x bots/one/src/run"] {
            let error = tree.place.find(&words.parse().unwrap(), &none).unwrap_err();
            assert!(matches!(error, PlanError::LeadsOut { .. }), "{words}: {error}");
            let opened = [tree.root.join("contest")].into();
            assert!(tree.place.find(&words.parse().unwrap(), &opened).is_ok(), "{words}");
        }
        assert!(tree.place.find(&"python3 bots/one/main.py".parse().unwrap(), &none).is_ok());
        // An interpreter that the host named, and that leads to one on the host's PATH.
        assert!(
            tree.place.find(&"./venv/bin/pypy3 bots/one/bot.py".parse().unwrap(), &none).is_ok()
        );
    }
}
