//! Settings of the screen, and the window to change them.

use std::time::Duration;

use dicehouse_telling::{Language, text};

use super::action::{Action, Step};
use super::canvas::{Canvas, rows};
use super::look::Look;
use super::widgets::choices::{self, Choices, Columns, Listed};
use dicehouse_home::{Hints, Liked, Theme};

/// How the screen behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What the terminal can show.
    pub look: Look,
    /// Colours for which background.
    pub theme: Theme,
    /// What the terminal says about its background.
    pub background: Option<Background>,
    /// How fast things happen.
    pub speed: Speed,
    /// Ask again before a call or an exact call.
    pub confirm: bool,
    /// The hints to show.
    pub hints: Hints,
    /// Bots may talk.
    pub voices: bool,
    /// Ring the bell: when it is a person's turn, when they have lost something, when they win.
    pub bell: bool,
    /// The language was chosen in the window.
    pub chose_language: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            look: Look::default(),
            theme: Theme::Auto,
            background: None,
            speed: Speed::Normal,
            confirm: false,
            hints: Hints::Off,
            voices: true,
            bell: false,
            chose_language: false,
        }
    }
}

/// What colours are seen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// A dark one.
    Dark,
    /// A light one.
    Light,
}

/// How fast things happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Twice the time for everything.
    Slow,
    /// As at a real table.
    Normal,
    /// A third of the time; a showdown goes on by itself.
    Fast,
    /// Nothing is waited for.
    Instant,
}

impl Speed {
    const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Instant];

    /// The speed in the word that is remembered.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Instant => "instant",
        }
    }

    /// The speed in a word of a language.
    pub fn in_words(self, language: Language) -> &'static str {
        match self {
            Speed::Slow => text!(language, "speed.slow"),
            Speed::Normal => text!(language, "speed.normal"),
            Speed::Fast => text!(language, "speed.fast"),
            Speed::Instant => text!(language, "speed.instant"),
        }
    }

    /// The time at this speed for something that takes `normal` at normal speed.
    pub fn of(self, normal: Duration) -> Duration {
        match self {
            Speed::Slow => normal * 2,
            Speed::Normal => normal,
            Speed::Fast => normal / 3,
            Speed::Instant => Duration::ZERO,
        }
    }

    /// Whether the end of a round waits for a key.
    pub fn waits(self) -> bool {
        matches!(self, Speed::Slow | Speed::Normal)
    }

    /// One step faster or slower.
    #[must_use]
    pub fn faster(self, faster: bool) -> Speed {
        let at = Speed::ALL.iter().position(|speed| *speed == self).unwrap_or(1);
        let step = if faster { Step::Down } else { Step::Up };
        Speed::ALL[step.within(at, Speed::ALL.len(), 1)]
    }

    fn next(self) -> Speed {
        if self == Speed::Instant { Speed::Slow } else { self.faster(true) }
    }
}

/// How many lines the window has.
pub const LINES: usize = 9;

impl Settings {
    /// The same settings as somebody likes them.
    #[must_use]
    pub fn liked(self, liked: &Liked) -> Settings {
        let speed = Speed::ALL.into_iter().find(|speed| speed.name() == liked.speed);
        Settings {
            speed: speed.unwrap_or(self.speed),
            confirm: liked.confirm,
            hints: liked.hints,
            voices: liked.voices,
            bell: liked.bell,
            theme: liked.theme,
            look: Look { language: liked.language.unwrap_or(self.look.language), ..self.look },
            ..self
        }
        .coloured()
    }

    /// The same settings on a background that the terminal has told of.
    #[must_use]
    pub fn on(self, background: Background) -> Settings {
        Settings { background: Some(background), ..self }.coloured()
    }

    /// The same settings with the colours that follow from them.
    fn coloured(mut self) -> Settings {
        self.look.light = match self.theme {
            Theme::Auto => self.background == Some(Background::Light),
            Theme::Dark => false,
            Theme::Light => true,
        };
        self
    }

