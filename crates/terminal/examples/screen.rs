//! Plays on the screen without the rest of the program: `cargo run --example screen [GAME PRESET]`.
#[path = "../tests/common/mod.rs"]
mod common;

use dicehouse_rules::GameKind;
use dicehouse_terminal::screen::{self, Look, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let game = args.next().and_then(|name| GameKind::named(&name));
    let preset = args.next();
    let people: Vec<String> = args.next().map_or(vec!["Ann".into()], |p| {
        p.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect()
    });
    let bots: Vec<String> = args
        .next()
        .map_or(vec![], |p| p.split(',').filter(|n| !n.is_empty()).map(str::to_owned).collect());
    let look = Look {
        color: std::env::var_os("NO_COLOR").is_none(),
        ascii: std::env::var_os("ASCII").is_some(),
    };
    let plan = game.map(|game| {
        let preset =
            preset.unwrap_or_else(|| game.presets().next().map_or("", |p| p.name).to_owned());
        let people: Vec<&str> = people.iter().map(String::as_str).collect();
        let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
        common::plan(game, &preset, &people, &bots)
    });
    let mut house = common::TestHouse::new(7);
    screen::play(&mut house, plan, Settings { look, ..Settings::default() })?;
    Ok(())
}
