//! A strategy as JSON lines.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;
use dicehouse_rules::{Act, Bid, Dice};
use dicehouse_solver::Side;
use dicehouse_solver::round::Solver;
use serde::Serialize;

use crate::problem::Problem;

/// More histories than this make a file that nobody reads.
const MOST_HISTORIES: u128 = 1 << 18;
/// Acts played less often than this are left out.
const LEAST_SHARE: f64 = 0.0005;

#[derive(Serialize)]
struct Decision<'a> {
    history: &'a [Bid],
    hand: &'a Dice,
    acts: Vec<(Act, f64)>,
}

/// Writes what is done after every history with every hand.
pub fn strategy(solver: &Solver, path: &Path) -> anyhow::Result<()> {
    let histories = solver.round().histories();
    if histories > MOST_HISTORIES {
        return Err(Problem::usage(format!(
            "{histories} histories are too many for a file: at most {MOST_HISTORIES} are written"
        ))
        .hints(["--match keeps large solutions as tables for the bots".to_owned()])
        .into());
    }
    let context = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(path).with_context(context)?);
    after(solver, &mut Vec::new(), &mut out).with_context(context)?;
    out.flush().with_context(context)
}

fn after(
    solver: &Solver,
    history: &mut Vec<Bid>,
    out: &mut BufWriter<File>,
) -> std::io::Result<()> {
    let round = solver.round();
    let hands = round.hands(Side::BOTH[history.len() % 2]);
    for index in 0..hands.len() {
        let hand = hands.dice(index);
        let mut acts = solver.mix(history, &hand).unwrap_or_default();
        acts.retain(|(_, share)| *share >= LEAST_SHARE);
        acts.iter_mut().for_each(|(_, share)| *share = (*share * 1e4).round() / 1e4);
        serde_json::to_writer(&mut *out, &Decision { history, hand: &hand, acts })?;
        out.write_all(b"\n")?;
    }
    for act in round.acts(history).unwrap_or_default() {
        if let Act::Bid(bid) = act {
            history.push(bid);
            after(solver, history, out)?;
            history.pop();
        }
    }
    Ok(())
}
