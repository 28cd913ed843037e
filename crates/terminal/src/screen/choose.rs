//! Choosing a table: which game, by which rules, against how many and how strong.

mod draw;

pub use draw::draw;

use dicehouse_rules::{GameKind, MAX_SEATS, Preset};
use dicehouse_telling::voice::Voice;
use dicehouse_telling::{Language, say, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::action::{Action, Step};
use super::format::sentence;
use super::input::common;
use dicehouse_bots::Difficulty;
use dicehouse_home::{DEFAULT_BOTS, GamePlan, Home, SeatPlan, company};

/// What is chosen, line by line.
const LINES: usize = 6;
const PLAY: usize = 0;
const GAME: usize = 1;
const RULES: usize = 2;
const OPPONENTS: usize = 3;
const LEVEL: usize = 4;
const HOUSE_RULES: usize = 5;

/// What to do with the table that was chosen.
#[derive(Clone, Debug)]
pub enum ChosenTable {
    /// Sit down and play.
    Play(GamePlan),
    /// Change everything else about this table.
    HouseRules(GamePlan),
}

/// A table being chosen.
#[derive(Clone, Debug)]
pub struct Choose {
    line: usize,
    game: GameKind,
    preset: usize,
    opponents: usize,
    level: Difficulty,
    name: String,
    /// What went wrong, in words.
    pub error: Option<String>,
}

impl Choose {
    /// A first table, or one like `before`.
    pub fn new(before: Option<&GamePlan>, home: &Home) -> Choose {
        let mut choose = Choose {
            line: PLAY,
            game: GameKind::Liars,
            preset: 0,
            opponents: DEFAULT_BOTS,
            level: Difficulty::Easy,
            name: home.person_name(),
            error: None,
        };
        if let Some(plan) = before {
            choose.game = plan.ruleset.game();
            let base = plan.ruleset.base().name;
            choose.preset = choose.presets().iter().position(|p| p.name == base).unwrap_or(0);
            let bots = plan.seats.iter().filter(|seat| matches!(seat, SeatPlan::Bot { .. }));
            choose.opponents = bots.count().clamp(choose.fewest(), MAX_SEATS - 1);
            choose.level = choose.level_of(plan).unwrap_or(Difficulty::Easy);
        }
        choose
    }

    /// The level whose company sits at this table.
    fn level_of(&self, plan: &GamePlan) -> Option<Difficulty> {
        let bots = |seats: &[SeatPlan]| -> Vec<String> {
            let bot = |seat: &SeatPlan| match seat {
                SeatPlan::Bot { bot, .. } => Some(bot.clone()),
                SeatPlan::Person { .. } => None,
            };
            seats.iter().filter_map(bot).collect()
        };
        let seated = bots(&plan.seats);
        let alike = |level: &Difficulty| {
            bots(&company(self.game, *level, MAX_SEATS - 1)).starts_with(&seated)
        };
        Difficulty::ALL.into_iter().find(alike).filter(|_| !seated.is_empty())
    }

    fn presets(&self) -> Vec<&'static Preset> {
        self.game.presets().collect()
    }

    fn fewest(&self) -> usize {
        self.game.fewest_players().saturating_sub(1)
    }

    /// The rules that would be played by now.
    pub fn ruleset(&self) -> dicehouse_rules::Ruleset {
        self.presets().get(self.preset).map_or_else(
            || dicehouse_rules::Ruleset::default_of(self.game),
            |preset| preset.ruleset(),
        )
    }

    /// The table as it is chosen now.
    pub fn plan(&self) -> GamePlan {
        let person = SeatPlan::Person { name: self.name.clone() };
        let bots = company(self.game, self.level, self.opponents);
        GamePlan::new(self.ruleset(), std::iter::once(person).chain(bots).collect())
    }

    /// What the key asks for.
    pub fn key(&self, key: KeyEvent) -> Option<Action> {
        match key.code {
            KeyCode::Char('p') => Some(Action::Start),
            KeyCode::Char('h') => Some(Action::Edit),
            KeyCode::Char(' ') => Some(Action::Move(Step::Right)),
            _ => common(key),
        }
    }

    /// Does what a key or a click asks for.
    pub fn apply(&mut self, action: &Action) -> Option<ChosenTable> {
        self.error = None;
        match action {
            Action::Start => return Some(ChosenTable::Play(self.plan())),
            Action::Edit => return Some(ChosenTable::HouseRules(self.plan())),
            Action::Next => match self.line {
                PLAY => return Some(ChosenTable::Play(self.plan())),
                HOUSE_RULES => return Some(ChosenTable::HouseRules(self.plan())),
                _ => self.line = PLAY,
            },
            Action::Line(n) => {
                let again = self.line == *n;
                self.line = *n;
                match *n {
                    PLAY => return Some(ChosenTable::Play(self.plan())),
                    HOUSE_RULES => return Some(ChosenTable::HouseRules(self.plan())),
                    _ if again => self.turn(true),
                    _ => {}
                }
            }
            Action::Move(Step::Left) => self.turn(false),
            Action::Move(Step::Right) => self.turn(true),
            Action::Move(step) => self.line = step.within(self.line, LINES, LINES),
            _ => {}
        }
        None
    }

    fn turn(&mut self, on: bool) {
        let cycle = |at: usize, len: usize| {
            let len = len.max(1);
            (at + if on { 1 } else { len - 1 }) % len
        };
        match self.line {
            GAME => {
                let at = GameKind::ALL.iter().position(|game| *game == self.game).unwrap_or(0);
                self.game = GameKind::ALL[cycle(at, GameKind::ALL.len())];
                self.preset = 0;
                self.opponents = self.opponents.max(self.fewest());
            }
            RULES => self.preset = cycle(self.preset, self.presets().len()),
            OPPONENTS => {
                let fewest = self.fewest();
                let at = self.opponents.saturating_sub(fewest);
                self.opponents = fewest + cycle(at, MAX_SEATS - fewest);
            }
            LEVEL => {
                let at = Difficulty::ALL.iter().position(|level| *level == self.level).unwrap_or(0);
                self.level = Difficulty::ALL[cycle(at, Difficulty::ALL.len())];
            }
            _ => {}
        }
    }

    fn about(&self, language: Language) -> String {
        match self.line {
            GAME => format!("{}.", sentence(language.game_about(self.game))),
            RULES => {
                let preset = self.presets().get(self.preset).copied();
                preset.map_or(String::new(), |preset| {
                    let name = language.preset_name(preset);
                    sentence(&format!("{name}: {}.", language.preset_about(preset)))
                })
            }
            OPPONENTS if self.opponents == 0 => text!(language, "pick.alone").to_owned(),
            OPPONENTS | LEVEL | PLAY => self.whom(language),
            _ => text!(language, "pick.everything").to_owned(),
        }
    }

    /// Who would sit there: "You meet Tilda (^_^) who never lies …".
    fn whom(&self, language: Language) -> String {
        let plan = self.plan();
        let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
        for seat in &plan.seats {
            let SeatPlan::Bot { bot, name } = seat else { continue };
            let name = name.as_deref().unwrap_or(bot);
            match kinds.iter_mut().find(|(kind, _)| kind == bot) {
                Some((_, names)) => names.push(name),
                None => kinds.push((bot, vec![name])),
            }
        }
        let who = |(bot, names): &(&str, Vec<&str>)| match Voice::of(bot) {
            Some(voice) => {
                let about = voice.about(language).to_lowercase();
                format!("{} {}: {about}", voice.face, listed(names, language))
            }
            None => listed(names, language),
        };
        match kinds.as_slice() {
            [] => text!(language, "pick.alone").to_owned(),
            bots => {
                let who = bots.iter().map(who).collect::<Vec<_>>().join(" · ");
                say!(language, "pick.meet", who = who)
            }
        }
    }
}

/// "Hanna", "Hanna and Hugo", "Hanna, Hugo and Helga".
fn listed(names: &[&str], language: Language) -> String {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    language.list(&names)
}
