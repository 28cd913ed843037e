//! The menus that lead online.

use dicehouse_rules::GameKind;
use dicehouse_telling::{Language, say, text};

use super::{Go, Item, Menu, item};
use crate::online::DEFAULT_HOUSE;

impl Menu {
    /// What can be done online, in the house at this address.
    pub fn online(house: &str, language: Language) -> Menu {
        let house = match house == DEFAULT_HOUSE {
            true => say!(language, "menu.here", house = house),
            false => house.to_owned(),
        };
        let where_to = say!(language, "menu.where-to", house = house);
        let items = vec![
            item(text!(language, "menu.join"), text!(language, "menu.join-about"), Go::TypeRoom),
            item(text!(language, "menu.open"), text!(language, "menu.open-about"), Go::NewRoom),
            item(text!(language, "menu.daily"), text!(language, "menu.daily-about"), Go::Daily),
            item(text!(language, "menu.house"), &where_to, Go::TypeHouse),
            item(text!(language, "menu.host"), text!(language, "menu.host-about"), Go::Host),
        ];
        Menu { title: text!(language, "menu.online").to_owned(), items, at: 0, note: None }
    }

    /// The games that can be hosted.
    pub fn host(language: Language) -> Menu {
        let game = |game: GameKind| {
            let about = text!(language, "menu.plain-http");
            item(language.game_title(game), about, Go::HostRoom(game))
        };
        let items: Vec<Item> = GameKind::ALL.map(game).into();
        Menu { title: text!(language, "menu.host-title").to_owned(), items, at: 0, note: None }
    }

    /// The games a room can be opened for.
    pub fn new_room(language: Language) -> Menu {
        let room = |game: GameKind| {
            let rules = language.table_title(&dicehouse_rules::Ruleset::default_of(game));
            let about = say!(language, "menu.in-room", rules = rules);
            item(language.game_title(game), &about, Go::OpenRoom(game))
        };
        let items: Vec<Item> = GameKind::ALL.map(room).into();
        Menu { title: text!(language, "menu.open-title").to_owned(), items, at: 0, note: None }
    }
}
