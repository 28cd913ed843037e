//! An online room on the full screen: the connection as the screen needs it.

use dicehouse_client::Visitor;
use dicehouse_room::message::Do;
use dicehouse_rules::GameKind;
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Record};
use dicehouse_terminal::screen::{Arrival, Luggage, Visit, Wire, on_terminal};
use dicehouse_terminal::{House as _, Work};
use rand::Rng as _;
use tokio::runtime::Handle;

use crate::house::LocalHouse;
use crate::online_line::OnlineLine;
use crate::output;
use crate::problem::{Problem, in_words};
use crate::review;
use crate::screen_args::ScreenArgs;

/// What somebody who comes out of a room wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// Only out of the room.
    OfTheRoom,
    /// Out of the program.
    OfTheProgram,
}

/// Plays in the room until the person goes. Says how they went.
pub fn play(line: Line, link: String, screen: &ScreenArgs) -> anyhow::Result<Out> {
    let house = LocalHouse::new(None, None);
    let luggage = Luggage {
        link,
        bots: GameKind::ALL.map(|game| (game, house.bots(game))).into(),
        settings: screen.settings().liked(&house.memory().settings),
        review: review::beside,
    };
    let mut visit = Visit::new(line, luggage);
    on_terminal(&mut visit).map_err(Problem::failure)?;
    let notes = visit.notes().iter();
    output::print(&notes.map(|note| format!("{note}\n")).collect::<String>())?;
    Ok(if visit.left_at_once() { Out::OfTheProgram } else { Out::OfTheRoom })
}

/// The connection.
pub struct Line {
    /// To the room.
    pub online: OnlineLine,
    /// To the rest of the house.
    pub visitor: Visitor,
    /// Where what takes a while is waited for.
    pub runtime: Handle,
}

impl Wire for Line {
    fn next(&mut self) -> Option<Arrival> {
        self.online.try_next()
    }

    fn send(&mut self, what: Do) {
        self.online.act(what);
    }

    fn record(&mut self, game: &GameId) -> Result<Work<Record>, String> {
        let (visitor, runtime) = (self.visitor.clone(), self.runtime.clone());
        let path = format!("/api/games/{game}/record");
        Work::start(move |_| {
            let text = runtime.block_on(visitor.text(&path)).map_err(|error| error.to_string())?;
            Record::read_bytes(text.as_bytes()).map_err(|error| error.to_string())
        })
        .map_err(|error| in_words(&error))
    }

    fn seed(&mut self) -> SeatSeed {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        SeatSeed::from_bytes(&bytes)
    }
}
