//! What was said last between the house and a bot.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use dicehouse_programs::process::CappedLog;
use dicehouse_protocol::{FromBot, Slip};
use dicehouse_table::{Info, clean};
use serde::Serialize;
use serde_json::Value;

use crate::program::{Tap, Way};

/// How many lines of a conversation are kept.
const KEPT: usize = 6;
/// How many characters of a line are shown: a question of a small table as a whole.
const SHOWN: usize = 1200;
/// How many lines of standard error are shown.
const SHOWN_LOG: usize = 12;

/// One line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TranscriptLine {
    /// Which way it went.
    pub way: Way,
    /// What it said, cut where it is too long to be shown.
    pub text: String,
}

/// Listens to a conversation and keeps its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<TranscriptLine>,
    bad_talk: bool,
    bad_info: bool,
    /// The well-known mistake in the last line of the bot.
    slip: Option<Slip>,
}

impl Transcript {
    pub(super) fn tap(&self) -> Tap {
        let kept = Arc::clone(&self.0);
        Tap::new(move |way, text| {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.hear(way, text);
        })
    }

    pub(super) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Kept::default();
    }

    pub(super) fn lines(&self) -> Vec<TranscriptLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines.iter().cloned().collect()
    }

    /// The well-known mistake in the last line of the bot, if there is one.
    pub(super) fn slip(&self) -> Option<Slip> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).slip
    }

    /// What the house passed over in the bot's moves although the bot meant something by it.
    pub(super) fn notes(&self) -> Vec<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = [
            (kept.bad_talk, "`talk` was dropped: it must be text that is not empty"),
            (
                kept.bad_info,
                "`info` was dropped: it must look like {\"win_chance\": 0.4, \"note\": \"…\", \
                 \"numbers\": {\"depth\": 3}}",
            ),
        ];
        notes.into_iter().filter(|(found, _)| *found).map(|(_, text)| text.to_owned()).collect()
    }
}

impl Kept {
    fn hear(&mut self, way: Way, text: &str) {
        if way == Way::FromBot {
            self.slip = FromBot::read(text).err().and_then(|error| error.slip());
        }
        if way == Way::FromBot
            && let Ok(Value::Object(fields)) = serde_json::from_str(text)
        {
            let given = |name: &str| fields.get(name).filter(|value| !value.is_null());
            self.bad_talk |= given("talk").is_some_and(|talk| !talk.is_string());
            self.bad_info |= given("info")
                .is_some_and(|info| serde_json::from_value::<Info>(info.clone()).is_err());
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(TranscriptLine { way, text: shown(text) });
    }
}

/// The end of a log, as it can be shown.
pub(super) fn last_lines(log: &CappedLog) -> Vec<String> {
    let text = log.to_string();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let start = lines.len().saturating_sub(SHOWN_LOG);
    lines[start..].iter().map(|line| shown(line)).collect()
}

/// A line from outside, fit for a terminal: its beginning and its end.
fn shown(text: &str) -> String {
    // Cut roughly before it is cleaned: a line may be a megabyte long.
    let count = text.chars().count();
    if count <= SHOWN {
        return clean(text, SHOWN);
    }
    let half = SHOWN / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(count - half).collect();
    format!("{} […] {}", clean(&head, half), clean(&tail, half))
}
