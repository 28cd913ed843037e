//! A line to a room, and nothing else: it opens WebSockets and carries messages. What to send and when to open another line
//! is decided by a [`Mirror`](dicehouse_room::Mirror).

use std::time::Duration;

use dicehouse_room::message::{RoomCode, ToClient, ToRoom};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{sleep, timeout};

use crate::visitor::{ClientError, Visitor};
use crate::web_socket::WebSocket;

/// How long a message may take to be written. A line that takes longer is gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The way to a room, for a client with a `Mirror` of its own, on any thread. It runs on the runtime it was opened on, never
/// waits, and ends when it is dropped.
#[derive(Debug)]
pub struct Transport {
    orders: UnboundedSender<Order>,
    arrivals: UnboundedReceiver<(u64, Arrival)>,
    /// The number of the line that is wanted. What comes from one before it is old.
    line: u64,
}

/// What comes from a line.
#[derive(Debug)]
pub enum Arrival {
    /// It is there.
    Up,
    /// It is gone, or could not be opened.
    Down,
    /// A message of the room.
    Message(Box<ToClient>),
    /// The house does not let this person in, and why; it makes no sense to try again.
    Refused(String),
}

#[derive(Debug)]
enum Order {
    Send(ToRoom),
    Reconnect { line: u64, after: Duration },
}

impl Transport {
    /// Opens a line to a room.
    pub fn open(runtime: &Handle, visitor: Visitor, code: &RoomCode) -> Transport {
        Transport::start(runtime, visitor, path(code), None)
    }

    /// Opens a line to a room, and waits until it is there or refused.
    ///
    /// # Errors
    /// When the house cannot be reached, or refuses.
    pub async fn opened(visitor: Visitor, code: &RoomCode) -> Result<Transport, ClientError> {
        let path = path(code);
        let socket = WebSocket::open(&visitor, &path).await?;
        Ok(Transport::start(&Handle::current(), visitor, path, Some(socket)))
    }

    fn start(
        runtime: &Handle,
        visitor: Visitor,
        path: String,
        opened: Option<WebSocket>,
    ) -> Transport {
        let (orders, ordered) = mpsc::unbounded_channel();
        let (arrived, arrivals) = mpsc::unbounded_channel();
        let carrier = Carrier { visitor, path, ordered, arrived, line: 0 };
        runtime.spawn(carrier.run(opened));
        Transport { orders, arrivals, line: 0 }
    }

    /// Sends a message on the line that is there. Without a line it is lost.
    pub fn send(&self, message: ToRoom) {
        // The other end is there as long as this one is.
        let _ = self.orders.send(Order::Send(message));
    }

    /// Drops the line that is there, without a word about it, and opens another after a while.
    pub fn reconnect(&mut self, after: Duration) {
        self.line += 1;
        let _ = self.orders.send(Order::Reconnect { line: self.line, after });
    }

    /// What comes next.
    pub async fn next(&mut self) -> Arrival {
        loop {
            match self.arrivals.recv().await {
                Some((line, arrival)) if line == self.line => return arrival,
                Some(_) => {}
                // Only when the runtime is going down.
                None => std::future::pending().await,
            }
        }
    }

    /// What has come already.
    pub fn try_next(&mut self) -> Option<Arrival> {
        loop {
            let (line, arrival) = self.arrivals.try_recv().ok()?;
            if line == self.line {
                return Some(arrival);
            }
        }
    }
}

fn path(code: &RoomCode) -> String {
    format!("/api/rooms/{code}/socket")
}

/// Carries out what a [`Transport`] is asked for.
struct Carrier {
    visitor: Visitor,
    path: String,
    ordered: UnboundedReceiver<Order>,
    arrived: UnboundedSender<(u64, Arrival)>,
    line: u64,
}

/// What to do next.
enum Next {
    Open(Duration),
    Carry(Box<WebSocket>),
    End,
}

impl Carrier {
    async fn run(mut self, opened: Option<WebSocket>) {
        let mut next =
            opened.map_or(Next::Open(Duration::ZERO), |socket| Next::Carry(Box::new(socket)));
        loop {
            next = match next {
                Next::Open(after) => self.open(after).await,
                Next::Carry(socket) => self.carry(socket).await,
                Next::End => return,
            };
        }
    }

    fn tell(&self, arrival: Arrival) {
        // Nobody listens any more: the end of the orders says so, too.
        let _ = self.arrived.send((self.line, arrival));
    }

    async fn open(&mut self, after: Duration) -> Next {
        let opening = async {
            sleep(after).await;
            WebSocket::open(&self.visitor, &self.path).await
        };
        let opened = tokio::select! {
            opened = opening => opened,
            (line, next) = other_line(&mut self.ordered) => {
                self.line = line.unwrap_or(self.line);
                return next;
            }
        };
        match opened {
            Ok(socket) => return Next::Carry(Box::new(socket)),
            Err(error) if error.is_final() => self.tell(Arrival::Refused(error.to_string())),
            Err(_) => self.tell(Arrival::Down),
        }
        self.other_line().await
    }

    async fn carry(&mut self, mut socket: Box<WebSocket>) -> Next {
        self.tell(Arrival::Up);
        loop {
            tokio::select! {
                heard = socket.hear() => {
                    let Some(text) = heard else { break };
                    // What a newer house says and this client does not know is passed over.
                    if let Ok(message) = serde_json::from_str(&text) {
                        self.tell(Arrival::Message(Box::new(message)));
                    }
                }
                order = self.ordered.recv() => match order {
                    Some(Order::Send(message)) => {
                        // Messages are plain data, which JSON can always say.
                        let text = serde_json::to_string(&message).unwrap_or_default();
                        if timeout(WRITE_TIMEOUT, socket.say(text)).await != Ok(true) {
                            break;
                        }
                    }
                    Some(Order::Reconnect { line, after }) => {
                        tokio::spawn(socket.end());
                        self.line = line;
                        return Next::Open(after);
                    }
                    None => {
                        socket.end().await;
                        return Next::End;
                    }
                }
            }
        }
        self.tell(Arrival::Down);
        self.other_line().await
    }

    /// Waits until another line is wanted.
    async fn other_line(&mut self) -> Next {
        let (line, next) = other_line(&mut self.ordered).await;
        self.line = line.unwrap_or(self.line);
        next
    }
}

/// The next line that is wanted. Messages are lost until then.
async fn other_line(ordered: &mut UnboundedReceiver<Order>) -> (Option<u64>, Next) {
    loop {
        match ordered.recv().await {
            Some(Order::Send(_)) => {}
            Some(Order::Reconnect { line, after }) => return (Some(line), Next::Open(after)),
            None => return (None, Next::End),
        }
    }
}
