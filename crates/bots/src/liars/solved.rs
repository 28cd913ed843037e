//! The ends of games that are solved, for those who judge the play of others.

use std::sync::LazyLock;

use dicehouse_rules::liars::LiarsView;
use dicehouse_solver::matches::{Endgames, RoundOutlook};

/// More finely solved than what `master` plays by: a loss of a hundredth is to be told from none.
static SOLVED: LazyLock<Endgames> = LazyLock::new(Endgames::fine);

/// What every act is worth to the viewer, whose turn it is, in a round that is solved.
pub fn liars_solved(view: &LiarsView<'_>) -> Option<RoundOutlook> {
    SOLVED.outlook(view)
}

/// The winning chance of who opens the next round, where it is solved.
pub fn liars_opener_wins(view: &LiarsView<'_>) -> Option<f64> {
    SOLVED.winning_chance(view)
}
