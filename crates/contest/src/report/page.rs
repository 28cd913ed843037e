//! The page of a report.

use std::fmt::Write as _;

use dicehouse_rules::Cause;
use dicehouse_stats::SprtDecision;

use super::html::{Cell, escape, section, table};
use super::over_time::over_time;
use super::svg::{Dot, Stack, dots, stacks};
use super::{Conditions, Report, Standings, figures};
use crate::config::DiceFrom;
use crate::runner::Ended;
use crate::schedule::Format;

const STYLE: &str = include_str!("style.css");
const SORT: &str = include_str!("sort.js");

pub(super) fn page(report: &Report<'_>) -> String {
    let standings = report.standings;
    let title = format!("Contest: {}", standings.rules());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escape(&title)
    );
    html.push_str(&head(report));
    html.push_str(&ranking(report));
    html.push_str(&ratings(standings));
    if standings.standings.len() > 1 {
        html.push_str(&cross_table(standings));
    }
    html.push_str(&over_time(report));
    html.push_str(&seats(standings));
    html.push_str(&faults(report));
    html.push_str(&thinking(report));
    html.push_str(&commands(standings));
    html.push_str(&parts(standings));
    html.push_str(&records(report));
    html.push_str(&notes(standings));
    let _ = write!(html, "</main>\n<script>\n{SORT}</script>\n</body>\n</html>\n");
    html
}

fn head(report: &Report<'_>) -> String {
    let standings = report.standings;
    let format = match standings.format {
        Some(Format::RoundRobin) => "round robin".to_owned(),
        Some(Format::Gauntlet) => "gauntlet".to_owned(),
        Some(Format::Swiss { rounds }) => format!("Swiss, {rounds} rounds"),
        Some(Format::Table) => "one table".to_owned(),
        Some(Format::Chosen) => "chosen tables".to_owned(),
        None => format!("{} contests together", standings.parts.len()),
    };
    let ended = match standings.ended {
        Ended::Finished => "finished",
        Ended::Decided => "ended early by the test",
        Ended::Stopped => "stopped before its end",
    };
    let winner = standings.standings.first().map_or(String::new(), |row| row.name.clone());
    let mut html = format!(
        "<header>\n<p class=\"brand\">Dicehouse contest</p>\n<h1>{}</h1>\n<dl class=\"facts\">\n",
        escape(&standings.rules())
    );
    let of_conditions = |text: &dyn Fn(&Conditions) -> Option<String>| {
        standings.conditions.as_ref().and_then(text).unwrap_or_default()
    };
    let facts = [
        ("First", winner),
        ("Bots", standings.entrants.len().to_string()),
        ("Format", format),
        ("Seats", standings.seats.to_string()),
        ("Games", figures::count(standings.games)),
        ("Units", figures::count(standings.units)),
        ("Dice", dice_text(standings)),
        ("Each game", of_conditions(&|conditions| Some(conditions.deals_text().to_owned()))),
        ("State", ended.to_owned()),
        ("Written", report.written.map_or(String::new(), figures::date)),
        ("Rules", rules_text(standings)),
        ("Clock", of_conditions(&Conditions::clock_text)),
        ("Sandbox", of_conditions(&Conditions::sandbox_text)),
    ];
    for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
    }
    html.push_str("</dl>\n</header>\n");
    html
}

/// Whether the games of a unit had the same dice. Contests that were taken together do not say.
fn shared_dice(standings: &Standings) -> bool {
    standings.conditions.as_ref().is_none_or(|conditions| conditions.duplicate)
}

/// All options of the rules.
fn rules_text(standings: &Standings) -> String {
    let values = standings.ruleset.values();
    let texts: Vec<String> = values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    texts.join(", ")
}

fn dice_text(standings: &Standings) -> String {
    match standings.dice {
        None if !standings.parts.is_empty() => String::new(),
        None => "secret until the contest is over".to_owned(),
        Some(DiceFrom::Secret(_)) => {
            "from a secret drawn at random, opened in contest.json".to_owned()
        }
        Some(DiceFrom::Seed(seed)) => {
            format!(
                "repeatable on purpose, from seed {seed}: anyone who knew the seed could work out the dice"
            )
        }
    }
}

