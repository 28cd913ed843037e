//! A world that fails, cut down to what it takes to fail.

use super::plan::{Action, Plan};
use super::world::World;

/// How many smaller worlds are tried.
const TRIES: usize = 250;

/// What is known about a seed that fails.
pub fn report(plan: Plan, wrong: &str) -> String {
    let seed = plan.seed;
    let before = plan.actions.len();
    let small = shrink(plan);
    let (result, trace) = World::new(small.clone(), true).run();
    let wrong_now = result.err().unwrap_or_else(|| wrong.to_owned());
    let mut text = format!("seed {seed} fails: {wrong}\n");
    text.push_str(&format!(
        "What is left of it: {} of {before} actions, {} people, {:?}\n{wrong_now}\n",
        small.actions.len(),
        small.people,
        small.network
    ));
    for action in &small.actions {
        text.push_str(&format!("  at {:>6} {:?}\n", action.at, action.what));
    }
    let shown = trace.len().saturating_sub(60);
    text.push_str(&format!("The last {} lines of the trace:\n", trace.len() - shown));
    for line in &trace[shown..] {
        text.extend(line.chars().take(300));
        text.push('\n');
    }
    text
}

fn fails(plan: &Plan) -> bool {
    World::new(plan.clone(), false).run().0.is_err()
}

/// Leaves out more and more while the world still fails.
fn shrink(mut plan: Plan) -> Plan {
    let mut tries = 0;
    for calmer in [
        |plan: &mut Plan| plan.network.drops = 0,
        |plan: &mut Plan| plan.network.doubles = 0,
        |plan: &mut Plan| plan.network.slowest = 20,
    ] {
        let mut smaller = plan.clone();
        calmer(&mut smaller);
        if fails(&smaller) {
            plan = smaller;
        }
    }
    let mut size = plan.actions.len().div_ceil(2);
    while size > 0 && tries < TRIES {
        let mut start = 0;
        while start < plan.actions.len() && tries < TRIES {
            let mut smaller = plan.clone();
            let end = (start + size).min(plan.actions.len());
            let _: Vec<Action> = smaller.actions.drain(start..end).collect();
            tries += 1;
            if fails(&smaller) {
                plan = smaller;
            } else {
                start += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    plan
}
