//! Who led, and when that changed for the last time.

use dicehouse_rules::{Game, Seat, View, Viewer};
use dicehouse_table::record::Playback;

use crate::narrator::Narrator;
use crate::tells;

/// The last time somebody took the lead, and for good. `None` where nobody ever led, or where the win is shared.
pub(super) fn turning_point(playback: &Playback, narrator: &Narrator) -> Option<String> {
    let mut turned = None;
    let mut leader = None;
    for pair in playback.positions.windows(2) {
        let [before, after] = pair else { continue };
        let now = leads(&after.game);
        if now.is_some() && now != leader {
            // The game may stand in the next round already.
            let round = before.game.view(Viewer::Public).round();
            turned = now.map(|seat| (seat, round));
            leader = now;
        }
    }
    let (seat, round) = turned?;
    let end = playback.positions.last()?;
    if end.game.standing().is_some_and(|standing| standing.winners().len() > 1) {
        return None;
    }
    Some(tells!(narrator, seat, "story.took-lead", round = round))
}

/// Who has the most dice or points, if somebody has more than all others; at the end who has won.
fn leads(game: &Game) -> Option<Seat> {
    if let Some(standing) = game.standing() {
        let winners = standing.winners();
        return winners.nth(0).filter(|_| winners.len() == 1);
    }
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
