//! Runs the steps one after the other and says how long each took.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::root::{Root, succeed};
use crate::steps::{Step, Work, steps};
use crate::system::{self, ensure_system_package};

/// What became of a step.
enum Outcome {
    Passed(Duration),
    Failed(Duration),
}

/// Runs all steps, or only those named, and stops at the first that fails.
///
/// # Errors
/// When a step fails, or there is no step of a name.
pub fn test(root: &Root, only: &[&str]) -> Result<(), String> {
    let steps = chosen(steps(), only)?;
    thread::scope(|threads| {
        let (fetched, fetching) = mpsc::channel();
        let waiting = &steps;
        threads.spawn(move || fetch(root, waiting, &fetched));
        run_all(root, &steps, &fetching)
    })
}

/// Fetches what steps need from the network, one after the other, and names each step that is done with. What a system
/// program has to be installed for is left to the step.
fn fetch(root: &Root, steps: &[Step], done: &mpsc::Sender<&'static str>) {
    for step in steps {
        let Some(fetch) = step.fetch else { continue };
        if step.needs.iter().all(|package| system::has(package.program)) {
            // The step does the same again, and fails where this did.
            let _ = fetch(root);
        }
        // Nobody listens any more when an earlier step has failed.
        let _ = done.send(step.name);
    }
}

fn run_all(
    root: &Root,
    steps: &[Step],
    fetching: &mpsc::Receiver<&'static str>,
) -> Result<(), String> {
    let started = Instant::now();
    let mut outcomes = Vec::new();
    let mut failure = None;
    for step in steps {
        eprintln!("\n=== {}: {}", step.name, words(step));
        if step.fetch.is_some() {
            // They are fetched in the order of the steps, so this one is the next to be named.
            let _ = fetching.recv();
        }
        let (outcome, error) = run(root, step);
        outcomes.push((step.name, outcome));
        if let Some(error) = error {
            failure = Some(format!(
                "FAILED: {}: {error}\nto run only this step: cargo xtask test --only {}",
                step.name, step.name
            ));
            break;
        }
    }
    eprint!("\n{}", summary(&outcomes, started.elapsed()));
    failure.map_or(Ok(()), Err)
}

/// The steps, as text.
pub fn list() -> String {
    steps().iter().map(|step| format!("{:10} {}\n", step.name, words(step))).collect()
}

fn chosen(steps: Vec<Step>, only: &[&str]) -> Result<Vec<Step>, String> {
    let known: Vec<&str> = steps.iter().map(|step| step.name).collect();
    if let Some(name) = only.iter().find(|name| !known.contains(name)) {
        return Err(format!("there is no step \"{name}\": there are {}", known.join(", ")));
    }
    Ok(steps.into_iter().filter(|step| only.is_empty() || only.contains(&step.name)).collect())
}

fn run(root: &Root, step: &Step) -> (Outcome, Option<String>) {
    let started = Instant::now();
    let done =
        step.needs.iter().try_for_each(ensure_system_package).and_then(|()| work(root, step));
    let took = started.elapsed();
    match done {
        Ok(()) => (Outcome::Passed(took), None),
        Err(error) => (Outcome::Failed(took), Some(error)),
    }
}

fn work(root: &Root, step: &Step) -> Result<(), String> {
    match step.work {
        Work::Run([program, arguments @ ..]) => {
            let mut command = root.command(program);
            succeed(command.args(arguments).envs(step.env.iter().copied()))
        }
        Work::Check(_, check) => check(root),
        Work::Run([]) => Ok(()),
    }
}

/// What a step does, in words or as one would type it.
fn words(step: &Step) -> String {
    match step.work {
        Work::Run(command) => {
            let env = step.env.iter().map(|(name, value)| format!("{name}={value:?} "));
            env.collect::<String>() + &command.join(" ")
        }
        Work::Check(about, _) => about.to_owned(),
    }
}

/// A table of times, and one closing line.
fn summary(outcomes: &[(&str, Outcome)], total: Duration) -> String {
    let line = |(name, outcome): &(&str, Outcome)| match outcome {
        Outcome::Passed(took) => format!("{name:10} {:>8.1} s  passed\n", took.as_secs_f64()),
        Outcome::Failed(took) => format!("{name:10} {:>8.1} s  FAILED\n", took.as_secs_f64()),
    };
    let count =
        |is: fn(&Outcome) -> bool| outcomes.iter().filter(|(_, outcome)| is(outcome)).count();
    let lines: String = outcomes.iter().map(line).collect();
    format!(
        "{lines}{:10} {:>8.1} s\n\nsteps: {} passed, {} failed\n",
        "all",
        total.as_secs_f64(),
        count(|outcome| matches!(outcome, Outcome::Passed(_))),
        count(|outcome| matches!(outcome, Outcome::Failed(_))),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Outcome, chosen, summary};
    use crate::steps::steps;

    #[test]
    fn the_summary_ends_with_one_plain_line() {
        let second = Duration::from_millis(1200);
        let outcomes = [("fmt", Outcome::Passed(second)), ("tests", Outcome::Failed(second))];
        let expected = "\
fmt             1.2 s  passed
tests           1.2 s  FAILED
all             2.4 s

steps: 1 passed, 1 failed
";
        assert_eq!(summary(&outcomes, second * 2), expected);
    }

    #[test]
    fn steps_are_chosen_by_name() {
        let names = |only: &[&str]| {
            chosen(steps(), only)
                .map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["fmt", "text"]), Ok(vec!["text", "fmt"]));
        assert_eq!(names(&[]).map(|all| all.last().copied()), Ok(Some("tests")));
        assert!(names(&["nothing"]).is_err_and(|error| error.contains("fmt, packages, clippy")));
    }
}
