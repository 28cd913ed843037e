//! Reading a record.

use std::fmt;

use dicehouse_rules::Fact;
use serde::Deserialize;
use serde::de::value::MapDeserializer;
use thiserror::Error;

use crate::entry::Entry;

use super::line::{Chain, End, FORMAT, Header, Line};
use super::signature::{Head, Signature};

/// A record as it stands in a file: well-formed, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What is played, by whom, with which dice.
    pub header: Header,
    /// What happened, in order.
    pub lines: Vec<RecordLine>,
    /// How it ended; `None` when the record breaks off.
    pub end: Option<End>,
    /// What the one whom the header names vouches for the record with; [`verify`](super::verify) says whether it is theirs.
    pub signature: Option<Signature>,
    /// Something in a record that this version does not know. A record is right only when there is nothing.
    pub warnings: Vec<Warning>,
    pub(super) chain: Chain,
}

/// An entry with the number of its line in the file, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordLine {
    /// The line's number.
    pub number: usize,
    /// What it says.
    pub entry: Entry,
}

impl<'a> From<&'a RecordLine> for &'a Entry {
    fn from(line: &'a RecordLine) -> &'a Entry {
        &line.entry
    }
}

/// Something in a record that was passed over: it may come from a newer version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line's number, from 1.
    pub line: usize,
    /// A line or a field that no reader of this version knows.
    pub what: PassedOver,
}

/// Something in a record that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// A whole line, of a kind this version does not know.
    Kind(crate::text::Text<40>),
    /// Fields this version does not know, or another way of writing than a record's.
    Form,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            PassedOver::Kind(kind) => write!(f, "line {} is of an unknown kind: {kind}", self.line),
            PassedOver::Form => {
                write!(f, "line {} has fields or a form that no record has", self.line)
            }
        }
    }
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// There is nothing in it.
    #[error("the file is empty: a record starts with a header line")]
    Empty,
    /// A line is not JSON of the expected shape.
    #[error("line {line} cannot be read: {why}")]
    Unreadable {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The record is of another version.
    #[error(
        "line 1: this is a record of format {found}, and this program reads format {FORMAT}: \
         use the version of dicehouse that wrote it, or a newer one"
    )]
    Version {
        /// The format found.
        found: u32,
    },
    /// A line does not fit those before it.
    #[error("line {line} was changed, or lines before it are missing: its check does not fit")]
    Check {
        /// The line's number, from 1.
        line: usize,
    },
    /// A line stands where it cannot.
    #[error("line {line} is out of place: {why}")]
    OutOfPlace {
        /// The line's number, from 1.
        line: usize,
        /// Why it cannot stand there.
        why: &'static str,
    },
}

impl Record {
    /// A record that was never written: a game that was just played, to be looked at again.
    pub fn of(header: Header, entries: Vec<Entry>, end: Option<End>) -> Record {
        let numbered = entries.into_iter().enumerate();
        let lines = numbered.map(|(n, entry)| RecordLine { number: n + 2, entry }).collect();
        let (signature, warnings, chain) = (None, Vec::new(), Chain::default());
        Record { header, lines, end, signature, warnings, chain }
    }

    /// Reads a record. A last line that was cut off in the middle (a killed game) is left out. Lines
    /// and fields that this version does not know are passed over with a warning.
    ///
    /// # Errors
    /// When it is not a record, or a line was changed; the error names the line.
    pub fn read(text: &str) -> Result<Record, ReadError> {
        let mut lines = text.split_inclusive('\n').enumerate().map(|(at, line)| (at + 1, line));
        let (_, first) = lines.next().ok_or(ReadError::Empty)?;
        let mut chain = Chain::default();
        let json = open(&mut chain, 1, first)?;
        let header = read_header(&json)?;
        let warnings = warn_of_form(1, &Line::Header(&header), &json).into_iter().collect();
        let (lines_read, end, signature) = (Vec::new(), None, None);
        let mut record = Record { header, lines: lines_read, end, signature, warnings, chain };
        for (number, line) in lines {
            if !line.ends_with('\n') {
                break;
            }
            record.take(number, line)?;
        }
        Ok(record)
    }

