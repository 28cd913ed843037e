//! Builds the page with npm and makes a list of its files to embed.
//!
//! The sources are copied below `OUT_DIR`, so the source tree stays clean. Packages are fetched only when the
//! lock file has changed. Without npm, or when the build fails, a page that says so is embedded instead.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the build of the page reads, below `web/`.
const SOURCES: &[&str] = &[
    ".npmrc",
    "build",
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// Set to build without the page: for those who work on something else.
const NO_PAGE: &str = "DICEHOUSE_NO_PAGE";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-env-changed={NO_PAGE}");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let built = build(&web, &out);
    let (list, why) = match &built {
        Ok(list) => (list.as_str(), ""),
        Err(why) => {
            println!("cargo::warning=the page is not built in: {why}");
            // A file that is never there: the next build tries again, also when nothing but npm has come.
            println!("cargo::rerun-if-changed={}", out.join("never").display());
            ("", why.as_str())
        }
    };
    for (name, text) in [("assets.rs", format!("&[{list}]")), ("why.txt", why.to_owned())] {
        if let Err(error) = fs::write(out.join(name), text) {
            println!("cargo::error=cannot write {name}: {error}");
        }
    }
}

/// Builds the page; gives back the list of its files, as Rust code.
fn build(web: &Path, out: &Path) -> Result<String, String> {
    if env::var_os(NO_PAGE).is_some_and(|value| !value.is_empty()) {
        return Err(format!("{NO_PAGE} is set"));
    }
    let copy = out.join("web");
    for source in SOURCES {
        renew(&web.join(source), &copy.join(source))
            .map_err(|error| format!("cannot copy web/{source}: {error}"))?;
    }
    install(&copy)?;
    let dist = out.join("dist");
    run(&copy, "node", &["build/build.mjs".as_ref(), dist.as_os_str()])?;
    assets(&dist).map_err(|error| format!("cannot read the list of its files: {error}"))
}

/// Fetches the packages, unless those of this lock file are there.
fn install(copy: &Path) -> Result<(), String> {
    let lock = fs::read(copy.join("package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = copy.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(copy, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"].map(AsRef::as_ref))?;
    fs::write(stamp, lock).map_err(|error| error.to_string())
}

fn run(folder: &Path, program: &str, arguments: &[&std::ffi::OsStr]) -> Result<(), String> {
    let done = Command::new(program).args(arguments).current_dir(folder).output();
    match done {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            Err(format!("{program} failed ({}): {last}", done.status))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("{program} is not installed; install Node 20 or later and build again"))
        }
        Err(error) => Err(format!("cannot run {program}: {error}")),
    }
}

/// Makes `to` a copy of `from`, with nothing left of what was there before.
fn renew(from: &Path, to: &Path) -> io::Result<()> {
    if to.is_dir() {
        fs::remove_dir_all(to)?;
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        renew(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// The files as Rust code, from the list that the page's build leaves: path, type and hash of each.
fn assets(dist: &Path) -> io::Result<String> {
    let list = fs::read_to_string(dist.join("files.txt"))?;
    let mut code = String::new();
    for line in list.lines() {
        let mut fields = line.split('\t');
        let (Some(path), Some(media_type), Some(hash)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let file = dist.join(path);
        let bytes =
            |ending: &str| format!("include_bytes!({:?})", format!("{}{ending}", file.display()));
        let _ = write!(
            code,
            "Asset {{ path: {:?}, media_type: {media_type:?}, etag: {:?}, plain: {}, gzip: {}, brotli: {} }},",
            format!("/{path}"),
            format!("\"{hash}\""),
            bytes(""),
            bytes(".gz"),
            bytes(".br"),
        );
    }
    Ok(code)
}
