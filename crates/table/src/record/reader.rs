//! Reading a record.

use thiserror::Error;

use crate::table::Entry;

use super::line::{Chain, End, FORMAT, Header, Line};

/// A record as it stands in a file: well-formed, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What is played, by whom, with which dice.
    pub header: Header,
    /// What happened, in order.
    pub lines: Vec<RecordLine>,
    /// How it ended; `None` when the record breaks off.
    pub end: Option<End>,
}

/// An entry with the number of its line in the file, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordLine {
    /// The line's number.
    pub number: usize,
    /// What it says.
    pub entry: Entry,
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
    /// Reads a record. A last line that was cut off in the middle (a killed game) is left out.
    ///
    /// # Errors
    /// When it is not a record, or a line was changed; the error names the line.
    pub fn read(text: &str) -> Result<Record, ReadError> {
        let mut chain = Chain::default();
        let mut lines = text.split_inclusive('\n').enumerate().map(|(at, line)| (at + 1, line));
        let (_, first) = lines.next().ok_or(ReadError::Empty)?;
        let header = match parse(&mut chain, 1, first)? {
            Line::Header(header) => *header,
            _ => return Err(out_of_place(1, "a record starts with its header")),
        };
        if header.dicehouse != FORMAT {
            return Err(ReadError::Version { found: header.dicehouse });
        }
        let mut record = Record { header, lines: Vec::new(), end: None };
        for (number, line) in lines {
            if record.end.is_some() {
                return Err(out_of_place(number, "the line before it ended the game"));
            }
            if !line.ends_with('\n') {
                break;
            }
            let entry = match parse(&mut chain, number, line)? {
                Line::Header(_) => return Err(out_of_place(number, "there is one header only")),
                Line::End { end } => {
                    record.end = Some(end);
                    continue;
                }
                Line::Event(event) => Entry::Event(*event),
                Line::Talk { seat, talk } => Entry::Talk(seat, talk),
                Line::Info { seat, info } => Entry::Info(seat, info),
                Line::Detail { seat, detail } => Entry::Detail(seat, detail),
            };
            record.lines.push(RecordLine { number, entry });
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
            Err(error) => {
                let good = &bytes[..error.valid_up_to()];
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(ReadError::Unreadable { line, why: "it is not UTF-8 text".to_owned() })
            }
        }
    }
}

fn parse(chain: &mut Chain, number: usize, line: &str) -> Result<Line, ReadError> {
    let unreadable = |why: String| ReadError::Unreadable { line: number, why };
    let line = line.strip_suffix('\n').unwrap_or(line);
    let json = match chain.open(line) {
        Some(json) => json,
        // What is not even JSON is better called that.
        None => match serde_json::from_str::<serde::de::IgnoredAny>(line) {
            Ok(_) => return Err(ReadError::Check { line: number }),
            Err(error) => return Err(unreadable(error.to_string())),
        },
    };
    // The header alone is read by itself, so that its errors (an option, a version) are named.
    if number == 1 {
        #[derive(serde::Deserialize)]
        struct Version {
            dicehouse: u32,
        }
        let version: Version =
            serde_json::from_str(&json).map_err(|error| unreadable(error.to_string()))?;
        if version.dicehouse != FORMAT {
            return Err(ReadError::Version { found: version.dicehouse });
        }
        let header = serde_json::from_str(&json).map_err(|error| unreadable(error.to_string()))?;
        return Ok(Line::Header(header));
    }
    let parsed: Line = serde_json::from_str(&json)
        .map_err(|_| unreadable("it is no line of a record".to_owned()))?;
    // A record is canonical: nothing may hide in a line that reading it would lose.
    match serde_json::to_string(&parsed) {
        Ok(canonical) if canonical == json => Ok(parsed),
        _ => Err(unreadable("it has fields or a form that no record has".to_owned())),
    }
}

fn out_of_place(line: usize, why: &'static str) -> ReadError {
    ReadError::OutOfPlace { line, why }
}
