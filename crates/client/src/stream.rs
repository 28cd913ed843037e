//! A connection to a house, encrypted or not.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::address::Address;
use crate::trust::Trust;

/// A connection to a house, plain or encrypted.
#[derive(Debug)]
pub(crate) enum Stream {
    /// Over plain HTTP.
    Plain(TcpStream),
    /// Over TLS, to an address with https.
    Tls(Box<TlsStream<TcpStream>>),
}

impl Stream {
    /// Connects to a house, and makes sure who it is where that is to be known.
    pub(crate) async fn open(house: &Address, trust: &Trust) -> io::Result<Stream> {
        let tcp = TcpStream::connect(house.authority()).await?;
        // Acts are small and wait for nothing.
        tcp.set_nodelay(true)?;
        if !house.is_encrypted() {
            return Ok(Stream::Plain(tcp));
        }
        let name = ServerName::try_from(house.host_name().to_owned()).map_err(io::Error::other)?;
        let config = trust.config().map_err(io::Error::other)?;
        let tls = TlsConnector::from(config).connect(name, tcp).await?;
        Ok(Stream::Tls(Box::new(tls)))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(tcp) => Pin::new(tcp).poll_read(context, buffer),
            Stream::Tls(tls) => Pin::new(tls).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Stream::Plain(tcp) => Pin::new(tcp).poll_write(context, bytes),
            Stream::Tls(tls) => Pin::new(tls).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(tcp) => Pin::new(tcp).poll_flush(context),
            Stream::Tls(tls) => Pin::new(tls).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Stream::Plain(tcp) => Pin::new(tcp).poll_shutdown(context),
            Stream::Tls(tls) => Pin::new(tls).poll_shutdown(context),
        }
    }
}
