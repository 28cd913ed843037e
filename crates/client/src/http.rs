//! One request and its answer, over a connection of its own.

use std::io::{self, ErrorKind};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, HeaderValue};
use hyper_util::rt::TokioIo;
use tokio::time::{Duration, timeout};

use crate::address::Address;
use crate::stream::Stream;
use crate::trust::Trust;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The longest answer that is read.
const LONGEST: usize = 8 << 20;

/// What a house answered to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The status of HTTP: 200 when all is well.
    pub status: u16,
    /// The body as text.
    pub body: String,
}

/// What is asked of a house.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// `GET`, `POST` …
    pub method: &'a str,
    /// The path with its query.
    pub path: &'a str,
    /// Who sends it.
    pub token: Option<&'a str>,
    /// A body of JSON.
    pub body: Option<&'a str>,
}

impl Request<'_> {
    fn written(&self, address: &Address) -> io::Result<hyper::Request<Full<Bytes>>> {
        let mut request = hyper::Request::builder()
            .method(self.method)
            .uri(self.path)
            .header(HOST, address.authority())
            .header(CONNECTION, "close")
            .header(ACCEPT, "application/json");
        if let Some(token) = self.token {
            let token = HeaderValue::from_str(&format!("Bearer {token}"));
            let mut token = token.map_err(|_| unreadable("the token has unusual characters"))?;
            token.set_sensitive(true);
            request = request.header(AUTHORIZATION, token);
        }
        if self.body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = self.body.unwrap_or_default().to_owned();
        request.body(Full::from(body)).map_err(io::Error::other)
    }
}

/// Sends a request and waits for its answer.
pub async fn send(address: &Address, trust: &Trust, request: Request<'_>) -> io::Result<Reply> {
    timeout(TIMEOUT, exchange(address, trust, request)).await.map_err(|_| ErrorKind::TimedOut)?
}

async fn exchange(address: &Address, trust: &Trust, request: Request<'_>) -> io::Result<Reply> {
    let stream = TokioIo::new(Stream::open(address, trust).await?);
    let (mut sender, connection) = http1::handshake(stream).await.map_err(unreadable)?;
    // It ends with the answer, and what is wrong with it is wrong with the answer, too.
    tokio::spawn(connection);
    let response = sender.send_request(request.written(address)?).await.map_err(unreadable)?;
    let status = response.status().as_u16();
    let body = Limited::new(response.into_body(), LONGEST).collect().await.map_err(unreadable)?;
    let body = String::from_utf8(body.to_bytes().into());
    Ok(Reply { status, body: body.map_err(|_| unreadable("the answer is not text"))? })
}

fn unreadable(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// What a client reads from a house that answers with these bytes.
    async fn answered(bytes: &[u8]) -> io::Result<Reply> {
        let house = TcpListener::bind("127.0.0.1:0").await?;
        let address = Address::parse(&format!("http://{}", house.local_addr()?)).unwrap();
        let request = Request { method: "GET", path: "/", token: Some("t"), body: None };
        let answers = async {
            let (mut tcp, _) = house.accept().await?;
            let mut asked = [0; 1024];
            let length = tcp.read(&mut asked).await?;
            assert!(asked[..length].starts_with(b"GET / HTTP/1.1\r\n"));
            tcp.write_all(bytes).await?;
            tcp.shutdown().await
        };
        let trust = Trust::default();
        let (reply, _) = tokio::join!(send(&address, &trust, request), answers);
        reply
    }

    #[tokio::test]
    async fn answers_are_read_whole_or_not_at_all() {
        let good = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(answered(good).await.unwrap(), Reply { status: 200, body: "{}".into() });
        let chunked = b"HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n3\r\nabc\r\n0\r\n\r\n";
        assert_eq!(answered(chunked).await.unwrap(), Reply { status: 404, body: "{}abc".into() });
        for bad in [
            &good[..good.len() - 1],
            &good[..20],
            b"",
            &chunked[..chunked.len() - 4],
            b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xff\xfe",
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
        ] {
            assert!(answered(bad).await.is_err(), "{}", String::from_utf8_lossy(bad));
        }
    }
}
