//! A connection to a room that comes back by itself.

use std::collections::VecDeque;
use std::time::Duration;

use dicehouse_room::message::{
    Come, Command, CommandId, Do, Notice, PROTOCOL, RoomCode, ToClient, ToRoom, Version,
};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::line::Line;
use crate::visitor::{ClientError, Visitor};

/// Something about the connection, or from the room.
#[derive(Debug)]
pub enum Happening {
    /// A message of the room.
    Message(Box<ToClient>),
    /// The line is gone; it is tried again.
    Lost,
    /// The line is gone for good, and why.
    Ended(String),
}

/// A connection to a room: commands in, happenings out. It runs on the runtime it was opened on, and ends when it is
/// dropped.
#[derive(Debug)]
pub struct Online {
    commands: mpsc::UnboundedSender<Do>,
    happenings: mpsc::UnboundedReceiver<Happening>,
}

/// How long to wait before the line is tried again, first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How often it is tried before it is given up.
const TRIES: u32 = 60;

impl Online {
    /// Comes into a room.
    ///
    /// # Errors
    /// When the house cannot be reached, or refuses.
    pub async fn come(visitor: Visitor, code: RoomCode) -> Result<Online, ClientError> {
        let (commands, wanted) = mpsc::unbounded_channel();
        let (told, happenings) = mpsc::unbounded_channel();
        let path = format!("/api/rooms/{code}/socket");
        let line = Line::open(&visitor, &path).await?;
        let keeper = Keeper {
            visitor,
            path,
            wanted,
            told,
            have: None,
            next: CommandId(1),
            numbered: false,
            open: VecDeque::new(),
        };
        tokio::spawn(keeper.run(line));
        Ok(Online { commands, happenings })
    }

    /// Does something in the room. The answer is a happening.
    pub fn act(&self, what: Do) {
        // When the connection has ended for good, that has been told.
        let _ = self.commands.send(what);
    }

    /// The next happening; `None` after the end.
    pub async fn next(&mut self) -> Option<Happening> {
        self.happenings.recv().await
    }

    /// The next happening, for callers without a runtime of their own. It must not be called on the runtime.
    pub fn blocking_next(&mut self) -> Option<Happening> {
        self.happenings.blocking_recv()
    }

    /// A happening that is there already.
    pub fn try_next(&mut self) -> Option<Happening> {
        self.happenings.try_recv().ok()
    }

    /// The two ends apart, for callers who send from one thread and listen on another.
    pub fn split(self) -> (mpsc::UnboundedSender<Do>, mpsc::UnboundedReceiver<Happening>) {
        (self.commands, self.happenings)
    }
}

/// Who keeps the line.
struct Keeper {
    visitor: Visitor,
    path: String,
    wanted: mpsc::UnboundedReceiver<Do>,
    told: mpsc::UnboundedSender<Happening>,
    /// The version the client has.
    have: Option<Version>,
    /// The number of the next command.
    next: CommandId,
    /// Whether the house has said where the numbers go on.
    numbered: bool,
    /// Commands that were not answered yet.
    open: VecDeque<Command>,
}

/// How a line ended.
enum Over {
    /// The connection broke: it is tried again.
    Broken,
    /// It is not wanted any more.
    Done,
    /// The house ended it, and why.
    Ended(String),
}

impl Keeper {
    async fn run(mut self, first: Line) {
        let mut line = first;
        loop {
            match self.talk(line).await {
                Over::Done => return,
                Over::Ended(why) => {
                    let _ = self.told.send(Happening::Ended(why));
                    return;
                }
                Over::Broken if self.told.send(Happening::Lost).is_err() => return,
                Over::Broken => {}
            }
            line = match self.again().await {
                Ok(line) => line,
                Err(why) => {
                    let _ = self.told.send(Happening::Ended(why));
                    return;
                }
            };
        }
    }

