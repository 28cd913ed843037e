//! How beginners do at each level.

use dicehouse_measure::{LevelShare, NOVICES, levels, levels_of};
use dicehouse_rules::GameKind;

use super::BotsArgs;
use crate::output::{self, HEADING, NAME};
use crate::progress::bar;

/// Games of each beginner at each table when nobody says how many.
const GAMES: u64 = 240;

/// Prints how often beginners win at each level.
pub fn run(args: &BotsArgs, game: GameKind) -> anyhow::Result<()> {
    let games = args.games.unwrap_or(GAMES);
    let bar = bar(levels_of(game) as u64, "playing");
    let mut all: Vec<LevelShare> = Vec::new();
    let played = levels(game, games, args.seed, &mut |share| {
        bar.set_message(format!("{} at {}, {}", share.rules, share.players, share.level));
        bar.inc(1);
        all.push(share.clone());
    });
    bar.finish_and_clear();
    played?;
    if args.json {
        return output::print_json(&all);
    }
    let mut text = format!("{HEADING}The beginners{HEADING:#}\n");
    for novice in &NOVICES {
        text.push_str(&format!("  {NAME}{:<9}{NAME:#} {}\n", novice.name, novice.about));
    }
    text.push_str(&format!(
        "\n{HEADING}{game}: games won of {games} each, in percent, seed {}{HEADING:#}\n",
        args.seed
    ));
    for LevelShare { rules, players, level, company, won, mean } in &all {
        let each: String = won.iter().map(|(_, won)| format!("{won:>6.1}")).collect();
        let company = company.join(", ");
        let level = level.name();
        text.push_str(&format!(
            "  {rules:<7} {players} players  {NAME}{level:<7}{NAME:#}{each}  mean {mean:>5.1}  {company}\n"
        ));
    }
    output::print(&text)
}
