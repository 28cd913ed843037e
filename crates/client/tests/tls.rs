//! A house behind a proxy with HTTPS: requests and WebSockets, and whom they trust.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;

use dicehouse_client::{Address, ClientError, Trust, TrustError, Visitor, WebSocket};
use futures_util::{SinkExt as _, StreamExt as _};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::server::TlsStream;

/// A house with a certificate for `name`, signed by an authority of its own. Gives where it is and the authority's PEM.
async fn house(name: &str) -> (u16, String) {
    house_of(name, IsCa::NoCa).await
}

async fn house_of(name: &str, kind: IsCa) -> (u16, String) {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    // Two authorities of the same name would be taken for one with a wrong signature.
    params.distinguished_name.push(DnType::CommonName, format!("authority of {name}"));
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.is_ca = kind;
    let certificate = params.signed_by(&key, &authority).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (tcp, _) = listener.accept().await.unwrap();
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // Whoever does not trust the certificate hangs up.
                if let Ok(tls) = acceptor.accept(tcp).await {
                    answer(tls).await;
                }
            });
        }
    });
    (port, authority.pem())
}

/// Answers one request: a WebSocket says back what it hears, anything else gets somebody's name.
async fn answer(mut tls: TlsStream<TcpStream>) {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let byte = tls.read_u8().await.unwrap();
        request.push(byte);
    }
    let request = String::from_utf8(request).unwrap();
    if request.starts_with("GET /api/me ") {
        let body = r#"{"id":"p1","name":"Ada"}"#;
        let length = body.len();
        let reply = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}");
        tls.write_all(reply.as_bytes()).await.unwrap();
        // A proxy that hangs up without a farewell.
        tls.flush().await.unwrap();
        return;
    }
    let key = request.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap();
    let accept = tokio_tungstenite::tungstenite::handshake::derive_accept_key(key.as_bytes());
    let reply = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    tls.write_all(reply.as_bytes()).await.unwrap();
    let role = tokio_tungstenite::tungstenite::protocol::Role::Server;
    let mut socket = tokio_tungstenite::WebSocketStream::from_raw_socket(tls, role, None).await;
    while let Some(Ok(message)) = socket.next().await {
        if message.is_text() {
            socket.send(message).await.unwrap();
        }
    }
}

fn visitor(port: u16) -> Visitor {
    Visitor::new(Address::parse(&format!("https://localhost:{port}")).unwrap())
}

#[tokio::test]
async fn a_house_whose_authority_is_trusted_is_spoken_to_in_secret() {
    let (port, pem) = house("localhost").await;
    let visitor = visitor(port).trusting(Trust::with(pem.as_bytes()).unwrap());
    assert_eq!(visitor.me().await.unwrap().unwrap().name, "Ada");
    let mut line = WebSocket::open(&visitor, "/api/rooms/ABC/socket").await.unwrap();
    assert!(line.say("hello").await);
    assert_eq!(line.hear().await.as_deref(), Some("hello"));
}

#[tokio::test]
async fn others_are_not_and_the_reason_is_told() {
    let (port, pem) = house("localhost").await;
    let why = |result: Result<_, ClientError>| match result {
        Err(ClientError::Untrusted { why, .. }) => why,
        other => panic!("{:?}", other.map(|_: ()| ())),
    };
    let stranger = visitor(port);
    let unknown = why(stranger.me().await.map(|_| ()));
    assert_eq!(unknown, "nobody whose word is taken has signed it");
    assert_eq!(why(WebSocket::open(&stranger, "/x").await.map(|_| ())), unknown);
    let text = stranger.me().await.unwrap_err().to_string();
    assert!(text.contains("--ca FILE") && text.contains("https://localhost"), "{text}");
    // Another name than the one asked for.
    let (other, pem_of_other) = house("dice.example").await;
    let trust = Trust::with(pem_of_other.as_bytes()).unwrap();
    assert_eq!(
        why(visitor(other).trusting(trust).me().await.map(|_| ())),
        "it is for another name"
    );
    // A certificate of the wrong kind, as openssl makes them.
    let (odd, pem_of_odd) = house_of("localhost", IsCa::Ca(BasicConstraints::Unconstrained)).await;
    let trust = Trust::with(pem_of_odd.as_bytes()).unwrap();
    let hint = why(visitor(odd).trusting(trust).me().await.map(|_| ()));
    assert!(hint.contains("basicConstraints=critical,CA:FALSE"), "{hint}");
    // The authority of one house says nothing about another.
    let trust = Trust::with(pem.as_bytes()).unwrap();
    assert_eq!(why(visitor(other).trusting(trust).me().await.map(|_| ())), unknown);
}

#[tokio::test]
async fn what_speaks_no_https_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut tcp, _) = listener.accept().await.unwrap();
        tcp.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        // What it is sent is read, so that the answer is not lost.
        let _ = tcp.read_to_end(&mut Vec::new()).await;
    });
    let error = visitor(port).me().await.unwrap_err();
    assert!(matches!(error, ClientError::Strange { .. }), "{error}");
    assert!(error.to_string().contains("http://"), "{error}");
}

#[test]
fn files_without_certificates_are_refused() {
    assert_eq!(Trust::with(b"").unwrap_err(), TrustError::NoCertificate);
    assert_eq!(Trust::with(b"hello").unwrap_err(), TrustError::NoCertificate);
    let broken = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    assert!(matches!(Trust::with(broken), Err(TrustError::Unreadable(_))));
    let cut = b"-----BEGIN CERTIFICATE-----\nAAAA\n";
    assert!(Trust::with(cut).is_err());
}
