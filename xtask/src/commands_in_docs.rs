//! Runs the commands that README.md and docs/*.md show, and compares what they print.
//!
//! Which lines of a document are commands is in `examples`. What a command prints is compared with its standard output
//! and error together; a line `...` in the document stands for any lines.

mod examples;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root::Root;
use crate::steps::BUILD;

use self::examples::{Example, examples};

/// Runs them all.
///
/// # Errors
/// When a command fails or prints something else than the text shows.
pub fn run(root: &Root) -> Result<(), String> {
    // The commands call `dicehouse`.
    root.run("cargo", BUILD)?;
    let mut count = 0;
    for document in documents(root)? {
        let text = fs::read_to_string(root.join(&document))
            .map_err(|error| format!("cannot read {document}: {error}"))?;
        let folder = scratch_folder(root, &document)
            .map_err(|error| format!("cannot make a folder for {document}: {error}"))?;
        for example in examples(&text)? {
            let place = format!("{document}:{}", example.line);
            match example.not_run {
                Some(why) => eprintln!("not run: {place}: {} ({why})", example.command),
                None => {
                    eprintln!("{place}: {}", example.command);
                    check(root, &folder, &example).map_err(|error| format!("{place}: {error}"))?;
                    count += 1;
                }
            }
        }
    }
    eprintln!("{count} commands do what the documents say");
    Ok(())
}

/// README.md and what is in docs/.
fn documents(root: &Root) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(root.join("docs")).map_err(|error| format!("docs: {error}"))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut documents: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    documents.sort();
    documents.insert(0, "README.md".to_owned());
    Ok(documents)
}

/// A folder in which the files of the project can be read, but new files stay out of it.
fn scratch_folder(root: &Root, document: &str) -> std::io::Result<PathBuf> {
    /// Not linked: cargo finds them above the folder, which lies in the build folder.
    const LEFT_OUT: &[&str] = &["Cargo.toml", "Cargo.lock", ".cargo", ".git", "target"];

    let folder = root.target().join("xtask").join(document.replace('/', "-"));
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir_all(&folder)?,
    }
    for entry in fs::read_dir(root.path())? {
        let entry = entry?;
        let place = folder.join(entry.file_name());
        if entry.file_name() == "kits" {
            // The sandbox shows a bot nothing that a link leads to, so the starter bots are copied.
            copy_folder(&entry.path(), &place)?;
        } else if !LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            link(&entry.path(), &place)?;
        }
    }
    Ok(folder)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    // Links need a privilege elsewhere; commands that read the project's files fail there.
    Ok(())
}

/// Runs one command and compares.
fn check(root: &Root, folder: &Path, example: &Example) -> Result<(), String> {
    // Both streams into one, as in a terminal.
    let both = format!("exec 2>&1\n{}", example.command);
    let done = Command::new("sh")
        .args(["-euc", &both])
        .current_dir(folder)
        .env("PATH", path_with(&root.target().join("debug"))?)
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run sh: {error}"))?;
    let printed = String::from_utf8_lossy(&done.stdout);
    if !done.status.success() {
        return Err(format!("the command failed ({}):\n{printed}", done.status));
    }
    match &example.output {
        Some(shown) if !matches(shown, &printed) => {
            Err(format!("shown:\n{shown}\nprinted:\n{printed}"))
        }
        _ => Ok(()),
    }
}

fn path_with(first: &Path) -> Result<std::ffi::OsString, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs = std::iter::once(first.to_path_buf()).chain(std::env::split_paths(&path));
    std::env::join_paths(dirs).map_err(|error| error.to_string())
}

/// Whether text is as shown, where a line `...` stands for any lines.
fn matches(shown: &str, printed: &str) -> bool {
    fn lines_match(shown: &[&str], printed: &[&str]) -> bool {
        match (shown, printed) {
            ([], rest) => rest.is_empty(),
            (["...", shown @ ..], _) => {
                (0..=printed.len()).any(|skipped| lines_match(shown, &printed[skipped..]))
            }
            ([line, shown @ ..], [same, printed @ ..]) if line == same => {
                lines_match(shown, printed)
            }
            _ => false,
        }
    }
    fn lines(text: &str) -> Vec<&str> {
        text.trim_end().lines().map(str::trim_end).collect()
    }
    lines_match(&lines(shown), &lines(printed))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn dots_stand_for_any_lines() {
        for (shown, printed, same) in [
            ("a\nb\n", "a\nb\n", true),
            ("a  \nb", "a\nb\n\n", true),
            ("a\n...", "a\nb\nc", true),
            ("...\nc", "a\nb\nc", true),
            ("a\n...\nc\n", "a\nc\n", true),
            ("a\n...\nb", "a\nb\nc", false),
            ("a", "b", false),
            ("", "a", false),
        ] {
            assert_eq!(matches(shown, printed), same, "{shown:?} against {printed:?}");
        }
    }
}
