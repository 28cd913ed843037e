//! What operators decide about people, and what they are told about them.

use std::fmt;
use std::str::FromStr;

use crate::db::{Row, undecodable};
use crate::error::Result;
use crate::store::Store;
use crate::validate::{self, Field, MAX_LABEL, MAX_RULESET};

/// What somebody may not do for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SanctionKind {
    /// An account may not come in.
    Ban,
    /// Nobody may come in from an address.
    BanAddress,
    /// An account may not speak.
    Mute,
}

impl SanctionKind {
    /// All there are.
    pub const ALL: [SanctionKind; 3] =
        [SanctionKind::Ban, SanctionKind::BanAddress, SanctionKind::Mute];

    /// The word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            SanctionKind::Ban => "ban",
            SanctionKind::BanAddress => "ban-address",
            SanctionKind::Mute => "mute",
        }
    }
}

impl fmt::Display for SanctionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SanctionKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SanctionKind, String> {
        let found = SanctionKind::ALL.into_iter().find(|kind| kind.as_str() == text);
        found.ok_or_else(|| "it is ban, ban-address or mute".to_owned())
    }
}

/// What an operator decided about somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sanction {
    /// What they may not do.
    pub kind: SanctionKind,
    /// The account, or the address.
    pub who: String,
    /// Until when, in milliseconds since 1970 (UTC).
    pub until: i64,
    /// Why, for the person and for other operators; may be empty.
    pub why: String,
}

/// What a player told about another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// By which it is settled.
    pub id: String,
    /// When, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// In which room.
    pub room: String,
    /// The account of who tells it.
    pub reporter: String,
    /// The account of whom it is about.
    pub about: String,
    /// What happened, in the words of who tells it; may be empty.
    pub text: String,
    /// What the other had said in that room, one thing to a line.
    pub said: String,
}

/// What an operator wants a running house to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOrder {
    /// Its own id.
    pub id: String,
    /// When it was given, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// What is to be done; the server knows how to read it.
    pub what: String,
}

impl Store {
    /// Makes somebody an operator, or no longer. `false` when there is no such account, or nothing changed.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn set_operator(&self, account: &str, is_one: bool) -> Result<bool> {
        let sql = if is_one { ADD_OPERATOR } else { REMOVE_OPERATOR };
        Ok(self.execute(sql, &[account.into()]).await? == 1)
    }

    /// Whether somebody is an operator.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn is_operator(&self, account: &str) -> Result<bool> {
        Ok(!self.read(OPERATOR, &[account.into()]).await?.is_empty())
    }

    /// Decides about somebody, in place of what was decided before.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn sanction(&self, sanction: &Sanction) -> Result<()> {
        validate::text(Field::Account, &sanction.who, MAX_LABEL)?;
        let Sanction { kind, who, until, why } = sanction;
        let args = [kind.as_str().into(), who.into(), (*until).into(), why.into()];
        self.execute(SANCTION, &args).await.map(drop)
    }

    /// Takes back what was decided about somebody. `false` when nothing was.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn lift(&self, kind: SanctionKind, who: &str) -> Result<bool> {
        Ok(self.execute(LIFT, &[kind.as_str().into(), who.into()]).await? == 1)
    }

    /// What holds at a time, what ends first coming first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn sanctions(&self, now: i64) -> Result<Vec<Sanction>> {
        let rows = self.read(SANCTIONS, &[now.into()]).await?;
        rows.iter().map(sanction).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Keeps what a player told.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn report(&self, report: &Report) -> Result<()> {
        validate::text(Field::Id, &report.id, MAX_LABEL)?;
        for text in [&report.text, &report.said] {
            if !text.is_empty() {
                validate::text(Field::Entry, text, MAX_RULESET)?;
            }
        }
        let Report { id, at, room, reporter, about, text, said } = report;
        let args = [
            id.into(),
            (*at).into(),
            room.into(),
            reporter.into(),
            about.into(),
            text.into(),
            said.into(),
        ];
        self.execute(REPORT, &args).await.map(drop)
    }

    /// What players told that is not settled, the newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn reports(&self, limit: u32) -> Result<Vec<Report>> {
        let rows = self.read(REPORTS, &[limit.into()]).await?;
        rows.iter().map(report).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Settles what a player told. `false` when there is no such report.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn settle_report(&self, id: &str) -> Result<bool> {
        Ok(self.execute(SETTLE, &[id.into()]).await? == 1)
    }

    /// Gives an order to the houses that are open.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn order(&self, order: &StoredOrder) -> Result<()> {
        validate::text(Field::Id, &order.id, MAX_LABEL)?;
        validate::text(Field::Entry, &order.what, MAX_RULESET)?;
        let args = [(&order.id).into(), order.at.into(), (&order.what).into()];
        self.execute(ORDER, &args).await.map(drop)
    }

    /// The orders given since a time, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn orders(&self, since: i64) -> Result<Vec<StoredOrder>> {
        let rows = self.read(ORDERS, &[since.into()]).await?;
        let order = |row: &Row| {
            Ok(StoredOrder { id: row.text("id")?, at: row.number("at")?, what: row.text("what")? })
        };
        rows.iter().map(order).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Notes that an order was done.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn order_done(&self, id: &str) -> Result<()> {
        self.execute(ORDER_DONE, &[id.into()]).await.map(drop)
    }

    /// Whether a house has done an order.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn is_order_done(&self, id: &str) -> Result<bool> {
        Ok(!self.read(IS_DONE, &[id.into()]).await?.is_empty())
    }

    /// Forgets orders and what ended before a time, and reports from before another.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn forget_decisions(&self, ended: i64, reports: Option<i64>) -> Result<()> {
        self.execute(FORGET_SANCTIONS, &[ended.into()]).await?;
        self.execute(FORGET_ORDERS, &[ended.into()]).await?;
        if let Some(before) = reports {
            self.execute(FORGET_REPORTS, &[before.into()]).await?;
        }
        Ok(())
    }
}

