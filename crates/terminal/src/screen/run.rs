//! The edge: the real terminal, its events and its clock.

use std::io;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::app::App;
use super::input::Input;

/// Where events come from.
pub trait Events {
    /// The next event, waiting at most so long (for ever without a limit); `None` when none came.
    ///
    /// # Errors
    /// When there can be no more events.
    fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>>;
}

/// Events of the real terminal.
struct FromTerminal;

impl Events for FromTerminal {
    fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>> {
        match wait {
            Some(wait) if !event::poll(wait)? => Ok(None),
            _ => event::read().map(Some),
        }
    }
}

/// Runs `app` on the real terminal until it is over.
///
/// # Errors
/// When the terminal cannot be used.
pub fn on_terminal(app: &mut App<'_>) -> io::Result<()> {
    let _restored = Restored::set_up()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let started = Instant::now();
    on(app, &mut terminal, &mut FromTerminal, &mut || started.elapsed())
}

/// Runs `app` on any terminal, with events from anywhere and `now` for a clock.
///
/// # Errors
/// When the terminal cannot be drawn on or there can be no more events.
pub fn on<B: Backend>(
    app: &mut App<'_>,
    terminal: &mut Terminal<B>,
    events: &mut dyn Events,
    now: &mut dyn FnMut() -> Duration,
) -> io::Result<()>
where
    B::Error: Send + Sync + 'static,
{
    let mut before = now();
    while !app.is_over() {
        terminal.draw(|frame| app.draw(frame)).map_err(io::Error::other)?;
        let wait = app.waits();
        if let Some(input) = events.next(wait)?.and_then(Input::read) {
            app.handle(input);
        }
        let time = now();
        // While nothing moves, time does not pass for what moves next.
        let passed = if wait.is_some() { time.saturating_sub(before) } else { Duration::ZERO };
        before = time;
        if !app.is_over() {
            app.handle(Input::Tick(passed));
        }
    }
    Ok(())
}

/// The terminal as a screen of our own; what was there before comes back when this is dropped, and
/// before the message of a panic is printed.
struct Restored;

impl Restored {
    fn set_up() -> io::Result<Restored> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        enable_raw_mode()?;
        let restored = Restored;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(restored)
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
        // The hook is of no use any more, but taking it out while panicking would abort.
        if !std::thread::panicking() {
            let _ = std::panic::take_hook();
        }
    }
}

/// Puts the terminal back. There is nobody left to tell when it does not work.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}
