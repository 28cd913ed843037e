//! `dicehouse doctor`: what works on this computer, what does not, and what to do about it.

mod disk;
mod finding;
mod reach;
mod screen;
mod tools;

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tokio::runtime::Builder;

use self::finding::{Finding, State};
use super::serve::address;
use crate::layout::{heading, paragraph};
use crate::output::{self, ERROR, HINT, NAME};
use crate::problem::Problem;
use crate::screen_args;

/// Say what works on this computer, what does not, and what to do about it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct DoctorArgs {
    /// Where a house would listen, as for `dicehouse serve`
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// Where a house keeps everything, as for `dicehouse serve`: a file, or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Terminal, data, port, page, browser, interpreters for bots, sandbox. Exit code 0 when
nothing is broken, 1 when something is; what not everybody needs is not broken.

Examples:
  dicehouse doctor
  dicehouse doctor --json
  dicehouse doctor --db postgres://dice@localhost/dice --listen 0.0.0.0:8080";

/// Everything that was found.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    /// Whether nothing is broken.
    healthy: bool,
    findings: Vec<Finding>,
}

/// Runs `dicehouse doctor`.
pub fn run(args: &DoctorArgs) -> anyhow::Result<()> {
    let runtime =
        Builder::new_current_thread().enable_all().build().context("cannot start the runtime")?;
    let mut findings = screen::look(&screen::Surroundings::here());
    findings.extend(runtime.block_on(disk::look(args.db.as_deref())));
    findings.extend(runtime.block_on(reach::look(args.listen)));
    findings.extend(tools::look());
    let broken = findings.iter().filter(|finding| finding.state == State::Broken).count();
    let report = Report { version: crate::VERSION, healthy: broken == 0, findings };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&text(&report, screen_args::speaks_utf8(), output::width()))?;
    }
    match broken {
        0 => Ok(()),
        1 => Err(Problem::failure("one thing is broken").into()),
        many => Err(Problem::failure(format!("{many} things are broken")).into()),
    }
}

/// The report for people: a heading for each part, a line for each finding, and what to do below it.
fn text(report: &Report, unicode: bool, width: usize) -> String {
    let mut text = String::new();
    let mut part = "";
    for finding in &report.findings {
        if finding.part != part {
            part = finding.part;
            text.push_str(&heading(part));
        }
        let (style, sign) = match (finding.state, unicode) {
            (State::Good, true) => (HINT, "✓"),
            (State::Good, false) => (HINT, "ok"),
            (State::Limited, _) => (NAME, "!"),
            (State::Broken, true) => (ERROR, "✗"),
            (State::Broken, false) => (ERROR, "XX"),
        };
        // The sign comes after wrapping: terminals do not agree how wide it is.
        let line = paragraph("  .. ", &format!("{}: {}", finding.name, finding.found), width);
        let space = if sign.len() == 2 { "" } else { " " };
        text.push_str(&line.replacen("..", &format!("{style}{sign}{style:#}{space}"), 1));
        if let Some(todo) = &finding.todo {
            text.push_str(&paragraph("       -> ", todo, width));
        }
    }
    let count = |state| report.findings.iter().filter(|finding| finding.state == state).count();
    text + &format!(
        "\nDicehouse {}: {} fine, {} limited, {} broken.\n",
        report.version,
        count(State::Good),
        count(State::Limited),
        count(State::Broken)
    )
}

#[cfg(test)]
mod tests {
    use super::finding::Part;
    use super::*;

    #[test]
    fn the_text_has_a_line_for_each_finding_and_what_to_do_below_it() {
        let (one, two) = (Part("One"), Part("Two"));
        let findings = vec![
            one.good("sky", "blue"),
            one.limited("sea", "calm", "wait for wind"),
            two.broken("boat", "it leaks", "mend it"),
        ];
        let report = Report { version: "1.2.3", healthy: false, findings };
        let plain = anstream::adapter::strip_str(&text(&report, false, 80)).to_string();
        let expected = "\
One
  ok sky: blue
  !  sea: calm
       -> wait for wind
Two
  XX boat: it leaks
       -> mend it

Dicehouse 1.2.3: 1 fine, 1 limited, 1 broken.
";
        assert_eq!(plain, expected);
    }
}
