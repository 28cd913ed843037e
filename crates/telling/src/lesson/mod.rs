//! Lessons: a guided first game of each kind, played by the real rules with prepared dice.
//!
//! A [`Lesson`] is a script from a message file. A [`Course`] is somebody taking it: it shows one
//! [`Moment`] at a time and takes one [`Input`] at a time. Terminal and page show the same lessons.

mod course;
mod script;

pub use course::{Course, Input, Moment, Reply, Task};
pub use script::{Lesson, LessonError};
