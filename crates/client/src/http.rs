//! One request and its answer, over a connection of its own.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Duration, timeout};

use crate::address::Address;
use crate::stream::Stream;
use crate::trust::Trust;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The longest answer that is read.
const LONGEST: u64 = 8 << 20;
const MOST_HEADERS: usize = 64;

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
    fn text(&self, address: &Address) -> String {
        let Request { method, path, .. } = self;
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept: application/json\r\n",
            address.authority()
        );
        if let Some(token) = self.token {
            text.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        let body = self.body.unwrap_or_default();
        if self.body.is_some() {
            text.push_str("Content-Type: application/json\r\n");
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        text
    }
}

/// Sends a request and waits for its answer.
pub async fn send(
    address: &Address,
    trust: &Trust,
    request: Request<'_>,
) -> std::io::Result<Reply> {
    let exchange = async {
        let mut stream = Stream::open(address, trust).await?;
        stream.write_all(request.text(address).as_bytes()).await?;
        stream.flush().await?;
        let mut bytes = Vec::new();
        match stream.take(LONGEST).read_to_end(&mut bytes).await {
            // Some proxies end an encrypted connection without saying so; an answer that breaks off is noticed below.
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {}
            other => drop(other?),
        }
        read(&bytes)
    };
    timeout(TIMEOUT, exchange).await.map_err(|_| std::io::ErrorKind::TimedOut)?
}

fn read(bytes: &[u8]) -> std::io::Result<Reply> {
    let unreadable =
        |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why.to_owned());
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(bytes).map_err(|error| unreadable(&error.to_string()))?;
    let httparse::Status::Complete(start) = parsed else {
        return Err(unreadable("the answer breaks off"));
    };
    let status = response.code.ok_or_else(|| unreadable("the answer has no status"))?;
    let named = |name: &str| {
        response
            .headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case(name))
            .map(|header| header.value)
    };
    let body = bytes.get(start..).unwrap_or_default();
    let body = match named("transfer-encoding") {
        Some(coding) if coding.eq_ignore_ascii_case(b"chunked") => {
            unchunk(body).ok_or_else(|| unreadable("the answer breaks off"))?
        }
        _ => body.to_vec(),
    };
    let length =
        named("content-length").and_then(|length| std::str::from_utf8(length).ok()?.parse().ok());
    if length.is_some_and(|length: usize| length != body.len()) {
        return Err(unreadable("the answer breaks off"));
    }
    Ok(Reply {
        status,
        body: String::from_utf8(body).map_err(|_| unreadable("the answer is not text"))?,
    })
}

fn unchunk(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let httparse::Status::Complete((start, size)) = httparse::parse_chunk_size(bytes).ok()?
        else {
            return None;
        };
        if size == 0 {
            return Some(body);
        }
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        body.extend_from_slice(bytes.get(start..end)?);
        bytes = bytes.get(end.checked_add(2)?..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whole_or_not_at_all() {
        let good = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(read(good).unwrap(), Reply { status: 200, body: "{}".into() });
        let chunked = b"HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n3\r\nabc\r\n0\r\n\r\n";
        assert_eq!(read(chunked).unwrap(), Reply { status: 404, body: "{}abc".into() });
        for end in 0..good.len() {
            assert!(read(&good[..end]).is_err(), "{end}");
        }
        for end in 0..chunked.len() - 4 {
            assert!(read(&chunked[..end]).is_err(), "{end}");
        }
        assert!(read(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xff\xfe").is_err());
        let huge = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nx";
        assert!(read(huge).is_err());
    }
}
