//! Where the project is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The root folder of the project.
pub struct Root(PathBuf);

impl Root {
    /// The folder above this crate's.
    pub fn find() -> Root {
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        Root(here.parent().map(Path::to_path_buf).unwrap_or(here))
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A path in the project.
    pub fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.join(path)
    }

    /// Where cargo builds.
    pub fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.join("target"), |dir| self.join(dir))
    }

    /// A command that runs in the project; "cargo" is the cargo that runs us. The program speaks the language of its user, and tests
    /// read what it says: they run in English wherever they run.
    pub fn command(&self, program: &str) -> Command {
        let program = match program {
            "cargo" => env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")),
            other => OsString::from(other),
        };
        let mut command = Command::new(program);
        command.current_dir(&self.0).env("LANG", "C.UTF-8");
        for other in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE"] {
            command.env_remove(other);
        }
        command
    }

    /// Runs a program in the project to its end.
    ///
    /// # Errors
    /// When it cannot be run, or fails.
    pub fn run(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        succeed(self.command(program).args(arguments))
    }

    /// The files that git keeps, relative to the root.
    ///
    /// # Errors
    /// When git cannot be run, or the project is no clone.
    pub fn tracked_files(&self) -> Result<Vec<String>, String> {
        let listed = self.command("git").args(["ls-files", "-z"]).output();
        let listed = listed.map_err(|error| format!("cannot run git ls-files: {error}"))?;
        if !listed.status.success() {
            return Err("git ls-files failed: is this a clone?".to_owned());
        }
        let names = String::from_utf8_lossy(&listed.stdout);
        let exists = |name: &&str| fs::exists(self.join(name)).unwrap_or(false);
        Ok(names.split_terminator('\0').filter(exists).map(str::to_owned).collect())
    }
}

/// Runs a command to its end.
///
/// # Errors
/// When it cannot be run, or fails.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status();
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{words} failed ({status})")),
        Err(error) => Err(format!("cannot run {words}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::Root;

    #[test]
    fn what_fails_is_named_with_what_it_was_asked_to_do() {
        let root = Root::find();
        assert_eq!(root.run("git", &["--version"]), Ok(()));
        let failed = root.run("git", &["no-such-command"]).unwrap_err();
        assert!(failed.starts_with("git no-such-command failed ("), "{failed}");
        let missing = root.run("no-program-has-this-name", &["x"]).unwrap_err();
        assert!(missing.starts_with("cannot run no-program-has-this-name x: "), "{missing}");
    }
}
