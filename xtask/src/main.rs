//! What a developer runs, and what CI runs: `cargo xtask --help`.

mod architecture;
mod bless;
mod commands_in_docs;
mod licences;
mod links;
mod load;
mod long;
mod packages;
mod page;
#[cfg(test)]
mod purity;
mod python;
mod root;
mod runner;
mod simulate;
mod steps;
mod system;
mod text_checks;
mod wasm;

use std::env;
use std::io::Write as _;
use std::process::ExitCode;

use root::Root;

const HELP: &str = "\
Tasks of the people who build Dicehouse.

Usage:
  cargo xtask test [--only STEP]...   everything CI checks, or only the steps named
  cargo xtask steps                   the steps of the test, and what each runs
  cargo xtask bless                   rewrite the golden files and snapshots from what the code does
  cargo xtask licences                rewrite the list behind `dicehouse licences` from the lock files
  cargo xtask sbom                    what the program is built from, as CycloneDX (JSON)
  cargo xtask simulate --seeds N      rooms in N worlds where everything goes wrong
  cargo xtask long [--only JOB]... [--minutes N]
                                      what takes too long for every change: fuzzing, 10,000 worlds, kills,
                                      load, strength; the summary is target/long/summary.txt
  cargo xtask load [--dev] [--most] [--players N] [--seconds N]
                                      a house under the load of many players, measured; with --most of
                                      more and more of them, until one act in a hundred takes 250 ms
  cargo xtask bench-python [--quick]  the Python package beside OpenSpiel, measured
  cargo xtask bench-python --table    the benchmark of bots and of OpenSpiel's algorithms for docs/python.md
  cargo xtask --help                  this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [] | ["-h" | "--help" | "help", ..] => {
            print(HELP);
            Ok(())
        }
        ["test", "-h" | "--help"] => {
            print(HELP);
            Ok(())
        }
        ["test", rest @ ..] => only(rest).and_then(|only| runner::test(&Root::find(), &only)),
        ["steps"] => {
            print(&runner::list());
            Ok(())
        }
        ["long", rest @ ..] => long::long(&Root::find(), rest),
        ["load", rest @ ..] => load::load(&Root::find(), rest),
        ["bench-python", rest @ ..] => python::bench(&Root::find(), rest),
        ["bless"] => bless::bless(&Root::find()),
        ["licences"] => licences::check(&Root::find(), true),
        ["sbom"] => licences::sbom(&Root::find()),
        ["simulate", "--seeds", seeds] => simulate::simulate(&Root::find(), seeds),
        ["simulate", ..] => Err("simulate takes --seeds N, as in --seeds 100000".to_owned()),
        [unknown, ..] => Err(format!("there is no task \"{unknown}\"\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}

/// The steps named by `--only STEP`.
fn only<'a>(mut arguments: &[&'a str]) -> Result<Vec<&'a str>, String> {
    let mut names = Vec::new();
    while let ["--only", name, rest @ ..] = arguments {
        names.push(*name);
        arguments = rest;
    }
    match arguments {
        [] => Ok(names),
        [other, ..] => Err(format!("test does not take \"{other}\"\n\n{HELP}")),
    }
}

/// Writes to standard output.
pub(crate) fn print(text: &str) {
    // A reader that has seen enough (`| head`) is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
