//! `cargo xtask long`: what takes too long for every change, and is worth a night now and then.
//!
//! Every job is run, also after one has failed; what became of each is in `target/long/summary.txt`.

use std::fs;
use std::time::{Duration, Instant};

use crate::load;
use crate::print;
use crate::root::{Root, succeed};
use crate::simulate;

/// One long job.
struct Job {
    /// Its name, for `--only`.
    name: &'static str,
    /// What it does, in words.
    about: &'static str,
    run: fn(&Root, Minutes) -> Result<(), String>,
}

/// How long each job that could go on for ever may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Minutes(u64);

const JOBS: &[Job] = &[
    Job { name: "fuzz", about: "the rules with inputs that look for crashes", run: fuzz },
    Job {
        name: "worlds",
        about: "rooms in 10,000 worlds where everything goes wrong",
        run: |root, _| simulate::simulate(root, "10000"),
    },
    Job {
        name: "kill",
        about: "a house that is killed again and again, as a release build",
        run: |root, minutes| kill(root, minutes),
    },
    Job {
        name: "load",
        about: "a house under the load of 2,000 players",
        run: |root, _| load::load(root, &["--players", "2000", "--seconds", "60"]),
    },
    Job {
        name: "strength",
        about: "master against every other house bot",
        run: |root, _| {
            let duels = ["bots", "liars", "--duels", "master", "--games", "160", "--seed", "5"];
            root.run("cargo", &[&["run", "--release", "--"], &duels[..]].concat())
        },
    },
];

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted<'a> {
    only: Vec<&'a str>,
    minutes: Minutes,
}

/// Runs all jobs, or only those named.
///
/// # Errors
/// When a job fails; the others are run all the same.
pub fn long(root: &Root, arguments: &[&str]) -> Result<(), String> {
    let wanted = wanted(arguments)?;
    let mut lines = String::new();
    let mut failed = Vec::new();
    for job in JOBS.iter().filter(|job| wanted.only.is_empty() || wanted.only.contains(&job.name)) {
        eprintln!("\n=== {}: {}", job.name, job.about);
        let started = Instant::now();
        let outcome = (job.run)(root, wanted.minutes);
        lines.push_str(&line(job.name, started.elapsed(), &outcome));
        if outcome.is_err() {
            failed.push(job.name);
        }
    }
    let folder = root.target().join("long");
    let written =
        fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("summary.txt"), &lines));
    written.map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    print(&format!("\n{lines}"));
    if failed.is_empty() { Ok(()) } else { Err(format!("FAILED: {}", failed.join(", "))) }
}

fn wanted<'a>(mut arguments: &[&'a str]) -> Result<Wanted<'a>, String> {
    let mut wanted = Wanted { only: Vec::new(), minutes: Minutes(5) };
    while let [flag, value, rest @ ..] = arguments {
        match *flag {
            "--only" if JOBS.iter().any(|job| job.name == *value) => wanted.only.push(*value),
            "--only" => {
                let known: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
                return Err(format!("there is no job \"{value}\": there are {}", known.join(", ")));
            }
            "--minutes" => {
                let minutes = value.parse().ok().filter(|minutes| *minutes > 0);
                wanted.minutes = Minutes(minutes.ok_or("--minutes takes a number from 1 on")?);
            }
            _ => break,
        }
        arguments = rest;
    }
    match arguments {
        [] => Ok(wanted),
        [other, ..] => Err(format!("long takes --only JOB and --minutes N, not \"{other}\"")),
    }
}

fn line(name: &str, took: Duration, outcome: &Result<(), String>) -> String {
    let said = match outcome {
        Ok(()) => "passed".to_owned(),
        Err(why) => format!("FAILED: {}", why.lines().last().unwrap_or_default()),
    };
    format!("{name:10} {:>8.1} s  {said}\n", took.as_secs_f64())
}

/// The fuzz targets, each with its share of the time.
const TARGETS: &[&str] = &["acts", "replay", "ruleset", "text"];

/// What libFuzzer needs to see which way a program went. cargo-fuzz says the same, and adds a sanitizer, for which it needs a
/// nightly compiler; our rules have no unsafe code that it could find anything in.
const SEEN: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Ccodegen-units=1 -Cdebug-assertions";

/// Builds the fuzz targets and runs each for its share of the time. What they find lies in `fuzz/artifacts`.
fn fuzz(root: &Root, Minutes(minutes): Minutes) -> Result<(), String> {
    let folder = root.target().join("fuzz");
    let mut cargo = root.command("cargo");
    cargo.args(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml"]);
    cargo.args(["--target", "x86_64-unknown-linux-gnu", "--target-dir"]).arg(&folder);
    succeed(cargo.env("RUSTFLAGS", SEEN))?;
    let seconds = minutes * 60 / TARGETS.len() as u64;
    for target in TARGETS {
        let (corpus, found) =
            (root.join("fuzz/corpus").join(target), root.join("fuzz/artifacts").join(target));
        for folder in [&corpus, &found] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let program = folder.join("x86_64-unknown-linux-gnu/release").join(target);
        let mut run = root.command(&program.display().to_string());
        run.arg(format!("-max_total_time={seconds}"));
        run.arg(format!("-artifact_prefix={}/", found.display()));
        succeed(run.args(["-print_final_stats=1", "-verbosity=0"]).arg(&corpus))?;
    }
    Ok(())
}

/// Kills houses for about as long as is asked for.
fn kill(root: &Root, Minutes(minutes): Minutes) -> Result<(), String> {
    let end = Instant::now() + Duration::from_secs(minutes * 60);
    let tests = ["test", "--release", "--package", "dicehouse", "--test", "kill"];
    loop {
        root.run("cargo", &tests)?;
        if Instant::now() >= end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_chosen_by_name_and_last_as_long_as_is_asked() {
        let read = |words: &'static str| {
            wanted(&words.split_whitespace().collect::<Vec<_>>())
                .map(|wanted| (wanted.only.join(" "), wanted.minutes.0))
        };
        assert_eq!(read(""), Ok((String::new(), 5)));
        assert_eq!(read("--only fuzz --minutes 2 --only kill"), Ok(("fuzz kill".to_owned(), 2)));
        for (words, says) in [
            ("--only sleep", "there are fuzz, worlds, kill, load, strength"),
            ("--minutes 0", "a number from 1 on"),
            ("--for ever", "not \"--for\""),
            ("--only", "not \"--only\""),
        ] {
            let error = read(words).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn the_summary_has_a_line_for_each_job() {
        let took = Duration::from_millis(61_500);
        assert_eq!(line("fuzz", took, &Ok(())), "fuzz           61.5 s  passed\n");
        let failed = Err("much\nthe last line".to_owned());
        assert_eq!(line("kill", took, &failed), "kill           61.5 s  FAILED: the last line\n");
    }
}
