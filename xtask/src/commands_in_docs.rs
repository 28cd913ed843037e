//! Runs the commands that README.md and docs/*.md show, and compares what they print.
//!
//! In a block marked `sh` every line is a command that must succeed. In a block marked `console`
//! the lines after `$ ` are commands, and the lines below one are what it prints, standard output
//! and error together; a line `...` stands for any lines. A block is left out only after a comment
//! that says why: `<!-- not run: why -->`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root::Root;

/// Runs them all.
///
/// # Errors
/// When a command fails or prints something else than the text shows.
pub fn run(root: &Root) -> Result<(), String> {
    build(root)?;
    let mut count = 0;
    for document in documents(root) {
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

/// The commands of the documents call `dicehouse`: what is built here.
fn build(root: &Root) -> Result<(), String> {
    let built = root.command("cargo").args(["build", "--quiet", "--package", "dicehouse"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        _ => Err("dicehouse does not build".to_owned()),
    }
}

fn documents(root: &Root) -> Vec<String> {
    let entries = fs::read_dir(root.join("docs")).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut documents: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    documents.sort();
    documents.insert(0, "README.md".to_owned());
    documents
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

/// A command shown in a document.
#[derive(Debug, PartialEq)]
struct Example {
    /// The line of the document it is on.
    line: usize,
    command: String,
    /// What it prints, where the document shows it.
    output: Option<String>,
    /// Why it is not run.
    not_run: Option<String>,
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

/// The commands in a document.
fn examples(text: &str) -> Result<Vec<Example>, String> {
    let mut found = Vec::new();
    let mut not_run: Option<String> = None;
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let block: Vec<(usize, &str)> = lines
                .by_ref()
                .take_while(|(_, line)| !line.starts_with("```"))
                .map(|(number, line)| (number + 1, line))
                .collect();
            let in_block = match fence.trim() {
                "sh" => every_line(&block),
                "console" => after_prompts(&block),
                _ => Vec::new(),
            };
            found.extend(
                in_block.into_iter().map(|example| Example { not_run: not_run.clone(), ..example }),
            );
            not_run = None;
        } else if let Some(why) = line.strip_prefix("<!-- not run:") {
            not_run = Some(why.trim_end().trim_end_matches("-->").trim().to_owned());
        } else if not_run.is_some() && !line.trim().is_empty() {
            return Err(format!("\"not run\" must stand right before a block, not before: {line}"));
        }
    }
    Ok(found)
}

/// The commands of a block `sh`: every line; `\` at its end goes on with the next.
fn every_line(block: &[(usize, &str)]) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut goes_on = false;
    for (line, text) in block {
        let text = text.strip_prefix("$ ").unwrap_or(text);
        match found.last_mut() {
            Some(example) if goes_on => example.command += &format!("\n{text}"),
            _ if text.trim().is_empty() || text.starts_with('#') => {}
            _ => found.push(Example {
                line: *line,
                command: text.to_owned(),
                output: None,
                not_run: None,
            }),
        }
        goes_on = text.ends_with('\\');
    }
    found
}

/// The commands of a block `console`: what follows `$ `, and what each prints.
fn after_prompts(block: &[(usize, &str)]) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for (line, text) in block {
        match (text.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push(Example {
                line: *line,
                command: command.to_owned(),
                output: None,
                not_run: None,
            }),
            (None, Some(example)) => {
                let output = example.output.get_or_insert_default();
                *output += text;
                output.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Example, examples, matches};

    fn example(line: usize, command: &str, output: Option<&str>, not_run: Option<&str>) -> Example {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Example {
            line,
            command: command.to_owned(),
            output: owned(output),
            not_run: owned(not_run),
        }
    }

    #[test]
    fn commands_are_found_in_blocks() {
        let text = "\
Text.
```sh
# a comment
first
second \\
  goes on
```
<!-- not run: it never ends -->

```sh
third
```
```console
$ fourth
one
two
$ fifth
```
```toml
not = \"a command\"
```
";
        let expected = [
            example(4, "first", None, None),
            example(5, "second \\\n  goes on", None, None),
            example(11, "third", None, Some("it never ends")),
            example(14, "fourth", Some("one\ntwo\n"), None),
            example(17, "fifth", None, None),
        ];
        assert_eq!(examples(text).as_deref(), Ok(expected.as_slice()));
    }

    #[test]
    fn a_reason_without_a_block_is_an_error() {
        assert!(examples("<!-- not run: why -->\nText.\n").is_err());
    }

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
