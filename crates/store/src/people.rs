//! Accounts of people and of bots: who they are, their devices, and their leaving.

use subtle::ConstantTimeEq;

use crate::daily::Try;
use crate::db::{Arg, Row, Tx};
use crate::error::Result;
use crate::game::{Kind, PastResult};
use crate::group::{Write, Writing};
use crate::keeping::{Said, Visit};
use crate::ratings::RatingRow;
use crate::results::kind;
use crate::store::Store;
use crate::validate::{self, Field, MAX_LABEL, MAX_NAME};

/// The name that replaces the name of somebody who has left.
pub const GONE: &str = "(gone)";

/// Somebody the house knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The public id.
    pub id: String,
    /// A person or a bot.
    pub kind: Kind,
    /// The name shown.
    pub name: String,
    /// Whose bot it is.
    pub owner: Option<String>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub made_at: i64,
}

/// A device that can act for an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// By which it is ended. Nobody can act with it.
    pub id: String,
    /// By which its owner knows it; may be empty.
    pub label: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since: i64,
}

impl Device {
    /// The id of the device whose token has this hash.
    pub fn id_of(hash: &str) -> &str {
        key(hash)
    }
}

/// All that the store has about an account.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// What is known of the person.
    pub account: Account,
    /// The accounts of their bots.
    pub bots: Vec<Account>,
    /// The devices that can act for it.
    pub devices: Vec<Device>,
    /// Every result, newest first.
    pub results: Vec<PastResult>,
    /// One rating for each game and ruleset.
    pub ratings: Vec<RatingRow>,
    /// Every try at a daily challenge.
    pub tries: Vec<Try>,
    /// What they said in rooms, oldest first.
    pub talk: Vec<Said>,
    /// From where the account was used, the last address first.
    pub visits: Vec<Visit>,
}

