//! A bot in a room: the messages of the room on one side, the bot protocol on the other.

use std::time::Duration;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::response::Response;
use dicehouse_protocol::{
    BotSeed, Conversation, Events, GameClock, Heard as Said, Over, Start, ToBot,
};
use dicehouse_room::message::{
    Do, GameSnapshot, Happened, Moment, Outcome, Phase, RoomEntry, Say, Time, Version,
};
use dicehouse_room::{Mirror, Output, Ticket, WhyGaveUp};
use dicehouse_rules::Seat;
use dicehouse_store::Account;
use dicehouse_table::{Entry, Reply};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::line::{Heard, Line, MESSAGE_TOO_LARGE, Opening, PING_EVERY, limited};
use crate::house::House;
use crate::rooms::{Connection, Outbox, Outgoing, RoomHandle};

/// How long a bot may take to say that it is ready.
const READY: Duration = Duration::from_secs(10);
/// How often a bot may give an act that the rules refuse, in one turn, before it has to go.
const TRIES: u32 = 3;

const NORMAL: u16 = 1000;
const BAD: u16 = 1008;
const TOO_LARGE: u16 = 1009;
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
    let (house, client) = (opening.house().clone(), opening.client());
    let line = Line::new(socket, opening);
    let (outbox, outgoing) = Outbox::new();
    let Some(connection) = room.connect(&who, client, outbox).await else {
        return line.end(RESTART, "the room is gone: come back").await;
    };
    let bridge = Bridge {
        house,
        line,
        connection,
        talk: Conversation::new().numbered_by(std::hash::RandomState::new()),
        mirror: Mirror::new(),
        start: Instant::now(),
        game: None,
        number: 0,
        is_seated: false,
    };
    bridge.run(&who.name, outgoing).await;
}

struct Bridge {
    house: House,
    line: Line,
    connection: Connection,
    talk: Conversation,
    /// The bot's client, in the house itself.
    mirror: Mirror,
    start: Instant,
    game: Option<Playing>,
    number: u64,
    is_seated: bool,
}

/// The game the bot plays.
struct Playing {
    /// What the bot has not been told yet.
    unheard: Vec<Entry>,
    /// The question that was put to it, and how often its answer was refused.
    asked: Option<Version>,
    refused: u32,
    /// The command with its answer.
    act: Option<Ticket>,
}

