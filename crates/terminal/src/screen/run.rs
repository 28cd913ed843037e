//! The edge: the real terminal, its events and its clock.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write as _};
use std::panic::{
    AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};

use super::clipboard::copying;
use super::input::Input;
use super::sound::Sound;

/// Something that runs on a screen: it draws itself and takes input until it is over.
pub trait OnScreen {
    /// Whether it is over.
    fn is_over(&self) -> bool;

    /// Draws what is to be seen now.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// What is to be heard, where sounds are wanted; asked once.
    fn sound(&mut self) -> Option<Sound>;

    /// What is to be copied into the person's clipboard; asked once.
    fn copied(&mut self) -> Option<String> {
        None
    }

    /// How long to wait for input before time has to go by; `None` for as long as it takes.
    fn waits(&self) -> Option<Duration>;

    /// Takes input.
    fn handle(&mut self, input: Input);

    /// Whether it wants to know if the terminal's background is light.
    fn asks_for_background(&self) -> bool {
        false
    }
}

/// Where events come from.
pub trait Events {
    /// The next event, waiting at most so long (for ever without a limit); `None` when none came.
    ///
    /// # Errors
    /// When there can be no more events.
    fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>>;

    /// Whether somebody else has drawn on the terminal since this was asked last, so that all of it must be drawn again.
    fn is_spoilt(&mut self) -> bool {
        false
    }

    /// Copies a text into the clipboard of the person at the terminal, where it can.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn copy(&mut self, text: &str) -> io::Result<()> {
        let _ = text;
        Ok(())
    }

    /// Rings the terminal's bell this often, where there is one.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn ring(&mut self, times: u8) -> io::Result<()> {
        let _ = times;
        Ok(())
    }
}

/// Events of the real terminal. When the system asks the program to end, that is as if a person
/// had pressed Ctrl-C: a game waits for its people, and the terminal is as it was before.
struct FromTerminal {
    asked_to_end: Arc<AtomicBool>,
    /// The program was suspended and has come back.
    came_back: bool,
}

/// How long the program takes at most to see that it was asked to end.
const LOOKS_UP: Duration = Duration::from_millis(200);

/// Rings that come at once are heard as one.
const BETWEEN_RINGS: Duration = Duration::from_millis(150);

/// How long the program may take to leave a terminal that is gone.
const GRACE: Duration = Duration::from_secs(1);

impl FromTerminal {
    fn new() -> io::Result<FromTerminal> {
        let asked_to_end = Arc::new(AtomicBool::new(false));
        // A keyboard sends Ctrl-C as a key; other programs send signals.
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&asked_to_end))?;
        }
        end_after_hangup(Arc::clone(&asked_to_end))?;
        Ok(FromTerminal { asked_to_end, came_back: false })
    }
}

/// Ends the program when its terminal is gone. Waiting for events may never return then, so the
/// system's own way follows after a while; the record has everything up to there.
fn end_after_hangup(asked_to_end: Arc<AtomicBool>) -> io::Result<()> {
    let mut hangups = signal_hook::iterator::Signals::new([SIGHUP])?;
    std::thread::Builder::new().name("hangup".to_owned()).spawn(move || {
        if hangups.forever().next().is_some() {
            asked_to_end.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            // There is nobody left to tell when it does not work.
            let _ = signal_hook::low_level::emulate_default_handler(SIGHUP);
        }
    })?;
    Ok(())
}

/// Whether somebody wants the shell back for a while.
fn suspends(event: &Event) -> bool {
    matches!(event, Event::Key(key)
        if key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL))
}

/// Gives the terminal back to the shell, and takes it again when the shell lets the program go on.
fn suspend() -> io::Result<()> {
    give_back();
    signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
    take()
}

impl Events for FromTerminal {
    fn is_spoilt(&mut self) -> bool {
        std::mem::take(&mut self.came_back)
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut terminal = io::stdout();
        terminal.write_all(copying(text).as_bytes())?;
        terminal.flush()
    }

