//! After a game, line by line: one's own story, the game again, its review.

use std::io;

use dicehouse_review::Review;
use dicehouse_rules::{Seat, Viewer};
use dicehouse_table::record::Playback;
use dicehouse_telling::{Language, Story, Wish, read_command, text};

use super::{Hangup, Talkback, watch};
use dicehouse_home::review_in_background;

/// A way to look at a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Retelling {
    /// What went well for one player, what did not, and when it turned.
    Story,
    /// The whole game, told again with all cups open.
    Replay,
    /// Every decision against the best one.
    Review,
}

impl Retelling {
    /// Reads the word a player typed.
    pub(super) fn named(word: &str) -> Option<Retelling> {
        match read_command(word).as_str() {
            "story" => Some(Retelling::Story),
            "watch" => Some(Retelling::Replay),
            "review" => Some(Retelling::Review),
            _ => None,
        }
    }
}

/// A game in sentences, for the player in `seat`. A review takes a while, so `review` is asked for it only when it is
/// wanted.
///
/// # Errors
/// Why it cannot be told, in words.
pub(super) fn told(
    look: Retelling,
    playback: &Playback,
    seat: Option<Seat>,
    language: Language,
    review: impl FnOnce() -> Result<Review, String>,
) -> Result<Vec<String>, String> {
    match (look, seat) {
        (Retelling::Story, Some(seat)) => {
            Ok(Story::told(playback, seat, language).lines_in(language))
        }
        (Retelling::Story, None) => Ok(vec![text!(language, "after.no-story").to_owned()]),
        (Retelling::Replay, _) => {
            let mut text = Vec::new();
            watch(playback, Viewer::Public, language, &mut text)
                .map_err(|error: io::Error| error.to_string())?;
            Ok(String::from_utf8_lossy(&text).lines().map(str::to_owned).collect())
        }
        (Retelling::Review, _) => {
            const WIDE: usize = 80;
            Ok(review()?.text_in(language, WIDE, false).lines().map(str::to_owned).collect())
        }
    }
}

/// What somebody wants after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Afterwards {
    /// The same again.
    Rematch,
    /// Nothing more.
    Leave,
}

/// Asks what to do after a game, and does it, until somebody wants another one or none. `seat` is the only person at
/// the keyboard, if there is only one.
pub(super) fn afterwards(
    talk: &mut Talkback<'_>,
    playback: &Playback,
    seat: Option<Seat>,
) -> Result<Afterwards, Hangup> {
    let language = talk.language();
    let question = format!("{} ", text!(language, "after.question"));
    loop {
        let answer = match talk.ask(&question) {
            Err(Hangup::EndOfInput) => return Ok(Afterwards::Leave),
            answer => answer?,
        };
        let look = match (Retelling::named(&answer), Wish::read(&answer)) {
            (Some(look), _) => look,
            (None, Some(Wish::Yes)) => return Ok(Afterwards::Rematch),
            (None, Some(Wish::No | Wish::Leave)) => return Ok(Afterwards::Leave),
            _ if answer.is_empty() => return Ok(Afterwards::Leave),
            _ => {
                talk.say(&format!("  {}", text!(language, "after.type")))?;
                continue;
            }
        };
        if look == Retelling::Review {
            talk.say(text!(language, "after.moment"))?;
        }
        let review = || review_in_background(playback.record.clone()).wait();
        match told(look, playback, seat, language, review) {
            Ok(lines) => lines.iter().try_for_each(|line| talk.say(line))?,
            Err(why) => talk.say(&format!("  {why}"))?,
        }
    }
}
