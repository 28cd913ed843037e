//! What an operator decides about rooms and people: the part of `dicehouse house` that an open house follows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dicehouse_server::{Order, banned_address, plain_words};
use dicehouse_store::{RoomStatus, Sanction, SanctionKind, Store};

use super::house::{Term, What};
use crate::output;
use crate::problem::Problem;

/// How many rooms and reports are listed.
const MOST: u32 = 1000;
/// How long to wait for an open house to do what it was told.
const PATIENCE: Duration = Duration::from_secs(5);

/// Does what concerns rooms and people.
pub(super) async fn look_after(store: &Store, what: &What) -> anyhow::Result<()> {
    let told = match what {
        What::Rooms => rooms(store).await?,
        What::Close { room, message } => {
            let order =
                Order::Close { room: room.to_ascii_uppercase(), text: plain_words(message) };
            ordered(store, &order).await?
        }
        What::Announce { text } => {
            ordered(store, &Order::Announce { text: plain_words(text) }).await?
        }
        What::Ban { who, term } => ban(store, who, term).await?,
        What::Mute { who, term } => {
            known(store, who).await?;
            sanction(store, SanctionKind::Mute, who, term).await?
        }
        What::Bans => bans(store).await?,
        What::Lift { who } => lift(store, who).await?,
        What::Reports { settle: Some(id) } => settle(store, id).await?,
        What::Reports { settle: None } => reports(store).await?,
        What::Addresses { who } => addresses(store, who).await?,
        What::Operator { who, remove } => operator(store, who, !remove).await?,
        // The store's own commands are done where they are listed.
        What::Status
        | What::Check { .. }
        | What::Backup { .. }
        | What::Restore { .. }
        | What::Vacuum => String::new(),
    };
    store.close().await;
    output::print(&told)?;
    Ok(())
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A time of the past or the future, in words.
fn from_now(at: i64) -> String {
    let minutes = (at - now()).abs() / 60_000;
    let long = match minutes {
        0..=119 => format!("{minutes} min"),
        120..=2879 => format!("{} h", minutes / 60),
        _ => format!("{} days", minutes / 1440),
    };
    if at > now() { format!("for {long}") } else { format!("{long} ago") }
}

async fn rooms(store: &Store) -> anyhow::Result<String> {
    let mut text = String::new();
    for status in [RoomStatus::Playing, RoomStatus::Waiting] {
        for room in store.rooms(status, MOST).await? {
            text.push_str(&format!("{room}  {}\n", status.as_str()));
        }
    }
    Ok(if text.is_empty() { "There are no open rooms.\n".to_owned() } else { text })
}

/// Tells the open houses to do something, and waits until one has.
async fn ordered(store: &Store, order: &Order) -> anyhow::Result<String> {
    let id = format!("{:032x}", rand::random::<u128>());
    let id = order.give(store, id, now()).await?;
    let begun = std::time::Instant::now();
    while begun.elapsed() < PATIENCE {
        if store.is_order_done(&id).await? {
            return Ok("Done.\n".to_owned());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Err(Problem::failure("no house has taken it up")
        .hints(["is the house open, and is this its store? Name it with --db".to_owned()])
        .into())
}

async fn known(store: &Store, who: &str) -> anyhow::Result<String> {
    match store.account(who).await? {
        Some(account) => Ok(account.name),
        None => Err(Problem::failure(format!("there is no account {who}"))
            .hints(["dicehouse house reports and a player's page show the ids".to_owned()])
            .into()),
    }
}

async fn ban(store: &Store, who: &str, term: &Term) -> anyhow::Result<String> {
    if let Some(address) = banned_address(who) {
        return sanction(store, SanctionKind::BanAddress, &address, term).await;
    }
    known(store, who).await?;
    sanction(store, SanctionKind::Ban, who, term).await
}

async fn sanction(
    store: &Store,
    kind: SanctionKind,
    who: &str,
    term: &Term,
) -> anyhow::Result<String> {
    let until = now().saturating_add(i64::from(term.hours) * 3_600_000);
    let (who, why) = (who.to_owned(), plain_words(&term.why));
    store.sanction(&Sanction { kind, who: who.clone(), until, why }).await?;
    let done = match kind {
        SanctionKind::Ban | SanctionKind::BanAddress => "is not let in",
        SanctionKind::Mute => "may not speak",
    };
    let hours = if term.hours == 1 { "hour" } else { "hours" };
    Ok(format!(
        "{who} {done} for {} {hours}. An open house knows it within a second.\n",
        term.hours
    ))
}

async fn bans(store: &Store) -> anyhow::Result<String> {
    let sanctions = store.sanctions(now()).await?;
    if sanctions.is_empty() {
        return Ok("Nobody is banned or muted.\n".to_owned());
    }
    let line = |one: &Sanction| {
        format!("{:11}  {}  {}  {}\n", one.kind.as_str(), one.who, from_now(one.until), one.why)
    };
    Ok(sanctions.iter().map(line).collect())
}

async fn lift(store: &Store, who: &str) -> anyhow::Result<String> {
    let who = banned_address(who).unwrap_or_else(|| who.to_owned());
    let mut lifted = false;
    for kind in SanctionKind::ALL {
        lifted |= store.lift(kind, &who).await?;
    }
    if lifted {
        return Ok(format!("{who} is free again.\n"));
    }
    Err(Problem::failure(format!("{who} is neither banned nor muted"))
        .hints(["dicehouse house bans lists who is".to_owned()])
        .into())
}

async fn reports(store: &Store) -> anyhow::Result<String> {
    let reports = store.reports(MOST).await?;
    if reports.is_empty() {
        return Ok("Nobody was reported.\n".to_owned());
    }
    let mut text = String::new();
    for report in reports {
        let name = store.account(&report.about).await?.map_or_else(String::new, |one| one.name);
        text.push_str(&format!(
            "{}  {}  room {}\n  about {} ({name}), told by {}\n  {}\n",
            report.id,
            from_now(report.at),
            report.room,
            report.about,
            report.reporter,
            report.text
        ));
        for said in report.said.lines() {
            text.push_str(&format!("  > {said}\n"));
        }
    }
    Ok(text)
}

async fn settle(store: &Store, id: &str) -> anyhow::Result<String> {
    if store.settle_report(id).await? {
        return Ok("Settled.\n".to_owned());
    }
    Err(Problem::failure(format!("there is no report {id}")).into())
}

async fn addresses(store: &Store, who: &str) -> anyhow::Result<String> {
    let visits = match banned_address(who) {
        Some(address) => store.visits_from(&address).await?,
        None => store.visits_of(who).await?,
    };
    if visits.is_empty() {
        return Ok("Nothing is known of that, or not any more.\n".to_owned());
    }
    let line = |visit: &dicehouse_store::Visit| {
        format!("{}  {}  last {}\n", visit.account, visit.address, from_now(visit.last_at))
    };
    Ok(visits.iter().map(line).collect())
}

async fn operator(store: &Store, who: &str, is_one: bool) -> anyhow::Result<String> {
    let name = known(store, who).await?;
    store.set_operator(who, is_one).await?;
    let done = if is_one { "looks after the house now" } else { "is an operator no longer" };
    Ok(format!("{name} ({who}) {done}.\n"))
}
