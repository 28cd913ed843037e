//! The lobby: which game, by which rules, with whom.

mod draw;
mod options;
mod seats;

pub use draw::draw;

use dicehouse_rules::{GameKind, Preset, Ruleset};
use dicehouse_table::Name;
use dicehouse_telling::Language;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::action::{Action, Step};
use super::input::{Typed, Typing, common};
use dicehouse_home::{DEFAULT_BOTS, GamePlan, Home, SeatPlan};

/// What is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Which game is played.
    Game,
    /// The preset its rules start from.
    Preset,
    /// An option of the rules.
    Options,
    /// Who sits in a seat.
    Seats,
    /// The button that starts the game.
    Start,
}

impl Focus {
    const ALL: [Focus; 5] =
        [Focus::Game, Focus::Preset, Focus::Options, Focus::Seats, Focus::Start];

    fn step(self, on: bool) -> Focus {
        let at = Focus::ALL.iter().position(|focus| *focus == self).unwrap_or(0);
        let len = Focus::ALL.len();
        Focus::ALL[(at + if on { 1 } else { len - 1 }) % len]
    }
}

/// How the lobby is left.
#[derive(Clone, Debug)]
pub enum LeaveLobby {
    /// Sit down and play.
    Play(GamePlan),
    /// Leave the program.
    Quit,
}

/// A table being laid out, down to single rules and seats.
#[derive(Clone, Debug)]
pub struct Lobby {
    ruleset: Ruleset,
    seats: Vec<SeatPlan>,
    /// Programs run in a sandbox.
    sandbox: bool,
    focus: Focus,
    option: usize,
    seat: usize,
    typing: Option<Typing>,
    /// What is typed is the command of a program.
    program: bool,
    /// What went wrong, in words.
    pub error: Option<String>,
    /// The language of those words.
    language: Language,
}

impl Lobby {
    /// A lobby with `plan` laid out; without one, a game of `liars` against bots.
    pub fn new(plan: Option<GamePlan>, home: &Home, language: Language) -> Lobby {
        let fresh = plan.is_none();
        let plan = plan.unwrap_or_else(|| {
            let person = SeatPlan::Person { name: home.person_name() };
            GamePlan::new(Ruleset::default_of(GameKind::Liars), vec![person])
        });
        let mut lobby = Lobby {
            ruleset: plan.ruleset,
            seats: plan.seats,
            sandbox: plan.sandbox,
            focus: Focus::Start,
            option: 0,
            seat: 0,
            typing: None,
            program: false,
            error: None,
            language,
        };
        if fresh {
            for _ in 0..DEFAULT_BOTS {
                lobby.add_seat();
            }
            lobby.seat = 0;
        }
        lobby
    }

    /// The rules as they are set now.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The game as it is laid out now.
    pub fn plan(&self) -> GamePlan {
        GamePlan { ruleset: self.ruleset, seats: self.seats.clone(), sandbox: self.sandbox }
    }

    fn game(&self) -> GameKind {
        self.ruleset.game()
    }

