//! The scripts of lessons, read from their message files.

use std::sync::LazyLock;

use dicehouse_rules::{Act, Dice, GameKind, Ruleset, Seat};
use dicehouse_table::Seated;
use serde::Deserialize;

use crate::language::Language;

/// The message files of each game: the script with its English texts, then the texts in other languages.
const FILES: [(&str, &[(Language, &str)]); 3] = [
    (
        include_str!("../../text/lessons/liars.toml"),
        &[
            (Language::German, include_str!("../../text/lessons/liars.de.toml")),
            (Language::Spanish, include_str!("../../text/lessons/liars.es.toml")),
        ],
    ),
    (
        include_str!("../../text/lessons/claims.toml"),
        &[
            (Language::German, include_str!("../../text/lessons/claims.de.toml")),
            (Language::Spanish, include_str!("../../text/lessons/claims.es.toml")),
        ],
    ),
    (
        include_str!("../../text/lessons/pairs.toml"),
        &[
            (Language::German, include_str!("../../text/lessons/pairs.de.toml")),
            (Language::Spanish, include_str!("../../text/lessons/pairs.es.toml")),
        ],
    ),
];

static LESSONS: LazyLock<Vec<(Language, Lesson)>> = LazyLock::new(|| {
    let lessons = FILES.iter().filter_map(|(script, others)| {
        let english = Lesson::read(script).ok()?;
        let others = others.iter().filter_map(|(language, texts)| {
            let told = english.translated(texts).ok()?;
            Some((*language, Lesson { language: *language, ..told }))
        });
        let others: Vec<_> = others.collect();
        Some(std::iter::once((Language::English, english)).chain(others))
    });
    lessons.flatten().collect()
});

/// A guided first game.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// What one learns, in a line.
    pub about: String,
    /// The language it is told in.
    pub(super) language: Language,
    pub(super) ruleset: Ruleset,
    /// The others at the table; the learner sits in the first seat.
    others: Vec<String>,
    pub(super) steps: Vec<Step>,
}

/// One step of a script.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Step {
    /// Something to read.
    Say { text: String },
    /// The dice that are due fall like this.
    Roll { dice: Vec<Dice>, text: String },
    /// One of the others acts.
    Act { seat: Seat, act: Act, text: String },
    /// The learner acts.
    Ask(Ask),
}

/// What the learner is asked to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    /// The question, with what one should know to answer it.
    pub text: String,
    /// The acts with which the lesson goes on.
    pub expect: Vec<Act>,
    /// What is said to any other legal act.
    pub otherwise: String,
    /// What is said to an expected act, once its consequences are seen.
    pub right: String,
}

/// Why a message file is not a lesson.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// It is not TOML of the right shape, or a step has dice or an act that cannot be read.
    #[error("the lesson cannot be read: {0}")]
    Toml(#[from] toml::de::Error),
    /// Its game or its rules do not exist.
    #[error("the rules of the lesson: {0}")]
    Rules(String),
    /// A translation has more or fewer steps than the script, or other texts in one.
    #[error("the translation does not have the texts of the script's step {step}")]
    Translation {
        /// The first step that differs, from 1.
        step: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    about: String,
    game: String,
    preset: String,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    others: Vec<String>,
    steps: Vec<Step>,
}

/// A translation: the texts of a script, step by step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Translation {
    title: String,
    about: String,
    steps: Vec<Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    text: String,
    otherwise: Option<String>,
    right: Option<String>,
}

impl Lesson {
    /// The lesson for `game`, in English.
    pub fn of(game: GameKind) -> Option<&'static Lesson> {
        Lesson::in_language(game, Language::English)
    }

    /// The lesson for `game` in a language.
    pub fn in_language(game: GameKind, language: Language) -> Option<&'static Lesson> {
        let mut lessons = LESSONS.iter().filter(|(told_in, _)| *told_in == language);
        lessons.find(|(_, lesson)| lesson.game() == game).map(|(_, lesson)| lesson)
    }

    /// The same lesson with the texts of a translation.
    fn translated(&self, texts: &str) -> Result<Lesson, LessonError> {
        let file: Translation = toml::from_str(texts)?;
        let count = self.steps.len().max(file.steps.len());
        let mut own = self.steps.iter();
        let mut theirs = file.steps.into_iter();
        let steps = (1..=count).map(|step| {
            let both = own.next().zip(theirs.next());
            let told = both.and_then(|(own, theirs)| own.translated(theirs));
            told.ok_or(LessonError::Translation { step })
        });
        let steps = steps.collect::<Result<_, _>>()?;
        Ok(Lesson { title: file.title, about: file.about, steps, ..self.clone() })
    }

    /// Reads a message file.
    ///
    /// # Errors
    /// When it is not a lesson.
    pub fn read(text: &str) -> Result<Lesson, LessonError> {
        let file: File = toml::from_str(text)?;
        let game = GameKind::named(&file.game)
            .ok_or_else(|| LessonError::Rules(format!("there is no game {}", file.game)))?;
        let options: Vec<(&str, &str)> =
            file.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let ruleset = Ruleset::preset(game, &file.preset)
            .and_then(|preset| preset.with(&options))
            .map_err(|error| LessonError::Rules(error.to_string()))?;
        let File { title, about, others, steps, .. } = file;
        Ok(Lesson { title, about, language: Language::English, ruleset, others, steps })
    }

    /// The game one learns.
    pub fn game(&self) -> GameKind {
        self.ruleset.game()
    }

    /// The rules it is played by.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who sits at the table: the learner, called `name`, and the others.
    pub fn seats(&self, name: &str) -> Vec<Seated> {
        let others = self.others.iter().map(|other| Seated::bot(other, "teacher", "1"));
        std::iter::once(Seated::person(name)).chain(others).collect()
    }
}

impl Step {
    /// Whether it happens without a word.
    pub fn is_silent(&self) -> bool {
        match self {
            Step::Say { text } | Step::Roll { text, .. } | Step::Act { text, .. } => {
                text.is_empty()
            }
            Step::Ask(_) => false,
        }
    }

    /// All its texts.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        let texts = match self {
            Step::Say { text } | Step::Roll { text, .. } | Step::Act { text, .. } => vec![text],
            Step::Ask(ask) => vec![&ask.text, &ask.otherwise, &ask.right],
        };
        texts.into_iter()
    }

    /// The step in other words; `None` when these are not the texts that it needs.
    fn translated(&self, texts: Texts) -> Option<Step> {
        let Texts { text, otherwise, right } = texts;
        let step = match self.clone() {
            Step::Say { .. } => Step::Say { text },
            Step::Roll { dice, .. } => Step::Roll { dice, text },
            Step::Act { seat, act, .. } => Step::Act { seat, act, text },
            Step::Ask(ask) => {
                let (otherwise, right) = (otherwise?, right?);
                return Some(Step::Ask(Ask { text, otherwise, right, ..ask }));
            }
        };
        (step.is_silent() == self.is_silent() && otherwise.is_none() && right.is_none())
            .then_some(step)
    }
}

#[cfg(test)]
mod tests;
