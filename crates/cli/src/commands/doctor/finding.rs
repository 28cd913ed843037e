//! What was found, and what to do about it.

use serde::Serialize;

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It works.
    Good,
    /// Something that not everybody needs is missing or smaller than it could be.
    Limited,
    /// Something that Dicehouse needs does not work.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it belongs to: the heading above it.
    pub part: &'static str,
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub state: State,
    /// What was found.
    pub found: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub todo: Option<String>,
}

/// Makes the findings of one part.
#[derive(Clone, Copy)]
pub struct Part(pub &'static str);

impl Part {
    /// It works.
    pub fn good(self, name: &'static str, found: impl Into<String>) -> Finding {
        self.finding(name, State::Good, found.into(), None)
    }

    /// Something is missing that not everybody needs.
    pub fn limited(
        self,
        name: &'static str,
        found: impl Into<String>,
        todo: impl Into<String>,
    ) -> Finding {
        self.finding(name, State::Limited, found.into(), Some(todo.into()))
    }

    /// It does not work.
    pub fn broken(
        self,
        name: &'static str,
        found: impl Into<String>,
        todo: impl Into<String>,
    ) -> Finding {
        self.finding(name, State::Broken, found.into(), Some(todo.into()))
    }

    fn finding(
        self,
        name: &'static str,
        state: State,
        found: String,
        todo: Option<String>,
    ) -> Finding {
        Finding { part: self.0, name, state, found, todo }
    }
}
