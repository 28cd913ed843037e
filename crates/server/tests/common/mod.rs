//! A house on a real socket, and guests who play in it.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use std::time::{Duration, SystemTime};

use axum::Router;
use dicehouse_client::{Address, Happening, Online, Visitor};
use dicehouse_room::message::{
    Do, GameSnapshot, Happened, Moment, Notice, Phase, RoomCode, ToClient, Version,
};
use dicehouse_server::{Clock, Config, House, Limits, app, serve};
use dicehouse_store::{Place, Store};
use rand::{RngExt, SeedableRng};
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

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

/// The routes of a house with nothing in it, to be asked without a socket.
pub async fn routes(config: Config) -> Router {
    let store = Store::open(Place::memory()).await.unwrap();
    app(House::new(config, store, ChaCha20Rng::seed_from_u64(1), SystemTime::now))
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

    async fn at(config: Config, place: Place, clock: Clock) -> Open {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Open::on(listener, config, place, clock).await
    }

    async fn on(listener: TcpListener, config: Config, place: Place, clock: Clock) -> Open {
        let port = listener.local_addr().unwrap().port();
        let config = Config { origins: Config::loopback(port).origins, ..config };
        let store = Store::open(place).await.unwrap();
        let house = House::new(config, store, ChaCha20Rng::seed_from_u64(7), clock);
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
            "settings": { "seats": seats, "start_when_ready": true, "listed": true } })
}

/// Somebody who plays by chance.
pub struct Guest {
    pub online: Online,
    luck: ChaCha8Rng,
    /// What was seen of the game that is going on.
    moment: Option<Moment>,
    acted: Option<Version>,
    /// Every message, as it came.
    pub seen: Vec<ToClient>,
    pub games: Vec<String>,
    pub acts: u32,
}

impl Guest {
    pub async fn come(visitor: &Visitor, code: &RoomCode, seed: u64) -> Guest {
        let online = Online::come(visitor.clone(), code.clone()).await.unwrap();
        Guest {
            online,
            luck: ChaCha8Rng::seed_from_u64(seed),
            moment: None,
            acted: None,
            seen: Vec::new(),
            games: Vec::new(),
            acts: 0,
        }
    }

    pub fn sit(&self) {
        self.online.act(Do::Sit { seat: None });
        self.online.act(Do::Ready { ready: true });
    }

    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<ToClient> {
        loop {
            let happening = timeout(Duration::from_secs(30), self.online.next()).await;
            match happening.expect("a message within 30 seconds")? {
                Happening::Message(message) => {
                    self.seen.push((*message).clone());
                    return Some(*message);
                }
                Happening::Lost => {}
                Happening::Ended(_) => return None,
            }
        }
    }

    /// Plays until so many games are over.
    pub async fn play(&mut self, games: usize) {
        while self.games.len() < games {
            let Some(message) = self.next().await else { panic!("the connection ended") };
            self.take(message);
        }
    }

    /// Takes a message, and acts when it is due.
    pub fn take(&mut self, message: ToClient) {
        match message {
            ToClient::Welcome(snapshot) => {
                if let Some(game) = snapshot.game {
                    self.game(game, snapshot.room.phase);
                }
            }
            ToClient::Resumed(resumed) => self.update(resumed.update),
            ToClient::Update(update) => self.update(update),
            ToClient::Notice(Notice::Unreadable { text }) => panic!("{text}"),
            _ => {}
        }
        self.act();
    }

    fn game(&mut self, game: GameSnapshot, phase: Phase) {
        if phase == Phase::Over && !self.games.contains(&game.header.id.to_string()) {
            self.games.push(game.header.id.to_string());
        }
        self.moment = Some(game.now);
    }

    fn update(&mut self, update: dicehouse_room::message::Update) {
        if let Some(moment) = update.moment {
            match &mut self.moment {
                Some(had) => had.follow(*moment),
                None => self.moment = Some(*moment),
            }
        }
        for entry in update.entries {
            if let Happened::Ended { .. } = entry.what {
                self.games.push(format!("game {}", self.games.len() + 1));
                self.moment = None;
            }
        }
    }

    fn act(&mut self) {
        let Some(moment) = &self.moment else { return };
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
        self.online.act(Do::Act { act, asked });
    }
}