impl Store {
    /// Adds an account with its first token and, for a person, a recovery code. Both are given as
    /// hashes. `false` when the id or a hash is taken.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn add_account(
        &self,
        account: &Account,
        token: &str,
        recovery: Option<&str>,
    ) -> Result<bool> {
        validate::text(Field::Account, &account.id, MAX_LABEL)?;
        validate::text(Field::AccountName, &account.name, MAX_NAME)?;
        validate::text(Field::Hash, token, MAX_LABEL)?;
        let new = NewAccount {
            account: account.clone(),
            token: token.to_owned(),
            recovery: recovery.map(str::to_owned),
        };
        self.group().write(new).await
    }

    /// The account a token belongs to.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn account_of_token(&self, hash: &str) -> Result<Option<Account>> {
        let rows = self.read(BY_TOKEN, &[key(hash).into()]).await?;
        let found = rows.first().map(|row| Ok((row.text("hash")?, account(row)?))).transpose();
        let found = found.map_err(self.failed())?;
        // In a time that does not depend on where the two differ.
        let same = |stored: &str| bool::from(stored.as_bytes().ct_eq(hash.as_bytes()));
        Ok(found.filter(|(stored, _)| same(stored)).map(|(_, account)| account))
    }

    /// The account of this id.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn account(&self, id: &str) -> Result<Option<Account>> {
        self.one_account(BY_ID, id).await
    }

    /// The bots of an owner, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn bots_of(&self, owner: &str) -> Result<Vec<Account>> {
        let rows = self.read(BY_OWNER, &[owner.into()]).await?;
        rows.iter().map(account).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Gives an account another name. `false` when there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn rename(&self, id: &str, name: &str) -> Result<bool> {
        validate::text(Field::AccountName, name, MAX_NAME)?;
        Ok(self.execute(RENAME, &[id.into(), name.into()]).await? == 1)
    }

    /// Lets another device act for the account that has this recovery code, instead of all it had before, and replaces the
    /// code: a code is used by somebody who lost a device, or fears that somebody else has it. All are given as hashes. `None` when no account has that code.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn recover(
        &self,
        recovery: &str,
        next_recovery: &str,
        token: &str,
        at: i64,
    ) -> Result<Option<Account>> {
        validate::text(Field::Hash, next_recovery, MAX_LABEL)?;
        validate::text(Field::Hash, token, MAX_LABEL)?;
        self.write_recovery(recovery, next_recovery, token, at).await.map_err(self.failed())
    }

    /// Gives an account a new recovery code. `false` when there is no such account.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn set_recovery(&self, id: &str, recovery: &str) -> Result<bool> {
        validate::text(Field::Hash, recovery, MAX_LABEL)?;
        Ok(self.execute(SET_RECOVERY, &[id.into(), recovery.into()]).await? == 1)
    }

    /// Forgets a token: that device no longer acts for anybody.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn forget_token(&self, hash: &str) -> Result<bool> {
        Ok(self.execute(FORGET_TOKEN, &[hash.into()]).await? == 1)
    }

    /// Lets one more device act for an account. `false` when there is no such account, or the token is taken.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn add_device(&self, account: &str, token: &str, at: i64) -> Result<bool> {
        validate::text(Field::Hash, token, MAX_LABEL)?;
        let args = [key(token).into(), token.into(), account.into(), at.into()];
        Ok(self.execute(ADD_DEVICE, &args).await? == 1)
    }

    /// Notes what the device with this token is called.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn label_device(&self, hash: &str, label: &str) -> Result<()> {
        validate::text(Field::AccountName, label, MAX_NAME)?;
        self.execute(LABEL_TOKEN, &[hash.into(), label.into()]).await.map(drop)
    }

    /// The devices that can act for an account, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn devices(&self, account: &str) -> Result<Vec<Device>> {
        let rows = self.read(DEVICES, &[account.into()]).await?;
        rows.iter().map(device).collect::<sqlx::Result<_>>().map_err(self.failed())
    }

    /// Forgets the token of one device of an account. `false` when it has no such device.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn end_device(&self, account: &str, device: &str) -> Result<bool> {
        Ok(self.execute(END_DEVICE, &[account.into(), device.into()]).await? == 1)
    }

    /// Deletes an account, its bots, tokens, ratings, tries, talk and addresses. Its results stay, because they are
    /// other people's results as well, without its name and id.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn delete_account(&self, id: &str) -> Result<bool> {
        self.write_deletion(id).await.map_err(self.failed())
    }

    /// All that the store has about an account.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn export(&self, id: &str) -> Result<Option<Export>> {
        let Some(account) = self.account(id).await? else { return Ok(None) };
        Ok(Some(Export {
            bots: self.bots_of(id).await?,
            devices: self.devices(id).await?,
            results: self.results_of_account(id, u32::MAX).await?,
            ratings: self.ratings_of(id).await?,
            tries: self.tries_of(id).await?,
            talk: self.talk_of(id).await?,
            visits: self.visits_of(id).await?,
            account,
        }))
    }

    async fn one_account(&self, sql: &'static str, key: &str) -> Result<Option<Account>> {
        let rows = self.read(sql, &[key.into()]).await?;
        rows.first().map(account).transpose().map_err(self.failed())
    }

    async fn write_recovery(
        &self,
        recovery: &str,
        next_recovery: &str,
        token: &str,
        at: i64,
    ) -> sqlx::Result<Option<Account>> {
        let mut tx = self.begin().await?;
        // The replacement comes first: of two devices with the same code, one finds it used.
        let replaced =
            tx.execute(REPLACE_RECOVERY, &[recovery.into(), next_recovery.into()]).await?;
        let rows = tx.rows(BY_RECOVERY, &[next_recovery.into()]).await?;
        let Some(found) = rows.first().filter(|_| replaced == 1).map(account).transpose()? else {
            tx.rollback().await?;
            return Ok(None);
        };
        tx.execute(END_DEVICES, &[(&found.id).into()]).await?;
        let args = [key(token).into(), token.into(), (&found.id).into(), at.into()];
        tx.execute(ADD_TOKEN, &args).await?;
        tx.commit().await?;
        Ok(Some(found))
    }

    async fn write_deletion(&self, id: &str) -> sqlx::Result<bool> {
        let mut tx = self.begin().await?;
        let bots = tx.rows(BY_OWNER, &[id.into()]).await?;
        let bots: Vec<Account> = bots.iter().map(account).collect::<sqlx::Result<_>>()?;
        for id in bots.iter().map(|bot| bot.id.as_str()).chain([id]) {
            tx.execute(FORGET_RESULTS, &[id.into(), GONE.into()]).await?;
            tx.execute(FORGET_RATINGS, &[id.into()]).await?;
            tx.execute(FORGET_PAIRS, &[id.into()]).await?;
            tx.execute(FORGET_BANS, &[id.into()]).await?;
            tx.execute(FORGET_REPORTS_ABOUT, &[id.into()]).await?;
            tx.execute(FORGET_REPORTER, &[id.into(), GONE.into()]).await?;
        }
        // Bots, tokens, tries, talk and addresses go with the account.
        let deleted = tx.execute(DELETE, &[id.into()]).await?;
        tx.commit().await?;
        Ok(deleted == 1)
    }
}

