//! An online room on the full screen: the connection as the screen needs it.

use dicehouse_client::{Happening, Online};
use dicehouse_room::message::Do;
use dicehouse_rules::GameKind;
use dicehouse_table::dice::SeatSeed;
use dicehouse_terminal::House as _;
use dicehouse_terminal::screen::{Arrival, Luggage, Visit, Wire, on_terminal};
use rand::Rng as _;

use crate::house::LocalHouse;
use crate::output;
use crate::problem::Problem;
use crate::screen_args::ScreenArgs;

/// Plays in the room until the person goes.
pub fn play(online: Online, link: String, screen: &ScreenArgs) -> anyhow::Result<()> {
    let house = LocalHouse::new(None, None);
    let luggage = Luggage {
        link,
        bots: GameKind::ALL.map(|game| (game, house.bots(game))).into(),
        settings: screen.settings().liked(&house.memory().settings),
    };
    let mut visit = Visit::new(Line(online), luggage);
    on_terminal(&mut visit).map_err(Problem::failure)?;
    let notes = visit.notes().iter();
    output::print(&notes.map(|note| format!("{note}\n")).collect::<String>())
}

/// The connection.
struct Line(Online);

impl Wire for Line {
    fn next(&mut self) -> Option<Arrival> {
        Some(match self.0.try_next()? {
            Happening::Message(message) => Arrival::Message(message),
            Happening::Lost => Arrival::Lost,
            Happening::Ended(why) => Arrival::Ended(why),
        })
    }

    fn send(&mut self, what: Do) {
        self.0.act(what);
    }

    fn seed(&mut self) -> SeatSeed {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        SeatSeed::from_bytes(&bytes)
    }
}