/// The connection ends, and how.
struct Ended(u16, &'static str);

impl Bridge {
    async fn run(mut self, name: &str, mut outgoing: mpsc::Receiver<Outgoing>) {
        let Ended(code, reason) = match self.talk(name, &mut outgoing).await {
            Ok(()) => Ended(NORMAL, ""),
            Err(ended) => ended,
        };
        self.line.end(code, reason).await;
    }

    async fn talk(
        &mut self,
        name: &str,
        outgoing: &mut mpsc::Receiver<Outgoing>,
    ) -> Result<(), Ended> {
        let hello = self.talk.hello(name);
        self.say(hello).await?;
        let ready_by = Instant::now() + READY;
        let mut is_ready = false;
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.carry_out().await?;
            let wake = self.mirror.wake_at().map(|at| self.start + Duration::from_millis(at.0));
            tokio::select! {
                told = outgoing.recv() => match told {
                    Some(Outgoing::Message(told)) => {
                        self.mirror.take(self.now(), told.message().clone());
                    }
                    Some(Outgoing::End) => return Err(self.bye().await),
                    None => return Err(Ended(RESTART, "too slow: come back")),
                },
                heard = self.line.hear() => match heard {
                    Heard::Text(text) => {
                        let said = self.talk.hear(&text).map_err(|_| Ended(BAD, "not what was asked for"));
                        match said? {
                            Said::Nothing => {}
                            Said::Ready(_) => {
                                is_ready = true;
                                self.mirror.connected(self.now());
                            }
                            Said::Reply(reply) => self.answered(reply),
                        }
                    }
                    Heard::TooFast(_) => return Err(Ended(BAD, "too much at once")),
                    Heard::NotText => return Err(Ended(BAD, "messages are text")),
                    Heard::SignedOut => return Err(Ended(BAD, "this account was signed out")),
                    Heard::TooLarge => return Err(Ended(TOO_LARGE, MESSAGE_TOO_LARGE)),
                    Heard::Gone => return Err(Ended(NORMAL, "")),
                },
                () = sleep_until(wake.unwrap_or(ready_by)), if wake.is_some() => {
                    self.mirror.tick(self.now());
                }
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

    fn command(&mut self, what: Do) -> Ticket {
        self.mirror.want(self.now(), what)
    }

    /// The time by the client's own clock.
    fn now(&self) -> Time {
        Time(self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX))
    }

    /// Says goodbye to the bot.
    async fn bye(&mut self) -> Ended {
        let bye = self.talk.say(&ToBot::Bye);
        match self.say(bye).await {
            Ok(()) => Ended(NORMAL, ""),
            Err(ended) => ended,
        }
    }

    /// Does what the client asks for, and tells the bot what it learns.
    async fn carry_out(&mut self) -> Result<(), Ended> {
        while let Some(output) = self.mirror.poll() {
            match output {
                Output::Send(message) => {
                    // A room that is gone ends the connection.
                    self.connection.say(message).await;
                }
                Output::Shown => self.welcomed().await?,
                Output::Happened(entries) => self.updated(entries).await?,
                Output::Answered(ticket, answer) => {
                    if matches!(answer.outcome, Outcome::Refused(_)) {
                        self.refused(ticket).await?;
                    }
                }
                Output::GaveUp(WhyGaveUp::Replaced) => {
                    return Err(Ended(BAD, "the bot came by another connection"));
                }
                Output::GaveUp(WhyGaveUp::Refused(_)) => {
                    return Err(Ended(BAD, "the room refuses"));
                }
                // The bot comes again by itself.
                Output::GaveUp(_) | Output::Reconnect { .. } => return Err(self.bye().await),
                Output::Changed | Output::Noticed(_) | Output::Slow(_) => {}
            }
        }
        Ok(())
    }

    async fn welcomed(&mut self) -> Result<(), Ended> {
        let Some(shown) = self.mirror.shown() else { return Ok(()) };
        let is_playing = shown.room.phase == Phase::Playing;
        match (shown.you.seat, &shown.game) {
            (Some(seat), Some(game)) if is_playing => {
                let per_turn = shown.room.settings.clock.per_turn;
                let clock = per_turn.map(|time| {
                    GameClock::new(Duration::from_millis(time.millis()), Duration::ZERO)
                });
                let game = game.clone();
                self.is_seated = true;
                self.begin(seat, game, clock).await
            }
            (None, _) if !is_playing => {
                self.sit_down();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn sit_down(&mut self) {
        if !std::mem::replace(&mut self.is_seated, true) {
            self.command(Do::Sit { seat: None });
            self.command(Do::Ready { ready: true });
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
        self.game = Some(Playing { unheard: game.entries, asked: None, refused: 0, act: None });
        self.ask().await
    }

    async fn updated(&mut self, entries: Vec<RoomEntry>) -> Result<(), Ended> {
        let mut ended = None;
        for entry in entries {
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
        match ended {
            Some(end) => {
                if let Some(game) = self.game.take() {
                    let over = Over { standing: end.standing, events: game.unheard.into() };
                    let lines = self.talk.say(&ToBot::Over(over));
                    self.say(lines).await?;
                }
                // Ready for another.
                self.command(Do::Ready { ready: true });
                Ok(())
            }
            None => self.ask().await,
        }
    }

    /// Puts the question that is open, if it was not put yet.
    async fn ask(&mut self) -> Result<(), Ended> {
        let now = self.house.now();
        let (Some(game), Some(moment)) = (&mut self.game, moment(&self.mirror)) else {
            return Ok(());
        };
        let Some(asked) = moment.asked else {
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
        lines.extend(question(&mut self.talk, moment, now));
        self.say(lines).await
    }

    fn answered(&mut self, reply: Reply) {
        let Reply { act, talk, .. } = reply;
        let Some(asked) = self.game.as_ref().and_then(|game| game.asked) else { return };
        let ticket = self.command(Do::Act { act, asked });
        if let Some(game) = &mut self.game {
            game.act = Some(ticket);
        }
        if let Some(talk) = talk {
            self.command(Do::Say { say: Say::Text(talk) });
        }
    }

    /// An act was refused: the bot is asked again, but not for ever.
    async fn refused(&mut self, command: Ticket) -> Result<(), Ended> {
        let now = self.house.now();
        let (Some(game), Some(moment)) = (&mut self.game, moment(&self.mirror)) else {
            return Ok(());
        };
        if game.act != Some(command) || game.asked != moment.asked {
            return Ok(());
        }
        game.refused += 1;
        if game.refused >= TRIES {
            self.leave().await;
            return Err(Ended(BAD, "the rules do not allow what the bot does"));
        }
        let lines = question(&mut self.talk, moment, now);
        self.say(lines).await
    }

    /// Leaves the room; the connection ends next.
    async fn leave(&mut self) {
        self.command(Do::Leave);
        while let Some(output) = self.mirror.poll() {
            if let Output::Send(message) = output {
                self.connection.say(message).await;
            }
        }
    }
}

/// How the game stands for the bot.
fn moment(mirror: &Mirror) -> Option<&Moment> {
    mirror.shown()?.game.as_ref().map(|game| &game.now)
}

fn question(talk: &mut Conversation, moment: &Moment, now: Time) -> Vec<String> {
    let time = moment.until.map(|until| Duration::from_millis(until.since(now)));
    talk.ask(&moment.view, moment.legal, time)
}
