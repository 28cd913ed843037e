//! A terminal for the program: what it draws can be read, keys can be pressed.

use std::io::{Read as _, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// So long that only a program that hangs is that slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is remembered of somebody who has had everything explained.
const KNOWS_ALL: &str = r#"explained = ["wild", "palifico", "exact", "stacked", "opening",
  "games-won", "card", "elimination", "roll-off", "free-ride", "removed"]"#;

/// The program running in a terminal. It is killed when this goes.
pub struct Pty {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    drawn: Receiver<Vec<u8>>,
    master: Box<dyn MasterPty + Send>,
    screen: vt100::Parser,
    /// Everything written so far.
    said: Vec<u8>,
}

impl Pty {
    /// Starts `dicehouse` with these arguments, separated by spaces, and results kept in `data`,
    /// for somebody who knows the words of the games.
    pub fn start(arguments: &str, data: &Path, columns: u16, rows: u16) -> Pty {
        let config = data.join("dicehouse/config.toml");
        if !config.exists() {
            std::fs::create_dir_all(config.parent().unwrap()).unwrap();
            std::fs::write(&config, KNOWS_ALL).unwrap();
        }
        Pty::start_newcomer(arguments, data, columns, rows)
    }

    /// As [`Pty::start`], for somebody of whom nothing is remembered.
    pub fn start_newcomer(arguments: &str, data: &Path, columns: u16, rows: u16) -> Pty {
        Pty::start_at(arguments, data, (columns, rows), &[])
    }

    /// As [`Pty::start_newcomer`], with other surroundings than a modern terminal has.
    pub fn start_at(
        arguments: &str,
        data: &Path,
        (columns, rows): (u16, u16),
        surroundings: &[(&str, &str)],
    ) -> Pty {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(assert_cmd::cargo::cargo_bin!("dicehouse"));
        command.args(arguments.split_whitespace());
        command.env("XDG_DATA_HOME", data);
        command.env("XDG_CONFIG_HOME", data);
        command.env("LANG", "C.UTF-8");
        command.env_remove("LC_ALL");
        command.env("TERM", "xterm-256color");
        command.env("USER", "Tess");
        command.env_remove("NO_COLOR");
        for (name, value) in surroundings {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let (send, drawn) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Pty {
            child,
            keys: pair.master.take_writer().unwrap(),
            drawn,
            master: pair.master,
            screen: vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0),
            said: Vec::new(),
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Presses a key by the name the screen gives it; of two keys like ↑↓ the second.
    pub fn press_named(&mut self, key: &str) {
        let bytes = match key {
            "Enter" => "\r",
            "Esc" => "\u{1b}",
            "Space" => " ",
            "Tab" => "\t",
            "↑↓" => "\u{1b}[B",
            "←→" => "\u{1b}[C",
            "<>" => ">",
            other => other,
        };
        self.press(bytes);
    }

    /// Waits until the screen is another one, but not for long: not every key changes it.
    pub fn wait_for_change(&mut self, before: &str) {
        let until = Instant::now() + Duration::from_secs(2);
        while self.screen() == before && Instant::now() < until {
            if let Ok(bytes) = self.drawn.recv_timeout(Duration::from_millis(50)) {
                self.screen.process(&bytes);
                self.said.extend(bytes);
            }
        }
        // What is being drawn is drawn to its end.
        self.read_for(Duration::from_millis(30));
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).unwrap();
        self.screen.screen_mut().set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
    }

    /// What is on the screen now.
    pub fn screen(&self) -> String {
        self.screen.screen().contents()
    }

    /// The keys the screen offers, as far as nothing lies in front of them, with what they do.
    pub fn offers(&self) -> Vec<Offer> {
        let screen = self.screen.screen();
        let (rows, _) = screen.size();
        (0..rows.get()).flat_map(|row| offers_in(screen, row)).collect()
    }

    /// Everything the program has written so far.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&self.said).replace('\r', "")
    }

    /// Waits until what the program shows passes `test`; fails with the screen when it never does.
    pub fn wait_for(&mut self, what: &str, test: impl Fn(&Pty) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !test(self) {
            match self.drawn.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => {
                    self.screen.process(&bytes);
                    self.said.extend(bytes);
                }
                Err(RecvTimeoutError::Timeout) => {
                    panic!("never saw {what}; the screen shows:\n{}", self.screen())
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // The last bytes may have been what was waited for.
                    assert!(test(self), "ended before {what}; last:\n{}", self.said());
                }
            }
        }
    }

    /// Waits until the screen has `text` on it.
    pub fn wait_for_text(&mut self, text: &str) {
        self.wait_for(text, |pty| pty.screen().contains(text));
    }

    /// Kills the program at once, as `kill -9` does.
    pub fn kill(&mut self) {
        self.signal("KILL");
        self.child.wait().unwrap();
    }

    /// Sends the program a signal.
    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let status = std::process::Command::new("kill").args(["-s", name, &id]).status().unwrap();
        assert!(status.success());
    }

    /// Takes what the program writes until it has written nothing for so long.
    fn read_for(&mut self, quiet: Duration) {
        while let Ok(bytes) = self.drawn.recv_timeout(quiet) {
            self.screen.process(&bytes);
            self.said.extend(bytes);
        }
    }

    /// Waits for the end of the program and gives its exit code.
    pub fn exit_code(&mut self) -> u32 {
        let until = Instant::now() + PATIENCE;
        loop {
            self.read_for(Duration::from_millis(10));
            if let Some(status) = self.child.try_wait().unwrap() {
                // Its last words may still be on their way.
                self.read_for(Duration::from_millis(300));
                return status.exit_code();
            }
            assert!(Instant::now() < until, "does not end; the screen:\n{}", self.screen());
        }
    }
}

/// A key the screen offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is to be pressed, as the screen writes it.
    pub key: String,
    /// What it does.
    pub does: String,
}

/// The colour of keys that can be pressed; behind a window everything is grey.
const KEY: vt100::Color = vt100::Color::Idx(221);

fn offers_in(screen: &vt100::Screen, row: u16) -> Vec<Offer> {
    let (_, columns) = screen.size();
    let cells: Vec<(String, bool)> = (0..columns.get())
        .filter_map(|column| screen.cell(row, column))
        .filter(|cell| !cell.is_wide_continuation())
        .map(|cell| {
            let text = if cell.has_contents() { cell.contents() } else { " " };
            (text.to_owned(), cell.fgcolor() == KEY && cell.bold())
        })
        .collect();
    let mut offers = Vec::new();
    let mut at = 0;
    while at < cells.len() {
        let key: String = cells[at..].iter().take_while(|c| c.1).map(|c| c.0.as_str()).collect();
        let long = cells[at..].iter().take_while(|c| c.1).count();
        if key.trim().is_empty() {
            at += 1;
            continue;
        }
        at += long;
        let rest = cells[at..].iter().take_while(|c| !c.1).map(|c| c.0.as_str());
        let rest: String = rest.collect();
        let does = rest.trim_start().split("  ").next().unwrap_or("");
        let does = does.trim_matches(|c: char| c.is_whitespace() || "│╰╯".contains(c));
        offers.push(Offer { key: key.trim().to_owned(), does: does.to_owned() });
    }
    offers
}

impl Drop for Pty {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
