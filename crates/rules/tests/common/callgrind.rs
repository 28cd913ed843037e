//! Instructions of a benchmark, counted by callgrind in a run of that very program.

use std::process::Command;

/// Whether valgrind is installed.
pub fn is_here() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|out| out.status.success())
}

/// Instructions per act: `arguments` makes this program play a number of games and print how many acts they had. The difference
/// between two runs is free of the program's start. `None` when callgrind did not run.
pub fn per_act(games: [u32; 2], arguments: impl Fn(u32) -> Vec<String>) -> Option<f64> {
    let [few, many] = games.map(|games| run(&arguments(games)));
    let ((few, few_acts), (many, many_acts)) = (few?, many?);
    (many_acts > few_acts).then(|| (many - few) as f64 / (many_acts - few_acts) as f64)
}

/// Instructions of a whole run of this program, and the acts it played.
fn run(arguments: &[String]) -> Option<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(arguments)
        .output()
        .ok()?;
    let acts = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    // "==123== Collected : 4567"
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected = log.lines().find_map(|line| line.split_once("Collected :"))?.1;
    Some((collected.trim().parse().ok()?, acts))
}
