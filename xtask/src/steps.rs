//! The steps of `cargo xtask test`, as data.

use crate::commands_in_docs;
use crate::links;
use crate::packages;
use crate::page;
use crate::python;
use crate::root::Root;
use crate::system::{self, Package};
use crate::text_checks;
use crate::wasm;

/// One thing that is checked.
pub struct Step {
    /// Its name, for `--only`.
    pub name: &'static str,
    /// What it does.
    pub work: Work,
    /// Variables set for it.
    pub env: &'static [(&'static str, &'static str)],
    /// System programs it cannot do without; installed where possible.
    pub needs: &'static [Package],
    /// Fetches what it needs from the network, while the steps before it keep the processors busy. The step itself does it
    /// again, and says so when it cannot.
    pub fetch: Option<Fetch>,
}

/// Fetches something.
pub type Fetch = fn(&Root) -> Result<(), String>;

/// What a step does.
pub enum Work {
    /// Runs a program that must succeed.
    Run(&'static [&'static str]),
    /// Runs a check of our own; what it says in words.
    Check(&'static str, fn(&Root) -> Result<(), String>),
}

impl Step {
    fn run(name: &'static str, command: &'static [&'static str]) -> Step {
        Step { name, work: Work::Run(command), env: &[], needs: &[], fetch: None }
    }

    fn check(
        name: &'static str,
        about: &'static str,
        check: fn(&Root) -> Result<(), String>,
    ) -> Step {
        Step { name, work: Work::Check(about, check), env: &[], needs: &[], fetch: None }
    }
}

/// Builds the program and all tests. The steps that start the program build it like this, too: alone it would be built of crates
/// with fewer features, which takes minutes more and is a program that the tests do not try.
pub const BUILD: &[&str] =
    &["test", "--quiet", "--workspace", "--lib", "--bins", "--tests", "--no-run"];

/// All steps, the quick ones first; the tests come last, so that what they print stays in sight.
pub fn steps() -> Vec<Step> {
    vec![
        Step::check(
            "text",
            "words and paths that do not belong in the project, and links that lead nowhere",
            |root| text_checks::run(root).and_then(|()| links::check(root)),
        ),
        Step::run("fmt", &["cargo", "fmt", "--all", "--check"]),
        Step::check("packages", "licences and sources of what we build on", packages::check),
        Step {
            // Build scripts run once for clippy and once for the tests; the page is built for the tests.
            env: &[("DICEHOUSE_NO_PAGE", "1")],
            ..Step::run(
                "clippy",
                &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
            )
        },
        Step {
            env: &[("RUSTDOCFLAGS", "-D warnings")],
            ..Step::run("docs", &["cargo", "doc", "--no-deps", "--workspace"])
        },
        Step::check("wasm", "the crates that a browser can run, built for it", wasm::check),
        fuzz(),
        Step {
            needs: PAGE_PROGRAMS,
            fetch: Some(page::install),
            ..Step::check("page", "the types of the page, and the tests of its logic", page::check)
        },
        browser(),
        Step::run("doctests", &["cargo", "test", "--workspace", "--doc"]),
        Step {
            needs: TEST_PROGRAMS,
            ..Step::check(
                "readme",
                "the commands in README.md and docs/, and what they print",
                commands_in_docs::run,
            )
        },
        Step {
            needs: &[Package { program: "python3", package: "python3" }],
            fetch: Some(python::install),
            ..Step::check(
                "python",
                "the Python package: built, installed, and its tests with those of others",
                python::check,
            )
        },
        tests(),
    ]
}

fn fuzz() -> Step {
    // The fuzz targets are a workspace of their own. They share our build folder.
    Step {
        env: &[("CARGO_TARGET_DIR", "target")],
        ..Step::run("fuzz", &["cargo", "check", "--manifest-path", "fuzz/Cargo.toml"])
    }
}

/// What the tests start besides our own program: bots in other languages, and a shell's tools.
const TEST_PROGRAMS: &[Package] = &[
    Package { program: "gcc", package: "gcc" },
    Package { program: "python3", package: "python3" },
    Package { program: "node", package: "nodejs" },
    Package { program: "javac", package: "default-jdk-headless" },
    Package { program: "kill", package: "procps" },
    Package { program: "initdb", package: "postgresql" },
];

/// What the page is built and tested with.
const PAGE_PROGRAMS: &[Package] =
    &[Package { program: "node", package: "nodejs" }, Package { program: "npm", package: "npm" }];

fn browser() -> Step {
    Step {
        needs: BROWSER_PROGRAMS,
        ..Step::check("browser", "the page in a real browser, against the server", page::browser)
    }
}

/// What plays in a browser.
const BROWSER_PROGRAMS: &[Package] = &[
    Package { program: "node", package: "nodejs" },
    Package { program: "npm", package: "npm" },
    Package { program: "chromium", package: "chromium" },
];

fn tests() -> Step {
    let command: &[&str] = if system::has("cargo-nextest") {
        &["cargo", "nextest", "run", "--workspace", "--no-fail-fast"]
    } else {
        &["cargo", "test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    Step { needs: TEST_PROGRAMS, ..Step::run("tests", command) }
}
