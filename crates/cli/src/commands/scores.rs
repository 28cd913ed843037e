//! `dicehouse scores`: who has won how often, at this computer.

use clap::Args;
use dicehouse_rules::GameKind;
use dicehouse_store::blocking::Store;
use dicehouse_store::{LeaderboardQuery, LeaderboardRow};
use serde::Serialize;

use crate::layout::{Table, heading};
use crate::output;
use crate::problem::Problem;
use crate::ruleset_arg;
use dicehouse_home::disk::{data_dir, open_store};

/// Show how often everyone has won here
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ScoresArgs {
    /// liars, claims or pairs; all of them when left out
    game: Option<String>,
    /// Only games with this preset
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
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
  dicehouse scores liars --rules perudo
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
    let games = match &args.game {
        Some(name) => vec![ruleset_arg::game(name)?],
        None => GameKind::ALL.to_vec(),
    };
    let data = data_dir().ok_or_else(|| {
        Problem::failure("no results are kept, because there is no home folder")
            .hints(["set XDG_DATA_HOME to a folder".to_owned()])
    })?;
    let store = open_store(&data).map_err(Problem::failure)?;
    let mut boards = Vec::new();
    for game in games {
        for solo in [false, true] {
            let rows = rows(&store, args, game, solo)?;
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

fn rows(store: &Store, args: &ScoresArgs, game: GameKind, solo: bool) -> anyhow::Result<Vec<Row>> {
    let query = LeaderboardQuery {
        preset: args.rules.clone(),
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
