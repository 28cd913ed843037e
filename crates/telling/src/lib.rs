//! A game in sentences and verdicts, for any surface: the terminal, the page, a review.
//!
//! A [`Narrator`] knows the rules and the names of a table and tells one listener what happens. A
//! [`Verdict`] says what a decision was worth. [`lesson`] has a guided first game of each kind,
//! [`voice`] the characters of the bots, [`Term`] the words a newcomer may not know. Nothing here
//! draws, prints or waits; all text is in the message files under `text/`.
#![forbid(unsafe_code)]

mod acts;
mod by_ear;
mod card;
mod claims;
mod ending;
mod explain;
mod language;
pub mod lesson;
mod liars;
mod log;
mod message;
mod narrator;
mod options;
mod pairs;
mod percent;
mod presets;
mod proof;
mod story;
mod terms;
mod titles;
mod typed;
mod verdict;
pub mod voice;

pub use acts::label;
pub use by_ear::spoken_dice;
pub use card::ResultCard;
pub use explain::{Explanation, Section, explain, game_about, preset_about};
pub use language::Language;
pub use log::{Line, Tone};
pub use message::{Key, key};
pub use narrator::Narrator;
pub use percent::{percent, whole_percent};
pub use proof::Proof;
pub use story::{Story, Told};
pub use terms::{Explained, Term};
pub use titles::{game_title, table_in_words, table_title};
pub use typed::{Wish, read_act, read_command};
pub use verdict::{Verdict, all_hands, totals};
