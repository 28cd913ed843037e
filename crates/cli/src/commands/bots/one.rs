//! One bot: against every other, and how long it thinks.

use std::time::Instant;

use dicehouse_bots::{HouseBot, Roster};
use dicehouse_measure::{
    DecisionTimes, Duel, MeasureError, STRANGERS, Stranger, decision_times, duels_of, strangers_of,
};
use dicehouse_rules::{GameKind, MAX_SEATS};

use super::BotsArgs;
use crate::layout::paragraph;
use crate::output::{self, HEADING, NAME};
use crate::problem::Problem;
use crate::progress::bar;

/// Games of a duel, and of a table that is timed, when nobody says how many.
const GAMES_OF_DUEL: u64 = 200;
const GAMES_TIMED: u64 = 20;

fn find(game: GameKind, bot: &str) -> Result<HouseBot, Problem> {
    Roster::find_for(game, bot).map_err(Problem::usage)
}

/// Prints how `bot` does against every other.
pub fn duels(args: &BotsArgs, game: GameKind, bot: &str) -> anyhow::Result<()> {
    against(args, find(game, bot)?, "the others", duels_of(game), dicehouse_measure::duels)
}

/// Prints how `bot` does against strangers.
pub fn strangers(args: &BotsArgs, game: GameKind, bot: &str) -> anyhow::Result<()> {
    let (bot, duels) = (find(game, bot)?, strangers_of(game));
    if duels > 0 && !args.json {
        output::print(&who_they_are())?;
    }
    against(args, bot, "strangers", duels, dicehouse_measure::strangers)
}

/// The strangers and their habits.
fn who_they_are() -> String {
    let habit = |stranger: &Stranger| {
        let Stranger { name, about, .. } = stranger;
        format!("  {NAME}{name:<9}{NAME:#} {about}\n")
    };
    let habits: String = STRANGERS.iter().map(habit).collect();
    format!("{HEADING}The strangers{HEADING:#}\n{habits}\n")
}

/// What plays all duels of a bot: the game, the bot, how many games, the seed, and who hears of each.
type Duels = fn(GameKind, &str, u64, u64, &mut dyn FnMut(&Duel)) -> Result<(), MeasureError>;

/// Prints how `bot` does against all of `others`, in so many duels.
fn against(
    args: &BotsArgs,
    bot: HouseBot,
    others: &str,
    duels: usize,
    play: Duels,
) -> anyhow::Result<()> {
    let game = bot.info().game;
    let games = args.games.unwrap_or(GAMES_OF_DUEL);
    let bar = bar(duels as u64, "playing");
    let mut all: Vec<Duel> = Vec::new();
    let played = play(game, bot.spec(), games, args.seed, &mut |duel| {
        bar.set_message(format!("{} against {}: {:.1} %", duel.rules, duel.against, duel.won));
        bar.inc(1);
        all.push(duel.clone());
    });
    bar.finish_and_clear();
    played?;
    if args.json {
        return output::print_json(&all);
    }
    let (name, seed) = (bot.spec(), args.seed);
    let mut text = format!(
        "{HEADING}{game}: {name} against {others}, {games} games of two, seed {seed}{HEADING:#}\n"
    );
    for duel in &all {
        text.push_str(&line(duel));
    }
    text.push_str(&paragraph("", &in_short(name, &all), output::width()));
    output::print(&text)
}

/// The worst result of each kind, and who did significantly better.
fn in_short(bot: &str, all: &[Duel]) -> String {
    let worst = |players: usize| {
        let alike = all.iter().filter(|duel| !duel.mixed && duel.players == players);
        alike.min_by(|one, other| one.won.total_cmp(&other.won))
    };
    let mut told = String::new();
    for (players, title) in [(2, "Worst against one"), (4, "against three copies")] {
        if let Some(Duel { rules, against, won, interval: [low, high], .. }) = worst(players) {
            let separator = if told.is_empty() { "" } else { "; " };
            told.push_str(&format!(
                "{separator}{title}: {won:.1} % ({low:.1} … {high:.1}), {against} under {rules}"
            ));
        }
    }
    let ahead: Vec<String> = all.iter().filter(|duel| duel.is_lost()).map(place).collect();
    match ahead.is_empty() {
        true => format!("{told}. {bot} loses significantly to none of these."),
        false => format!("{told}. {bot} loses significantly: {}.", ahead.join("; ")),
    }
}

/// Where a duel was.
fn place(duel: &Duel) -> String {
    let Duel { rules, players, against, .. } = duel;
    format!("{players} at a table with {against} under {rules}")
}

fn line(duel: &Duel) -> String {
    let Duel { rules, players, against, games, won, interval: [low, high], par, .. } = duel;
    let share = format!("{won:>5.1} % ({low:.1} … {high:.1}), par {par:.1}, {games} games");
    match &duel.best_other {
        None => {
            let copies = players - 1;
            format!("  {rules:<10} {copies} × {NAME}{against:<9}{NAME:#} {share}\n")
        }
        Some((best, [low, high])) => {
            let table = format!("{players} at a mixed table");
            format!(
                "  {rules:<10} {table}: {share}; best other {against} {best:.1} % ({low:.1} … {high:.1})\n"
            )
        }
    }
}

/// Prints how long the decisions of `bot` take.
pub fn times(args: &BotsArgs, game: GameKind, bot: &str) -> anyhow::Result<()> {
    let bot = find(game, bot)?;
    let games = args.games.unwrap_or(GAMES_TIMED);
    let begun = Instant::now();
    let now = || begun.elapsed();
    let sizes = [1, 2, 4, MAX_SEATS].into_iter().filter(|size| *size >= game.fewest_players());
    let tables: Vec<(&str, usize)> = game
        .presets()
        .flat_map(|preset| sizes.clone().map(move |size| (preset.name, size)))
        .collect();
    let bar = bar(tables.len() as u64, "timing");
    let mut all: Vec<DecisionTimes> = Vec::new();
    for (preset, players) in tables {
        bar.set_message(format!("{preset}, {players} at the table"));
        all.push(decision_times(&bot, preset, players, games, args.seed, &now)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        return output::print_json(&all);
    }
    let (name, seed) = (bot.spec(), args.seed);
    let mut text = format!(
        "{HEADING}{game}: decisions of {name} in {games} games each, seed {seed}, in ms{HEADING:#}\n"
    );
    for one in &all {
        let DecisionTimes { rules, players, decisions, median_ms, p99_ms, longest_ms, .. } = one;
        text.push_str(&format!(
            "  {rules:<10} {players:>2} players: median {median_ms:.1}, 99 % within {p99_ms:.1}, longest {longest_ms:.1} ({decisions} decisions)\n"
        ));
    }
    output::print(&text)
}
