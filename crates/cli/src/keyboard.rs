//! Lines from standard input that Ctrl-C can end: the game says goodbye and its record is closed.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, channel};

/// Standard input, read by a thread of its own. Ctrl-C is the end of it, as Ctrl-D is.
pub struct Keyboard {
    lines: Receiver<Option<Vec<u8>>>,
    line: Vec<u8>,
    read: usize,
}

impl Keyboard {
    /// Listens.
    pub fn new() -> Keyboard {
        let (send, lines) = channel();
        let end = send.clone();
        // A program without a handler is ended by the system, which is what it was asked for.
        let _ = ctrlc::set_handler(move || {
            let _ = end.send(None);
        });
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let more = input.read_until(b'\n', &mut line).is_ok() && !line.is_empty();
                if send.send(more.then_some(line)).is_err() || !more {
                    return;
                }
            }
        });
        Keyboard { lines, line: Vec::new(), read: 0 }
    }
}

impl Read for Keyboard {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.line.len() {
            // Nobody is left to send a line: that is the end of input, too.
            self.line = self.lines.recv().ok().flatten().unwrap_or_default();
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}
