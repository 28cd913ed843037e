//! `dicehouse serve`: opens the house to the network.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use dicehouse_contest::config::Time;
use dicehouse_contest::report::Live;
use dicehouse_server::{Config, ContestDoor, Cookies, House, HouseKey, Keep, Limits, Network};
use dicehouse_store::{Place, Store};
use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::house_key::KeyArgs;
use crate::output;
use crate::problem::Problem;
use dicehouse_home::disk::{data_dir, private_folder};

/// Open the house to the network: rooms for people and bots
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// Where rooms, results and accounts are kept: a file, or postgres://USER:PASSWORD@HOST/DATABASE; left out: a file
    /// in the data folder
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    #[command(flatten)]
    key: KeyArgs,
    /// Go on with another key, because the one the house had is lost: games that are being played cannot go on then
    #[arg(long)]
    new_key: bool,
    /// The address people use, with https in front, when a proxy stands before the house
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// A proxy to trust about the address of a client: an address, or a network as 10.0.0.0/8; may be repeated
    #[arg(long, value_name = "IP")]
    proxy: Vec<Network>,
    /// Let browsers of your own network play over plain HTTP: anybody who listens in on that
    /// network can then act for them
    #[arg(long)]
    plain_http: bool,
    /// Do not limit what one address may do: for a house behind a proxy that does, and for measurements
    #[arg(long)]
    no_address_limits: bool,
    /// Change one limit: NAME=HOW-MANY, or NAME=AT-ONCE,IN-THE-LONG-RUN as rooms=20,6/m; may be repeated
    #[arg(long, value_name = "LIMIT")]
    limit: Vec<String>,
    /// How long a house bot takes at least, so that people can follow: up to 10s
    #[arg(long, value_name = "TIME", default_value = "700ms")]
    bot_pause: Time,
    /// How long a room stays open that everybody has left: somebody may still come by an invitation
    #[arg(long, value_name = "TIME", default_value = "60m")]
    keep_empty: Time,
    /// How many days the code of a room stays taken after it closed
    #[arg(long, value_name = "DAYS", default_value_t = 7)]
    keep_closed: u32,
    /// How many days it is kept what people say in rooms, or forever; 0: it is not noted
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = lifetime)]
    keep_talk: Lifetime,
    /// How many days it is kept from which address an account was used, for cases of abuse, or forever; 0: it is not noted
    #[arg(long, value_name = "DAYS", default_value = "7", value_parser = lifetime)]
    keep_addresses: Lifetime,
    /// How many days finished games and their records are kept, or forever
    #[arg(long, value_name = "DAYS", default_value = "forever", value_parser = lifetime)]
    keep_games: Lifetime,
    /// How many days an account is kept that nobody uses, or forever; then it is deleted with its name
    #[arg(long, value_name = "DAYS", default_value = "forever", value_parser = lifetime)]
    keep_accounts: Lifetime,
    /// Show the contest in this folder on the page while it is played: what `dicehouse contest --out` writes to
    #[arg(long, value_name = "DIR")]
    contest: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// How much to log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: Level,
    /// How the log is written: text, or one JSON object a line
    #[arg(long, value_name = "FORM", default_value = "text")]
    log_form: LogForm,
}

/// How long something is kept; `None`: for good.
#[derive(Clone, Copy)]
struct Lifetime(Option<Duration>);

fn lifetime(text: &str) -> Result<Lifetime, String> {
    match text {
        "forever" => Ok(Lifetime(None)),
        days => match days.parse() {
            Ok(days) => Ok(Lifetime(Some(Keep::days(days)))),
            Err(_) => Err("it is a number of days, or forever".to_owned()),
        },
    }
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

const EXAMPLES: &str = "\
Examples:
  dicehouse serve --open                              play here, in the browser
  dicehouse serve --listen 0.0.0.0:8080 --plain-http  friends on your network play, too
  dicehouse serve --db rooms.db --public https://dice.example.org --proxy 127.0.0.1
  dicehouse serve --limit connections=8 --limit rooms=5,1/m --log-form json
  dicehouse serve --db postgres://dice@localhost/dice
  dicehouse serve --contest results --open            watch a contest that is being played";

/// An address to listen on. A name such as localhost stands for several; the one of IPv4 is what links show.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let found: Vec<SocketAddr> = text.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| {
        "it is an address with a port, as in 127.0.0.1:8080, localhost:8080 or 0.0.0.0:8080"
            .to_owned()
    })
}

