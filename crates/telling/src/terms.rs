//! Words of the games, explained the first time they come up.

use std::collections::BTreeSet;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Fact, ThrowKind, View};
use dicehouse_table::Entry;
use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::narrator::facts;
use crate::text;

/// A word that a newcomer may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// A face that counts for every other.
    Wild,
    /// The round somebody opens with their last die.
    Palifico,
    /// The call that a bid is exactly right.
    Exact,
    /// Dice that land on top of each other.
    Stacked,
    /// The roll that decides who bids first.
    Opening,
    /// Games won before.
    GamesWon,
    /// The immunity card.
    Card,
    /// A round among players who share the lead.
    Elimination,
    /// A roll among players who share the lead.
    RollOff,
    /// A removed die that is not counted.
    FreeRide,
    /// The numbers a player removes.
    Removed,
}

impl Term {
    /// Every term.
    pub const ALL: [Term; 11] = [
        Term::Wild,
        Term::Palifico,
        Term::Exact,
        Term::Stacked,
        Term::Opening,
        Term::GamesWon,
        Term::Card,
        Term::Elimination,
        Term::RollOff,
        Term::FreeRide,
        Term::Removed,
    ];

    /// The word itself.
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Term::Wild => text!(language, "term.wild"),
            Term::Palifico => text!(language, "term.palifico"),
            Term::Exact => text!(language, "term.exact"),
            Term::Stacked => text!(language, "term.stacked"),
            Term::Opening => text!(language, "term.opening"),
            Term::GamesWon => text!(language, "term.games-won"),
            Term::Card => text!(language, "term.card"),
            Term::Elimination => text!(language, "term.elimination"),
            Term::RollOff => text!(language, "term.roll-off"),
            Term::FreeRide => text!(language, "term.free-ride"),
            Term::Removed => text!(language, "term.removed"),
        }
    }

    /// What it means.
    pub fn text(self, language: Language) -> &'static str {
        match self {
            Term::Wild => text!(language, "term.wild-text"),
            Term::Palifico => text!(language, "term.palifico-text"),
            Term::Exact => text!(language, "term.exact-text"),
            Term::Stacked => text!(language, "term.stacked-text"),
            Term::Opening => text!(language, "term.opening-text"),
            Term::GamesWon => text!(language, "term.games-won-text"),
            Term::Card => text!(language, "term.card-text"),
            Term::Elimination => text!(language, "term.elimination-text"),
            Term::RollOff => text!(language, "term.roll-off-text"),
            Term::FreeRide => text!(language, "term.free-ride-text"),
            Term::Removed => text!(language, "term.removed-text"),
        }
    }

    /// The terms that the table shows.
    fn on_the_table(view: &View<'_>) -> Vec<Term> {
        match view {
            View::Liars(view) => liars(view),
            View::Claims(view) => {
                let mut terms = Vec::new();
                terms.extend((!view.cards.is_empty()).then_some(Term::Card));
                let stars = view.games_won.values().any(|won| *won > 0);
                terms.extend(stars.then_some(Term::GamesWon));
                terms
            }
            View::Pairs(view) => {
                let removed = view.sheets.values().any(|sheet| !sheet.removed().is_empty());
                Vec::from_iter(removed.then_some(Term::Removed))
            }
        }
    }

    /// The term a fact is about.
    fn of(fact: &Fact) -> Option<Term> {
        match fact {
            Fact::Rolled { what: ThrowKind::OpenerDie, .. } => Some(Term::Opening),
            Fact::Rolled { what: ThrowKind::RollOff, .. } => Some(Term::RollOff),
            Fact::Stacked { .. } => Some(Term::Stacked),
            Fact::Round { palifico: true, .. } => Some(Term::Palifico),
            Fact::ClaimRound { elimination: Some(_), .. } => Some(Term::Elimination),
            Fact::Marked { free_ride: true, .. } => Some(Term::FreeRide),
            Fact::Rolled { .. }
            | Fact::Acted { .. }
            | Fact::Fault { .. }
            | Fact::Over { .. }
            | Fact::Round { .. }
            | Fact::Showdown(_)
            | Fact::DieLost { .. }
            | Fact::DieGained { .. }
            | Fact::Out { .. }
            | Fact::ClaimRound { .. }
            | Fact::ClaimShown { .. }
            | Fact::Scored { .. }
            | Fact::Tied { .. }
            | Fact::SplitRound { .. }
            | Fact::Decided { .. }
            | Fact::Marked { .. }
            | Fact::Finished { .. } => None,
        }
    }
}

fn liars(view: &LiarsView<'_>) -> Vec<Term> {
    let wild = view.wild.is_some().then_some(Term::Wild);
    let exact = view.rules.exact.is_some().then_some(Term::Exact);
    wild.into_iter().chain(exact).collect()
}

/// The terms somebody has had explained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Explained(BTreeSet<Term>);

impl Explained {
    /// The new terms in what happened and on the table, the most particular first. They count as
    /// explained from now on.
    pub fn meet(&mut self, entries: &[Entry], view: &View<'_>) -> Vec<Term> {
        let mut met: Vec<Term> = facts(entries).filter_map(|fact| Term::of(&fact)).collect();
        met.extend(Term::on_the_table(view));
        met.retain(|term| self.0.insert(*term));
        met
    }

    /// Counts what somebody has had explained elsewhere as explained here, too.
    pub fn learn(&mut self, other: &Explained) {
        self.0.extend(&other.0);
    }

    /// Whether nothing has been explained yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Game, GameKind, Ruleset, Seat, Viewer};

    #[test]
    fn every_term_is_explained_in_a_line_or_two() {
        for (language, term) in Language::ALL.iter().flat_map(|l| Term::ALL.map(|t| (*l, t))) {
            let text = term.text(language).chars().count();
            assert!((40..=160).contains(&text), "{language:?} {term:?}: {text}");
        }
    }

    #[test]
    fn a_term_is_explained_once() {
        let ruleset = Ruleset::preset(GameKind::Liars, "perudo").unwrap();
        let game = Game::new(&ruleset, 2).unwrap();
        let view = game.view(Viewer::Public);
        let round = Fact::Round { round: 1, opener: Seat::new(0).unwrap(), palifico: true };
        let mut explained = Explained::default();
        let met = explained.meet(&[Entry::Event(round.into())], &view);
        assert_eq!(met[0], Term::Palifico);
        assert!(met.contains(&Term::Exact));
        assert_eq!(explained.meet(&[Entry::Event(round.into())], &view), []);
        let kept = std::collections::BTreeMap::from([("explained", &explained)]);
        let text = toml::to_string(&kept).unwrap();
        assert!(text.contains("\"palifico\""), "{text}");
    }
}