/// An account to be added, with its first token. All secrets are hashes.
struct NewAccount {
    account: Account,
    token: String,
    recovery: Option<String>,
}

impl Write for NewAccount {
    type Output = bool;

    fn write<'t>(&'t self, tx: &'t mut Tx) -> Writing<'t, bool> {
        Box::pin(add(tx, self))
    }
}

async fn add(tx: &mut Tx, new: &NewAccount) -> sqlx::Result<bool> {
    let NewAccount { account, token, recovery } = new;
    let taken = tx.rows(TOKEN, &[key(token).into()]).await?;
    if !taken.is_empty() {
        return Ok(false);
    }
    let args: [Arg<'_>; 6] = [
        (&account.id).into(),
        account.kind.as_str().into(),
        (&account.name).into(),
        (&account.owner).into(),
        recovery.into(),
        account.made_at.into(),
    ];
    if tx.execute(ADD, &args).await? == 0 {
        return Ok(false);
    }
    let args = [key(token).into(), token.into(), (&account.id).into(), account.made_at.into()];
    // Without its token nobody could use the account: what cannot be added whole is an error.
    match tx.execute(ADD_TOKEN, &args).await? {
        0 => Err(sqlx::Error::RowNotFound),
        _ => Ok(true),
    }
}

/// The part of a hash by which its row is found.
fn key(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}

fn device(row: &Row) -> sqlx::Result<Device> {
    Ok(Device { id: row.text("key")?, label: row.text("label")?, since: row.number("made_at")? })
}

fn account(row: &Row) -> sqlx::Result<Account> {
    Ok(Account {
        id: row.text("id")?,
        kind: kind(row)?,
        name: row.text("name")?,
        owner: row.optional_text("owner")?,
        made_at: row.number("made_at")?,
    })
}

const ADD: &str = "\
INSERT INTO accounts (id, kind, name, owner, recovery, made_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING";

const ADD_TOKEN: &str = "\
INSERT INTO tokens (key, hash, account, made_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

const TOKEN: &str = "SELECT key FROM tokens WHERE key = $1";

const BY_ID: &str = "SELECT id, kind, name, owner, made_at FROM accounts WHERE id = $1";

const BY_TOKEN: &str = "\
SELECT t.hash, a.id, a.kind, a.name, a.owner, a.made_at
FROM tokens t JOIN accounts a ON a.id = t.account WHERE t.key = $1";

const BY_RECOVERY: &str = "SELECT id, kind, name, owner, made_at FROM accounts WHERE recovery = $1";

const BY_OWNER: &str = "\
SELECT id, kind, name, owner, made_at FROM accounts
WHERE owner = $1 ORDER BY made_at, id COLLATE \"C\"";

const RENAME: &str = "UPDATE accounts SET name = $2 WHERE id = $1";
const SET_RECOVERY: &str = "UPDATE accounts SET recovery = $2 WHERE id = $1";
const REPLACE_RECOVERY: &str = "UPDATE accounts SET recovery = $2 WHERE recovery = $1";
const FORGET_TOKEN: &str = "DELETE FROM tokens WHERE hash = $1";
const FORGET_RESULTS: &str = "UPDATE results SET name = $2, account = NULL WHERE account = $1";
const FORGET_RATINGS: &str = "DELETE FROM ratings WHERE player = $1";
const FORGET_PAIRS: &str = "DELETE FROM rated_pairs WHERE one = $1 OR other = $1";
const FORGET_BANS: &str = "DELETE FROM sanctions WHERE who = $1 AND kind <> 'ban-address'";
const FORGET_REPORTS_ABOUT: &str = "DELETE FROM reports WHERE about = $1";
const FORGET_REPORTER: &str = "UPDATE reports SET reporter = $2 WHERE reporter = $1";
const DELETE: &str = "DELETE FROM accounts WHERE id = $1";
const DEVICES: &str = "\
SELECT key, label, made_at FROM tokens WHERE account = $1 ORDER BY made_at, key COLLATE \"C\"";
const ADD_DEVICE: &str = "\
INSERT INTO tokens (key, hash, account, made_at) SELECT $1, $2, id, $4 FROM accounts WHERE id = $3
ON CONFLICT DO NOTHING";
const LABEL_TOKEN: &str = "UPDATE tokens SET label = $2 WHERE hash = $1";
const END_DEVICE: &str = "DELETE FROM tokens WHERE account = $1 AND key = $2";
const END_DEVICES: &str = "DELETE FROM tokens WHERE account = $1";
