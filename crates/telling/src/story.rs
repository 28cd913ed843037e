//! A player's own story of a game that is over: what went well, what did not, and when it turned.

use dicehouse_rules::{Act, Fact, Game, Seat, View, Viewer};
use dicehouse_table::Entry;
use dicehouse_table::record::{self, Playback};
use serde::Serialize;

use crate::narrator::{Narrator, facts};
use crate::verdict::Verdict;

/// What a player may want to know of a game that is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Story {
    /// The boldest lie that nobody called.
    pub best_bluff: Option<Told>,
    /// The wrong call that was least likely to be right.
    pub worst_call: Option<Told>,
    /// How many decisions were good ones, for all the player knew.
    pub good: usize,
    /// How many decisions can be judged.
    pub judged: usize,
    /// When the game turned.
    pub turning_point: Option<String>,
}

/// A moment of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The moment in words.
    pub text: String,
    /// How likely it was to go well.
    pub chance: f64,
    /// Where in the record it is.
    pub position: usize,
}

/// A decision of the player.
struct Decision {
    position: usize,
    round: u16,
    act: Act,
    verdict: Verdict,
}

impl Story {
    /// The story of the player in `seat`.
    pub fn of(playback: &Playback, seat: Seat) -> Story {
        let header = &playback.record.header;
        let narrator = Narrator::new(&header.ruleset, &header.seats, Some(seat));
        let decisions = decisions(playback, seat);
        let judged: Vec<bool> = decisions.iter().filter_map(|d| is_good(&d.verdict)).collect();
        Story {
            best_bluff: best_bluff(playback, &decisions),
            worst_call: worst_call(&decisions),
            good: judged.iter().filter(|good| **good).count(),
            judged: judged.len(),
            turning_point: turning_point(playback, &narrator),
        }
    }

    /// The story in sentences.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.best_bluff.as_ref().map(|told| format!("Best bluff: {}", told.text)));
        lines.extend(self.worst_call.as_ref().map(|told| format!("Worst call: {}", told.text)));
        if let Some(share) = (100 * self.good + self.judged / 2).checked_div(self.judged) {
            lines.push(format!(
                "Good decisions: {} of {} ({share} %), for all you knew.",
                self.good, self.judged
            ));
        }
        lines.extend(self.turning_point.as_ref().map(|when| format!("Turning point: {when}")));
        if lines.is_empty() {
            lines.push("Too short a game to tell a story of.".to_owned());
        }
        lines
    }
}

fn decisions(playback: &Playback, seat: Seat) -> Vec<Decision> {
    let own = playback.decisions().into_iter().filter(|decision| decision.seat == seat);
    let judged = |decision: record::Decision<'_>| {
        let act = decision.outcome.act()?;
        let verdict = Verdict::of(decision.before(), seat, act)?;
        let round = decision.before().view(Viewer::Public).round();
        Some(Decision { position: decision.at, round, act, verdict })
    };
    own.filter_map(judged).collect()
}

/// Whether a decision was good, for all the player knew; `None` where that cannot be said.
fn is_good(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Bid { chance, .. } | Verdict::Call { chance, .. } => Some(*chance >= 0.5),
        // Whether a claim is a good one depends on who answers; the answer is right or it is not.
        Verdict::Claim { .. } => None,
        Verdict::Answer { right, .. } => Some(*right),
    }
}

fn best_bluff(playback: &Playback, decisions: &[Decision]) -> Option<Told> {
    let bluffs = decisions.iter().filter(|decision| !was_called(playback, decision.position));
    let told = bluffs.filter_map(|decision| {
        let (chance, act) = match (&decision.verdict, decision.act) {
            (Verdict::Bid { truthful: false, chance }, Act::Bid(bid)) => (*chance, bid.spoken()),
            // The higher the claim, the better the bluff.
            (Verdict::Claim { truthful: false }, Act::Claim(sum)) => {
                (1.0 - f64::from(sum) / 100.0, format!("the claim of {sum}"))
            }
            _ => return None,
        };
        let text = format!("{act} in round {}: a lie, and nobody called it.", decision.round);
        Some(Told { text, chance, position: decision.position })
    });
    told.min_by(|a, b| a.chance.total_cmp(&b.chance))
}

/// Whether the next act after the position was a call.
fn was_called(playback: &Playback, position: usize) -> bool {
    let later = playback.positions.iter().skip(position + 1);
    let mut acts = later.flat_map(|position| facts(&position.entries)).filter_map(|f| match f {
        Fact::Acted { act, .. } => Some(act),
        _ => None,
    });
    matches!(acts.next(), Some(Act::Call | Act::Exact) | None)
}

fn worst_call(decisions: &[Decision]) -> Option<Told> {
    let told = decisions.iter().filter_map(|decision| {
        let (chance, text) = match decision.verdict {
            // A call that was likely to be right is bad luck, not a bad call.
            Verdict::Call { right: false, chance } if chance < 0.5 => {
                let percent = (chance * 100.0).round();
                (chance, format!("round {}: it had a chance of {percent} %.", decision.round))
            }
            Verdict::Answer { called: true, right: false } => {
                (0.5, format!("round {}: the claim was true.", decision.round))
            }
            _ => return None,
        };
        Some(Told { text, chance, position: decision.position })
    });
    told.min_by(|a, b| a.chance.total_cmp(&b.chance))
}

/// The last time the lead changed hands.
fn turning_point(playback: &Playback, narrator: &Narrator) -> Option<String> {
    let mut turned = None;
    let mut leader = None;
    for position in &playback.positions {
        let now = leads(&position.game);
        if now.is_some() && now != leader {
            let round = ended_round(&position.entries, &position.game);
            turned = leader.and(now).map(|seat| (seat, round)).or(turned);
            leader = now;
        }
    }
    let (seat, round) = turned?;
    let took = narrator.says(seat, "took the lead", "took the lead");
    Some(format!("in round {round} {} and kept it.", lower_first(&took)))
}

/// The round in which something happened: after it, the game may stand in the next one.
fn ended_round(entries: &[Entry], game: &Game) -> u16 {
    let shown = facts(entries).find_map(|fact| match fact {
        Fact::Showdown(showdown) => Some(showdown.round),
        _ => None,
    });
    shown.unwrap_or_else(|| game.view(Viewer::Public).round())
}

fn lower_first(text: &str) -> String {
    match text.strip_prefix("You ") {
        Some(rest) => format!("you {rest}"),
        None => text.to_owned(),
    }
}

/// Who has the most dice or points, if somebody has more than all others.
fn leads(game: &Game) -> Option<Seat> {
    let standing: Vec<(Seat, i32)> = match game.view(Viewer::Public) {
        View::Liars(view) => view.dice.iter().map(|(seat, n)| (seat, (*n).into())).collect(),
        View::Claims(view) => view.scores.iter().map(|(seat, n)| (seat, (*n).into())).collect(),
        View::Pairs(view) => view.totals.iter().map(|(seat, n)| (seat, *n)).collect(),
    };
    let most = standing.iter().map(|(_, n)| *n).max()?;
    let mut leaders = standing.iter().filter(|(_, n)| *n == most);
    let first = leaders.next()?;
    leaders.next().is_none().then_some(first.0)
}
