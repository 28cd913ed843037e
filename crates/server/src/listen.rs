//! Listening: who is let in, how long they may take to say what they want, and how it ends.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::house::House;
use crate::limit::{Place, Places, client_of};
use crate::operators::watch_over;
use crate::read_limit::{IsSocket, ReadLimit};
use crate::serve::app;
use crate::tidy::keep_tidy;

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(200);
/// How long requests may take to finish when the house closes.
const CLOSING: Duration = Duration::from_secs(10);

/// Listens until the house closes. Open connections are told, and then waited for.
///
/// # Errors
/// When the listener fails.
pub async fn serve(listener: TcpListener, house: House) -> std::io::Result<()> {
    let mut stopping = house.stopping();
    // Every connection holds one end of it: the other end hears when the last is gone.
    let (open, mut gone) = mpsc::channel::<Infallible>(1);
    let doors = Places::default();
    let app = app(house.clone());
    tokio::spawn(keep_tidy(house.clone()));
    tokio::spawn(watch_over(house.clone()));
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            _ = stopping.wait_for(|&stopping| stopping) => break,
        };
        let Some(place) = let_in(&doors, &house, peer.ip()) else {
            house.metrics.turned_away();
            continue;
        };
        let (app, open, stopping) = (app.clone(), open.clone(), house.stopping());
        let patience = house.config.patience;
        tokio::spawn(async move {
            talk(stream, peer, app, patience, stopping).await;
            drop((place, open));
        });
    }
    drop((listener, open));
    // A client that takes longer is cut off: nothing that was acknowledged is lost by that.
    let _ = timeout(CLOSING, gone.recv()).await;
    Ok(())
}

/// The next connection. This fails only for a client that is gone already, or when there are too many.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(BREATH).await;
            }
        }
    }
}

/// Answers the requests of a connection, until one makes it a WebSocket or it ends.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    patience: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    // What is sent is small and waited for: it must not be held back for more.
    let _ = stream.set_nodelay(true);
    let is_socket = IsSocket::default();
    let stream = ReadLimit::new(stream, is_socket.clone());
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(is_socket.clone());
        app.clone().oneshot(request.map(axum::body::Body::new) as Request)
    });
    let talking = Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_header_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut talking = std::pin::pin!(talking);
    tokio::select! {
        // How a client went is its own affair.
        _ = talking.as_mut() => return,
        _ = stopping.wait_for(|&stopping| stopping) => talking.as_mut().graceful_shutdown(),
    }
    let _ = talking.await;
}

/// A place for a connection of this address, unless it has as many as it may have. Connections through a trusted proxy are
/// not counted: the proxy limits its own clients. WebSockets have a limit of their own.
fn let_in(doors: &Places<IpAddr>, house: &House, peer: IpAddr) -> Option<Option<Place<IpAddr>>> {
    if house.config.is_proxy(peer) {
        return Some(None);
    }
    doors.take(client_of(peer), house.config.limits.sockets).map(Some)
}