fn ranking(report: &Report<'_>) -> String {
    let standings = report.standings;
    // With two at a table a win share is a score.
    let tables = standings.seats > 2;
    let mut header = vec!["Bot", "#", "Elo", "Score"];
    header.extend(tables.then_some("Win share"));
    header.extend(["Weng–Lin", "Games", "Won", "Shared", "Stronger than the next"]);
    let header: Vec<String> = header.into_iter().map(String::from).collect();
    let rows = standings.standings.iter().map(|row| {
        let interval = &row.weng_lin.interval;
        let weng_lin = (
            figures::decimal(row.weng_lin.mu),
            format!("{} … {}", figures::decimal(interval.low), figures::decimal(interval.high)),
        );
        let mut cells = vec![
            Cell::name(&if row.gone { format!("{} (gone)", row.name) } else { row.name.clone() }),
            Cell::number(row.rank.to_string()),
            Cell::with_interval(figures::elo(row.elo.as_ref())),
            Cell::with_interval(figures::estimate(&row.score)),
        ];
        cells.extend(tables.then(|| Cell::with_interval(figures::estimate(&row.share))));
        cells.push(Cell::with_interval(weng_lin));
        let counts = [row.games, row.wins, row.shared];
        cells.extend(counts.map(|count| Cell::number(figures::count(count))));
        cells.push(Cell::number(row.stronger_than_next.map_or(String::new(), figures::percent)));
        cells
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let mut content = String::new();
    if let Some(difference) = &standings.difference {
        let _ = writeln!(
            content,
            "<p class=\"verdict\">{} is <strong>{}</strong> Elo points against {} (95&nbsp;%: {}), \
             stronger with a likelihood of <strong>{}</strong>.</p>",
            escape(&standings.entrants[0]),
            figures::signed(difference.elo),
            escape(&standings.entrants[1]),
            figures::elo_interval(&difference.interval),
            figures::percent(difference.los),
        );
    }
    if let Some(sprt) = &standings.sprt {
        let decision = match sprt.decision {
            SprtDecision::Continue => "The test is undecided",
            SprtDecision::AcceptH0 => "The test accepted the lower hypothesis",
            SprtDecision::AcceptH1 => "The test accepted the higher hypothesis",
        };
        let _ = writeln!(
            content,
            "<p class=\"verdict\">{decision}: the log-likelihood ratio is <strong>{}</strong>, \
             and the bounds are {} and {}.</p>",
            figures::decimal(sprt.llr),
            figures::decimal(sprt.lower),
            figures::decimal(sprt.upper),
        );
    }
    content.push_str(&table("Standings with 95 % intervals", &header, &rows));
    section("standings", "Standings", "", &content)
}

fn ratings(standings: &Standings) -> String {
    let rows = standings.standings.iter().map(|row| {
        let (elo, interval) = figures::elo(row.elo.as_ref());
        Dot {
            name: row.name.clone(),
            value: row.elo.map(|rating| rating.elo),
            interval: row.elo.map_or((0.0, 0.0), |r| (r.interval.low, r.interval.high)),
            title: format!("{}: {elo} ({interval})", row.name),
        }
    });
    let rows: Vec<Dot> = rows.collect();
    let zero = match standings.anchor {
        Some(anchor) => standings.name(anchor).to_owned(),
        None => "the mean of all bots".to_owned(),
    };
    let intro = format!(
        "Elo points, fitted to all results at once; {zero} is 0. Bars are 95\u{a0}% intervals, and run out of the \
         picture where the results give no limit."
    );
    let label = "Ratings with 95 % intervals; the figures are in the table of standings";
    section("ratings", "Ratings", &intro, &figure(&dots(label, &rows, 0.0, figures::tick)))
}

fn figure(svg: &str) -> String {
    format!("<figure tabindex=\"0\">\n{svg}</figure>\n")
}

/// With more bots than this, each cell of the cross table has one number, and the rest is in its title.
const FEW: usize = 8;

fn cross_table(standings: &Standings) -> String {
    let many = standings.standings.len() > FEW;
    let mut header = vec!["Bot".to_owned()];
    // Columns of numbers have room for a rank, not for a name.
    header.extend(standings.standings.iter().map(|row| match many {
        true => row.rank.to_string(),
        false => row.name.clone(),
    }));
    let rows = standings.standings.iter().map(|row| {
        let mut cells = vec![Cell::name(&match many {
            true => format!("{} {}", row.rank, row.name),
            false => row.name.clone(),
        })];
        cells.extend(standings.standings.iter().map(|column| {
            match standings.pair(row.entrant, column.entrant) {
                None => Cell::number(""),
                Some(pair) if many => {
                    let share = pair.score.mean.unwrap_or(0.5);
                    let title = format!(
                        "{} against {}: +{} ={} −{}, Elo {} ({}), stronger with {}",
                        row.name,
                        column.name,
                        pair.wins,
                        pair.ties,
                        pair.losses,
                        figures::signed(pair.elo.elo),
                        figures::elo_interval(&pair.elo.interval),
                        figures::percent(pair.elo.los),
                    );
                    Cell::number(format!("{:.0}", 100.0 * share)).titled(&title).tinted(share)
                }
                Some(pair) => {
                    let share = pair.score.mean.unwrap_or(0.5);
                    let lines = [
                        format!("+{} ={} −{}", pair.wins, pair.ties, pair.losses),
                        pair.pentanomial.map_or(String::new(), |counts| figures::five(&counts)),
                        format!("Elo {}", figures::signed(pair.elo.elo)),
                        figures::elo_interval(&pair.elo.interval),
                        format!("stronger: {}", figures::percent(pair.elo.los)),
                    ];
                    Cell::with_lines(&figures::percent(share), &lines).tinted(share)
                }
            }
        }));
        cells
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    if many {
        let intro = "The score in per cent of the bot in the row against the bot in the column, which has the number of its \
                     rank. More is in the title of each cell: point at it. A wide table can be scrolled sideways.";
        let table = table("Cross table", &header, &rows);
        let content = format!("<div class=\"many\">{table}</div>\n");
        return section("pairs", "Each against each", intro, &content);
    }
    let intro = "The score of the bot in the row against the bot in the column: how often it came in \
                 before it, with ties as a half. Below: games won, tied and lost; at tables of two in \
                 brackets how many pairs of games were worth 0, ½, 1, 1½ and 2 points; the difference in Elo \
                 with its 95\u{a0}% interval; and how likely the bot is stronger.";
    section("pairs", "Each against each", intro, &table("Cross table", &header, &rows))
}

fn seats(standings: &Standings) -> String {
    let mut sizes: Vec<u8> = standings.seat_shares.iter().map(|seat| seat.players).collect();
    sizes.dedup();
    let mut content = String::new();
    for players in sizes {
        let at_size = || standings.seat_shares.iter().filter(move |seat| seat.players == players);
        let rows: Vec<Dot> = at_size()
            .map(|seat| {
                let (mean, interval) = figures::estimate(&seat.share);
                Dot {
                    name: format!("Seat {}", seat.seat + 1),
                    value: seat.share.mean,
                    interval: (seat.share.interval.low, seat.share.interval.high),
                    title: format!("Seat {}: {mean} ({interval})", seat.seat + 1),
                }
            })
            .collect();
        let label = format!("Win share by seat at tables of {players}");
        let even = 1.0 / f64::from(players);
        let _ = writeln!(content, "<h3>{players} players</h3>");
        content.push_str(&figure(&dots(&label, &rows, even, figures::percent)));
        let mut header = vec!["Bot".to_owned(), "All seats".to_owned()];
        header.extend(at_size().map(|seat| format!("Seat {}", seat.seat + 1)));
        let mut rows: Vec<Vec<Cell>> = standings
            .standings
            .iter()
            .map(|row| {
                let all = row.by_players.iter().find(|summary| summary.players == players);
                let mut cells = vec![Cell::name(&row.name)];
                cells.push(all.map_or(Cell::text(""), |all| {
                    Cell::with_interval(figures::estimate(&all.summary.share))
                }));
                let seats = row.by_seat.iter().filter(|seat| seat.players == players);
                cells.extend(seats.map(|seat| Cell::with_interval(figures::estimate(&seat.share))));
                cells
            })
            .collect();
        let mut all = vec![Cell::name("Everybody"), Cell::number(figures::percent(even))];
        all.extend(at_size().map(|seat| Cell::with_interval(figures::estimate(&seat.share))));
        rows.push(all);
        content.push_str(&table(&label, &header, &rows));
    }
    let intro = match shared_dice(standings) {
        true => {
            "Every deal is played in every rotation of the seats, so all bots have had the same dice in the same \
             places. The differences between seats come from the rules."
        }
        false => {
            "All bots have sat in every place equally often. The differences between seats come from the rules, and \
             from chance."
        }
    };
    section("seats", "Win share by seat", intro, &content)
}

fn faults(report: &Report<'_>) -> String {
    let standings = report.standings;
    let all: u64 = standings.standings.iter().map(|row| row.faults.total()).sum();
    let forfeits: u64 = standings.standings.iter().map(|row| row.forfeits).sum();
    if all == 0 && forfeits == 0 {
        return section("faults", "Faults", "Nobody made a fault.", "");
    }
    let times = |row: &super::Row, cause: Cause| row.faults.of(cause);
    let legend = Cause::ALL.map(figures::cause);
    let bars: Vec<Stack> = standings
        .standings
        .iter()
        .map(|row| Stack {
            name: row.name.clone(),
            parts: Cause::ALL.iter().map(|cause| times(row, *cause) as f64).collect(),
        })
        .collect();
    let mut header = vec!["Bot".to_owned()];
    header.extend(legend.iter().map(|word| (*word).to_owned()));
    header.push("games forfeited".to_owned());
    let rows: Vec<Vec<Cell>> = standings
        .standings
        .iter()
        .map(|row| {
            let mut cells = vec![Cell::name(&row.name)];
            let counts = Cause::ALL.iter().map(|cause| figures::count(times(row, *cause)));
            cells.extend(counts.map(Cell::number));
            cells.push(Cell::number(figures::count(row.forfeits)));
            cells
        })
        .collect();
    let mut content = figure(&stacks("Faults by cause; the figures are below", &legend, &bars));
    content.push_str(&table("Faults by cause", &header, &rows));
    if !report.results.notes.is_empty() {
        let header = ["Bot", "Game", "What happened"].map(String::from);
        let rows: Vec<Vec<Cell>> = report
            .results
            .notes
            .iter()
            .map(|note| {
                let name = standings.entrants.get(note.bot as usize).map_or("?", String::as_str);
                vec![
                    Cell::name(name),
                    game_cell(report, note.game + 1),
                    Cell::text(&format!("{}: {}", note.cause.sentence(), note.detail)),
                ]
            })
            .collect();
        content.push_str("<h3>The first faults of each bot</h3>\n");
        content.push_str(&table("The first faults of each bot", &header, &rows));
    }
    let intro = "A fault costs what the rules say. A bot that makes too many forfeits the rest of its \
                 match and comes in last there.";
    section("faults", "Faults", intro, &content)
}

/// The number of a game, with a link where it was kept.
fn game_cell(report: &Report<'_>, game: u64) -> Cell {
    match report.records.iter().find(|record| record.game == game) {
        Some(record) => Cell::link(&figures::count(game), &record.way).sorted_by(game as f64),
        None => Cell::number(figures::count(game)),
    }
}

/// What each bot is.
fn commands(standings: &Standings) -> String {
    let Some(conditions) = &standings.conditions else { return String::new() };
    let header = ["Bot", "Run as", "Version"].map(String::from);
    let rows = standings.standings.iter().filter_map(|row| {
        let bot = conditions.bots.get(row.entrant.0 as usize)?;
        Some(vec![Cell::name(&row.name), Cell::text(&bot.run), Cell::text(&bot.version)])
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    section("bots", "Bots", "", &table("What each bot is", &header, &rows))
}

/// The contests that were taken together, each with its own report.
fn parts(standings: &Standings) -> String {
    /// The last ones: a ladder has thousands.
    const SHOWN: usize = 100;
    if standings.parts.is_empty() {
        return String::new();
    }
    let header = ["Contest", "Games", "Commitment"].map(String::from);
    let rows = standings.parts.iter().rev().take(SHOWN).map(|part| {
        let way = format!("{}/report.html", part.folder);
        let commitment: String = part.commitment.chars().take(16).collect();
        vec![
            Cell::link(&part.folder, &way).into_head(),
            Cell::number(figures::count(part.games)),
            Cell::text(&format!("{commitment}…")),
        ]
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let intro =
        "These results come from several contests. Each has its own report, records and secret.";
    section("parts", "Contests", intro, &table("Contests, the latest first", &header, &rows))
}

/// The records that were kept.
fn records(report: &Report<'_>) -> String {
    if report.records.is_empty() {
        return String::new();
    }
    let header = ["Game", "Seats", "Order"].map(String::from);
    let rows = report.records.iter().map(|record| {
        vec![
            game_cell(report, record.game).into_head(),
            Cell::text(&record.seats),
            Cell::text(&record.order),
        ]
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let intro =
        "The first games on record. Look at one with dicehouse watch, or open it on the page.";
    section("records", "Records", intro, &table("Records of games", &header, &rows))
}

fn thinking(report: &Report<'_>) -> String {
    let header = ["Bot", "Per move", "Moves", "In all"].map(String::from);
    let timing = report.timing();
    let rows: Vec<Vec<Cell>> = timing
        .entrants
        .iter()
        .map(|bot| {
            vec![
                Cell::name(&bot.name),
                Cell::number(figures::per_move(bot.ms_per_move))
                    .sorted_by(bot.ms_per_move.unwrap_or(0.0)),
                Cell::number(figures::count(bot.moves)),
                Cell::number(format!("{:.1}\u{a0}s", bot.seconds)),
            ]
        })
        .collect();
    section("thinking", "Thinking time", "", &table("Average thinking time", &header, &rows))
}

fn notes(standings: &Standings) -> String {
    let games = standings.seats;
    let unit = match shared_dice(standings) {
        true => format!("One deal played in all {games} rotations of the seats"),
        false => format!(
            "A round of {games} games in all rotations of the seats, each with its own dice,"
        ),
    };
    let text = format!(
        "<p>{unit} is one statistical unit; every \
         interval comes from the spread between units. The score of a bot is its points against each \
         opponent at the table (1 before it, ½ in the same place, 0 after it). The win share is 1 for \
         a game won alone and 1/k for a first place shared by k. Elo is fitted to all results at \
         once, in whatever order they came; Weng–Lin learns from one unit after the other.</p>\n\
         <p>With the same seed and the same bots, <code>dicehouse contest</code> plays the same games \
         again.</p>\n"
    );
    section("how", "How to read this", "", &text)
}