fn sanction(row: &Row) -> sqlx::Result<Sanction> {
    let kind = row.text("kind")?.parse().map_err(|why: String| undecodable("kind", why))?;
    Ok(Sanction { kind, who: row.text("who")?, until: row.number("until")?, why: row.text("why")? })
}

fn report(row: &Row) -> sqlx::Result<Report> {
    Ok(Report {
        id: row.text("id")?,
        at: row.number("at")?,
        room: row.text("room")?,
        reporter: row.text("reporter")?,
        about: row.text("about")?,
        text: row.text("text")?,
        said: row.text("said")?,
    })
}

const ADD_OPERATOR: &str = "\
INSERT INTO operators (account) SELECT id FROM accounts WHERE id = $1 ON CONFLICT DO NOTHING";
const REMOVE_OPERATOR: &str = "DELETE FROM operators WHERE account = $1";
const OPERATOR: &str = "SELECT account FROM operators WHERE account = $1";
const SANCTION: &str = "\
INSERT INTO sanctions (kind, who, until, why) VALUES ($1, $2, $3, $4)
ON CONFLICT (kind, who) DO UPDATE SET until = excluded.until, why = excluded.why";
const LIFT: &str = "DELETE FROM sanctions WHERE kind = $1 AND who = $2";
const SANCTIONS: &str = "\
SELECT kind, who, until, why FROM sanctions WHERE until > $1
ORDER BY until, kind, who COLLATE \"C\"";
const REPORT: &str = "\
INSERT INTO reports (id, at, room, reporter, about, text, said) VALUES ($1, $2, $3, $4, $5, $6, $7)";
const REPORTS: &str = "\
SELECT id, at, room, reporter, about, text, said FROM reports
ORDER BY at DESC, id COLLATE \"C\" LIMIT $1";
const SETTLE: &str = "DELETE FROM reports WHERE id = $1";
const ORDER: &str = "INSERT INTO orders (id, at, what) VALUES ($1, $2, $3)";
const ORDERS: &str = "SELECT id, at, what FROM orders WHERE at >= $1 ORDER BY at, id COLLATE \"C\"";
const ORDER_DONE: &str = "UPDATE orders SET done = 1 WHERE id = $1";
const IS_DONE: &str = "SELECT id FROM orders WHERE id = $1 AND done = 1";
const FORGET_SANCTIONS: &str = "DELETE FROM sanctions WHERE until < $1";
const FORGET_ORDERS: &str = "DELETE FROM orders WHERE at < $1";
const FORGET_REPORTS: &str = "DELETE FROM reports WHERE at < $1";
