//! ARCHITECTURE.md names every crate, and which of the others each stands on.

use std::collections::BTreeMap;
use std::fs;

use crate::root::Root;

const START: &str = "<!-- crates: cargo xtask bless writes this table -->\n";
const END: &str = "<!-- end -->";

/// The crates of the project, each with the crates it depends on, which come before it.
fn crates(root: &Root) -> Result<Vec<(String, Vec<String>)>, String> {
    let folder = root.join("crates");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut left = BTreeMap::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) {
            left.insert(name, dependencies(&manifest));
        }
    }
    let mut ordered: Vec<(String, Vec<String>)> = Vec::new();
    while !left.is_empty() {
        let is_known = |name: &String| ordered.iter().any(|(known, _)| known == name);
        let ready =
            left.iter().find(|(_, on)| on.iter().all(is_known)).map(|(name, _)| name.clone());
        let ready = ready.ok_or("the crates depend on each other in a circle")?;
        let on = left.remove(&ready).unwrap_or_default();
        ordered.push((ready, on));
    }
    Ok(ordered)
}

/// The crates of the project that a manifest depends on. Those that only tests need do not count.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names =
        lines.filter_map(|line| line.strip_prefix("dicehouse-")?.split(['.', ' ', '=']).next());
    names.map(str::to_owned).collect()
}

fn table(crates: &[(String, Vec<String>)]) -> String {
    let mut text = "| crate | stands on |\n| --- | --- |\n".to_owned();
    for (name, on) in crates {
        let on: Vec<String> = on.iter().map(|name| format!("`{name}`")).collect();
        let on = if on.is_empty() { "nothing of ours".to_owned() } else { on.join(", ") };
        text.push_str(&format!("| `{name}` | {on} |\n"));
    }
    text
}

/// Holds ARCHITECTURE.md against the manifests; with `bless` rewrites its table.
///
/// # Errors
/// When the table differs, or a crate has no section of its own.
pub fn check(root: &Root, bless: bool) -> Result<(), String> {
    let path = root.join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("ARCHITECTURE.md: {error}"))?;
    let crates = crates(root)?;
    let (before, rest) = text.split_once(START).ok_or("ARCHITECTURE.md has no table of crates")?;
    let (_, after) = rest.split_once(END).ok_or("the table of crates has no end")?;
    let made = format!("{before}{START}{}{END}{after}", table(&crates));
    if bless {
        fs::write(&path, &made).map_err(|error| format!("ARCHITECTURE.md: {error}"))?;
    } else if made != text {
        return Err(
            "the table of crates in ARCHITECTURE.md is not up to date: cargo xtask bless".into()
        );
    }
    let missing =
        crates.iter().filter(|(name, _)| !text.contains(&format!("\n### `crates/{name}`\n")));
    let missing: Vec<&str> = missing.map(|(name, _)| name.as_str()).collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("ARCHITECTURE.md has no section about {}", missing.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_of_tests_do_not_count() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\ndicehouse-rules.workspace = true\nserde = \"1\"\n\
                        dicehouse-table = { path = \"../table\" }\n[dev-dependencies]\ndicehouse-bots.workspace = true\n";
        assert_eq!(dependencies(manifest), ["rules", "table"]);
    }

    /// The files that hold the invariants are where ARCHITECTURE.md says they are.
    #[test]
    fn the_tests_of_the_invariants_exist() {
        let root = Root::find();
        let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
        let (_, table) = text.split_once("| invariant |").unwrap();
        let (table, _) = table.split_once("\n\n").unwrap();
        let named = table.split('`').skip(1).step_by(2);
        let paths: Vec<&str> = named.filter(|name| name.contains('/')).collect();
        assert!(paths.len() > 20, "{paths:?}");
        for path in paths {
            assert!(root.join(path).exists(), "{path}");
        }
    }

    #[test]
    fn the_architecture_is_as_it_is_described() {
        let bless = std::env::var_os("DICEHOUSE_BLESS").is_some();
        assert_eq!(check(&Root::find(), bless), Ok(()));
    }
}
