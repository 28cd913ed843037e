//! What the program is built from: the list behind `dicehouse licences`, and the same as a bill of materials.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use crate::root::Root;

/// The list that is built into the program.
const LIST: &str = "crates/cli/licences.txt";

/// The platform that releases are made for.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// What of npm's packages ends up in the page: the rest builds it and stays behind.
const IN_THE_PAGE: &[&str] = &["clsx", "devalue", "esm-env", "svelte"];

/// A package in the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
    from: Registry,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Registry {
    Cargo,
    Npm,
}

impl Registry {
    /// Its name in a package URL.
    fn name(self) -> &'static str {
        match self {
            Registry::Cargo => "cargo",
            Registry::Npm => "npm",
        }
    }
}

/// Holds the list in the program against the lock files; with `bless` rewrites it.
///
/// # Errors
/// When it differs, or cannot be made.
pub fn check(root: &Root, bless: bool) -> Result<(), String> {
    let list: String = packages(root)?
        .iter()
        .map(|one| format!("{}\t{}\t{}\n", one.name, one.version, one.licence))
        .collect();
    let path = root.join(LIST);
    if bless {
        return fs::write(&path, list).map_err(|error| format!("{LIST}: {error}"));
    }
    let kept = fs::read_to_string(&path).map_err(|error| format!("{LIST}: {error}"))?;
    if kept == list { Ok(()) } else { Err(format!("{LIST} is old: cargo xtask licences")) }
}

/// Writes the bill of materials (CycloneDX 1.5) to standard output.
///
/// # Errors
/// When the lock files cannot be read.
pub fn sbom(root: &Root) -> Result<(), String> {
    crate::print(&bill(&packages(root)?, &checksums(root)?, env!("CARGO_PKG_VERSION")));
    Ok(())
}

/// The packages in the program, ours left out.
fn packages(root: &Root) -> Result<Vec<Package>, String> {
    let mut cargo = root.command("cargo");
    cargo.args(["tree", "--package", "dicehouse", "--locked", "--edges", "normal"]);
    cargo.args(["--target", PLATFORM, "--prefix", "none", "--format", "{p}|{l}"]);
    let told = cargo.stderr(Stdio::inherit()).output();
    let told = told.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !told.status.success() {
        return Err(format!("cargo tree failed ({})", told.status));
    }
    let text = String::from_utf8_lossy(&told.stdout).replace(" (*)", "");
    let mut found: Vec<Package> = text.lines().filter_map(from_cargo).collect();
    let lock = fs::read_to_string(root.join("web/package-lock.json"))
        .map_err(|error| format!("web/package-lock.json: {error}"))?;
    for name in IN_THE_PAGE {
        let package = from_npm(&lock, name);
        found.push(package.ok_or(format!("web/package-lock.json does not have {name}"))?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// A line of `cargo tree`: `name v1.2.3 (proc-macro)|MIT`.
fn from_cargo(line: &str) -> Option<Package> {
    let (package, licence) = line.split_once('|')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    // "/" was how "or" was written once.
    let licence = licence.replace('/', " OR ");
    let ours = name == "dicehouse" || name.starts_with("dicehouse-");
    (!ours).then(|| Package {
        name: name.to_owned(),
        version: version.to_owned(),
        licence,
        from: Registry::Cargo,
    })
}

/// What npm's lock file says about a package. It is written by npm, one field to a line.
fn from_npm(lock: &str, name: &str) -> Option<Package> {
    let field = |key: &str| {
        let line =
            npm_fields(lock, name).find_map(|line| line.strip_prefix(&format!("\"{key}\": \"")))?;
        Some(line.trim_end_matches(',').trim_end_matches('"').to_owned())
    };
    Some(Package {
        name: name.to_owned(),
        version: field("version")?,
        licence: field("license")?,
        from: Registry::Npm,
    })
}

fn npm_fields<'l>(lock: &'l str, name: &str) -> impl Iterator<Item = &'l str> {
    let start = format!("\"node_modules/{name}\": {{");
    let lines = lock.lines().map(str::trim).skip_while(move |line| *line != start).skip(1);
    lines.take_while(|line| !line.starts_with('}'))
}

/// The checksum of each package of Cargo.lock, by name and version.
fn checksums(root: &Root) -> Result<BTreeMap<(String, String), String>, String> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| error.to_string())?;
    Ok(checksums_in(&lock))
}

