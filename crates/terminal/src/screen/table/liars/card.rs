//! What is to be seen of a player of `liars`.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Fact, Seat};
use dicehouse_table::Entry;

use dicehouse_telling::{Language, text};

use super::is_told;
use crate::screen::table::scene::{Scene, Stage};
use crate::screen::widgets::seat::{Card, OnTable};

/// What is to be seen of a player.
pub(super) fn card(scene: &Scene<'_>, view: &LiarsView<'_>, seat: Seat) -> Card {
    let dice = view.dice.get(seat).copied().unwrap_or(0);
    let mut news = None;
    let front = match scene.stage {
        Stage::Showdown(showdown, step, entries) => {
            if is_told(showdown, step) {
                news = happened_to(seat, entries, scene.language());
            }
            match showdown.hands.get(seat) {
                Some(hand) if step >= 1 && !hand.is_empty() => OnTable::Open(hand.sorted()),
                _ => OnTable::Cup(dice),
            }
        }
        Stage::Opened(..) => match scene.opened(seat) {
            Some(dice) => OnTable::Open(dice),
            None => OnTable::Cup(dice),
        },
        _ => match scene.open.and_then(|open| open.get(seat).copied()) {
            Some(hand) if !hand.is_empty() => OnTable::Open(hand.sorted()),
            _ if dice == 0 => OnTable::Nothing,
            _ => OnTable::Cup(dice),
        },
    };
    if let Stage::Exchange(_, entries) = scene.stage {
        news = happened_to(seat, entries, scene.language());
    }
    let won = scene.seats.get(seat.index()).map_or(0, |seated| seated.games_won);
    Card {
        name: scene.name(seat).to_owned(),
        turn: !scene.is_telling() && scene.due.contains(seat),
        out: dice == 0 && !view.dice.values().all(|dice| *dice == 0),
        front,
        lost: view.lost.get(seat).copied().unwrap_or(0),
        info: if won > 0 { format!("★{won}") } else { String::new() },
        news,
    }
}

/// What happened to `seat`, in a few words, and whether it is good.
fn happened_to(seat: Seat, entries: &[Entry], language: Language) -> Option<(String, bool)> {
    let mut news = None;
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::DieLost { seat: who, .. } if who == seat => {
                news = Some((text!(language, "table.minus-die").to_owned(), false))
            }
            Fact::DieGained { seat: who, .. } if who == seat => {
                news = Some((text!(language, "table.plus-die").to_owned(), true))
            }
            Fact::Out { seat: who } if who == seat => {
                news = Some((text!(language, "table.minus-out").to_owned(), false))
            }
            _ => {}
        }
    }
    news
}
