//! A review as a page that needs nothing else: no script, no font, no picture from elsewhere.

mod chart;

use std::fmt::Write as _;

use crate::shape::{Considered, DecisionReview, PlayerReview, Review};
use crate::words::percent;

use dicehouse_table::Escaped;
use dicehouse_telling::Language;

const STYLE: &str = include_str!("style.css");
/// Nothing is loaded and nothing is run, whatever is written in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

impl Review {
    /// The review as a page.
    pub fn html(&self) -> String {
        let title = self.title();
        let title = Escaped(&title);
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>Review: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>Review</h1>\n<p class=\"soft\">{title}</p>\n"
        );
        html.push_str("<h2>Winning chances</h2>\n");
        html.push_str(&chart::chart(self));
        html.push_str("<h2>Players</h2>\n");
        html.push_str(&players(self));
        html.push_str("<h2>Key moments</h2>\n");
        html.push_str(&moments(self));
        html.push_str("<h2>Every decision</h2>\n");
        html.push_str(&rounds(self));
        let _ = write!(
            html,
            "<footer>Game {}. Winning chances in the chart are those of somebody who sees all dice; \
             the others are for what the player knew.</footer>\n</main>\n</body>\n</html>\n",
            Escaped(self.id.as_str())
        );
        html
    }
}

fn players(review: &Review) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table>\n<tr><th scope=\"col\">player</th><th scope=\"col\">accuracy</th>\
         <th scope=\"col\">?!</th><th scope=\"col\">?</th><th scope=\"col\">??</th>\
         <th scope=\"col\">given away</th></tr>\n",
    );
    for PlayerReview { seated, accuracy, marks, loss, .. } in &review.players {
        let accuracy = accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{accuracy}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td></tr>",
            Escaped(&seated.name),
            marks.inaccuracies,
            marks.mistakes,
            marks.blunders,
            100.0 * loss
        );
    }
    html.push_str(
        "</table></div>\n<p class=\"soft\">?! inaccuracy, ? mistake, ?? blunder. Accuracy falls with the \
         winning chance given away; decisions with only one legal act do not count.</p>\n",
    );
    html
}

fn moments(review: &Review) -> String {
    if review.moments.is_empty() {
        return "<p>No decision stood out.</p>\n".to_owned();
    }
    let mut html = String::from("<ol>\n");
    for moment in &review.moments {
        let Some(decision) = review.decision(moment.decision) else { continue };
        let _ = writeln!(
            html,
            "<li class=\"moment\">{}<p>{} <a class=\"soft\" href=\"#d{}\">more</a></p></li>",
            head(review, decision),
            Escaped(review.sentence(decision)),
            decision.number
        );
    }
    html.push_str("</ol>\n");
    html
}

fn rounds(review: &Review) -> String {
    let mut html = String::new();
    for decisions in review.decisions.chunk_by(|one, other| one.round == other.round) {
        let marks = decisions.iter().filter_map(|decision| decision.mark);
        let mut marks: Vec<&str> = marks.map(|mark| mark.sign()).collect();
        marks.sort_unstable();
        let open = if marks.is_empty() { "" } else { " open" };
        let round = decisions.first().map_or(0, |decision| decision.round);
        let _ = writeln!(
            html,
            "<details{open}><summary>Round {round} <span class=\"soft\">{}</span></summary>",
            marks.join(" ")
        );
        for decision in decisions {
            html.push_str(&article(review, decision));
        }
        html.push_str("</details>\n");
    }
    html
}

/// Who did what, and how it is marked.
fn head(review: &Review, decision: &DecisionReview) -> String {
    let did = match (decision.act, decision.fault) {
        (Some(act), _) => act.to_string(),
        (None, Some(_)) => "fault".to_owned(),
        (None, None) => String::new(),
    };
    let mark = decision.mark.map_or_else(String::new, |mark| {
        format!(
            "<span class=\"mark {}\">{} {}, −{:.1} %</span>",
            mark.name(),
            mark.sign(),
            mark.name(),
            100.0 * decision.loss
        )
    });
    let by = decision.by.as_ref().map_or_else(String::new, |by| {
        format!(" <span class=\"soft\">({})</span>", Escaped(&by.bot))
    });
    format!(
        "<div class=\"head\"><span class=\"soft\">{}.</span><span>{}{by}</span>\
         <span class=\"act\">{}</span>{mark}</div>",
        decision.number,
        Escaped(review.name(decision.seat)),
        Escaped(did)
    )
}

fn article(review: &Review, decision: &DecisionReview) -> String {
    let mut html = format!("<article class=\"decision\" id=\"d{}\">\n", decision.number);
    html.push_str(&head(review, decision));
    let _ = writeln!(html, "<p>{}</p>", Escaped(review.sentence(decision)));
    if let Some(truth) = decision.truth {
        let is_true = if truth.is_true { "true" } else { "false" };
        let _ = writeln!(
            html,
            "<p class=\"soft\">{}: {} by the dice alone, {} with what was heard; all dice seen it was {is_true}.</p>",
            Escaped(truth.of.to_string()),
            percent(truth.by_dice, Language::English),
            percent(truth.believed, Language::English),
        );
    }
    if !decision.options.is_empty() {
        html.push_str(&options(decision));
    }
    html.push_str("</article>\n");
    html
}

fn options(decision: &DecisionReview) -> String {
    let scores = decision.options.iter().any(|option| option.score.is_some());
    let score_head = if scores { "<th scope=\"col\">points</th>" } else { "" };
    let mut html = format!(
        "<div class=\"scroll\"><table class=\"options\">\n<tr><th scope=\"col\">act</th>\
         <th scope=\"col\">winning chance</th>{score_head}<th scope=\"col\">played</th></tr>\n"
    );
    for option in &decision.options {
        html.push_str(&row(option, Some(option.act) == decision.act));
    }
    html.push_str("</table></div>\n");
    html
}

fn row(option: &Considered, done: bool) -> String {
    let (class, sign) = if done { (" class=\"done\"", " ◀") } else { ("", "") };
    let score = option.score.map_or_else(String::new, |score| format!("<td>{score:.0}</td>"));
    format!(
        "<tr{class}><td>{}{sign}</td><td class=\"win\" style=\"--w:{:.1}\">{:.1} %</td>{score}<td>{}</td></tr>\n",
        Escaped(option.act.to_string()),
        100.0 * option.win,
        100.0 * option.win,
        percent(option.often, Language::English)
    )
}