fn checksums_in(lock: &str) -> BTreeMap<(String, String), String> {
    let packages = lock.split("[[package]]").skip(1);
    let field = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    packages
        .filter_map(|one| {
            Some(((field(one, "name")?, field(one, "version")?), field(one, "checksum")?))
        })
        .collect()
}

/// The bill, without a time or a number of its own: the same sources give the same bytes.
fn bill(
    packages: &[Package],
    checksums: &BTreeMap<(String, String), String>,
    version: &str,
) -> String {
    let component = |one: &Package| {
        let Package { name, version, licence, from } = one;
        let mut text = format!(
            "    {{\n      \"type\": \"library\",\n      \"name\": {},\n      \"version\": {},\n      \"purl\": {},\n",
            quoted(name),
            quoted(version),
            quoted(&format!("pkg:{}/{name}@{version}", from.name())),
        );
        let checksum = checksums.get(&(name.clone(), version.clone()));
        if let Some(checksum) = checksum.filter(|_| *from == Registry::Cargo) {
            let _ = writeln!(
                text,
                "      \"hashes\": [{{ \"alg\": \"SHA-256\", \"content\": {} }}],",
                quoted(checksum)
            );
        }
        let _ =
            write!(text, "      \"licenses\": [{{ \"expression\": {} }}]\n    }}", quoted(licence));
        text
    };
    let components: Vec<String> = packages.iter().map(component).collect();
    format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"metadata\": {{\n    \
         \"component\": {{ \"type\": \"application\", \"name\": \"dicehouse\", \"version\": {}, \
         \"licenses\": [{{ \"expression\": \"MIT OR Apache-2.0\" }}] }}\n  }},\n  \"components\": [\n{}\n  ]\n}}\n",
        quoted(version),
        components.join(",\n")
    )
}

/// Text as JSON has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, licence: &str, from: Registry) -> Package {
        let (name, version, licence) = (name.to_owned(), "1.2.3".to_owned(), licence.to_owned());
        Package { name, version, licence, from }
    }

    #[test]
    fn lines_of_cargo_are_read_and_ours_left_out() {
        let read = |line| from_cargo(line);
        assert_eq!(
            read("a v1.2.3|MIT/Apache-2.0"),
            Some(package("a", "MIT OR Apache-2.0", Registry::Cargo))
        );
        assert_eq!(read("a v1.2.3 (proc-macro)|MIT"), Some(package("a", "MIT", Registry::Cargo)));
        assert_eq!(read("dicehouse-rules v1.2.3 (/somewhere/rules)|MIT"), None);
    }

    #[test]
    fn npms_lock_file_is_read() {
        let lock = "{\n  \"node_modules/b\": {\n    \"version\": \"9.9.9\",\n    \"license\": \"ISC\"\n  },\n  \
                    \"node_modules/a\": {\n    \"version\": \"1.2.3\",\n    \"dev\": true,\n    \"license\": \"MIT\",\n  },\n";
        assert_eq!(from_npm(lock, "a"), Some(package("a", "MIT", Registry::Npm)));
        assert_eq!(from_npm(lock, "c"), None);
    }

    #[test]
    fn a_bill_names_every_package_with_its_checksum() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nchecksum = \"c0ffee\"\n";
        let packages = [package("a", "MIT", Registry::Cargo), package("s", "ISC", Registry::Npm)];
        let bill = bill(&packages, &checksums_in(lock), "0.9");
        for part in [
            "\"specVersion\": \"1.5\"",
            "\"name\": \"dicehouse\", \"version\": \"0.9\"",
            "\"purl\": \"pkg:cargo/a@1.2.3\"",
            "{ \"alg\": \"SHA-256\", \"content\": \"c0ffee\" }",
            "\"purl\": \"pkg:npm/s@1.2.3\"",
            "\"licenses\": [{ \"expression\": \"ISC\" }]",
        ] {
            assert!(bill.contains(part), "{part}: {bill}");
        }
        assert_eq!(bill.matches("SHA-256").count(), 1);
        assert_eq!(quoted("a\"\\\n"), "\"a\\\"\\\\\\u000a\"");
    }
}
