//! What differs by game at the table: one trait, implemented by the views of the three games.

use std::time::Duration;

use dicehouse_rules::{Act, Acts, Dice, Face, Refusal, Seat, Seats, View};
use dicehouse_telling::{Language, Line};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::circle::Direction;
use super::pairs::SheetTable;
use super::scene::Scene;
use crate::screen::canvas::Canvas;
use crate::screen::help::Key;
use crate::screen::settings::Settings;
use crate::screen::widgets::seat::Card;
use dicehouse_home::Advice;

/// How long a bot seems to think.
const THINKING: Duration = Duration::from_millis(900);

/// Why an act may not be done, if it may not.
pub type Refuses<'a> = &'a dyn Fn(Act) -> Option<Refusal>;

/// A game at the table, as one viewer sees it.
pub trait GameTable {
    /// What the bar at the top says besides the name of the rules.
    fn heading(&self, scene: &Scene<'_>) -> Vec<String>;

    /// Who is still in the game.
    fn still_in(&self) -> Seats;

    /// The dice in front of the viewer.
    fn dice(&self) -> Option<Dice>;

    /// Sides of the dice.
    fn sides(&self) -> u8 {
        6
    }

    /// The `seats` seats in the order of play, and which way it goes round.
    fn order(&self, seats: usize) -> (Vec<Seat>, Direction) {
        (Seat::first(seats).collect(), Direction::Clockwise)
    }

    /// Whether the order of play is drawn anew in each round.
    fn draws_order(&self) -> bool {
        false
    }

    /// How long a bot seems to think.
    fn thinking(&self) -> Duration {
        THINKING
    }

    /// Why `act` is refused, as far as the view alone can tell.
    fn refusal(&self, act: Act) -> Option<Refusal> {
        let _ = act;
        None
    }

    /// What `legal` leaves to choose, with what a strong player thinks of it; `None` when nothing.
    fn choice(
        &self,
        legal: Acts,
        refuses: Refuses<'_>,
        advice: Option<Advice>,
        language: Language,
    ) -> Option<Choice>;

    /// What the one who chooses is asked, with hints if wanted.
    fn question(&self, scene: &Scene<'_>, choice: &Choice, settings: &Settings) -> Question;

    /// The keys that choose something in this game, for the window that explains them.
    fn help(&self, language: Language) -> Vec<Key>;

    /// Why `act` certainly loses, for all the viewer knows; asked about once before it is done.
    fn warning(&self, act: Act, language: Language) -> Option<String>;

    /// The act under the cursor, where it is not allowed and may be done all the same, at a cost.
    fn costs(&self, choice: &Choice) -> Option<Act> {
        let _ = choice;
        None
    }

    /// How the table is laid out.
    fn layout(&self) -> Layout<'_>;
}

/// What is asked above the keys.
pub enum Question {
    /// A question.
    Asks(String),
    /// What can be done, for those who do not know yet.
    Explains(String),
    /// Why what is chosen is not allowed.
    Forbids(String),
}

/// How a table is laid out.
pub enum Layout<'a> {
    /// Seats in a circle, cups in front of them.
    Circle(&'a dyn CircleTable),
    /// Score sheets and shared dice.
    Sheets(SheetTable<'a>),
}

/// A game whose players sit in a circle with their dice before them.
pub trait CircleTable {
    /// The most dice before a seat.
    fn most_dice(&self) -> u8;

    /// What is to be seen of a player.
    fn card(&self, scene: &Scene<'_>, seat: Seat) -> Card;

    /// Whether a die of `seat` that shows `face` counts for what is being shown.
    fn counts(&self, scene: &Scene<'_>, seat: Seat, face: Face) -> bool {
        let _ = (scene, seat, face);
        false
    }

    /// Draws the middle of the table.
    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>);

    /// What the list beside the table is called.
    fn history_title(&self, language: Language) -> &'static str;

    /// Draws the list beside the table.
    fn history(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>);

    /// What is being shown, in sentences; empty when nothing is.
    fn told(&self, scene: &Scene<'_>) -> Vec<Line>;

    /// Draws how everybody stands, for those who watch a record with all cups open. Gives `None` in
    /// a game that has nothing but dice to show.
    fn standings(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) -> Option<()>;
}

/// What differs by game: the one place where the games are told apart.
pub fn table<'v>(view: &'v View<'_>) -> &'v dyn GameTable {
    match view {
        View::Liars(view) => view,
        View::Claims(view) => view,
        View::Pairs(view) => view,
    }
}

/// Why `act` certainly loses, for all that whoever sees `view` knows.
pub(crate) fn warning(view: &View<'_>, act: Act, language: Language) -> Option<String> {
    table(view).warning(act, language)
}