    /// Reads a record from the bytes of a file.
    ///
    /// # Errors
    /// As [`Record::read`], and when the bytes are not text.
    pub fn read_bytes(bytes: &[u8]) -> Result<Record, ReadError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Record::read(text),
            // A character that was cut in two belongs to a line that was cut off.
            Err(error) if error.error_len().is_none() => {
                let good = std::str::from_utf8(&bytes[..error.valid_up_to()]);
                Record::read(good.unwrap_or_default())
            }
            Err(error) => {
                let good = &bytes[..error.valid_up_to()];
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(ReadError::Unreadable { line, why: "it is not UTF-8 text".to_owned() })
            }
        }
    }

    /// How much of `text`, which this record was read from, holds its first `entries` entries: bytes
    /// up to the end of their last line.
    pub fn length_of(&self, entries: usize, text: &[u8]) -> usize {
        let line = match entries.checked_sub(1).and_then(|last| self.lines.get(last)) {
            Some(last) => last.number,
            None => 1,
        };
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        ends.map(|(at, _)| at + 1).nth(line - 1).unwrap_or(text.len())
    }

    /// The entries, without the numbers of their lines.
    pub fn entries(&self) -> Vec<Entry> {
        self.lines.iter().map(|line| line.entry.clone()).collect()
    }

    /// What binds all lines of the record up to its end. A record is canonical, so it follows from what was read.
    pub(super) fn head(&self) -> Head {
        let entries = self.lines.iter().map(|line| Line::Entry(&line.entry));
        let end = self.end.iter().map(|end| Line::End { end });
        Head::of([Line::Header(&self.header)].into_iter().chain(entries).chain(end))
    }

    /// Takes in the next line.
    fn take(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        /// What kind of line it is.
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(borrow, default)]
            event: Option<std::borrow::Cow<'a, str>>,
            #[serde(default)]
            end: Option<End>,
            #[serde(default)]
            signature: Option<Signature>,
        }
        let json = open(&mut self.chain, number, line)?;
        let unreadable = |error| unreadable(number, &error);
        let kind: Kind<'_> = serde_json::from_str(&json).map_err(unreadable)?;
        let out_of_place = |why| Err(ReadError::OutOfPlace { line: number, why });
        let signature = kind.signature.filter(|_| kind.event.is_none() && kind.end.is_none());
        match (self.end.is_some(), self.signature.is_some(), signature) {
            (_, true, _) => return out_of_place("the line before it closed the record"),
            (true, false, None) => return out_of_place("the line before it ended the game"),
            (false, false, Some(_)) => {
                return out_of_place("nobody signs before the game has ended");
            }
            (true, false, Some(signature)) => {
                let line = Line::Signature { signature: &signature };
                self.warnings.extend(warn_of_form(number, &line, &json));
                self.signature = Some(signature);
                return Ok(());
            }
            (false, false, None) => {}
        }
        match (kind.event, kind.end) {
            (Some(kind), None) if is_known(&kind) => {
                let entry: Entry = serde_json::from_str(&json).map_err(|_| {
                    let kind = crate::text::clean(&kind, 40);
                    let why = format!("its fields are not those of `{kind}`");
                    ReadError::Unreadable { line: number, why }
                })?;
                self.warnings.extend(warn_of_form(number, &Line::Entry(&entry), &json));
                self.lines.push(RecordLine { number, entry });
            }
            (None, Some(end)) => {
                self.warnings.extend(warn_of_form(number, &Line::End { end: &end }, &json));
                self.end = Some(end);
            }
            (kind, _) => {
                let kind = crate::text::Text::new(kind.as_deref().unwrap_or("no `event` in it"));
                self.warnings.push(Warning { line: number, what: PassedOver::Kind(kind) });
            }
        }
        Ok(())
    }
}

/// The line's own JSON.
fn open(chain: &mut Chain, number: usize, line: &str) -> Result<String, ReadError> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    chain.open(line).ok_or_else(|| match serde_json::from_str::<serde::de::IgnoredAny>(line) {
        Ok(_) => ReadError::Check { line: number },
        // What is not even JSON is better called that.
        Err(error) => unreadable(number, &error),
    })
}

/// Names the place within the line: that a line is its own line 1 tells nobody anything.
fn unreadable(line: usize, error: &serde_json::Error) -> ReadError {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    let why = if error.is_data() {
        what.to_owned()
    } else {
        format!("it is not JSON ({what} at character {})", error.column().max(1))
    };
    ReadError::Unreadable { line, why }
}

fn read_header(json: &str) -> Result<Header, ReadError> {
    #[derive(Deserialize)]
    struct Version {
        dicehouse: u32,
    }
    let unreadable = |error| unreadable(1, &error);
    let version: Version = serde_json::from_str(json).map_err(unreadable)?;
    if version.dicehouse != FORMAT {
        return Err(ReadError::Version { found: version.dicehouse });
    }
    serde_json::from_str(json).map_err(unreadable)
}

/// A record is canonical: nothing may hide in a line that reading it would lose.
fn warn_of_form(line: usize, read: &Line<'_>, json: &str) -> Option<Warning> {
    let canonical = serde_json::to_string(read).is_ok_and(|canonical| canonical == json);
    (!canonical).then_some(Warning { line, what: PassedOver::Form })
}

/// Whether there are entries of this kind.
fn is_known(kind: &str) -> bool {
    let map = MapDeserializer::<_, Probe>::new(std::iter::once(("event", kind)));
    Entry::KINDS.contains(&kind) || !matches!(Fact::deserialize(map), Err(Probe::UnknownKind))
}

/// Finds out whether a kind is known, whatever else is missing.
#[derive(Debug)]
enum Probe {
    UnknownKind,
    Else,
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("probe")
    }
}

impl std::error::Error for Probe {}

impl serde::de::Error for Probe {
    fn custom<T: fmt::Display>(_: T) -> Probe {
        Probe::Else
    }
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Probe {
        Probe::UnknownKind
    }
}
