//! What a key or a click asks for.

use dicehouse_rules::{Act, Bid, GameKind};

/// Something a person wants. Keys and clicks both come down to these.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Explain the keys.
    Help,
    /// Show the rules in full.
    Rules,
    /// Change the settings.
    Settings,
    /// Close what is in front, or leave the screen.
    Back,
    /// Leave the program.
    Quit,
    /// Go on: the obvious thing to do now.
    Next,
    /// Do not wait for what is being shown. It never decides anything.
    Hurry,
    /// Agree to a question.
    Yes,
    /// Step through a list, a grid or a page.
    Move(Step),
    /// Choose a line of a window.
    Line(usize),

    /// Put the picker on this bid.
    Point(Bid),
    /// Put the picker on this line or number.
    Pick(usize),
    /// A digit of the number to put the picker on.
    Digit(u8),
    /// Play this act.
    Decide(Act),
    /// Say something with the next act.
    Talk,
    /// Show the next kind of hints, or none; `true` where odds can follow from bids.
    Hints(bool),
    /// Play faster or slower.
    Faster(bool),
    /// Do not show the rest of the game: go to its end.
    Skip,
    /// Play the same again.
    Rematch,
    /// Go to the lobby.
    Lobby,
    /// Watch the game that is over.
    Replay,
    /// Tell the person's own story of the game that is over.
    Story,
    /// Review the game that is over.
    Review,
    /// Say how the game that is over can be shared.
    Share,
    /// Lift the cups, where only bots play, or close them.
    Cups,

    /// Go to the next part of the lobby, or the one before.
    Part(bool),
    /// Choose a game in the lobby.
    Game(GameKind),
    /// Choose a preset in the lobby.
    Preset(usize),
    /// Choose an option in the lobby.
    Option(usize),
    /// Choose a seat in the lobby.
    Seat(usize),
    /// Put one more seat at the table.
    AddSeat,
    /// Take a seat away.
    RemoveSeat,
    /// Change the name of what is chosen, or type its value.
    Edit,
    /// Put a program in the chosen seat.
    Program,
    /// Run programs in a sandbox, or not.
    Sandbox,
    /// Start the game.
    Start,

    /// Room: what can be done with the chosen seat.
    SeatMenu,
    /// Room: bots for the free seats.
    Bots,
    /// Room: change the settings of the room.
    Change,
    /// A line was typed.
    Typed(String),

    /// Watch: go to this position.
    Jump(usize),
    /// Watch: one round on or back.
    Round(bool),
    /// Watch: let it run, or stop it.
    Run,
    /// Watch: look with other eyes.
    Eyes,
}

/// A step through a list, a grid or a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// To the column on the left, or to the value before.
    Left,
    /// To the column on the right, or to the next value.
    Right,
    /// Several lines up.
    PageUp,
    /// Several lines down.
    PageDown,
    /// To the first line.
    Home,
    /// To the last line.
    End,
}

impl Action {
    /// Whether it moves to another choice.
    pub(super) fn chooses(&self) -> bool {
        matches!(self, Action::Move(_) | Action::Point(_) | Action::Pick(_) | Action::Digit(_))
    }
}

impl Step {
    /// Where the step leads in a list of `len`, from `at`, with pages of `page` lines.
    pub fn within(self, at: usize, len: usize, page: usize) -> usize {
        let last = len.saturating_sub(1);
        let to = match self {
            Step::Up | Step::Left => at.saturating_sub(1),
            Step::Down | Step::Right => at + 1,
            Step::PageUp => at.saturating_sub(page),
            Step::PageDown => at + page,
            Step::Home => 0,
            Step::End => last,
        };
        to.min(last)
    }
}
