//! Rooms elsewhere: how they are reached, and the line to one of them.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use dicehouse_client::{Address, Arrival, RoomAddress, Transport, Trust, Visitor};
use dicehouse_home::{Heard, RoomLine, Work};
use dicehouse_room::message::{RoomCode, SettingsChange, Time, ToRoom};
use dicehouse_rules::Ruleset;
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Record};
use dicehouse_terminal::{Network, Reached, WantedRoom, WayOnline};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::problem::{self, Problem, in_words};
use crate::visitor;

/// The house, and the room in it.
pub struct Wanted {
    house: Address,
    room: Which,
}

enum Which {
    /// One that is there.
    Code(RoomCode),
    /// A new one with these settings.
    New(Value),
    /// The one of today's challenge.
    Daily,
}

impl Wanted {
    /// A room that is there, by its link or by its code in a house.
    pub fn existing(link: &str, house: &str) -> Result<Wanted, Problem> {
        let RoomAddress { house, code } =
            RoomAddress::parse(link, house).map_err(Problem::usage)?;
        Ok(Wanted { house, room: Which::Code(code) })
    }

    /// A new room with these rules.
    pub fn new_room(house: &str, ruleset: Ruleset, seats: Option<u8>) -> Result<Wanted, Problem> {
        let settings =
            SettingsChange { ruleset: Some(ruleset), seats, ..SettingsChange::default() };
        let room = Which::New(json!({ "game": ruleset.game().name(), "settings": settings }));
        Ok(Wanted { house: Address::parse(house).map_err(Problem::usage)?, room })
    }

    /// The room of today's challenge.
    pub fn daily(house: &str) -> Result<Wanted, Problem> {
        let house = Address::parse(house).map_err(Problem::usage)?;
        Ok(Wanted { house, room: Which::Daily })
    }
}

impl TryFrom<&WayOnline> for Wanted {
    type Error = Problem;

    fn try_from(way: &WayOnline) -> Result<Wanted, Problem> {
        match &way.room {
            WantedRoom::Link(link) => Wanted::existing(link, &way.house),
            WantedRoom::New(game) => Wanted::new_room(&way.house, Ruleset::default_of(*game), None),
            WantedRoom::Daily => Wanted::daily(&way.house),
        }
    }
}

/// Comes into a room.
///
/// # Errors
/// When the house cannot be reached, or refuses.
pub fn come(wanted: Wanted, trust: Trust, name: &str) -> anyhow::Result<Reached> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    let (visitor, transport, link, notes) = runtime.block_on(async {
        let (visitor, told) = visitor::known(wanted.house, trust, name).await?;
        let mut notes: Vec<String> = told.into_iter().collect();
        let code = match wanted.room {
            Which::Code(code) => code,
            Which::New(new) => {
                let code = read_code(&visitor.open_room(&new).await?)?;
                let house = &visitor.house;
                notes.push(format!(
                    "Your room is open. Others join with: dicehouse join {house}/room/{code}"
                ));
                code
            }
            Which::Daily => read_code(&visitor.daily().await?)?,
        };
        let link = format!("{}/room/{code}", visitor.house);
        let transport = Transport::opened(visitor.clone(), &code).await?;
        anyhow::Ok((visitor, transport, link, notes))
    })?;
    let line = NetworkLine { transport, visitor, link, start: Instant::now(), runtime };
    let note = (!notes.is_empty()).then(|| notes.join("\n"));
    Ok(Reached { line: Box::new(line), note })
}

fn read_code(code: &str) -> anyhow::Result<RoomCode> {
    RoomCode::new(code).context("the house answered with something that is not a room's code")
}

/// Rooms of houses on the network.
pub struct OnTheNetwork;

impl Network for OnTheNetwork {
    fn go(&mut self, way: &WayOnline, name: &str) -> Result<Work<Reached>, String> {
        let wanted = Wanted::try_from(way).map_err(|problem| problem.to_string())?;
        let name = name.to_owned();
        Work::start(move |_| {
            come(wanted, Trust::default(), &name).map_err(|error| problem::told(&error))
        })
        .map_err(|error| in_words(&error))
    }
}

/// The line to a room of a house on the network.
struct NetworkLine {
    transport: Transport,
    visitor: Visitor,
    link: String,
    start: Instant,
    /// The line runs on it, so it goes last.
    runtime: Runtime,
}

impl RoomLine for NetworkLine {
    fn now(&self) -> Time {
        Time(u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn next(&mut self, _: usize) -> Option<Heard> {
        Some(match self.transport.try_next()? {
            Arrival::Up => Heard::Up,
            Arrival::Down => Heard::Down,
            Arrival::Message(message) => Heard::Message(message),
            Arrival::Refused(why) => Heard::Ended(why),
        })
    }

    fn send(&mut self, _: usize, message: ToRoom) {
        self.transport.send(message);
    }

    fn reconnect(&mut self, after: Duration) {
        self.transport.reconnect(after);
    }

    fn record(&mut self, game: &GameId) -> Result<Work<Record>, String> {
        let (visitor, runtime) = (self.visitor.clone(), self.runtime.handle().clone());
        let path = format!("/api/games/{game}/record");
        Work::start(move |_| {
            let text = runtime.block_on(visitor.text(&path)).map_err(|error| error.to_string())?;
            Record::read_bytes(text.as_bytes()).map_err(|error| error.to_string())
        })
        .map_err(|error| in_words(&error))
    }

    fn seed(&mut self) -> SeatSeed {
        SeatSeed::from_bytes(&rand::random::<[u8; 32]>())
    }

    fn link(&self) -> Option<&str> {
        Some(&self.link)
    }
}
