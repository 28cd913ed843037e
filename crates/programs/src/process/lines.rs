//! Cutting a stream of bytes into lines without ever holding more than one longest line.

use memchr::memchr;

use super::fault::excerpt;

/// How much is asked for in one read: a pipe's usual capacity.
const CHUNK: usize = 64 * 1024;

/// Bytes that have arrived, and the lines in them.
///
/// Memory is bounded by the longest line allowed plus one chunk, whatever the other side writes.
#[derive(Debug)]
pub(super) struct LineBuffer {
    /// Storage; `start..end` holds what has arrived and was not taken.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// Up to here there is no newline: bytes are looked at once, however many reads a line takes.
    scanned: usize,
    /// The longest line, without its newline.
    max: usize,
    /// Inside a line that was reported as huge: everything up to the next newline is dropped.
    skipping: bool,
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineFault {
    Huge,
    NotUtf8(String),
}

impl LineBuffer {
    pub(super) fn new(max: usize) -> Self {
        Self { bytes: vec![0; 4096], start: 0, end: 0, scanned: 0, max, skipping: false }
    }

    /// Where the next read goes. Empty when the lines that are here have to be taken first.
    pub(super) fn room(&mut self) -> &mut [u8] {
        if self.start == self.end {
            (self.start, self.end, self.scanned) = (0, 0, 0);
        }
        if self.end == self.bytes.len() && self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.end == self.bytes.len() {
            let most = self.max.saturating_add(CHUNK);
            let longer = (self.bytes.len().saturating_mul(4)).min(most).max(self.bytes.len());
            self.bytes.resize(longer, 0);
        }
        &mut self.bytes[self.end..]
    }

    /// Says that the first `count` bytes of [`room`](Self::room) have been filled.
    pub(super) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.bytes.len());
    }

    /// The next whole line, without its line end.
    pub(super) fn take(&mut self) -> Option<Result<String, LineFault>> {
        loop {
            let Some(at) = memchr(b'\n', &self.bytes[self.scanned..self.end]) else {
                self.scanned = self.end;
                return self.overflow();
            };
            let newline = self.scanned + at;
            let line = self.start..newline;
            self.start = newline + 1;
            self.scanned = self.start;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if line.len() > self.max {
                return Some(Err(LineFault::Huge));
            }
            return Some(decode(&self.bytes[line]));
        }
    }

    /// What came after the last newline, once nothing more will come.
    pub(super) fn take_half(&mut self) -> Option<String> {
        let half = self.start..self.end;
        let skipped = std::mem::take(&mut self.skipping);
        self.start = self.end;
        self.scanned = self.end;
        (!half.is_empty() && !skipped).then(|| excerpt(&self.bytes[half]))
    }

    /// There is no newline in the buffer: is what is there too long already?
    fn overflow(&mut self) -> Option<Result<String, LineFault>> {
        if self.skipping {
            self.start = self.end;
            return None;
        }
        if self.end - self.start <= self.max {
            return None;
        }
        self.start = self.end;
        self.skipping = true;
        Some(Err(LineFault::Huge))
    }
}

fn decode(line: &[u8]) -> Result<String, LineFault> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(LineFault::NotUtf8(excerpt(line))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds bytes in pieces of the given size and takes lines as they come.
    fn run(
        max: usize,
        piece: usize,
        input: &[u8],
    ) -> (Vec<Result<String, LineFault>>, Option<String>, usize) {
        let mut buffer = LineBuffer::new(max);
        let mut taken = Vec::new();
        let mut rest = input;
        while !rest.is_empty() {
            let room = buffer.room();
            let count = piece.min(rest.len()).min(room.len());
            room[..count].copy_from_slice(&rest[..count]);
            buffer.filled(count);
            rest = &rest[count..];
            while let Some(line) = buffer.take() {
                taken.push(line);
            }
        }
        let half = buffer.take_half();
        (taken, half, buffer.bytes.len())
    }

    fn line(text: &str) -> Result<String, LineFault> {
        Ok(text.to_owned())
    }

    #[test]
    fn the_same_lines_however_the_bytes_arrive() {
        let input = b"one\r\n\ntwo\n\xff\n0123456789\n01234567890\nlast\nhalf";
        let expected = vec![
            line("one"),
            line(""),
            line("two"),
            Err(LineFault::NotUtf8("\u{fffd}".into())),
            line("0123456789"),
            Err(LineFault::Huge),
            line("last"),
        ];
        for piece in [1, 2, 3, 7, 1000] {
            let (taken, half, _) = run(10, piece, input);
            assert_eq!(taken, expected, "pieces of {piece}");
            assert_eq!(half.as_deref(), Some("half"));
        }
    }

    #[test]
    fn an_endless_line_is_one_fault_and_no_memory() {
        let mut input = vec![b'x'; 5_000_000];
        input.extend_from_slice(b"\nback\n");
        let (taken, half, memory) = run(100_000, CHUNK, &input);
        assert_eq!(taken, vec![Err(LineFault::Huge), line("back")]);
        assert_eq!(half, None);
        assert!(memory <= 100_000 + CHUNK, "{memory}");
    }

    #[test]
    fn the_tail_of_a_huge_line_is_not_a_half_line() {
        let (taken, half, _) = run(10, 4, &[b'x'; 50]);
        assert_eq!(taken, vec![Err(LineFault::Huge)]);
        assert_eq!(half, None);
    }

    #[test]
    fn lines_not_taken_fill_the_buffer_and_then_there_is_no_room() {
        let mut buffer = LineBuffer::new(1000);
        let mut stored = 0;
        loop {
            let room = buffer.room();
            if room.is_empty() {
                break;
            }
            room.fill(b'\n');
            let count = room.len();
            buffer.filled(count);
            stored += count;
        }
        assert_eq!(stored, 1000 + CHUNK);
        let lines = std::iter::from_fn(|| buffer.take()).count();
        assert_eq!(lines, stored);
        assert!(!buffer.room().is_empty());
    }
}
