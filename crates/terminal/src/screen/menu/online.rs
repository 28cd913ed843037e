//! The menus that lead online.

use dicehouse_rules::GameKind;
use dicehouse_telling::{game_title, table_title};

use super::{Go, Item, Menu, item};
use crate::online::DEFAULT_HOUSE;

impl Menu {
    /// What can be done online, in the house at this address.
    pub fn online(house: &str) -> Menu {
        let here = if house == DEFAULT_HOUSE { " (this computer)" } else { "" };
        let where_to = format!("{house}{here}: where codes and new rooms are");
        let items = vec![
            item("Join a room", "with the link or the code that somebody sent you", Go::TypeRoom),
            item("Open a room", "and invite others to it; bots fill the free seats", Go::NewRoom),
            item("Today's challenge", "pairs with the same dice for everybody, one try", Go::Daily),
            item("House", &where_to, Go::TypeHouse),
            item("Host (h)", "open a house here and a room in it, for everybody near", Go::Host),
        ];
        Menu { title: "Online".to_owned(), items, at: 0, note: None }
    }

    /// The games that can be hosted.
    pub fn host() -> Menu {
        let game = |game: GameKind| {
            let about = "others in your network come by a link; it is plain HTTP";
            item(game_title(game), about, Go::HostRoom(game))
        };
        let items: Vec<Item> = GameKind::ALL.map(game).into();
        Menu { title: "Open a house here, with a room for".to_owned(), items, at: 0, note: None }
    }

    /// The games a room can be opened for.
    pub fn new_room() -> Menu {
        let room = |game: GameKind| {
            let rules = table_title(&dicehouse_rules::Ruleset::default_of(game));
            let about = format!("{rules}; the rules can be changed in the room");
            item(game_title(game), &about, Go::OpenRoom(game))
        };
        let items: Vec<Item> = GameKind::ALL.map(room).into();
        Menu { title: "Open a room for".to_owned(), items, at: 0, note: None }
    }
}
