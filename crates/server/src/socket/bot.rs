//! A bot in a room: the messages of the room on one side, the bot protocol on the other.

use std::time::Duration;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::response::Response;
use dicehouse_protocol::{
    BotSeed, Conversation, Events, GameClock, Heard as Said, Over, Start, ToBot,
};
use dicehouse_room::message::{
    Come, Command, CommandId, Do, GameSnapshot, Happened, Moment, Notice, Outcome, PROTOCOL, Phase,
    Say, Snapshot, Time, ToClient, ToRoom, Update, Version,
};
use dicehouse_rules::Seat;
use dicehouse_store::Account;
use dicehouse_table::{Entry, Reply};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::line::{Heard, Line, Opening, PING_EVERY, limited};
use crate::house::House;
use crate::rooms::{Connection, Letter, Outbox, RoomHandle};

/// How long a bot may take to say that it is ready.
const READY: Duration = Duration::from_secs(10);
/// How often a bot may give an act that the rules refuse, in one turn, before it has to go.
const TRIES: u32 = 3;

const NORMAL: u16 = 1000;
const BAD: u16 = 1008;
const RESTART: u16 = 1012;

/// Opens the connection of a bot to a room.
pub fn bot(
    upgrade: WebSocketUpgrade,
    opening: Opening,
    room: RoomHandle,
    who: Account,
) -> Response {
    limited(upgrade).on_upgrade(move |socket| run(socket, opening, room, who))
}

async fn run(socket: WebSocket, opening: Opening, room: RoomHandle, who: Account) {
    let house = opening.house().clone();
    let line = Line::new(socket, opening);
    let (outbox, letters) = Outbox::new();
    let Some(connection) = room.connect(&who, outbox).await else {
        return line.end(RESTART, "the room is gone: come back").await;
    };
    let bridge = Bridge {
        house,
        line,
        connection,
        talk: Conversation::new(),
        game: None,
        next_command: CommandId(1),
        number: 0,
        is_seated: false,
    };
    bridge.run(&who.name, letters).await;
}

struct Bridge {
    house: House,
    line: Line,
    connection: Connection,
    talk: Conversation,
    game: Option<Playing>,
    next_command: CommandId,
    number: u64,
    is_seated: bool,
}

/// The game the bot plays.
struct Playing {
    /// The list `past` of the view, of which updates bring only the end.
    moment: Moment,
    /// What the bot has not been told yet.
    unheard: Vec<Entry>,
    /// The question that was put to it, and how often its answer was refused.
    asked: Option<Version>,
    refused: u32,
    /// The command with its answer.
    act: Option<CommandId>,
}

