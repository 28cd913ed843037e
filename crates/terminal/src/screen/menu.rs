//! Menus: the front door, the lessons, the games played before, the way online.

mod online;

use dicehouse_rules::GameKind;
use dicehouse_telling::lesson::Lesson;
use dicehouse_telling::{Language, say, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Margin, Rect};

use super::action::{Action, Step};
use super::banner;
use super::canvas::{Canvas, rows};
use super::format::{sentence, typeset};
use super::input::common;
use super::look::Look;
use super::widgets::choices::{self, Choices, Columns, Listed};
use dicehouse_home::{Memory, PastGame};

/// Where a line of a menu leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// Choose a table.
    Play,
    /// The game that was interrupted, or the list of them.
    Continue,
    /// One of those games.
    Resume(usize),
    /// The same table as last time.
    LastTable,
    /// The list of lessons.
    Learn,
    /// The lesson of this game.
    Lesson(GameKind),
    /// The games played before.
    Games,
    /// What can be done with one of them.
    Game(usize),
    /// Watch the game step by step.
    Watch(usize),
    /// Check its record.
    Verify(usize),
    /// Compare its decisions with the best ones.
    Review(usize),
    /// Say how it can be shared.
    Share(usize),
    /// What can be done with people elsewhere.
    Online,
    /// Type the link or the code of a room.
    TypeRoom,
    /// Choose a game to open a room for.
    NewRoom,
    /// Open a room for this game.
    OpenRoom(GameKind),
    /// The challenge of the day.
    Daily,
    /// Type the address of another house.
    TypeHouse,
    /// Choose a game to host.
    Host,
    /// Open a house here, and a room for this game in it.
    HostRoom(GameKind),
    /// Who has won how often.
    Scores,
    /// The list of rules.
    Rules,
    /// The rules of a game.
    RulesOf(GameKind),
    /// Leave the program.
    Quit,
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub struct Menu {
    /// Empty at the front door.
    title: String,
    items: Vec<Item>,
    at: usize,
    /// Something to be said once, below the list.
    pub note: Option<String>,
}

#[derive(Clone, Debug)]
struct Item {
    label: String,
    about: String,
    go: Go,
}

fn item(label: &str, about: &str, go: Go) -> Item {
    Item { label: label.to_owned(), about: about.to_owned(), go }
}

/// How many sit at a table, in words.
fn company(seats: usize, language: Language) -> String {
    match seats {
        1 => text!(language, "menu.alone").to_owned(),
        _ => say!(language, "menu.at-table", n = seats),
    }
}

/// How a game ended and who played: what matters most comes first.
fn ended(game: &PastGame, language: Language) -> String {
    let players = game.players.join(", ");
    match &game.winner {
        None if !game.ended => say!(language, "menu.not-over", players = players),
        None => say!(language, "menu.broken-off", players = players),
        Some(_) if game.players.len() == 1 => say!(language, "menu.by-oneself", players = players),
        Some(_) => {
            let others = game.players.iter().filter(|name| !game.winners.contains(name));
            let others: Vec<&str> = others.map(String::as_str).collect();
            let (winner, others) = (language.list(&game.winners), others.join(", "));
            say!(language, "menu.won-against", winner = winner, others = others)
        }
    }
}