/// Runs `dicehouse serve`.
pub fn run(args: &ServeArgs) -> anyhow::Result<()> {
    // Libraries tell less: the texts of the web and of the store may hold tokens and dice.
    let told = Targets::new().with_target("dicehouse", args.log).with_default(Level::WARN);
    let log = tracing_subscriber::fmt()
        .with_max_level(args.log)
        .with_writer(std::io::stderr)
        .with_ansi(output::is_terminal() && args.log_form == LogForm::Text)
        // A house whose terminal is gone still closes when it is told to: complaints about lines that nobody
        // can read would go there as well, and fail.
        .log_internal_errors(false);
    match args.log_form {
        LogForm::Text => log.finish().with(told).init(),
        LogForm::Json => log.json().flatten_event(true).finish().with(told).init(),
    }
    let config = config(args)?;
    let place = store_place(args.db.as_deref())?;
    let runtime =
        Builder::new_multi_thread().enable_all().build().context("cannot start the runtime")?;
    runtime.block_on(serve(args, config, place))
}

async fn serve(args: &ServeArgs, config: Config, place: Place) -> anyhow::Result<()> {
    let store = open_store(place).await?;
    let key = args.key.find(&store, args.new_key).await?;
    let (house, listener, address) = open(args.listen, config, key, store).await?;
    let url = shown(args, address);
    // A reader of this line may close the house at once.
    let told_to_close = stop_signal();
    output::print(&format!(
        "Dicehouse is open at {url}\nCtrl-C closes it; games go on when it opens again.\n"
    ))?;
    if args.open {
        open_browser(&url);
    }
    let closing = house.clone();
    tokio::spawn(async move {
        told_to_close.await;
        tracing::info!("closing");
        closing.close().await;
    });
    dicehouse_server::serve(listener, house.clone()).await.context("the network failed")?;
    house.close().await;
    Ok(())
}

/// Opens what a house keeps.
///
/// # Errors
/// When it cannot be opened.
pub async fn open_store(place: Place) -> anyhow::Result<Store> {
    let was_open = place.is_open_to_others();
    let store = Store::open(place).await?;
    if was_open {
        tracing::warn!(
            "others on this computer could read the house's file: it is yours alone now"
        );
    }
    Ok(store)
}

/// Opens a house that listens there. Nobody is let in before it is served.
///
/// # Errors
/// When its store cannot be read, or somebody else listens there.
pub async fn open(
    listen: SocketAddr,
    config: Config,
    key: HouseKey,
    store: Store,
) -> anyhow::Result<(House, TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(listen).await.with_context(|| {
        format!("cannot listen on {listen}: name another address with --listen")
    })?;
    let address = listener.local_addr().context("cannot tell the address")?;
    // With port 0 the system has chosen one.
    let config = if listen.port() == 0 { with_port(config, address.port()) } else { config };
    let luck = ChaCha20Rng::from_rng(&mut rand::rng());
    let house = House::new(config, key, store, luck, SystemTime::now);
    let woken = house.reopen().await?;
    if woken > 0 {
        tracing::info!(rooms = woken, "games go on");
    }
    Ok((house, listener, address))
}