    fn ring(&mut self, times: u8) -> io::Result<()> {
        let mut terminal = io::stdout();
        for n in 0..times {
            if n > 0 {
                std::thread::sleep(BETWEEN_RINGS);
            }
            terminal.write_all(b"\x07")?;
            terminal.flush()?;
        }
        Ok(())
    }

    fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>> {
        let until = wait.map(|wait| Instant::now() + wait);
        loop {
            if self.asked_to_end.load(Ordering::Relaxed) {
                let leave = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
                return Ok(Some(Event::Key(leave)));
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if event::poll(left.map_or(LOOKS_UP, |left| left.min(LOOKS_UP)))? {
                let event = event::read()?;
                if !suspends(&event) {
                    return Ok(Some(event));
                }
                suspend()?;
                self.came_back = true;
                return Ok(None);
            }
            if left.is_some_and(|left| left <= LOOKS_UP) {
                return Ok(None);
            }
        }
    }
}

/// Runs `app` on the real terminal until it is over. A panic is passed on when the terminal is as
/// it was before, with its message readable.
///
/// # Errors
/// When the terminal cannot be used.
pub fn on_terminal(app: &mut dyn OnScreen) -> io::Result<()> {
    let restored = Restored::set_up()?;
    #[cfg(unix)]
    if app.asks_for_background()
        && let Some(light) = super::background::is_light()
    {
        app.handle(Input::Background { light });
    }
    let held_back = HeldBack::set_up();
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let started = Instant::now();
        on(app, &mut terminal, &mut FromTerminal::new()?, &mut || started.elapsed())
    }));
    drop(restored);
    let message = held_back.end();
    ended.unwrap_or_else(|panic| {
        let _ = writeln!(io::stderr(), "{}", message.unwrap_or_default());
        resume_unwind(panic)
    })
}

/// Runs `app` on any terminal, with events from anywhere and `now` for a clock.
///
/// # Errors
/// When the terminal cannot be drawn on or there can be no more events.
pub fn on<B: Backend>(
    app: &mut dyn OnScreen,
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
        if let Some(sound) = app.sound() {
            events.ring(sound.rings())?;
        }
        if let Some(text) = app.copied() {
            events.copy(&text)?;
        }
        let wait = app.waits();
        if let Some(input) = events.next(wait)?.and_then(Input::read) {
            app.handle(input);
        }
        if events.is_spoilt() {
            terminal.clear().map_err(io::Error::other)?;
        }
        let time = now();
        // Waiting without a limit does not count as time for what moves next.
        let passed = if wait.is_some() { time.saturating_sub(before) } else { Duration::ZERO };
        before = time;
        if !app.is_over() {
            app.handle(Input::Tick(passed));
        }
    }
    Ok(())
}

/// The terminal as a screen of our own; what was there before comes back when this is dropped.
struct Restored;

impl Restored {
    fn set_up() -> io::Result<Restored> {
        // There is something to put back, whatever fails.
        let restored = Restored;
        take()?;
        Ok(restored)
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

fn give_back() {
    // There is nobody left to tell when it does not work.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Keeps the messages of panics off the screen. Most do not matter: a bot that panics is caught and
/// punished, and the record says why.
struct HeldBack {
    before: PanicHook,
    last: Arc<Mutex<Option<String>>>,
}

type PanicHook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

impl HeldBack {
    fn set_up() -> HeldBack {
        let last = Arc::new(Mutex::new(None));
        let before = take_hook();
        let message = Arc::clone(&last);
        set_hook(Box::new(move |panic| {
            let text = match Backtrace::capture() {
                trace if trace.status() == BacktraceStatus::Captured => format!("{panic}\n{trace}"),
                _ => panic.to_string(),
            };
            if let Ok(mut message) = message.lock() {
                *message = Some(text);
            }
        }));
        HeldBack { before, last }
    }

    /// Lets messages through again. Gives the last one.
    fn end(self) -> Option<String> {
        set_hook(self.before);
        self.last.lock().ok().and_then(|mut last| last.take())
    }
}
