//! `dicehouse licences`: what the program is made of, and under which licences.

use std::collections::BTreeMap;

use clap::Args;
use serde::Serialize;

use crate::layout::{heading, paragraph};
use crate::output;

/// List the packages that are built into the program, with their licences
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LicencesArgs {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse licences
  dicehouse licences --json";

/// One package a line: name, version and licence. `cargo xtask licences` writes it from the lock files.
const LIST: &str = include_str!("../../licences.txt");

/// A package that is built in.
#[derive(Serialize)]
struct Package {
    name: &'static str,
    version: &'static str,
    licence: &'static str,
}

/// Runs `dicehouse licences`.
pub fn run(args: &LicencesArgs) -> anyhow::Result<()> {
    let packages: Vec<Package> = LIST.lines().filter_map(package).collect();
    if args.json {
        return output::print_json(&packages);
    }
    let mut by_licence: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Package { name, version, licence } in &packages {
        by_licence.entry(licence).or_default().push(format!("{name}\u{a0}{version}"));
    }
    let width = output::width();
    let mut text = paragraph(
        "",
        &format!(
            "Dicehouse {} is free software under MIT or Apache-2.0, at your choice. It is built with these {} packages:",
            crate::VERSION,
            packages.len()
        ),
        width,
    );
    for (licence, names) in by_licence {
        text.push('\n');
        text.push_str(&heading(licence));
        text.push_str(&paragraph("  ", &names.join(", "), width).replace('\u{a0}', " "));
    }
    output::print(&text)
}

fn package(line: &'static str) -> Option<Package> {
    let mut fields = line.split('\t');
    Some(Package { name: fields.next()?, version: fields.next()?, licence: fields.next()? })
}
