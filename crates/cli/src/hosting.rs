//! A house opened inside this program, for a while: until its host leaves.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::Context as _;
use dicehouse_server::{Config, House};
use tokio::runtime::{Builder, Runtime};

use crate::commands::{book, serve};
use crate::house_key::KeyArgs;

/// A house that is open as long as this is there.
pub struct OpenHouse {
    house: House,
    runtime: Runtime,
    address: SocketAddr,
}

/// Where a house for everybody near listens.
pub const NEAR: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 8080);

impl OpenHouse {
    /// Opens a house that listens there.
    ///
    /// # Errors
    /// When its file cannot be opened, or somebody else listens there.
    pub fn open(listen: SocketAddr) -> anyhow::Result<OpenHouse> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .context("cannot start the runtime")?;
        let config = serve::with_port(Config::loopback(0), listen.port());
        // Guests of the same network come by number, without encryption.
        let by_number = !listen.ip().is_loopback();
        let config = Config { by_number, book: book::file, ..config };
        let place = serve::usual_place()?;
        let (house, listener, address) = runtime.block_on(async {
            let store = serve::open_store(place).await?;
            let key = KeyArgs::default().find(&store, false).await?;
            serve::open(listen, config, key, store).await
        })?;
        runtime.spawn(dicehouse_server::serve(listener, house.clone()));
        Ok(OpenHouse { house, runtime, address })
    }

    /// The address for this computer.
    pub fn here(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { ip };
        format!("http://{}", SocketAddr::new(ip, self.address.port()))
    }

    /// The address for others.
    pub fn for_others(&self) -> String {
        match near().filter(|_| self.address.ip().is_unspecified()) {
            Some(ip) => format!("http://{}", SocketAddr::new(ip, self.address.port())),
            None => self.here(),
        }
    }
}

impl Drop for OpenHouse {
    fn drop(&mut self) {
        self.runtime.block_on(self.house.close());
    }
}

/// This computer's own address in its network, as far as it has one. Nothing is sent for that.
fn near() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that belongs to nobody (RFC 5737): the system says from where it would be called.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}
