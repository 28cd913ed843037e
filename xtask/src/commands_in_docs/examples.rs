//! The commands that a document shows.
//!
//! In a block marked `sh` every line is a command. In a block marked `console` the lines after `$ ` are commands, and
//! the lines below one are what it prints. A block is left out only after a comment that says why:
//! `<!-- not run: why -->`.

/// A command shown in a document.
#[derive(Debug, PartialEq)]
pub(super) struct Example {
    /// The line of the document it is on.
    pub line: usize,
    pub command: String,
    /// What it prints, where the document shows it.
    pub output: Option<String>,
    /// Why it is not run.
    pub not_run: Option<String>,
}

/// The commands in a document.
///
/// # Errors
/// When a reason not to run a block has no block below it.
pub(super) fn examples(text: &str) -> Result<Vec<Example>, String> {
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
    use super::{Example, examples};

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
}
