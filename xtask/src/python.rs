//! The Python package: built, installed into a virtual environment, tested and measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::root::{Root, succeed};

/// What the tests are run with, every version pinned.
const REQUIREMENTS: &str = "crates/python/requirements.txt";
const MANIFEST: &str = "crates/python/Cargo.toml";

/// Builds the wheel as our other tests build the program, installs it and runs the tests; then installs it into an
/// environment with nothing else in it, and checks that the source distribution has all it takes to build.
///
/// # Errors
/// When something cannot be installed or built, or a test fails.
pub fn check(root: &Root) -> Result<(), String> {
    let python = tests(root)?;
    let wheel = build(root, &python, "dev")?;
    python.install(root, &wheel)?;
    succeed(python.run(root).args(["-m", "pytest", "-q", "crates/python/tests"]))?;
    clean_install(root, &wheel)?;
    source_distribution(root, &python)
}

/// Measures the package beside OpenSpiel; `arguments` go to the script.
///
/// # Errors
/// When it cannot be built or run.
pub fn bench(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let python = tests(root)?;
    let wheel = build(root, &python, "release")?;
    python.install(root, &wheel)?;
    succeed(python.run(root).arg("crates/python/bench/speed.py").args(arguments))
}

/// Fetches what the tests are run with, unless it is there.
///
/// # Errors
/// When pip cannot.
pub fn install(root: &Root) -> Result<(), String> {
    tests(root).map(drop)
}

/// The environment of the tests.
fn tests(root: &Root) -> Result<Venv, String> {
    Venv::make(root, "tests", &["-r", REQUIREMENTS])
}

/// A virtual environment below the build folder.
struct Venv(PathBuf);

impl Venv {
    /// The environment of this name, with what `requirements` ask for. It is kept until these change.
    fn make(root: &Root, name: &str, requirements: &[&str]) -> Result<Venv, String> {
        let folder = root.target().join("python").join(name);
        let wanted = requirements
            .iter()
            .map(|item| fs::read_to_string(root.join(item)).unwrap_or_else(|_| (*item).to_owned()))
            .collect::<Vec<_>>()
            .join("\n");
        let (venv, made) = (Venv(folder.clone()), folder.join("made-for.txt"));
        if fs::read_to_string(&made).is_ok_and(|text| text == wanted) {
            return Ok(venv);
        }
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        }
        succeed(root.command("python3").args(["-m", "venv"]).arg(&folder))?;
        if !requirements.is_empty() {
            succeed(venv.pip(root).args(["install", "--quiet"]).args(requirements))?;
        }
        fs::write(&made, wanted).map_err(|error| at(&made, &error))?;
        Ok(venv)
    }

    fn run(&self, root: &Root) -> Command {
        root.command(&self.0.join("bin/python").display().to_string())
    }

    fn pip(&self, root: &Root) -> Command {
        let mut pip = self.run(root);
        pip.args(["-m", "pip", "--disable-pip-version-check"]);
        pip
    }

    /// Puts a wheel in, in the place of the one before.
    fn install(&self, root: &Root, wheel: &Path) -> Result<(), String> {
        let mut pip = self.pip(root);
        pip.args(["install", "--quiet", "--force-reinstall", "--no-deps"]).arg(wheel);
        succeed(&mut pip)
    }
}

/// Builds the wheel with a profile of cargo's.
fn build(root: &Root, python: &Venv, profile: &str) -> Result<PathBuf, String> {
    let folder = emptied(root, &format!("wheel-{profile}"))?;
    let mut maturin = python.run(root);
    maturin.args(["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile]);
    maturin.args(["--manifest-path", MANIFEST, "--interpreter"]).arg(python.0.join("bin/python"));
    maturin.arg("--out").arg(&folder);
    succeed(&mut maturin)?;
    only_file(&folder)
}

/// Installs the wheel where nothing else is, and plays a game there.
fn clean_install(root: &Root, wheel: &Path) -> Result<(), String> {
    let python = Venv::make(root, "clean", &[])?;
    let mut pip = python.pip(root);
    pip.args(["install", "--quiet", "--force-reinstall", "--constraint", REQUIREMENTS]).arg(wheel);
    succeed(&mut pip)?;
    let game = "import dicehouse; record = dicehouse.play(dicehouse.Ruleset('liars'), ['odds', 'fox']); \
                assert record.verify() == 'deal'; assert dicehouse.vec(n=4).step(dicehouse.vec(n=4).random_actions())";
    succeed(python.run(root).args(["-c", game]))
}

/// Makes the source distribution, unpacks it and checks that it compiles there. What it is built from besides our crates
/// is shared with the other checks.
fn source_distribution(root: &Root, python: &Venv) -> Result<(), String> {
    let folder = emptied(root, "sdist")?;
    let mut maturin = python.run(root);
    maturin.args(["-m", "maturin", "sdist", "--manifest-path", MANIFEST, "--out"]);
    succeed(maturin.arg(&folder))?;
    let archive = only_file(&folder)?;
    let unpacked = emptied(root, "sdist-unpacked")?;
    let mut tar = root.command("tar");
    tar.args(["--extract", "--touch", "--strip-components=1", "--file"]).arg(&archive);
    succeed(tar.arg("--directory").arg(&unpacked))?;
    let mut cargo = root.command("cargo");
    // Not locked: the lock file has more crates in it than the distribution, and cargo takes them out.
    cargo.args(["check", "--quiet", "--offline", "--manifest-path"]);
    cargo.arg(unpacked.join(MANIFEST)).env("CARGO_TARGET_DIR", root.target());
    succeed(&mut cargo)
}

fn emptied(root: &Root, name: &str) -> Result<PathBuf, String> {
    let folder = root.target().join("python").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    Ok(folder)
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => Ok(file),
        Err(files) => {
            Err(format!("{}: one file was expected, not {}", folder.display(), files.len()))
        }
    }
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