    /// What is worth remembering of the settings, where so much was remembered before.
    pub fn to_like(self, before: Liked) -> Liked {
        Liked {
            speed: self.speed.name().to_owned(),
            confirm: self.confirm,
            hints: self.hints,
            voices: self.voices,
            bell: self.bell,
            theme: self.theme,
            language: self.language_to_like(&before),
            ..before
        }
    }

    /// The language to remember: the one that was chosen, and none where the environment chose it.
    fn language_to_like(self, before: &Liked) -> Option<Language> {
        match self.chose_language {
            true => Some(self.look.language),
            false => before.language,
        }
    }

    /// Changes what stands in `line` of the window.
    pub fn change(&mut self, line: usize) {
        match line {
            0 => self.speed = self.speed.next(),
            1 => self.confirm = !self.confirm,
            2 => self.hints = self.hints.next(true),
            3 => self.voices = !self.voices,
            4 => self.bell = !self.bell,
            5 => self.look.ascii = !self.look.ascii,
            6 => {
                self.theme = self.theme.next();
                *self = self.coloured();
            }
            7 => self.look.color = !self.look.color,
            _ => {
                let at = Language::ALL.iter().position(|one| *one == self.look.language);
                let next = at.map_or(0, |at| (at + 1) % Language::ALL.len());
                self.look.language = Language::ALL[next];
                self.chose_language = true;
            }
        }
    }
}

/// Draws the window with the settings; `at` is the line chosen.
pub fn draw(canvas: &mut Canvas<'_>, settings: &Settings, at: usize) {
    let language = canvas.language();
    let inner = canvas.window(56, LINES as u16 + 6, text!(language, "set-screen.title"));
    let on = |on| if on { text!(language, "set.on") } else { text!(language, "set.off") };
    let theme = match (settings.theme, settings.background) {
        (Theme::Auto, Some(Background::Light)) => text!(language, "set-screen.light-said"),
        (Theme::Auto, Some(Background::Dark)) => text!(language, "set-screen.dark-said"),
        (Theme::Auto, None) | (Theme::Dark, _) => text!(language, "set-screen.dark"),
        (Theme::Light, _) => text!(language, "set-screen.light"),
    };
    let hints = match settings.hints {
        Hints::Off => text!(language, "hints.off"),
        Hints::Chance => text!(language, "hints.chance"),
        Hints::Bids => text!(language, "hints.bids"),
    };
    let lines: [(&str, &str); LINES] = [
        (text!(language, "set-screen.speed"), settings.speed.in_words(language)),
        (text!(language, "set-screen.confirm"), on(settings.confirm)),
        (text!(language, "set-screen.hints"), hints),
        (text!(language, "set-screen.voices"), on(settings.voices)),
        (text!(language, "set-screen.bell"), on(settings.bell)),
        (text!(language, "set-screen.ascii"), on(settings.look.ascii)),
        (text!(language, "set-screen.background"), theme),
        (text!(language, "set-screen.colours"), on(settings.look.color)),
        (text!(language, "set-screen.language"), language.own_name()),
    ];
    let line = |(n, (what, value)): (usize, (&str, &str))| {
        let style = if n == at { canvas.look.chosen() } else { canvas.look.text() };
        Listed::whole(what, format!("◂ {value} ▸ "), style)
    };
    let lines: Vec<Listed> = lines.into_iter().enumerate().map(line).collect();
    let choices = Choices::new(lines, Some(at), Columns::Values);
    choices::draw(canvas, rows(inner, 1, LINES as u16), &choices, Action::Line);
    let buttons = [
        ("↑↓", text!(language, "key.choose"), Action::Move(Step::Down)),
        ("Enter", text!(language, "key.change"), Action::Next),
        ("Esc", text!(language, "key.close"), Action::Back),
    ];
    canvas.buttons(inner, inner.height.saturating_sub(1), &buttons);
}