    fn presets(&self) -> Vec<&'static Preset> {
        self.game().presets().collect()
    }

    fn preset_at(&self) -> usize {
        self.presets().iter().position(|p| p.name == self.ruleset.base().name).unwrap_or(0)
    }

    /// What the key asks for.
    pub fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if let Some(typing) = &mut self.typing {
            match typing.key(key) {
                Typed::More => {}
                Typed::Dropped => {
                    self.typing = None;
                    self.error = None;
                }
                Typed::Done => {
                    let text = typing.text.clone();
                    let typing = self.typing.take();
                    self.error = None;
                    self.typed(&text);
                    // An impossible value stays until somebody changes it.
                    if self.error.is_some() {
                        self.typing = typing;
                    }
                }
            }
            return None;
        }
        match key.code {
            KeyCode::Tab => Some(Action::Part(true)),
            KeyCode::BackTab => Some(Action::Part(false)),
            KeyCode::Char('p') => Some(Action::Start),
            KeyCode::Char('a' | '+') => Some(Action::AddSeat),
            KeyCode::Char('d' | '-') | KeyCode::Delete => Some(Action::RemoveSeat),
            KeyCode::Char('n' | 'e') => Some(Action::Edit),
            KeyCode::Char('c') => Some(Action::Program),
            KeyCode::Char('x') => Some(Action::Sandbox),
            KeyCode::Char(' ') => Some(Action::Move(Step::Right)),
            _ => common(key),
        }
    }

    /// Does what a key or a click asks for.
    pub fn apply(&mut self, action: Action) -> Option<LeaveLobby> {
        self.error = None;
        match action {
            Action::Quit => return Some(LeaveLobby::Quit),
            Action::Start => return self.start(),
            Action::Next => match self.focus {
                Focus::Start => return self.start(),
                Focus::Game | Focus::Preset => self.focus = Focus::Start,
                Focus::Options | Focus::Seats => self.edit(),
            },
            Action::Move(step) => self.step(step),
            Action::Part(on) => self.focus = self.focus.step(on),
            Action::Game(game) => {
                self.focus = Focus::Game;
                self.choose_game(game);
            }
            Action::Preset(n) => {
                self.focus = Focus::Preset;
                self.choose_preset(n);
            }
            Action::Option(n) => {
                let again = self.focus == Focus::Options && self.option == n;
                (self.focus, self.option) = (Focus::Options, n);
                if again {
                    self.turn_option(true);
                }
            }
            Action::Seat(n) => {
                let again = self.focus == Focus::Seats && self.seat == n;
                (self.focus, self.seat) = (Focus::Seats, n);
                if again {
                    self.turn_seat(true);
                }
            }
            Action::AddSeat => {
                self.focus = Focus::Seats;
                self.add_seat();
            }
            Action::RemoveSeat => {
                self.focus = Focus::Seats;
                self.remove_seat();
            }
            Action::Edit => self.edit(),
            Action::Program => self.edit_program(),
            Action::Sandbox => self.sandbox = !self.sandbox,
            _ => {}
        }
        None
    }

    fn step(&mut self, step: Step) {
        let lines = match self.focus {
            Focus::Game | Focus::Start => 1,
            Focus::Preset => self.presets().len(),
            Focus::Options => self.ruleset.values().len(),
            Focus::Seats => self.seats.len(),
        };
        let at = match self.focus {
            Focus::Game | Focus::Start => 0,
            Focus::Preset => self.preset_at(),
            Focus::Options => self.option,
            Focus::Seats => self.seat,
        };
        match (step, self.focus) {
            (Step::Up, _) if at == 0 => self.focus = self.focus.step(false),
            (Step::Down, _) if at + 1 >= lines => self.focus = self.focus.step(true),
            (Step::Left | Step::Right, Focus::Game) => {
                let at = GameKind::ALL.iter().position(|game| *game == self.game()).unwrap_or(0);
                self.choose_game(GameKind::ALL[step.within(at, GameKind::ALL.len(), 1)]);
            }
            (Step::Left | Step::Right, Focus::Options) => self.turn_option(step == Step::Right),
            (Step::Left | Step::Right, Focus::Seats) => self.turn_seat(step == Step::Right),
            (step, Focus::Preset) => self.choose_preset(step.within(at, lines, 5)),
            (step, Focus::Options) => self.option = step.within(at, lines, 5),
            (step, Focus::Seats) => self.seat = step.within(at, lines, 5),
            _ => {}
        }
    }

    fn choose_game(&mut self, game: GameKind) {
        if game == self.game() {
            return;
        }
        self.ruleset = Ruleset::default_of(game);
        self.option = 0;
        self.game_changed();
    }

    fn choose_preset(&mut self, n: usize) {
        if let Some(preset) = self.presets().get(n) {
            self.ruleset = preset.ruleset();
            self.option = 0;
        }
    }

    /// Types the value of the option or the name in the seat.
    fn edit(&mut self) {
        self.program = false;
        self.typing = match self.focus {
            Focus::Options => {
                let values = self.ruleset.values();
                values.get(self.option).map(|(_, value)| Typing::over(&value.to_string(), 20))
            }
            Focus::Seats => {
                self.seats.get(self.seat).map(|seat| Typing::new(seats::name(seat), Name::LONGEST))
            }
            _ => None,
        };
    }

    fn typed(&mut self, text: &str) {
        match self.focus {
            Focus::Options => self.set_option(text),
            Focus::Seats if self.program => self.seat_program(text),
            Focus::Seats => {
                let name = dicehouse_table::clean(text, Name::LONGEST);
                if let Some(seat) = self.seats.get_mut(self.seat)
                    && !name.is_empty()
                {
                    *seat = seats::called(seat, name);
                }
            }
            _ => {}
        }
    }

    fn start(&mut self) -> Option<LeaveLobby> {
        match dicehouse_rules::Game::new(&self.ruleset, self.seats.len()) {
            Ok(_) => Some(LeaveLobby::Play(self.plan())),
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }
}
