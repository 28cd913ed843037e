//! The key of a house: where it lies, and whether it is the right one.

use std::path::{Path, PathBuf};

use clap::Args;
use dicehouse_home::disk::config_dir;
use dicehouse_server::HouseKey;
use dicehouse_store::Store;

use crate::key_file;
use crate::problem::Problem;

/// The variable that may hold the key itself.
const VARIABLE: &str = "DICEHOUSE_KEY";

/// Where the key of a house is.
#[derive(Args, Clone, Default)]
pub struct KeyArgs {
    /// The file with the key of the house, which is made if it is not there; left out: the variable DICEHOUSE_KEY, or house.key in
    /// the configuration folder
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

impl KeyArgs {
    /// The key of the house that keeps its things in `store`. For a house that has none yet, one is made.
    ///
    /// # Errors
    /// When it cannot be read or made, or is not the one by which the house is known.
    pub async fn find(&self, store: &Store, is_new: bool) -> anyhow::Result<HouseKey> {
        let known = store.house_key().await?;
        let (key, place) = match (self.key.as_deref(), std::env::var(VARIABLE)) {
            (Some(file), _) => (in_file(file, known.as_deref(), is_new)?, shown(file)),
            (None, Ok(text)) => (in_variable(&text)?, VARIABLE.to_owned()),
            (None, Err(_)) => {
                let file = usual_file()?;
                (in_file(&file, known.as_deref(), is_new)?, shown(&file))
            }
        };
        let public = key.public().to_string();
        if is_new {
            store.change_house_key(&public).await?;
            return Ok(key);
        }
        match store.known_by(&public).await? {
            known if known == public => Ok(key),
            known => Err(wrong(&known, &public, &place).into()),
        }
    }
}

impl KeyArgs {
    /// The key by which the house is known that keeps its things in `store`; `None` when it is known by none, and nothing is
    /// sealed there.
    ///
    /// # Errors
    /// When it is missing, or is not the one by which the house is known.
    pub async fn find_known(&self, store: &Store) -> anyhow::Result<Option<HouseKey>> {
        match store.house_key().await? {
            Some(_) => self.find(store, false).await.map(Some),
            None => Ok(None),
        }
    }
}

fn in_variable(text: &str) -> anyhow::Result<HouseKey> {
    let key = key_file::from_text(text).ok_or_else(|| {
        Problem::usage(format!("there is no key in {VARIABLE}")).hints([
            "it holds 64 hexadecimal digits, as `openssl rand -hex 32` prints them".to_owned(),
        ])
    })?;
    Ok(HouseKey::from_bytes(key))
}

/// A house that is known by a key gets no other one by accident.
fn in_file(file: &Path, known: Option<&str>, is_new: bool) -> anyhow::Result<HouseKey> {
    let found = match known.filter(|_| !is_new) {
        None => Some(key_file::read_or_make(file)?),
        Some(_) => key_file::read(file)?,
    };
    found.map(HouseKey::from_bytes).ok_or_else(|| {
        let known = known.unwrap_or_default();
        Problem::failure(format!(
            "the key of this house is missing: it is known by {known}, and there is no file {}",
            shown(file)
        ))
        .hints(hints())
        .into()
    })
}

fn wrong(known: &str, here: &str, place: &str) -> Problem {
    Problem::failure(format!(
        "this is another house's key: the house is known by {known}, and the key in {place} is that of {here}"
    ))
    .hints(hints())
}

fn hints() -> [String; 2] {
    [
        format!("name the file that holds its key with --key, or give the key itself in {VARIABLE}"),
        "if it is lost for good: dicehouse serve --new-key (games that are being played cannot go on then)"
            .to_owned(),
    ]
}

fn usual_file() -> anyhow::Result<PathBuf> {
    let folder = config_dir().ok_or_else(|| {
        Problem::failure("there is no home folder for the key of the house")
            .hints([format!("name a file with --key, or give the key itself in {VARIABLE}")])
    })?;
    Ok(folder.join("house.key"))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
