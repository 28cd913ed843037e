//! The way online: what is typed on it, and where it leads.

use dicehouse_telling::text;

use super::App;
use super::visits::Opening;
use crate::online::{DEFAULT_HOUSE, WantedRoom, WayOnline};
use crate::screen::list::Line;
use crate::screen::menu::{Go, Menu};
use crate::screen::state::{Front, Screen};

/// What a line is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedFor {
    /// The link or the code of a room.
    Room,
    /// The address of a house.
    House,
}

/// The most characters of a link.
const LONGEST: usize = 200;

impl App<'_> {
    fn house_online(&self) -> String {
        self.memory.house.clone().unwrap_or_else(|| DEFAULT_HOUSE.to_owned())
    }

    /// Goes where a line of the menus online leads.
    pub(super) fn go_online(&mut self, go: &Go) {
        match go {
            Go::Online => self
                .state
                .show(Screen::Menu(Menu::online(&self.house_online(), self.state.language()))),
            Go::NewRoom => self.state.show(Screen::Menu(Menu::new_room(self.state.language()))),
            Go::OpenRoom(game) => self.leave_for(WantedRoom::New(*game)),
            Go::Daily => self.leave_for(WantedRoom::Daily),
            Go::Host => self.state.show(Screen::Menu(Menu::host(self.state.language()))),
            Go::HostRoom(game) => self.leave_for(WantedRoom::Host(*game)),
            Go::TypeRoom => {
                let title = text!(self.state.language(), "front.link");
                self.ask_for(TypedFor::Room, Line::new(title, LONGEST));
            }
            Go::TypeHouse => {
                let before = self.house_online();
                let line =
                    Line::over(text!(self.state.language(), "front.address"), &before, LONGEST);
                self.ask_for(TypedFor::House, line)
            }
            _ => {}
        }
    }

    fn ask_for(&mut self, what: TypedFor, line: Line) {
        self.typed_for = Some(what);
        self.state.front = Some(Front::Typing(line));
    }

    /// A line was typed.
    pub(super) fn typed(&mut self, text: &str) {
        let text = text.trim();
        match self.typed_for.take() {
            Some(TypedFor::Room) if !text.is_empty() => {
                self.leave_for(WantedRoom::Link(text.to_owned()));
            }
            Some(TypedFor::House) => {
                let other = Some(text).filter(|text| !text.is_empty() && *text != DEFAULT_HOUSE);
                let other = other.map(str::to_owned);
                self.remember(|memory| memory.house.clone_from(&other));
                self.state.screen =
                    Screen::Menu(Menu::online(&self.house_online(), self.state.language()));
            }
            Some(TypedFor::Room) | None => {}
        }
    }

    /// Goes to a room.
    fn leave_for(&mut self, room: WantedRoom) {
        let way = WayOnline { house: self.house_online(), room };
        let name = self.home.as_ref().map_or_else(
            || text!(self.state.language(), "front.player").to_owned(),
            |home| home.person_name(),
        );
        let Some(network) = &mut self.network else { return };
        let gone = network.go(&way, &name);
        if let Err(why) = gone.and_then(|work| self.opens(Opening::Elsewhere(work))) {
            self.could_not_open(why);
        }
    }
}