fn config(args: &ServeArgs) -> Result<Config, Problem> {
    let usual = with_port(Config::loopback(0), args.listen.port());
    let mut limits =
        if args.no_address_limits { Limits::by_connection_alone() } else { Limits::usual() };
    for limit in &args.limit {
        limits.set(limit).map_err(|why| Problem::usage(format!("--limit {limit}: {why}")))?;
    }
    let contest = args.contest.as_deref().map(contest_door).transpose()?;
    let Time(bot_pause) = args.bot_pause;
    if bot_pause > Duration::from_secs(10) {
        return Err(Problem::usage("--bot-pause is at most 10s"));
    }
    let Time(keep_empty) = args.keep_empty;
    let proxies = args.proxy.clone();
    for (flag, Lifetime(time)) in
        [("--keep-games", args.keep_games), ("--keep-accounts", args.keep_accounts)]
    {
        if time == Some(Duration::ZERO) {
            return Err(Problem::usage(format!("{flag} is at least 1 day, or forever")));
        }
    }
    let keep = Keep {
        closed: Keep::days(args.keep_closed),
        talk: args.keep_talk.0,
        addresses: args.keep_addresses.0,
        games: args.keep_games.0,
        accounts: args.keep_accounts.0,
    };
    let config = Config {
        proxies,
        limits,
        contest,
        bot_pause,
        keep_empty,
        keep,
        book: super::book::file,
        ..usual
    };
    let Some(public) = &args.public else {
        return Ok(Config { by_number: args.plain_http, ..config });
    };
    let public = public.trim_end_matches('/');
    let host = public.split_once("://").filter(|(scheme, host)| {
        let scheme = *scheme == "https" || (*scheme == "http" && args.plain_http);
        scheme && !host.is_empty() && !host.contains('/')
    });
    if host.is_none() {
        return Err(Problem::usage(format!("{public} cannot be a public address"))
            .hints(["write it as https://HOST; plain HTTP needs --plain-http".to_owned()]));
    }
    let cookies = if public.starts_with("https") { Cookies::Secure } else { Cookies::Plain };
    let origins = match cookies {
        // The plain cookie of this computer's own page would not be the secure one.
        Cookies::Secure => vec![public.to_owned()],
        Cookies::Plain => config.origins.iter().cloned().chain([public.to_owned()]).collect(),
    };
    Ok(Config { origins, cookies, ..config })
}

/// Looks into the folder of a contest, which need not have begun to play, but must be there.
fn contest_door(folder: &Path) -> Result<ContestDoor, Problem> {
    let look = |folder: &Path| Live::look(folder).map_err(|error| error.to_string());
    look(folder).map_err(|why| {
        let hint = "start it first: dicehouse contest … --out DIR".to_owned();
        Problem::failure(format!("this contest cannot be shown: {why}")).hints([hint])
    })?;
    let folder = folder.to_owned();
    Ok(ContestDoor::new(move || {
        let live = look(&folder)?;
        serde_json::to_vec(&live).map_err(|error| error.to_string())
    }))
}

/// The same house on this port.
pub fn with_port(config: Config, port: u16) -> Config {
    Config { origins: Config::loopback(port).origins, ..config }
}

/// Where a house keeps everything: at the place named, or in the data folder.
///
/// # Errors
/// When there is no folder for it.
pub fn store_place(db: Option<&str>) -> anyhow::Result<Place> {
    match db {
        Some(db) => Ok(Place::parse(db)),
        None => usual_place(),
    }
}

/// The file of the house in the data folder.
///
/// # Errors
/// When there is no folder for it.
pub fn usual_place() -> anyhow::Result<Place> {
    let folder: PathBuf = data_dir().ok_or_else(|| {
        Problem::failure("there is no home folder for the data of the house")
            .hints(["name a file with --db".to_owned()])
    })?;
    private_folder(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(Place::file(folder.join("house.sqlite")))
}

/// The address to show: what people type.
fn shown(args: &ServeArgs, address: SocketAddr) -> String {
    match &args.public {
        Some(public) => public.clone(),
        None if address.ip().is_unspecified() => format!("http://127.0.0.1:{}", address.port()),
        None => format!("http://{address}"),
    }
}

fn open_browser(url: &str) {
    let opened = Command::new("xdg-open")
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if opened.is_err() {
        tracing::warn!(
            "the browser cannot be opened, because xdg-open is missing: open {url} yourself"
        );
    }
}

/// Ctrl-C, a request to end, or a terminal that was closed. The signals count from this call on, not only once somebody waits for them.
fn stop_signal() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn heard(signal: std::io::Result<Signal>) {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    }
    let (end, interrupt) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    // Started with nohup, the house stays open when its terminal is closed.
    let hang_up = (!ignores_hang_up()).then(|| signal(SignalKind::hangup()));
    async {
        let hang_up = async {
            match hang_up {
                Some(signal) => heard(signal).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = heard(end) => {}
            () = heard(interrupt) => {}
            () = hang_up => {}
        }
    }
}

/// Whether this program was started to ignore SIGHUP, as `nohup` does.
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 == 1)
}
