//! The keys of a table, in the last row of the screen.

use std::borrow::Cow;

use dicehouse_telling::{Language, say, text};
use ratatui::layout::Rect;

use super::asking::Asking;
use super::kind::Layout;
use super::phase::Phase;
use super::play::Play;
use crate::screen::action::Action;
use crate::screen::canvas::Canvas;
use crate::screen::settings::Settings;

/// A key, what it does, and what it asks for.
type Button = (&'static str, Cow<'static, str>, Action);

fn button(key: &'static str, does: impl Into<Cow<'static, str>>, action: Action) -> Button {
    (key, does.into(), action)
}

/// Draws the keys that mean something now.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    area: Rect,
    play: &Play,
    asking: Option<&Asking>,
    settings: &Settings,
) {
    // The window with the results has keys of its own.
    if play.shows_results() {
        return;
    }
    let buttons = match small_question(asking, settings.look.language) {
        Some(answers) => answers.into(),
        None => {
            let mut buttons = now(play, asking, settings);
            buttons.extend(of_the_table(play, asking, settings));
            buttons
        }
    };
    let buttons: Vec<(&str, &str, Action)> =
        buttons.iter().map(|(key, does, action)| (*key, does.as_ref(), action.clone())).collect();
    canvas.buttons(area, 0, &buttons);
}

/// The two answers while a decision is confirmed; nothing else is possible then.
fn small_question(asking: Option<&Asking>, language: Language) -> Option<[Button; 2]> {
    asking?.confirm.as_ref()?;
    Some([
        button("y", text!(language, "key.yes"), Action::Yes),
        button("n", text!(language, "key.no"), Action::Back),
    ])
}

/// What goes on now: the keys to decide, or the key that goes on.
fn now(play: &Play, asking: Option<&Asking>, settings: &Settings) -> Vec<Button> {
    let language = settings.look.language;
    let hurry =
        || button(text!(language, "key.space"), text!(language, "key.hurry"), Action::Hurry);
    match (&play.phase, &play.showing, asking) {
        (_, Some(showing), _) if showing.waits(settings.speed) => {
            vec![button("Enter", text!(language, "key.go-on"), Action::Hurry)]
        }
        (_, Some(_), _) => vec![hurry()],
        (_, None, Some(asking)) => choice(asking, has_sheets(play), settings),
        (Phase::Stuck, None, None) => {
            vec![button("Enter", text!(language, "key.try-again"), Action::Next)]
        }
        (Phase::Over(_), None, None) => {
            vec![button("Enter", text!(language, "key.results"), Action::Next)]
        }
        (Phase::Thinking(..) | Phase::Going, None, None) if play.here => {
            vec![hurry()]
        }
        _ => Vec::new(),
    }
}

/// The keys that decide something.
fn choice(asking: &Asking, has_sheets: bool, settings: &Settings) -> Vec<Button> {
    let language = settings.look.language;
    let mut buttons = Vec::new();
    if let Ok(act) = asking.choice.chosen(language)
        && asking.grace.is_zero()
    {
        // The line above the keys says at length what a split does.
        let does = match has_sheets {
            true => text!(language, "key.mark").to_owned(),
            false => language.label(act),
        };
        buttons.push(button("Enter", does, Action::Next));
    }
    let known = |(key, does, action)| button(key, does, action);
    if has_sheets {
        buttons.extend(asking.choice.moves(language).into_iter().map(known));
    }
    buttons.extend(asking.choice.keys(settings).into_iter().map(known));
    buttons.push(button("q", text!(language, "key.leave"), Action::Quit));
    buttons.push(button("t", text!(language, "key.talk"), Action::Talk));
    buttons
}

/// The keys that every table has, whatever goes on.
fn of_the_table(play: &Play, asking: Option<&Asking>, settings: &Settings) -> Vec<Button> {
    let language = settings.look.language;
    let has_sheets = has_sheets(play);
    let mut buttons = Vec::new();
    if !play.here {
        if asking.is_none() {
            buttons.push(button("t", text!(language, "key.talk"), Action::Talk));
        }
        buttons.push(button("Esc", text!(language, "key.room"), Action::Back));
    }
    if play.can_skip() {
        buttons.push(button("k", text!(language, "key.skip"), Action::Skip));
    }
    if play.may_lift_cups() && !has_sheets {
        let does = match play.cups_are_open() {
            true => text!(language, "key.close-cups"),
            false => text!(language, "key.open-cups"),
        };
        buttons.push(button("v", does, Action::Cups));
    }
    if has_sheets && play.seats.len() > 1 {
        buttons.push(button("Tab", text!(language, "key.sheets"), Action::Eyes));
    }
    if asking.is_none() {
        // Leaving after the end of a game leaves the program.
        let quits = play.is_over() && play.here;
        let does = if quits { text!(language, "key.quit") } else { text!(language, "key.leave") };
        buttons.push(button("q", does, Action::Quit));
    }
    buttons.push(button("r", text!(language, "key.rules"), Action::Rules));
    let speed = say!(language, "key.speed", speed = settings.speed.in_words(language));
    buttons.push(button("<>", speed, Action::Faster(true)));
    buttons
}

fn has_sheets(play: &Play) -> bool {
    matches!(play.scene().table().layout(), Layout::Sheets(_))
}
