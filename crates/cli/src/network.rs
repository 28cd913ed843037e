//! Rooms elsewhere: how they are reached, and the line to one of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use dicehouse_client::{Address, Arrival, ClientError, RoomAddress, Transport, Trust, Visitor};
use dicehouse_home::{Heard, RoomLine, Work};
use dicehouse_room::message::{RoomCode, SettingsChange, Time, ToRoom};
use dicehouse_rules::Ruleset;
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::record::{GameId, Record};
use dicehouse_terminal::{DEFAULT_HOUSE, Network, Reached, WantedRoom, WayOnline};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::hosting::{NEAR, OpenHouse};
use crate::problem::{self, Problem, in_words};
use crate::visitor;

/// The house, and the room in it.
pub struct Wanted {
    house: Address,
    room: Which,
    /// Where others find the house, when it is not there.
    shown_at: Option<String>,
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
        Ok(Wanted { house, room: Which::Code(code), shown_at: None })
    }

    /// A new room with these rules.
    pub fn new_room(house: &str, ruleset: Ruleset, seats: Option<u8>) -> Result<Wanted, Problem> {
        let settings =
            SettingsChange { ruleset: Some(ruleset), seats, ..SettingsChange::default() };
        let room = Which::New(json!({ "game": ruleset.game().name(), "settings": settings }));
        let house = Address::parse(house).map_err(Problem::usage)?;
        Ok(Wanted { house, room, shown_at: None })
    }

    /// The room of today's challenge.
    pub fn daily(house: &str) -> Result<Wanted, Problem> {
        let house = Address::parse(house).map_err(Problem::usage)?;
        Ok(Wanted { house, room: Which::Daily, shown_at: None })
    }

    /// The same room in a house that others find at this address.
    #[must_use]
    pub fn shown_at(self, house: String) -> Wanted {
        Wanted { shown_at: Some(house), ..self }
    }
}

impl TryFrom<&WayOnline> for Wanted {
    type Error = Problem;

    fn try_from(way: &WayOnline) -> Result<Wanted, Problem> {
        match &way.room {
            WantedRoom::Link(link) => Wanted::existing(link, &way.house),
            WantedRoom::New(game) => Wanted::new_room(&way.house, Ruleset::default_of(*game), None),
            WantedRoom::Daily => Wanted::daily(&way.house),
            // Opening a house comes first.
            WantedRoom::Host(game) => {
                Wanted::new_room(&way.house, Ruleset::default_of(*game), None)
            }
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
                let house = wanted.shown_at.clone().unwrap_or_else(|| visitor.house.to_string());
                notes.push(format!(
                    "Your room is open. Others join with: dicehouse join {house}/room/{code}"
                ));
                code
            }
            Which::Daily => read_code(&visitor.daily().await?)?,
        };
        let house = wanted.shown_at.unwrap_or_else(|| visitor.house.to_string());
        let link = format!("{house}/room/{code}");
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

/// Rooms of houses on the network, and a house of one's own.
#[derive(Default)]
pub struct OnTheNetwork {
    /// The house that was opened here.
    own: Arc<Mutex<Option<OpenHouse>>>,
}

impl Network for OnTheNetwork {
    fn go(&mut self, way: &WayOnline, name: &str) -> Result<Work<Reached>, String> {
        let hosts = matches!(way.room, WantedRoom::Host(_));
        let wanted = Wanted::try_from(way).map_err(|problem| problem.to_string())?;
        let (name, own) = (name.to_owned(), Arc::clone(&self.own));
        let here = wanted.house.to_string() == DEFAULT_HOUSE;
        Work::start(move |_| {
            let wanted = if hosts { at_own_house(wanted, &own)? } else { wanted };
            come(wanted, Trust::default(), &name).map_err(|error| no_house(&error, here))
        })
        .map_err(|error| in_words(&error))
    }
}

/// The same room in a house that is opened here for it, unless it is open already.
fn at_own_house(wanted: Wanted, own: &Mutex<Option<OpenHouse>>) -> Result<Wanted, String> {
    let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
    if own.is_none() {
        *own = Some(OpenHouse::open(NEAR).map_err(|error| problem::told(&error))?);
    }
    let Some(house) = own.as_ref() else { return Ok(wanted) };
    let address = Address::parse(&house.here()).map_err(|error| error.to_string())?;
    Ok(Wanted { house: address, shown_at: Some(house.for_others()), ..wanted })
}

/// Why a room was not reached; `here` says whether it was looked for at this computer.
fn no_house(error: &anyhow::Error, here: bool) -> String {
    let unreachable =
        matches!(error.downcast_ref::<ClientError>(), Some(ClientError::Unreachable { .. }));
    match unreachable && here {
        true => "There is no house at this computer: press h to open one, or run dicehouse host."
            .to_owned(),
        false => problem::told(error),
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
