//! What is worth telling the people at the keyboard when a game is left or over.

use dicehouse_telling::{Language, say, text};

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The record is in this file.
    Saved(String),
    /// There is nowhere to keep it.
    NotSaved,
    /// The record could not be written, and why.
    NotWritten(String),
    /// The result could not be kept, and why.
    NotKept(String),
    /// The game waits, and this command goes on with it.
    Waits(String),
    /// The game is gone when it is left: there is nowhere to keep it.
    NoWayBack,
    /// How a game alone compares with the best one before.
    Alone {
        /// Its points.
        total: i32,
        /// The most points before.
        best: Option<i64>,
    },
    /// What bots made of the same dice: names and points.
    SameDice(Vec<(&'static str, i32)>),
    /// Something that was said elsewhere.
    Said(String),
}

impl Note {
    /// The note in words.
    pub fn text(&self, language: Language) -> String {
        match self {
            Note::Saved(path) => say!(language, "note.saved", path = path),
            Note::NotSaved => text!(language, "note.not-saved").to_owned(),
            Note::NotWritten(why) => say!(language, "note.not-written", why = why),
            Note::NotKept(why) => say!(language, "note.not-kept", why = why),
            Note::Waits(command) => say!(language, "note.waits", command = command),
            Note::NoWayBack => text!(language, "note.no-way-back").to_owned(),
            Note::Alone { total, best: None } => say!(language, "note.first-alone", total = total),
            Note::Alone { total, best: Some(best) } if i64::from(*total) > *best => {
                say!(language, "note.best-alone", total = total, best = best)
            }
            Note::Alone { total, best: Some(best) } => {
                say!(language, "note.alone", total = total, best = best)
            }
            Note::SameDice(bots) => {
                let bots: Vec<String> =
                    bots.iter().map(|(bot, total)| format!("{bot} {total}")).collect();
                say!(language, "note.same-dice", bots = bots.join(", "))
            }
            Note::Said(words) => words.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_result_is_compared_in_words() {
        let own = |best| Note::Alone { total: 120, best }.text(Language::English);
        assert!(own(None).contains("first game alone: 120"));
        assert!(own(Some(-40)).contains("up from -40"));
        assert!(own(Some(300)).contains("had 300"));
    }
}