impl Menu {
    /// The front door; the games that were interrupted can be continued.
    pub fn front_door(
        memory: &Memory,
        games: usize,
        interrupted: &[PastGame],
        language: Language,
    ) -> Menu {
        let mut items = Vec::new();
        let waiting = match interrupted {
            [] => None,
            [game] => {
                let rules = language.table_title(&game.ruleset);
                let players = game.players.join(", ");
                Some(say!(language, "door.with", rules = rules, players = players))
            }
            games => Some(say!(language, "menu.waits", n = games.len())),
        };
        items.extend(
            waiting.map(|about| item(text!(language, "menu.continue"), &about, Go::Continue)),
        );
        items.push(item(
            text!(language, "menu.play-now"),
            text!(language, "menu.choose-table"),
            Go::Play,
        ));
        if let Some(plan) = &memory.last_table {
            let table = language.table_title(&plan.ruleset);
            let about = format!("{table}, {}", company(plan.seats.len(), language));
            items.push(item(text!(language, "menu.same-table"), &about, Go::LastTable));
        }
        let learned = match memory.lessons.len() {
            0 => text!(language, "menu.guided").to_owned(),
            n => say!(language, "menu.guided-done", n = n),
        };
        items.push(item(text!(language, "menu.learn"), &learned, Go::Learn));
        let past = match games {
            0 => text!(language, "menu.none-yet").to_owned(),
            1 => text!(language, "menu.one-game").to_owned(),
            n => say!(language, "menu.last-games", n = n),
        };
        items.push(item(text!(language, "menu.games"), &past, Go::Games));
        items.push(item(
            text!(language, "menu.online"),
            text!(language, "menu.online-about"),
            Go::Online,
        ));
        items.push(item(
            text!(language, "menu.scores"),
            text!(language, "menu.scores-about"),
            Go::Scores,
        ));
        items.push(item(
            text!(language, "menu.rules"),
            text!(language, "menu.rules-about"),
            Go::Rules,
        ));
        items.push(item(text!(language, "menu.quit"), text!(language, "menu.see-you"), Go::Quit));
        // For a newcomer the cursor starts on the lessons.
        let newcomer =
            memory.lessons.is_empty() && memory.last_table.is_none() && interrupted.is_empty();
        let at = items.iter().position(|item| newcomer && item.go == Go::Learn).unwrap_or(0);
        Menu { title: String::new(), items, at, note: None }
    }

    /// The lessons, with a mark on those that were taken; the cursor stands on the next one.
    pub fn lessons(memory: &Memory, language: Language) -> Menu {
        let lesson = |game: GameKind| {
            let lesson = Lesson::in_language(game, language)?;
            let done = if memory.lessons.contains(&game) { " ✓" } else { "" };
            Some(item(
                &format!("{}{done}", language.game_title(game)),
                &lesson.about,
                Go::Lesson(game),
            ))
        };
        let items: Vec<Item> = GameKind::ALL.into_iter().filter_map(lesson).collect();
        let next = GameKind::ALL.iter().position(|game| !memory.lessons.contains(game));
        let title = text!(language, "menu.learn-title").to_owned();
        Menu { title, items, at: next.unwrap_or(0), note: None }
    }

    /// The rules of the games.
    pub fn rules(language: Language) -> Menu {
        let rules = |game: GameKind| {
            item(language.game_title(game), &sentence(language.game_about(game)), Go::RulesOf(game))
        };
        Menu {
            title: text!(language, "menu.rules").to_owned(),
            items: GameKind::ALL.map(rules).into(),
            at: 0,
            note: None,
        }
    }

    /// The games that were interrupted, newest first.
    pub fn interrupted(games: &[PastGame], language: Language) -> Menu {
        let item = |(n, game): (usize, &PastGame)| {
            let label = format!("{}  {}", game.date, language.table_title(&game.ruleset));
            item(
                &label,
                &say!(language, "menu.with", players = game.players.join(", ")),
                Go::Resume(n),
            )
        };
        let items: Vec<Item> = games.iter().enumerate().map(item).collect();
        Menu { title: text!(language, "menu.continue-which").to_owned(), items, at: 0, note: None }
    }

    /// The games played before, newest first.
    pub fn games(games: &[PastGame], language: Language) -> Menu {
        let item = |(n, game): (usize, &PastGame)| {
            let label = format!("{}  {}", game.date, language.table_title(&game.ruleset));
            item(&label, &ended(game, language), Go::Game(n))
        };
        let items: Vec<Item> = games.iter().enumerate().map(item).collect();
        let note = items.is_empty().then(|| text!(language, "door.no-games").to_owned());
        Menu { title: text!(language, "menu.played-here").to_owned(), items, at: 0, note }
    }

