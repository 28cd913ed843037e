//! What a house on this computer needs: a port, the page, and a browser to look at it.

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use dicehouse_client::{Address, Visitor};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::finding::{Finding, Part};
use super::tools::on_path;
use crate::problem::in_words;

const PART: Part = Part("House");

/// How long a house on this computer may take to say how it is.
const PATIENCE: Duration = Duration::from_secs(3);

/// Browsers that people have.
const BROWSERS: &[&str] = &[
    "firefox",
    "firefox-esr",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "microsoft-edge",
    "brave-browser",
    "epiphany",
    "falkon",
    "konqueror",
];

/// Looks at port, page and browser.
pub async fn look(listen: SocketAddr) -> Vec<Finding> {
    vec![port(listen).await, page(), browser(&on_path)]
}

/// How a house says it is.
#[derive(Deserialize)]
struct Health {
    status: String,
    version: String,
}

async fn port(listen: SocketAddr) -> Finding {
    let name = "port";
    match TcpListener::bind(listen).await {
        Ok(_) => PART.good(name, format!("{listen} is free for dicehouse serve")),
        Err(error) => match house_at(listen).await {
            Some(Health { status, version }) => PART.good(
                name,
                format!("a house is open at {listen} (version {version}, {status})"),
            ),
            None => PART.limited(
                name,
                format!("dicehouse serve cannot listen on {listen}: {}", in_words(&error)),
                "end the program that listens there, or choose another: dicehouse serve --listen 127.0.0.1:8081",
            ),
        },
    }
}

/// How the house there is, if one is.
async fn house_at(listen: SocketAddr) -> Option<Health> {
    let ip = if listen.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { listen.ip() };
    let ip: IpAddr = ip;
    let address = Address::parse(&format!("http://{}", SocketAddr::new(ip, listen.port()))).ok()?;
    timeout(PATIENCE, Visitor::new(address).get("/api/health")).await.ok()?.ok()
}

fn page() -> Finding {
    let name = "page";
    let todo = "build it again with Node 20 or later, and read the warnings: cargo build --release";
    match (dicehouse_page::is_built(), dicehouse_page::has_engine()) {
        (true, true) => PART.good(name, "built in, with the engine that plays in a tab"),
        (true, false) => PART.limited(
            name,
            "built in without the engine: it does not play without a house",
            "build it again with the Rust target wasm32-unknown-unknown, and read the warnings: cargo build --release",
        ),
        (false, _) => PART.limited(name, "this program was built without the page", todo),
    }
}

fn browser(has: &dyn Fn(&str) -> bool) -> Finding {
    let name = "browser";
    let chosen = env::var("BROWSER").ok().filter(|browser| !browser.is_empty());
    let there = BROWSERS.iter().find(|browser| has(browser)).map(|name| (*name).to_owned());
    match (has("xdg-open"), chosen.or(there)) {
        (true, Some(browser)) => PART.good(name, format!("{browser}; --open opens it")),
        (true, None) => PART.limited(
            name,
            "no browser was found",
            "install one, or open the page on another device: dicehouse host shows its link",
        ),
        (false, Some(browser)) => PART.limited(
            name,
            format!("{browser}, but --open cannot open it, because xdg-open is missing"),
            "install xdg-utils, or open the address yourself",
        ),
        (false, None) => PART.limited(
            name,
            "no browser was found, and no xdg-open",
            "open the page on another device: dicehouse host shows its link",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::State;

    #[test]
    fn a_browser_needs_something_that_opens_it() {
        let with = |names: &'static [&str]| browser(&move |name| names.contains(&name)).state;
        assert_eq!(with(&["xdg-open", "firefox"]), State::Good);
        assert_eq!(with(&["firefox"]), State::Limited);
        assert_eq!(with(&["xdg-open", "vi"]), State::Limited);
        assert_eq!(with(&[]), State::Limited);
    }
}
