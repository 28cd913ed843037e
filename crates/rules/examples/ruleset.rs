//! Rules are data: a ruleset from TOML, what its options take, and an error that helps.
#![allow(clippy::print_stdout, reason = "an example shows something")]

use dicehouse_rules::Ruleset;

const HOUSE_RULES: &str = r#"
game = "liars"
preset = "perudo"
dice = 4
palifico = false
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ruleset = Ruleset::from_toml(HOUSE_RULES)?;
    println!("{ruleset}");
    for option in ruleset.game().options() {
        println!("  {}: {}; {}", option.name, option.about, option.allowed);
    }
    if let Err(error) = ruleset.with(&[("faces", "1")]) {
        println!("{error}");
    }
    Ok(())
}
