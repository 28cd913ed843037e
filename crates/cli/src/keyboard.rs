//! Lines from standard input that Ctrl-C and other requests to end can end: a game says goodbye and waits.

use std::io::{self, BufRead as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use dicehouse_terminal::plain::{Lines, Typed};

/// Standard input, read by a thread of its own. Ctrl-C, SIGTERM and SIGHUP are the end of it, as Ctrl-D is.
pub struct Keyboard {
    lines: Receiver<Typed>,
    is_over: bool,
}

impl Keyboard {
    /// Listens.
    pub fn new() -> Keyboard {
        let (send, lines) = channel();
        let end = send.clone();
        // A program without a handler is ended by the system, which is what it was asked for.
        let _ = ctrlc::set_handler(move || {
            let _ = end.send(Typed::End);
        });
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let typed = match input.read_until(b'\n', &mut line) {
                    Ok(0) => Typed::End,
                    Ok(_) => Typed::Line(String::from_utf8_lossy(&line).into_owned()),
                    Err(error) => Typed::Broken(error),
                };
                let more = matches!(typed, Typed::Line(_));
                if send.send(typed).is_err() || !more {
                    return;
                }
            }
        });
        Keyboard { lines, is_over: false }
    }
}

impl Lines for Keyboard {
    fn next(&mut self, longest: Option<Duration>) -> Typed {
        if self.is_over {
            return Typed::End;
        }
        let typed = match longest {
            None => self.lines.recv().unwrap_or(Typed::End),
            Some(longest) => match self.lines.recv_timeout(longest) {
                Ok(typed) => typed,
                Err(RecvTimeoutError::Timeout) => Typed::Nothing,
                Err(RecvTimeoutError::Disconnected) => Typed::End,
            },
        };
        // After the end nothing comes, although the handler of Ctrl-C could still send.
        self.is_over = matches!(typed, Typed::End | Typed::Broken(_));
        typed
    }
}
