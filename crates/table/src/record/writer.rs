//! Writing a record while the game is played.

use std::io::{self, Write};

use crate::table::{Entry, Observer};

use super::line::{Chain, End, Header, Line};

/// Writes a record line by line, so that a game that is killed leaves a readable file.
///
/// An error of the writer does not disturb the game; [`RecordWriter::finish`] reports it.
#[derive(Debug)]
pub struct RecordWriter<W: Write> {
    writer: W,
    chain: Chain,
    failed: Option<io::Error>,
}

impl<W: Write> RecordWriter<W> {
    /// Starts a record with its header.
    pub fn new(writer: W, header: &Header) -> RecordWriter<W> {
        let mut record = RecordWriter { writer, chain: Chain::default(), failed: None };
        record.line(&Line::Header(Box::new(header.clone())));
        record
    }

    /// Whether everything was written so far.
    pub fn is_healthy(&self) -> bool {
        self.failed.is_none()
    }

    /// Writes the last line and gives the writer back.
    ///
    /// # Errors
    /// When this or an earlier line could not be written.
    pub fn finish(mut self, end: End) -> io::Result<W> {
        self.line(&Line::End { end });
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.writer),
        }
    }

    fn line(&mut self, line: &Line) {
        if self.failed.is_some() {
            return;
        }
        let written = serde_json::to_string(line).map_err(io::Error::from).and_then(|json| {
            let mut sealed = self.chain.seal(&json);
            sealed.push('\n');
            self.writer.write_all(sealed.as_bytes())?;
            self.writer.flush()
        });
        self.failed = written.err();
    }
}

impl<W: Write> Observer for RecordWriter<W> {
    fn entry(&mut self, entry: &Entry) {
        self.line(&Line::from(entry));
    }
}