    /// Tries until there is a line again.
    async fn again(&self) -> Result<Line, String> {
        let mut wait = FIRST_WAIT;
        let mut last = String::new();
        for _ in 0..TRIES {
            sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
            match Line::open(&self.visitor, &self.path).await {
                Ok(line) => return Ok(line),
                Err(ClientError::Refused { status, text }) if status < 500 && status != 429 => {
                    return Err(text);
                }
                Err(error) => last = error.to_string(),
            }
        }
        Err(last)
    }

    async fn talk(&mut self, mut line: Line) -> Over {
        let come = ToRoom::Come(Come { protocol: PROTOCOL, have: self.have });
        if !say(&mut line, &come).await {
            return Over::Broken;
        }
        loop {
            tokio::select! {
                heard = line.hear() => {
                    let Some(text) = heard else { return Over::Broken };
                    let Ok(message) = serde_json::from_str::<ToClient>(&text) else {
                        // A message of a newer house: what is not known is passed over.
                        continue;
                    };
                    if let Some(over) = self.take(&mut line, message).await {
                        return over;
                    }
                }
                wanted = self.wanted.recv(), if self.numbered => {
                    let Some(what) = wanted else {
                        line.end().await;
                        return Over::Done;
                    };
                    let command = Command { id: self.next, what };
                    self.next = CommandId(self.next.0 + 1);
                    let sent = say(&mut line, &ToRoom::Command(command.clone())).await;
                    self.open.push_back(command);
                    if !sent {
                        return Over::Broken;
                    }
                }
            }
        }
    }

    async fn take(&mut self, line: &mut Line, message: ToClient) -> Option<Over> {
        let mut welcomed = false;
        let mut over = None;
        match &message {
            ToClient::Welcome(welcome) => {
                self.have = Some(welcome.version);
                welcomed = self.welcome(welcome.you.next_command);
            }
            ToClient::Resumed(resumed) => {
                self.have = Some(resumed.update.version);
                welcomed = self.welcome(resumed.you.next_command);
            }
            ToClient::Update(update) if self.have == Some(update.from) => {
                self.have = Some(update.version)
            }
            ToClient::Update(_) => {
                // Something was missed: ask for what follows the version we have.
                let come = ToRoom::Come(Come { protocol: PROTOCOL, have: self.have });
                return (!say(line, &come).await).then_some(Over::Broken);
            }
            ToClient::Answer(answer) => self.open.retain(|command| command.id != answer.id),
            ToClient::Notice(notice) => match notice {
                Notice::Replaced => {
                    return Some(Over::Ended("You came in by another connection.".to_owned()));
                }
                Notice::Closed => return Some(Over::Ended("The room is closed.".to_owned())),
                Notice::Refused { refusal } => return Some(Over::Ended(refusal.text.clone())),
                Notice::Restart { .. } | Notice::TooSlow => over = Some(Over::Broken),
                Notice::TooFast { wait } => sleep(Duration::from_millis(u64::from(*wait))).await,
                Notice::Unreadable { .. } => {}
            },
            ToClient::Presence(_) | ToClient::Pong { .. } => {}
        }
        if self.told.send(Happening::Message(Box::new(message))).is_err() {
            return Some(Over::Done);
        }
        if over.is_some() {
            return over;
        }
        if welcomed {
            // What was not answered is sent again; it is done once.
            for command in &self.open {
                if !say(line, &ToRoom::Command(command.clone())).await {
                    return Some(Over::Broken);
                }
            }
        }
        None
    }

    /// Goes on with the number of commands that the house says. Tells whether unanswered commands are to be sent again:
    /// on coming back, not on coming for the first time.
    fn welcome(&mut self, next: CommandId) -> bool {
        self.next = self.next.max(next);
        let first = !std::mem::replace(&mut self.numbered, true);
        !first
    }
}

async fn say(line: &mut Line, message: &ToRoom) -> bool {
    // Messages are plain data, which JSON can always say.
    line.say(serde_json::to_string(message).unwrap_or_default()).await
}