/// The connection ends, and how.
struct Ended(u16, &'static str);

impl Bridge {
    async fn run(mut self, name: &str, mut letters: mpsc::Receiver<Letter>) {
        let Ended(code, reason) = match self.talk(name, &mut letters).await {
            Ok(()) => Ended(NORMAL, ""),
            Err(ended) => ended,
        };
        self.line.end(code, reason).await;
    }

    async fn talk(
        &mut self,
        name: &str,
        letters: &mut mpsc::Receiver<Letter>,
    ) -> Result<(), Ended> {
        let hello = self.talk.hello(name);
        self.say(hello).await?;
        let ready_by = Instant::now() + READY;
        let mut is_ready = false;
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                letter = letters.recv() => match letter {
                    Some(Letter::Text(text)) => self.told(&text).await?,
                    Some(Letter::End) => {
                        let bye = self.talk.say(&ToBot::Bye);
                        self.say(bye).await?;
                        return Ok(());
                    }
                    None => return Err(Ended(RESTART, "too slow: come back")),
                },
                heard = self.line.hear() => match heard {
                    Heard::Text(text) => {
                        let said = self.talk.hear(&text).map_err(|_| Ended(BAD, "not what was asked for"));
                        match said? {
                            Said::Nothing => {}
                            Said::Ready(_) => {
                                is_ready = true;
                                let come = ToRoom::Come(Come { protocol: PROTOCOL, have: None });
                                self.connection.say(come).await;
                            }
                            Said::Reply(reply) => self.answered(reply).await,
                        }
                    }
                    Heard::TooFast(_) => return Err(Ended(BAD, "too much at once")),
                    Heard::NotText => return Err(Ended(BAD, "messages are text")),
                    Heard::Gone => return Err(Ended(NORMAL, "")),
                },
                () = sleep_until(ready_by), if !is_ready => return Err(Ended(BAD, "not ready in time")),
                _ = pings.tick() => if !self.line.is_alive().await { return Err(Ended(NORMAL, "")) },
            }
        }
    }

    async fn say(&mut self, lines: Vec<String>) -> Result<(), Ended> {
        for line in lines {
            if !self.line.say(line.into()).await {
                return Err(Ended(NORMAL, ""));
            }
        }
        Ok(())
    }

    async fn command(&mut self, what: Do) -> CommandId {
        let id = self.next_command;
        self.next_command = CommandId(id.0 + 1);
        self.connection.say(ToRoom::Command(Command { id, what })).await;
        id
    }

    /// Takes what the room says. It speaks to us as to any client.
    async fn told(&mut self, text: &str) -> Result<(), Ended> {
        let Ok(message) = serde_json::from_str::<ToClient>(text) else { return Ok(()) };
        match message {
            ToClient::Welcome(snapshot) => self.welcomed(*snapshot).await,
            ToClient::Update(update) => self.updated(update).await,
            ToClient::Answer(answer) => match answer.outcome {
                Outcome::Refused(_) => self.refused(answer.id).await,
                Outcome::Done(_) => Ok(()),
            },
            ToClient::Notice(Notice::Refused { .. }) => Err(Ended(BAD, "the room refuses")),
            ToClient::Notice(Notice::Replaced) => {
                Err(Ended(BAD, "the bot came by another connection"))
            }
            ToClient::Resumed(_)
            | ToClient::Presence(_)
            | ToClient::Notice(_)
            | ToClient::Pong { .. } => Ok(()),
        }
    }

    async fn welcomed(&mut self, snapshot: Snapshot) -> Result<(), Ended> {
        self.next_command = self.next_command.max(snapshot.you.next_command);
        let is_playing = snapshot.room.phase == Phase::Playing;
        match (snapshot.you.seat, snapshot.game) {
            (Some(seat), Some(game)) if is_playing => {
                self.is_seated = true;
                let per_turn = snapshot.room.settings.clock.per_turn;
                let clock = per_turn.map(|time| {
                    GameClock::new(Duration::from_millis(time.millis()), Duration::ZERO)
                });
                self.begin(seat, game, clock).await
            }
            (None, _) if !is_playing => {
                self.sit_down().await;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn sit_down(&mut self) {
        if !std::mem::replace(&mut self.is_seated, true) {
            self.command(Do::Sit { seat: None }).await;
            self.command(Do::Ready { ready: true }).await;
        }
    }

    async fn begin(
        &mut self,
        seat: Seat,
        game: GameSnapshot,
        clock: Option<GameClock>,
    ) -> Result<(), Ended> {
        self.number += 1;
        let seed = BotSeed::derive(self.house.luck(rand::Rng::next_u64), self.number, seat);
        let header = &game.header;
        let start = Start::new(self.number, &header.ruleset, seat, &header.seats, clock, seed);
        let lines = self.talk.say(&ToBot::Start(start));
        self.say(lines).await?;
        self.game = Some(Playing {
            moment: game.now,
            unheard: game.entries,
            asked: None,
            refused: 0,
            act: None,
        });
        self.ask().await
    }

    async fn updated(&mut self, update: Update) -> Result<(), Ended> {
        let mut ended = None;
        for entry in update.entries {
            match entry.what {
                Happened::Played { entries, .. } => {
                    if let Some(game) = &mut self.game {
                        game.unheard.extend(entries);
                    }
                }
                Happened::Ended { end, .. } => ended = Some(end),
                _ => {}
            }
        }
        if let (Some(game), Some(moment)) = (&mut self.game, update.moment) {
            game.moment.follow(*moment);
        }
        match ended {
            Some(end) => {
                if let Some(game) = self.game.take() {
                    let over = Over { standing: end.standing, events: game.unheard.into() };
                    let lines = self.talk.say(&ToBot::Over(over));
                    self.say(lines).await?;
                }
                // Ready for another.
                self.command(Do::Ready { ready: true }).await;
                Ok(())
            }
            None => self.ask().await,
        }
    }

    /// Puts the question that is open, if it was not put yet.
    async fn ask(&mut self) -> Result<(), Ended> {
        let now = self.house.now();
        let Some(game) = &mut self.game else { return Ok(()) };
        let Some(asked) = game.moment.asked else {
            game.asked = None;
            return Ok(());
        };
        if game.asked == Some(asked) {
            return Ok(());
        }
        game.asked = Some(asked);
        game.refused = 0;
        let unheard = std::mem::take(&mut game.unheard);
        let mut lines = match unheard.is_empty() {
            true => Vec::new(),
            false => self.talk.say(&ToBot::Events(Events { events: unheard.into() })),
        };
        lines.extend(question(&mut self.talk, &game.moment, now));
        self.say(lines).await
    }

    async fn answered(&mut self, reply: Reply) {
        let Reply { act, talk, .. } = reply;
        let Some(asked) = self.game.as_ref().and_then(|game| game.asked) else { return };
        let id = self.command(Do::Act { act, asked }).await;
        if let Some(game) = &mut self.game {
            game.act = Some(id);
        }
        if let Some(talk) = talk {
            self.command(Do::Say { say: Say::Text(talk) }).await;
        }
    }

    /// An act was refused: the bot is asked again, but not for ever.
    async fn refused(&mut self, command: CommandId) -> Result<(), Ended> {
        let now = self.house.now();
        let Some(game) = &mut self.game else { return Ok(()) };
        if game.act != Some(command) || game.asked != game.moment.asked {
            return Ok(());
        }
        game.refused += 1;
        if game.refused >= TRIES {
            self.command(Do::Leave).await;
            return Err(Ended(BAD, "the rules do not allow what the bot does"));
        }
        let lines = question(&mut self.talk, &game.moment, now);
        self.say(lines).await
    }
}

fn question(talk: &mut Conversation, moment: &Moment, now: Time) -> Vec<String> {
    let time = moment.until.map(|until| Duration::from_millis(until.since(now)));
    talk.ask(&moment.view, moment.legal, time)
}
