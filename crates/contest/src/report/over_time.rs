//! The part of a report that shows how the results came about.

use super::html::section;
use super::lines::{Frame, Series, lines};
use super::{Report, Standings, figures};
use crate::runner::Moment;

/// Ratings, ranks and the test over time; nothing when there is nothing to see.
pub(super) fn over_time(report: &Report<'_>) -> String {
    let standings = report.standings;
    if standings.history.len() < 2 {
        return String::new();
    }
    let mut content = String::from("<h3>Elo</h3>\n");
    content.push_str(&elo(standings));
    if standings.entrants.len() > 2 {
        content.push_str("<h3>Places</h3>\n");
        content.push_str(&places(standings));
    }
    if standings.sprt.is_some() {
        content.push_str("<h3>The test</h3>\n");
        content.push_str(&test(standings));
    }
    let intro =
        "The figures after the games played so far. The right end agrees with the tables above.";
    section("time", "Over time", intro, &content)
}

fn figure(svg: &str) -> String {
    format!("<figure tabindex=\"0\">\n{svg}</figure>\n")
}

/// One line for each bot, the best first.
fn by_bot(standings: &Standings, value: impl Fn(&Moment, usize) -> Option<f64>) -> Vec<Series> {
    let series = standings.standings.iter().map(|row| {
        let entrant = row.entrant.0 as usize;
        let points = standings.history.iter();
        let points = points.map(|moment| (moment.games as f64, value(moment, entrant)));
        Series { name: row.name.clone(), points: points.collect() }
    });
    series.collect()
}

fn rating(moment: &Moment, entrant: usize) -> Option<f64> {
    moment.elo.get(entrant).copied().flatten()
}

fn elo(standings: &Standings) -> String {
    let label =
        "Elo of each bot over the games played; the last figures are in the table of standings";
    let frame = Frame { label, below: "games", marks: &[], downwards: false };
    figure(&lines(&frame, &by_bot(standings, rating), figures::tick))
}

fn places(standings: &Standings) -> String {
    let place = |moment: &Moment, entrant: usize| {
        let own = rating(moment, entrant)?;
        let better = moment.elo.iter().flatten().filter(|other| **other > own).count();
        Some(better as f64 + 1.0)
    };
    let label =
        "Place of each bot over the games played; the last ones are in the table of standings";
    let frame = Frame { label, below: "games", marks: &[], downwards: true };
    figure(&lines(&frame, &by_bot(standings, place), |value| format!("{value:.0}")))
}

fn test(standings: &Standings) -> String {
    let Some(sprt) = &standings.sprt else { return String::new() };
    let points = standings.history.iter().map(|moment| (moment.games as f64, moment.llr));
    let series = [Series { name: "ratio".to_owned(), points: points.collect() }];
    let marks = [(sprt.upper, "higher hypothesis"), (sprt.lower, "lower hypothesis")];
    let label = "Log-likelihood ratio of the test over the games played, and its bounds";
    let frame = Frame { label, below: "games", marks: &marks, downwards: false };
    figure(&lines(&frame, &series, figures::tick))
}
