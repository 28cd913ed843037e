//! How fast a WebSocket is read. Messages are counted one by one elsewhere; but a client can also keep the house busy with
//! frames that never make a message, so the bytes of a connection are limited, too.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How many bytes may come at once, and in a second.
const AT_ONCE: i64 = 128 * 1024;
const PER_SECOND: i64 = 32 * 1024;

/// Whether a connection has become a WebSocket: from then on it is read no faster than allowed.
#[derive(Debug, Clone, Default)]
pub struct IsSocket(Arc<AtomicBool>);

impl IsSocket {
    /// It has.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that is read no faster than allowed once it is a WebSocket.
pub struct ReadLimit<S> {
    stream: S,
    is_socket: IsSocket,
    left: i64,
    at: Instant,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> ReadLimit<S> {
    /// The stream, unlimited until `is_socket` is set.
    pub fn new(stream: S, is_socket: IsSocket) -> ReadLimit<S> {
        ReadLimit { stream, is_socket, left: AT_ONCE, at: Instant::now(), waiting: None }
    }

    /// Adds what may be read since the last time.
    fn fill(&mut self) {
        let millis = i64::try_from(self.at.elapsed().as_millis()).unwrap_or(i64::MAX);
        if millis > 0 {
            let more = millis.saturating_mul(PER_SECOND) / 1000;
            self.left = self.left.saturating_add(more).min(AT_ONCE);
            self.at = Instant::now();
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ReadLimit<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.is_socket.get() {
            return Pin::new(&mut self.stream).poll_read(cx, buf);
        }
        loop {
            if let Some(waiting) = &mut self.waiting {
                ready!(waiting.as_mut().poll(cx));
                self.waiting = None;
            }
            self.fill();
            if self.left > 0 {
                break;
            }
            let soon = Instant::now() + Duration::from_millis(100);
            self.waiting = Some(Box::pin(sleep_until(soon)));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        // A read takes no more than the buffer of a connection holds: what is too much is waited for afterwards.
        self.left -= (buf.filled().len() - before) as i64;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ReadLimit<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    /// Reads `most` bytes, or for half a second; gives how many were read, and how many could have been allowed.
    async fn read(is_socket: bool, most: i64) -> (i64, i64) {
        let (mut sender, receiver) = duplex(64 * 1024);
        let flag = IsSocket::default();
        if is_socket {
            flag.set();
        }
        tokio::spawn(async move { while sender.write_all(&[0; 4096]).await.is_ok() {} });
        let started = Instant::now();
        let mut limited = ReadLimit::new(receiver, flag);
        let (mut buffer, mut read) = ([0; 4096], 0);
        let end = started + Duration::from_millis(500);
        while read < most {
            tokio::select! {
                biased;
                () = sleep_until(end) => break,
                got = limited.read(&mut buffer) => read += got.unwrap() as i64,
            }
        }
        let millis = i64::try_from(started.elapsed().as_millis()).unwrap();
        (read, AT_ONCE + PER_SECOND * (millis + 1) / 1000 + 4096)
    }

    #[tokio::test]
    async fn a_socket_is_read_no_faster_than_allowed_and_a_request_is_not_held_back() {
        let (read_of_socket, allowed) = read(true, i64::MAX).await;
        assert!((AT_ONCE..=allowed).contains(&read_of_socket), "{read_of_socket} of {allowed}");
        let (read_of_request, _) = read(false, 2 * AT_ONCE).await;
        assert!(read_of_request >= 2 * AT_ONCE);
    }
}
