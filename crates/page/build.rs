//! Builds the page with npm, and the engine of a house in a tab with cargo, and makes a list of the files to embed.
//!
//! The sources are copied below `OUT_DIR`, so the source tree stays clean. Packages are fetched only when the
//! lock file has changed. Without npm, or when the build fails, a page that says so is embedded instead. Without the
//! target for WebAssembly the page has no engine: it needs a house on a server then.

use std::ffi::OsString;
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

/// The crates that the engine is built from, below `crates/`.
const ENGINE_SOURCES: &[&str] =
    &["answers", "bots", "review", "room", "rules", "solver", "tab", "table", "telling"];

/// What the engine is built for.
const WASM: &str = "wasm32-unknown-unknown";

/// From this size on a file is in the program in as few forms as possible: the engine, and the weights of its bots.
const LARGE: u64 = 1_000_000;

/// Set to build without the page: for those who work on something else.
const NO_PAGE: &str = "DICEHOUSE_NO_PAGE";

/// Set to build the page without the engine, which takes a minute whenever a rule or a bot has changed.
const NO_ENGINE: &str = "DICEHOUSE_NO_ENGINE";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-env-changed={NO_PAGE}");
    println!("cargo::rerun-if-env-changed={NO_ENGINE}");
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
    let mut arguments = vec![OsString::from("build/build.mjs"), dist.clone().into()];
    if env::var_os(NO_ENGINE).is_none_or(|value| value.is_empty()) {
        match engine(&web.join(".."), out) {
            Ok(files) => arguments.extend(files.map(OsString::from)),
            Err(why) => {
                println!("cargo::warning=the page has no engine of its own: {why}");
                println!("cargo::rerun-if-changed={}", out.join("never").display());
            }
        }
    }
    run(&copy, "node", &arguments)?;
    assets(&dist).map_err(|error| format!("cannot read the list of its files: {error}"))
}

/// Builds the engine; gives its file and the one with the weights of its bots.
fn engine(root: &Path, out: &Path) -> Result<[PathBuf; 2], String> {
    for name in ENGINE_SOURCES {
        for part in ["src", "Cargo.toml"] {
            println!(
                "cargo::rerun-if-changed={}",
                root.join("crates").join(name).join(part).display()
            );
        }
    }
    println!("cargo::rerun-if-changed={}", root.join("Cargo.lock").display());
    add_target(root)?;
    // Below the build folder, but apart from it: cargo does not wait for itself there.
    let folder = out.ancestors().nth(4).unwrap_or(out).join("tab");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "--package", "dicehouse-tab", "--lib", "--profile", "tab"])
        .args(["--target", WASM, "--target-dir"])
        .arg(&folder)
        .current_dir(root);
    // What the program itself is built with is not meant for another target.
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"]
    {
        cargo.env_remove(name);
    }
    succeeds("cargo", &mut cargo)?;
    let weights = out.join("bots.bin");
    pack(&root.join("crates/bots/src"))
        .and_then(|pack| fs::write(&weights, pack))
        .map_err(|error| format!("cannot pack the weights of the bots: {error}"))?;
    Ok([folder.join(WASM).join("tab/dicehouse_tab.wasm"), weights])
}

/// Adds the target for WebAssembly to the toolchain, where it is missing.
fn add_target(root: &Path) -> Result<(), String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed = Command::new(rustc).args(["--print", "target-libdir", "--target", WASM]).output();
    let folder = printed.map(|done| String::from_utf8_lossy(&done.stdout).trim().to_owned());
    if folder.is_ok_and(|folder| fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()))
    {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", WASM]).current_dir(root);
    succeeds("rustup", &mut rustup)
        .map_err(|why| format!("the target {WASM} is missing: rustup target add {WASM} ({why})"))
}

/// The weights of all bots in one file: for each its name and what it holds, both with their length in front. The other
/// side is `crates/bots/src/trained.rs`.
fn pack(sources: &Path) -> io::Result<Vec<u8>> {
    let mut files = Vec::new();
    find(sources, &mut files)?;
    files.sort();
    let mut pack = Vec::new();
    for file in files {
        let name = file.strip_prefix(sources).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        for part in [name.into_bytes(), fs::read(&file)?] {
            let length = u32::try_from(part.len()).map_err(io::Error::other)?;
            pack.extend_from_slice(&length.to_le_bytes());
            pack.extend(part);
        }
    }
    Ok(pack)
}

/// The files of weights below a folder.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "weights" || ending == "values") {
            files.push(path);
        }
    }
    Ok(())
}

/// Fetches the packages, unless those of this lock file are there.
fn install(copy: &Path) -> Result<(), String> {
    let lock = fs::read(copy.join("package-lock.json")).map_err(|error| error.to_string())?;
    let stamp = copy.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(copy, "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"].map(OsString::from))?;
    fs::write(stamp, lock).map_err(|error| error.to_string())
}

fn run(folder: &Path, program: &str, arguments: &[OsString]) -> Result<(), String> {
    succeeds(program, Command::new(program).args(arguments).current_dir(folder))
}

fn succeeds(program: &str, command: &mut Command) -> Result<(), String> {
    match command.output() {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            Err(format!("{program} failed ({}): {last}", done.status))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(match program {
            "node" | "npm" => {
                format!("{program} is not installed; install Node 20 or later and build again")
            }
            _ => format!("{program} is not installed"),
        }),
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
        let named = |ending: &str| format!("{}{ending}", file.display());
        let bytes = |ending: &str| format!("include_bytes!({:?})", named(ending));
        let size = |ending: &str| fs::metadata(named(ending)).map(|file| file.len());
        let (plain, gzip) = (size("")?, size(".gz")?);
        let some = |wanted: bool, ending: &str| match wanted {
            true => format!("Some({})", bytes(ending)),
            false => "None".to_owned(),
        };
        let _ = write!(
            code,
            "Asset {{ path: {:?}, media_type: {media_type:?}, etag: {:?}, plain: {}, gzip: {}, brotli: {} }},",
            format!("/{path}"),
            format!("\"{hash}\""),
            some(plain < LARGE, ""),
            some(plain < LARGE || gzip < plain / 2, ".gz"),
            bytes(".br"),
        );
    }
    Ok(code)
}
