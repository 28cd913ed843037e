//! The user as houses on the network know them: a token for each house, in the data folder, readable by its owner alone.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use dicehouse_client::{Address, ClientError, Trust, Visitor};
use dicehouse_home::disk::data_dir;

use crate::problem::Problem;

pub use dicehouse_terminal::DEFAULT_HOUSE;

/// Whose word is taken for who a house is.
#[derive(Args)]
pub struct TrustArgs {
    /// For https: also trust the certificates of this PEM file, such as your own authority's
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl TrustArgs {
    /// Reads the file, where there is one.
    pub fn trust(&self) -> Result<Trust, Problem> {
        let Some(path) = &self.ca else { return Ok(Trust::default()) };
        let cannot = |why: String| Problem::usage(format!("--ca {}: {why}", path.display()));
        let pem = fs::read(path).map_err(|error| cannot(error.to_string()))?;
        Trust::with(&pem).map_err(|error| cannot(error.to_string()))
    }
}

/// A visitor the house knows: by the token kept from last time, or by a new one for `name`. Gives what to tell the person.
pub async fn known(
    house: Address,
    trust: Trust,
    name: &str,
) -> anyhow::Result<(Visitor, Option<String>)> {
    let path = token_path(&house);
    if let Some(token) = path.as_ref().and_then(|path| fs::read_to_string(path).ok()) {
        let visitor = Visitor::known(house.clone(), token.trim()).trusting(trust.clone());
        match visitor.me().await {
            Ok(Some(_)) => return Ok((visitor, None)),
            // The house has forgotten: say who one is again.
            Ok(None) | Err(ClientError::Refused { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut visitor = Visitor::new(house).trusting(trust);
    let welcome = visitor.come(name).await?;
    if let Some(path) = path {
        keep(&path, &welcome.token)?;
    }
    let told = format!(
        "You are {} here. With this code you can come back from another device: {}",
        welcome.me.name, welcome.recovery
    );
    Ok((visitor, Some(told)))
}

fn token_path(house: &Address) -> Option<PathBuf> {
    let name: String = house
        .authority()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' })
        .collect();
    Some(data_dir()?.join("houses").join(format!("{name}.token")))
}

fn keep(path: &PathBuf, token: &str) -> anyhow::Result<()> {
    let context = || format!("cannot keep who you are in {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(context)?;
    }
    // Written anew, so that nobody else can have it open.
    let _ = fs::remove_file(path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(context)?;
    file.write_all(token.as_bytes()).with_context(context)
}
