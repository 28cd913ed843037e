//! Links of the documents lead to files that are there. Whether they lead to a heading that is there is a test of `crates/book`,
//! which makes pages of the documents.

use std::fs;

use crate::root::Root;

/// Checks every Markdown file that git keeps.
///
/// # Errors
/// When a link leads nowhere: which, and where it stands.
pub fn check(root: &Root) -> Result<(), String> {
    let files = root.tracked_files()?;
    let mut dead = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let text =
            fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        for (number, link) in links(&text) {
            let path = link.split('#').next().unwrap_or_default();
            if !path.is_empty() && !is_there(&files, &resolved(file, path)) {
                dead.push(format!("{file}:{number}: {link} is not there"));
            }
        }
    }
    if dead.is_empty() { Ok(()) } else { Err(format!("\n{}", dead.join("\n"))) }
}

/// Whether git keeps a file, or something in a folder, of this path.
fn is_there(files: &[String], path: &str) -> bool {
    let folder = format!("{path}/");
    files.iter().any(|file| file == path || file.starts_with(&folder))
}

/// The links into the project, each with its line. What stands in a block or a span of code is not a link.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut in_code = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
            let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let ours = targets.filter(|link| !link.contains("://") && !link.starts_with("mailto:"));
            found.extend(ours.map(|link| (number, link.to_owned())));
        }
    }
    found
}

/// A path that begins at the folder of a file, as a path of the project.
fn resolved(file: &str, path: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "See [a](x.md#y), [`b`](../z) and [c](https://example.org).\n```\n[d](no.md)\n```\n`[e](no.md)` ![f](g.svg)\n";
        let found: Vec<(usize, String)> = links(text);
        let expected = [(1, "x.md#y"), (1, "../z"), (5, "g.svg")];
        assert_eq!(found, expected.map(|(line, link)| (line, link.to_owned())));
    }

    #[test]
    fn a_link_begins_at_the_folder_of_its_file() {
        assert_eq!(resolved("docs/a.md", "b.md"), "docs/b.md");
        assert_eq!(resolved("docs/a.md", "../SECURITY.md"), "SECURITY.md");
        assert_eq!(resolved("README.md", "./docs/"), "docs");
        let files = ["docs/a.md".to_owned()];
        assert!(is_there(&files, "docs") && is_there(&files, "docs/a.md"));
        assert!(!is_there(&files, "doc") && !is_there(&files, "docs/b.md"));
    }
}
