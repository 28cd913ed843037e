//! Writing a record while the game is played.

use std::io;

use crate::entry::Entry;
use crate::run::Keep;

use super::line::{Chain, End, Header, Line};
use super::reader::Record;
use super::signature::{Head, SigningKey};

/// Where the lines of a record go.
pub trait Append {
    /// Appends `lines`, whole or not at all, and returns when they are safe: what is appended is
    /// acknowledged next.
    ///
    /// # Errors
    /// When they could not be kept; nothing is left of them then.
    fn append(&mut self, lines: &[u8]) -> io::Result<()>;
}

impl Append for Vec<u8> {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.extend_from_slice(lines);
        Ok(())
    }
}

impl<A: Append + ?Sized> Append for Box<A> {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        (**self).append(lines)
    }
}

/// Writes a record step by step, so that a game that is killed leaves a readable file. What could
/// not be written can be tried again.
#[derive(Clone, Debug)]
pub struct RecordWriter<A> {
    to: A,
    chain: Chain,
    head: Head,
}

impl<A: Append> RecordWriter<A> {
    /// Starts a record with its header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(to: A, header: &Header) -> io::Result<RecordWriter<A>> {
        let mut record = RecordWriter { to, chain: Chain::default(), head: Head::default() };
        record.lines([Line::Header(header)])?;
        Ok(record)
    }

    /// Goes on with a record of which `to` holds exactly `record`'s lines.
    pub fn go_on(to: A, record: &Record) -> RecordWriter<A> {
        RecordWriter { to, chain: record.chain, head: record.head() }
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// When it could not be written; the record has no end then.
    pub fn end(&mut self, end: &End) -> io::Result<()> {
        self.lines([Line::End { end }])
    }

    /// Writes the last line and, with it, that whoever has `key` vouches for the whole record. The header must name them.
    ///
    /// # Errors
    /// When it could not be written; the record has no end then.
    pub fn end_signed(&mut self, end: &End, key: &SigningKey) -> io::Result<()> {
        let end = Line::End { end };
        let head = self.head.with(&serde_json::to_string(&end)?);
        self.lines([end, Line::Signature { signature: &key.sign(head) }])
    }

    /// Gives back where the lines went.
    pub fn into_inner(self) -> A {
        self.to
    }

    fn lines<'a>(&mut self, lines: impl IntoIterator<Item = Line<'a>>) -> io::Result<()> {
        let (mut chain, mut head) = (self.chain, self.head);
        let mut text = String::new();
        for line in lines {
            let json = serde_json::to_string(&line)?;
            head = head.with(&json);
            text.push_str(&chain.seal(&json));
            text.push('\n');
        }
        self.to.append(text.as_bytes())?;
        (self.chain, self.head) = (chain, head);
        Ok(())
    }
}

impl<A: Append> Keep for RecordWriter<A> {
    fn keep(&mut self, entries: &[Entry]) -> io::Result<()> {
        self.lines(entries.iter().map(Line::Entry))
    }
}
