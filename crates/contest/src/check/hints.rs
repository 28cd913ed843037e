//! What to do about what was found.

use dicehouse_programs::process::Fault;
use dicehouse_protocol::{Ready, Slip};
use dicehouse_rules::{Cause, GameKind};
use dicehouse_table::clean;

use crate::program::{Afterwards, StartError, Trouble};

/// What a bot says of itself.
pub(super) fn introduction(ready: &Ready) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(name) = &ready.name {
        let version = ready.version.as_deref().map_or(String::new(), |text| format!(" {text}"));
        notes.push(clean(&format!("it is {name}{version}"), 100));
    }
    if let Some(games) = &ready.games
        && !games.known.is_empty()
    {
        let names: Vec<&str> = games.known.iter().map(|game| game.name()).collect();
        notes.push(format!("it plays {}", names.join(", ")));
    }
    notes
}

/// What is wrong with the `games` of a `ready`, if something is, and what to do about it.
pub(super) fn unknown_games(ready: &Ready) -> Option<(String, String)> {
    let games = ready.games.as_ref()?;
    let names = GameKind::ALL.map(GameKind::name).join(", ");
    let hint = format!("the games are {names}; a `ready` without `games` plays all of them");
    if let Some(unknown) = games.unknown.first() {
        return Some((
            clean(&format!("its `games` name \"{unknown}\", which is not a game"), 100),
            hint,
        ));
    }
    games
        .known
        .is_empty()
        .then(|| ("its `games` is empty, so it would never play".to_owned(), hint))
}

/// What to do about an answer to a question that is over.
pub(super) const OLD_QUESTION: &str = "the `id` of a `move` is that of the newest `act` message";

/// What to do about a fault.
pub(super) fn fault_hint(
    cause: Cause,
    afterwards: Option<Afterwards>,
    slip: Option<Slip>,
) -> &'static str {
    match cause {
        Cause::Timeout => late_hint(afterwards),
        Cause::Unreadable => slip.map_or(
            "standard output takes one JSON object per line and nothing else, such as \
             {\"type\":\"move\",\"id\":7,\"act\":\"3x5\"}; `id` is that of the `act` message",
            Slip::hint,
        ),
        Cause::Illegal => "`legal` in the `act` message lists the acts that are allowed",
        Cause::Crashed | Cause::Left => {
            "a bot runs until `bye` or the end of its input, through any number of games"
        }
    }
}

fn late_hint(afterwards: Option<Afterwards>) -> &'static str {
    match afterwards {
        Some(Afterwards::HeldBack) => {
            "its answer came when its input was closed, so it had answered, but not flushed the line: \
             flush every answer, as with print(…, flush=True) or fflush(stdout)"
        }
        Some(Afterwards::NoLineEnd) => {
            "its answer came without a line break when its input was closed: end every answer with a line \
             break, and flush it"
        }
        Some(Afterwards::Slow) => {
            "its answer came too late; its time is in `clock` of the `act` message"
        }
        Some(Afterwards::Silent) | None => {
            "end every answer with a line break, and flush it: print(…, flush=True), fflush(stdout)"
        }
    }
}

/// What to do about a bot that did not start, or did not get ready.
pub(super) fn start_hint(
    error: &StartError,
    afterwards: Option<Afterwards>,
    slip: Option<Slip>,
) -> Option<&'static str> {
    const READY: &str = "the answer to `hello` is the line {\"type\":\"ready\",\"protocol\":1}";
    match error {
        StartError::NotReady { trouble, .. } => Some(match trouble {
            Trouble::Fault(Fault::Timeout { .. }) => match afterwards {
                Some(Afterwards::HeldBack | Afterwards::NoLineEnd) => late_hint(afterwards),
                Some(Afterwards::Slow | Afterwards::Silent) | None => {
                    "the first line a bot reads is `hello`; it answers {\"type\":\"ready\",\"protocol\":1} \
                     and flushes the line"
                }
            },
            Trouble::Fault(Fault::Exited(_) | Fault::HalfLine { .. }) => {
                "run the command by hand and read its output"
            }
            Trouble::Misspoken(_) => slip.map_or(READY, Slip::hint),
            Trouble::Fault(_) | Trouble::NotRunning => READY,
        }),
        StartError::Spawn(_) | StartError::NotItsGame { .. } => None,
    }
}
