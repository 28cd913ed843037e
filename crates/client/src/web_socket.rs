//! A WebSocket to a house: texts in, texts out.

use futures_util::{SinkExt, StreamExt};
use tokio::time::{Duration, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::stream::Stream;
use crate::visitor::{ClientError, Visitor, problem_text};

/// The longest message a house sends: the whole of a long game.
const LONGEST: usize = 4 << 20;
const TIMEOUT: Duration = Duration::from_secs(20);

/// An open WebSocket.
#[derive(Debug)]
pub struct WebSocket {
    socket: WebSocketStream<Stream>,
}

impl WebSocket {
    /// Opens a WebSocket to an endpoint of the house.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn open(visitor: &Visitor, path: &str) -> Result<WebSocket, ClientError> {
        match timeout(TIMEOUT, open(visitor, path)).await {
            Ok(opened) => opened,
            Err(_) => Err(visitor.unreached(std::io::ErrorKind::TimedOut.into())),
        }
    }

    /// The next text; `None` when the line is gone. May be dropped while waiting.
    pub async fn hear(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends a text. `false` when the line is gone.
    pub async fn say(&mut self, text: impl Into<String>) -> bool {
        self.socket.send(Message::text(text.into())).await.is_ok()
    }

    /// Ends the line.
    pub async fn end(mut self) {
        // There is nobody left to tell when this fails.
        let _ = timeout(Duration::from_secs(2), self.socket.close(None)).await;
    }
}

async fn open(visitor: &Visitor, path: &str) -> Result<WebSocket, ClientError> {
    let authority = visitor.house.authority();
    let stream = Stream::open(&visitor.house, &visitor.trust)
        .await
        .map_err(|error| visitor.unreached(error))?;
    let strange = |why: String| ClientError::Strange { house: visitor.house.clone(), why };
    let mut request = format!("ws://{authority}{path}")
        .into_client_request()
        .map_err(|error| strange(error.to_string()))?;
    if let Some(token) = &visitor.token {
        let value = HeaderValue::from_str(&format!("Bearer {}", token.0));
        let mut value =
            value.map_err(|_| strange("the token has unusual characters".to_owned()))?;
        value.set_sensitive(true);
        request.headers_mut().insert("authorization", value);
    }
    let mut config = WebSocketConfig::default();
    config.max_message_size = Some(LONGEST);
    config.max_frame_size = Some(LONGEST);
    config.read_buffer_size = 4096;
    config.write_buffer_size = 0;
    match client_async_with_config(request, stream, Some(config)).await {
        Ok((socket, _)) => Ok(WebSocket { socket }),
        Err(tungstenite::Error::Http(response)) => Err(refused(&response)),
        Err(tungstenite::Error::Io(error)) => Err(visitor.unreached(error)),
        Err(error) => Err(strange(error.to_string())),
    }
}

fn refused(response: &tungstenite::http::Response<Option<Vec<u8>>>) -> ClientError {
    let status = response.status().as_u16();
    let body = response.body().as_deref().unwrap_or_default();
    let text = problem_text(body).unwrap_or_else(|| match status {
        401 => "the house does not know you".to_owned(),
        404 => "there is no such room".to_owned(),
        _ => format!("the house refuses (status {status})"),
    });
    ClientError::Refused { status, text }
}
