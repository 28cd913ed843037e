//! What is to be seen of a player of `claims`.

use dicehouse_rules::claims::{ClaimsView, RollTime};
use dicehouse_rules::{Dice, Fact, Seat};
use dicehouse_table::Entry;

use dicehouse_telling::say;

use crate::screen::format::signed;
use crate::screen::table::scene::{Scene, Stage};
use crate::screen::widgets::seat::{Card, OnTable};

/// What is to be seen of a player.
pub(super) fn card(scene: &Scene<'_>, view: &ClaimsView<'_>, seat: Seat) -> Card {
    let mut news = None;
    let mut shown = view.shown.filter(|_| view.claimant == Some(seat));
    if let Stage::Exchange(step, entries) = scene.stage {
        if step >= 1 {
            shown = shown.or(dice_shown(seat, entries));
        }
        if step >= 2 {
            news = scored(seat, entries);
        }
    }
    let open = scene.open.and_then(|open| open.get(seat).copied()).filter(|hand| !hand.is_empty());
    let rolled = match view.rules.roll {
        RollTime::RoundStart => view.contenders.contains(seat),
        RollTime::EachTurn => view.claimant == Some(seat),
    };
    let front = match scene.opened(seat).or(shown).or(open) {
        Some(dice) => OnTable::Open(dice),
        None if rolled => OnTable::Cup(view.rules.dice),
        None => OnTable::Nothing,
    };
    let score = view.scores.get(seat).copied().unwrap_or(0);
    let leads = score > 0 && view.scores.values().all(|other| *other <= score);
    let points = say!(scene.language(), "table.points", n = score);
    let mut info = format!("{}{points}", if leads { "▲ " } else { "" });
    if view.cards.contains(seat) {
        info.push_str(" ♦");
    }
    if let Some(won) = view.games_won.get(seat).filter(|won| **won > 0) {
        info.push_str(&format!(" ★{won}"));
    }
    Card {
        name: scene.name(seat).to_owned(),
        turn: !scene.is_telling() && scene.due.contains(seat),
        out: !view.contenders.contains(seat),
        front,
        lost: 0,
        info,
        news,
    }
}

/// The dice `seat` had to show, if it had.
fn dice_shown(seat: Seat, entries: &[Entry]) -> Option<Dice> {
    entries.iter().find_map(|entry| match entry {
        Entry::Event(event) => match event.fact {
            Fact::ClaimShown { seat: who, dice, .. } if who == seat => Some(dice),
            _ => None,
        },
        _ => None,
    })
}

/// What `seat` scored, in a few words, and whether it is good.
fn scored(seat: Seat, entries: &[Entry]) -> Option<(String, bool)> {
    let mut total = None;
    for entry in entries {
        if let Entry::Event(event) = entry
            && let Fact::Scored { seat: who, change, score } = event.fact
            && who == seat
        {
            total = Some((change, score));
        }
    }
    let (change, score) = total?;
    Some((format!("{} → {score}", signed(change.into())), change >= 0))
}
