//! The program builds where the page cannot be built, and the page then says what is missing. The build script is
//! compiled and run here as cargo would, with other programs in reach.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The build script as a program.
fn build_script(folder: &Path) -> PathBuf {
    let manifest = env!("CARGO_MANIFEST_DIR");
    let program = folder.join("build-script");
    let compiled = Command::new("rustc")
        .args(["--edition", "2024", "-o"])
        .arg(&program)
        .arg(Path::new(manifest).join("build.rs"))
        .env("CARGO_MANIFEST_DIR", manifest)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

/// Builds with these programs in reach, and nothing else: what is said, the list of files, and why there are none.
fn build(script: &Path, programs: &[(&str, &str)]) -> (String, String, String) {
    let (out, path) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for (name, text) in programs {
        let program = path.path().join(name);
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let ran = Command::new(script)
        .env_clear()
        .env("PATH", path.path())
        .env("OUT_DIR", out.path())
        .output()
        .unwrap();
    assert!(ran.status.success(), "the program must build all the same");
    let read = |name: &str| fs::read_to_string(out.path().join(name)).unwrap();
    (String::from_utf8(ran.stdout).unwrap(), read("assets.rs"), read("why.txt"))
}

#[test]
fn without_npm_the_program_builds_and_says_what_is_missing() {
    let folder = TempDir::new().unwrap();
    let script = build_script(folder.path());
    let broken = "#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\nexit 1\n";
    let works = "#!/bin/sh\nmkdir -p node_modules\n";
    let cases: [(&[(&str, &str)], &str); 3] = [
        (&[], "npm is not installed; install Node 20 or later and build again"),
        (&[("npm", broken)], "npm failed (exit status: 1): npm error code ENOTFOUND"),
        (
            &[("mkdir", "#!/bin/sh\nexec /bin/mkdir \"$@\"\n"), ("npm", works)],
            "node is not installed",
        ),
    ];
    for (programs, reason) in cases {
        let (said, files, why) = build(&script, programs);
        assert!(why.starts_with(reason), "{why}");
        assert_eq!(files, "&[]");
        assert!(
            said.contains(&format!("cargo::warning=the page is not built in: {reason}")),
            "{said}"
        );
        assert!(!said.contains("cargo::error"), "{said}");
    }
}