    /// What can be done with a game played before, the `n`th of the list.
    pub fn game(game: &PastGame, n: usize, language: Language) -> Menu {
        let share = text!(language, "menu.share-about");
        let items = vec![
            item(text!(language, "menu.watch"), text!(language, "menu.watch-about"), Go::Watch(n)),
            item(
                text!(language, "menu.review"),
                text!(language, "menu.review-about"),
                Go::Review(n),
            ),
            item(
                text!(language, "menu.verify"),
                text!(language, "menu.verify-about"),
                Go::Verify(n),
            ),
            item(text!(language, "menu.share"), share, Go::Share(n)),
        ];
        let title = say!(
            language,
            "menu.game-of",
            rules = language.table_title(&game.ruleset),
            date = game.date,
            ended = ended(game, language),
        );
        Menu { title, items, at: 0, note: None }
    }

    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        match key.code {
            KeyCode::Char(c @ '1'..='9') => Some(Action::Line(c as usize - '1' as usize)),
            KeyCode::Char(' ') => Some(Action::Next),
            KeyCode::Char('h') => {
                let host = self.items.iter().position(|item| item.go == Go::Host)?;
                Some(Action::Line(host))
            }
            _ => common(key),
        }
    }

    /// Does what a key or a click asks for. Gives where it leads.
    pub fn apply(&mut self, action: &Action) -> Option<Go> {
        self.note = None;
        match action {
            Action::Move(step) => {
                let step = match step {
                    Step::Left => Step::Up,
                    Step::Right => Step::Down,
                    step => *step,
                };
                self.at = step.within(self.at, self.items.len(), 8);
                None
            }
            Action::Line(n) if *n < self.items.len() => {
                self.at = *n;
                self.chosen()
            }
            Action::Next => self.chosen(),
            Action::Quit => Some(Go::Quit),
            _ => None,
        }
    }

    fn chosen(&self) -> Option<Go> {
        self.items.get(self.at).map(|item| item.go.clone())
    }

    fn is_front_door(&self) -> bool {
        self.title.is_empty()
    }
}

/// Draws a menu.
pub fn draw(canvas: &mut Canvas<'_>, menu: &Menu) {
    let area = canvas.area();
    let top = banner::draw(canvas, area) + 1;
    let look = canvas.look;
    if !menu.is_front_door() {
        let place = rows(area, top, 2).inner(Margin::new(3, 0));
        canvas.wrapped(place, &menu.title, look.title());
    }
    let list = rows(area, top + 2, area.height.saturating_sub(top + 5)).inner(Margin::new(3, 0));
    let lines = lines(menu, look, list.height);
    choices::draw(canvas, below_the_sign(list, &lines), &lines, Action::Line);
    if let Some(note) = &menu.note {
        let place = rows(area, area.height.saturating_sub(3), 2);
        canvas.wrapped(place, &format!(" {note}"), look.turn());
    }
    let mut keys = vec![
        ("↑↓", text!(look.language, "key.choose"), Action::Move(Step::Down)),
        ("Enter", text!(look.language, "key.go"), Action::Next),
    ];
    if !menu.is_front_door() {
        keys.push(("Esc", text!(look.language, "key.back"), Action::Back));
    }
    keys.push(("s", text!(look.language, "key.settings"), Action::Settings));
    keys.push(("?", text!(look.language, "key.help"), Action::Help));
    keys.push(("q", text!(look.language, "key.quit"), Action::Quit));
    canvas.buttons(rows(area, area.height.saturating_sub(1), 1), 0, &keys);
}

/// Where there is much room, a list stands in the middle, below the name of the house.
fn below_the_sign(area: Rect, lines: &Choices) -> Rect {
    const MUCH: u16 = 100;
    match area.width {
        0..MUCH => area,
        width => {
            let wide = lines.widest().min(width);
            Rect { x: area.x + (width - wide) / 2, width: wide, ..area }
        }
    }
}

/// The lines of a menu; where all of them have room, each has an empty row below it.
fn lines(menu: &Menu, look: Look, height: u16) -> Choices {
    let line = |(n, item): (usize, &Item)| Listed {
        label: item.label.clone(),
        about: typeset(&item.about),
        label_style: if n == menu.at { look.chosen() } else { look.strong() },
        about_style: look.dim(),
        ..Listed::default()
    };
    let lines: Vec<Listed> = menu.items.iter().enumerate().map(line).collect();
    let each = if lines.len() * 2 <= usize::from(height) { 2 } else { 1 };
    let columns = Columns::Texts(Choices::widest_label(&lines) + 3);
    Choices { each, ..Choices::new(lines, Some(menu.at), columns) }
}
