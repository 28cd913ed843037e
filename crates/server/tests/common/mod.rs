//! A house on a real socket, and guests who play in it.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use std::time::{Duration, SystemTime};

use axum::Router;
use dicehouse_client::{Address, Arrival, Transport, Visitor};
use dicehouse_room::message::{
    Do, Happened, Notice, Phase, RoomCode, RoomEntry, Time, ToClient, Version,
};
use dicehouse_room::{Mirror, Output};
use dicehouse_server::{Clock, Config, House, HouseKey, Limits, app, serve};
use dicehouse_store::{Place, Store};
use rand::{RngExt, SeedableRng};
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// A house that is open.
pub struct Open {
    pub house: House,
    pub address: Address,
    pub port: u16,
    serving: JoinHandle<()>,
    _folder: Option<TempDir>,
}

/// A house for quick tests: no limits by address, bots that do not pause.
pub fn quick() -> Config {
    Config {
        limits: Limits::by_connection_alone(),
        bot_pause: Duration::ZERO,
        ..Config::loopback(0)
    }
}

/// The key of the houses of tests.
pub fn key() -> HouseKey {
    HouseKey::from_bytes([9; 32])
}

/// The routes of a house with nothing in it, to be asked without a socket.
pub async fn routes(config: Config) -> Router {
    let store = Store::open(Place::memory()).await.unwrap();
    app(House::new(config, key(), store, ChaCha20Rng::seed_from_u64(1), SystemTime::now))
}

impl Open {
    pub async fn new(config: Config) -> Open {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::file(folder.path().join("house.db"));
        let mut open = Open::at(config, place, SystemTime::now).await;
        open._folder = Some(folder);
        open
    }

    /// A house whose connections have as little room for what is not read as the system allows.
    pub async fn with_small_buffers(config: Config) -> Open {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::file(folder.path().join("house.db"));
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        // Connections take over what the listening socket has.
        socket.set_send_buffer_size(1024).unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let listener = socket.listen(64).unwrap();
        let mut open = Open::on(listener, config, place, SystemTime::now).await;
        open._folder = Some(folder);
        open
    }

    pub async fn at_file(config: Config, path: &Path) -> Open {
        Open::at_file_with(config, path, SystemTime::now).await
    }

    /// A house with a clock of its own.
    pub async fn at_file_with(config: Config, path: &Path, clock: Clock) -> Open {
        Open::at(config, Place::file(path), clock).await
    }

    /// A house with another key.
    pub async fn with_key(config: Config, path: &Path, key: HouseKey) -> Open {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Open::keyed(listener, config, key, Place::file(path), SystemTime::now).await
    }

    async fn at(config: Config, place: Place, clock: Clock) -> Open {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Open::on(listener, config, place, clock).await
    }

    async fn on(listener: TcpListener, config: Config, place: Place, clock: Clock) -> Open {
        Open::keyed(listener, config, key(), place, clock).await
    }

    async fn keyed(
        listener: TcpListener,
        config: Config,
        key: HouseKey,
        place: Place,
        clock: Clock,
    ) -> Open {
        let port = listener.local_addr().unwrap().port();
        let config = Config { origins: Config::loopback(port).origins, ..config };
        let store = Store::open(place).await.unwrap();
        let house = House::new(config, key, store, ChaCha20Rng::seed_from_u64(7), clock);
        house.reopen().await.unwrap();
        let serving = {
            let house = house.clone();
            tokio::spawn(async move { serve(listener, house).await.unwrap() })
        };
        let address = Address::parse(&format!("http://127.0.0.1:{port}")).unwrap();
        Open { house, address, port, serving, _folder: None }
    }

    /// Closes the house and waits until it is closed.
    pub async fn close(self) {
        self.house.close().await;
        timeout(Duration::from_secs(20), self.serving).await.unwrap().unwrap();
    }

    /// Somebody new.
    pub async fn visitor(&self, name: &str) -> Visitor {
        let mut visitor = Visitor::new(self.address.clone());
        visitor.come(name).await.unwrap();
        visitor
    }

    /// Somebody new with the token of a bot.
    pub async fn bot(&self, owner: &Visitor, name: &str) -> Visitor {
        let bot = owner.new_bot(name).await.unwrap();
        Visitor::known(self.address.clone(), bot.token)
    }

