//! `dicehouse scores`: who has won how often, at this computer.

use clap::Args;
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_store::blocking::Store;
use dicehouse_store::{LeaderboardQuery, LeaderboardRow};
use serde::Serialize;

use crate::layout::{Table, heading};
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg::{self, GameArgs};
use dicehouse_home::disk::{RESULTS, data_dir, open_store};

/// Show how often everyone has won here
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ScoresArgs {
    /// The game, and a preset of it; all of them when left out
    #[command(flatten)]
    game: GameArgs,
    /// Show at most this many names
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// Print the tables as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse scores
  dicehouse scores liars perudo
  dicehouse scores --json";

/// The table of one game.
#[derive(Serialize)]
struct Board {
    game: GameKind,
    /// Games alone have no winner: they are ranked by score.
    solo: bool,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    kind: &'static str,
    games: u64,
    wins: u64,
    win_share: f64,
    mean_place: f64,
    best_score: Option<i64>,
    mean_score: Option<f64>,
    last_played: i64,
}

/// Runs `dicehouse scores`.
pub fn run(args: &ScoresArgs) -> anyhow::Result<()> {
    let games = match args.game.game() {
        Some(name) => vec![ruleset_arg::game(name)?],
        None => GameKind::ALL.to_vec(),
    };
    if let Some(preset) = args.game.rules() {
        is_preset(preset, &games)?;
    }
    let data = data_dir().ok_or_else(|| {
        Problem::failure("no results are kept, because there is no home folder")
            .hints(["set XDG_DATA_HOME to a folder".to_owned()])
    })?;
    // Looking makes no file: the folder may be one that can only be read.
    let played = data.join(RESULTS).exists();
    let store = played.then(|| open_store(&data)).transpose().map_err(Problem::failure)?;
    let mut boards = Vec::new();
    for game in games {
        for solo in [false, true] {
            let rows = match &store {
                Some(store) => rows(store, args, game, solo)?,
                None => Vec::new(),
            };
            boards.push(Board { game, solo, rows });
        }
    }
    if args.json {
        return output::print_json(&boards);
    }
    boards.retain(|board| !board.rows.is_empty());
    if boards.is_empty() {
        return output::print("No games yet. Play one: dicehouse play liars\n");
    }
    let tables: Vec<String> = boards.iter().map(table).collect();
    output::print(&tables.join("\n"))
}

/// Whether one of the games has this preset.
fn is_preset(preset: &str, games: &[GameKind]) -> Result<(), Problem> {
    let of = |game: &GameKind| Ruleset::preset(*game, preset);
    if games.iter().any(|game| of(game).is_ok()) {
        return Ok(());
    }
    let only = games.first().filter(|_| games.len() == 1);
    match only.map(of) {
        Some(Err(error)) => {
            Err(Problem::usage(&error).hints(ruleset_arg::hints(&error, only.copied())))
        }
        _ => Err(Problem::usage(format!("no game has a preset \"{preset}\""))
            .hints(["dicehouse rules lists the games and their presets".to_owned()])),
    }
}

fn rows(store: &Store, args: &ScoresArgs, game: GameKind, solo: bool) -> anyhow::Result<Vec<Row>> {
    let query = LeaderboardQuery {
        preset: args.game.rules().map(str::to_owned),
        solo,
        limit: args.limit,
        ..LeaderboardQuery::of(game.name())
    };
    Ok(store.leaderboard(&query)?.into_iter().map(Row::from).collect())
}

impl From<LeaderboardRow> for Row {
    fn from(row: LeaderboardRow) -> Row {
        Row {
            name: row.name,
            kind: row.kind.as_str(),
            games: row.games,
            wins: row.wins,
            win_share: row.win_share,
            mean_place: row.mean_place,
            best_score: row.best_score,
            mean_score: row.mean_score,
            last_played: row.last_played,
        }
    }
}

fn table(board: &Board) -> String {
    let alone = if board.solo { ", alone" } else { "" };
    let has_scores = board.rows.iter().any(|row| row.best_score.is_some());
    let mut columns = vec!["name", "", "games"];
    if !board.solo {
        columns.extend(["wins", "won", "mean place"]);
    }
    if has_scores {
        columns.extend(["best score", "mean score"]);
    }
    let score = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let row = |row: &Row| {
        let mut cells = vec![row.name.clone(), row.kind.to_owned(), row.games.to_string()];
        if !board.solo {
            cells.extend([
                row.wins.to_string(),
                format!("{:.1} %", row.win_share * 100.0),
                format!("{:.2}", row.mean_place),
            ]);
        }
        if has_scores {
            cells.extend([
                score(row.best_score.map(|best| best.to_string())),
                score(row.mean_score.map(|mean| format!("{mean:.1}"))),
            ]);
        }
        cells
    };
    let table = Table {
        columns: columns.iter().map(|&column| column.to_owned()).collect(),
        rows: board.rows.iter().map(row).collect(),
    };
    let text = table.with_numbers(2..columns.len()).render(output::width());
    heading(&format!("{}{alone}", board.game)) + &text
}