    /// The last games, once there are so many: results are kept just after a game was told to be over.
    pub async fn games(&self, count: usize) -> Vec<Value> {
        let visitor = Visitor::new(self.address.clone());
        for _ in 0..200 {
            let games: Vec<Value> = visitor.get("/api/games").await.unwrap();
            if games.len() >= count {
                assert_eq!(games.len(), count);
                return games;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("there are no {count} games");
    }

    /// A new room.
    pub async fn room(&self, host: &Visitor, room: Value) -> RoomCode {
        RoomCode::new(&host.open_room(&room).await.unwrap()).unwrap()
    }
}

/// Settings for a quick game.
pub fn liars(seats: u8) -> Value {
    json!({ "game": "liars", "preset": "house", "options": "dice=2",
            "settings": { "seats": seats, "start_when_ready": true, "listed": true, "rated": true } })
}

/// Somebody who plays by chance.
pub struct Guest {
    transport: Transport,
    mirror: Mirror,
    start: Instant,
    luck: ChaCha8Rng,
    acted: Option<Version>,
    /// Every message, as it came.
    pub seen: Vec<ToClient>,
    pub games: Vec<String>,
    pub acts: u32,
}

impl Guest {
    pub async fn come(visitor: &Visitor, code: &RoomCode, seed: u64) -> Guest {
        Guest {
            transport: Transport::opened(visitor.clone(), code).await.unwrap(),
            mirror: Mirror::new(),
            start: Instant::now(),
            luck: ChaCha8Rng::seed_from_u64(seed),
            acted: None,
            seen: Vec::new(),
            games: Vec::new(),
            acts: 0,
        }
    }

    pub fn sit(&mut self) {
        self.does(Do::Sit { seat: None });
        self.does(Do::Ready { ready: true });
    }

    /// Waits until everything that was done has its answer.
    pub async fn settles(&mut self) {
        while self.mirror.is_waiting() {
            self.next().await.expect("an answer");
        }
    }

    pub fn does(&mut self, what: Do) {
        self.mirror.want(self.now(), what);
        self.carry_out();
    }

    fn now(&self) -> Time {
        Time(self.start.elapsed().as_millis() as u64)
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.mirror.poll() {
            match output {
                Output::Send(message) => self.transport.send(message),
                Output::Reconnect { after } => self.transport.reconnect(after),
                _ => {}
            }
        }
    }

    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<ToClient> {
        timeout(Duration::from_secs(30), self.message()).await.expect("a message within 30 seconds")
    }

    async fn message(&mut self) -> Option<ToClient> {
        while !self.mirror.is_over() {
            let wake = self.mirror.wake_at().map(|at| Duration::from_millis(at.since(self.now())));
            let arrival = tokio::select! {
                arrival = self.transport.next() => arrival,
                () = sleep(wake.unwrap_or_default()), if wake.is_some() => {
                    self.mirror.tick(self.now());
                    self.carry_out();
                    continue;
                }
            };
            if let Some(message) = self.arrived(arrival) {
                return Some(message);
            }
        }
        None
    }

    /// A message that is there already.
    pub fn try_next(&mut self) -> Option<ToClient> {
        loop {
            let arrival = self.transport.try_next()?;
            if let Some(message) = self.arrived(arrival) {
                return Some(message);
            }
        }
    }

    fn arrived(&mut self, arrival: Arrival) -> Option<ToClient> {
        let message = match &arrival {
            Arrival::Message(message) => Some((**message).clone()),
            Arrival::Up | Arrival::Down | Arrival::Refused(_) => None,
        };
        let now = self.now();
        arrival.tell(&mut self.mirror, now);
        self.carry_out();
        self.seen.extend(message.clone());
        message
    }

    /// Plays until so many games are over.
    pub async fn play(&mut self, games: usize) {
        while self.games.len() < games {
            let Some(message) = self.next().await else { panic!("the connection ended") };
            self.take(message);
        }
    }

    /// Looks at a message, and acts when it is due.
    pub fn take(&mut self, message: ToClient) {
        match message {
            ToClient::Welcome(snapshot) => {
                let over = snapshot.room.phase == Phase::Over;
                let game = snapshot.game.filter(|_| over).map(|game| game.header.id.to_string());
                self.games.extend(game.filter(|id| !self.games.contains(id)));
            }
            ToClient::Resumed(resumed) => self.happened(&resumed.update.entries),
            ToClient::Update(update) => self.happened(&update.entries),
            ToClient::Notice(Notice::Unreadable { text }) => panic!("{text}"),
            _ => {}
        }
        self.act();
    }

    fn happened(&mut self, entries: &[RoomEntry]) {
        for _ in entries.iter().filter(|entry| matches!(entry.what, Happened::Ended { .. })) {
            self.games.push(format!("game {}", self.games.len() + 1));
        }
    }

    fn act(&mut self) {
        let game = self.mirror.shown().and_then(|shown| shown.game.as_ref());
        let Some(moment) = game.filter(|game| game.end.is_none()).map(|game| &game.now) else {
            return;
        };
        let Some(asked) = moment.asked.filter(|&asked| self.acted != Some(asked)) else { return };
        let count = moment.legal.len();
        if count == 0 {
            return;
        }
        // Not too bold, so that games end: of a long list one of the first.
        let n = self.luck.random_range(0..count.min(24));
        let call = moment.legal.iter().find(|act| *act == dicehouse_rules::Act::Call);
        let act = match call.filter(|_| self.luck.random_bool(0.4)) {
            Some(call) => call,
            None => moment.legal.nth(n).unwrap(),
        };
        self.acted = Some(asked);
        self.acts += 1;
        self.does(Do::Act { act, asked });
    }
}
