//! `ladder.toml`: who plays, and by which rules.

use std::path::{Path, PathBuf};

use super::LadderError;
use crate::config::{Config, ConfigError, Options};
use crate::journal::{FolderError, write_whole};
use dicehouse_table::dice::ContestSecret;

/// Games in each match, when the file does not say.
const GAMES: u64 = 40;

/// Where the file is.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("ladder.toml")
}

/// Reads the file. It is a contest file without what a ladder decides itself.
pub(super) fn read(folder: &Path) -> Result<Config, LadderError> {
    let path = path(folder);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(LadderError::None(folder.to_owned()));
        }
        Err(_) if folder.is_file() => return Err(LadderError::NotAFolder(folder.to_owned())),
        Err(error) => return Err(FolderError::at(&path)(error).into()),
    };
    Options::from_toml(&text).and_then(config).map_err(|why| LadderError::File { path, why })
}

fn config(options: Options) -> Result<Config, ConfigError> {
    let given = [
        ("format", options.format.is_some(), "a ladder chooses its matches itself"),
        ("rounds", options.rounds.is_some(), "a ladder has no rounds"),
        ("seed", options.seed.is_some(), "each sitting draws a secret of its own"),
        ("secret", options.secret.is_some(), "each sitting draws a secret of its own"),
        ("sprt", options.sprt.is_some(), "a ladder has no end, so it has no test"),
    ];
    if let Some((key, _, why)) = given.into_iter().find(|(_, given, _)| *given) {
        return Err(ConfigError::Sense { key, why: format!("{why}; leave it out") });
    }
    let games = options.games.or(Some(GAMES));
    // Each sitting brings the secret of its dice; this one keys none.
    Options { games, ..options }.config(ContestSecret::from_seed(0))
}

/// Makes a ladder: writes its file. What is played, and who plays, come from `options`.
///
/// # Errors
/// When there is one already, the options make no sense for a ladder, or the file cannot be written.
pub fn create(folder: &Path, options: &Options) -> Result<(), LadderError> {
    let path = path(folder);
    if path.exists() {
        return Err(LadderError::There(folder.to_owned()));
    }
    let checked = config(options.clone()).and_then(|_| text(options));
    let text = checked.map_err(|why| LadderError::File { path: path.clone(), why })?;
    std::fs::create_dir_all(folder).map_err(FolderError::at(folder))?;
    Ok(write_whole(&path, text.as_bytes())?)
}

/// The file that says what `options` say.
fn text(options: &Options) -> Result<String, ConfigError> {
    let options = Options { games: options.games.or(Some(GAMES)), ..options.clone() };
    let keys = toml::to_string_pretty(&options)
        .map_err(|error| ConfigError::Unreadable(error.to_string()))?;
    let head = "# A ladder: `dicehouse ladder` with this folder plays on. Edit the bots here, also while it is being\n\
                # played; the keys are those of a contest file.\n\n";
    Ok(head.to_owned() + &keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{BotSetting, Confinement, Keep};
    use dicehouse_programs::sandbox::Policy;
    use dicehouse_rules::{GameKind, Ruleset};

    #[test]
    fn what_is_written_is_what_was_asked_for() {
        let ruleset = Ruleset::preset(GameKind::Liars, "perudo").unwrap();
        let options = Options {
            bots: vec![
                "odds".into(),
                BotSetting { name: "o \"2\"".into(), ..BotSetting::from("odds") },
            ],
            seats: Some(2),
            clock: "250ms".parse().unwrap(),
            keep: Some(Keep::First(3)),
            sandbox: Some(Confinement::Sandbox(Policy::BestEffort)),
            ..Options::default()
        };
        let options = options.played_by(&ruleset.with(&[("dice", "3")]).unwrap());
        let found = Options::from_toml(&text(&options).unwrap()).and_then(config).unwrap();
        let expected = Options { games: Some(GAMES), ..options };
        let expected = expected.config(ContestSecret::from_seed(0)).unwrap();
        assert_eq!(
            found.differences(&crate::config::Config { dice: found.dice, ..expected }),
            [""; 0]
        );
    }

    #[test]
    fn what_a_ladder_decides_itself_is_refused() {
        for key in ["format = 'swiss'", "seed = 1", "sprt = 'elo0=0,elo1=9'", "rounds = 3"] {
            let text = format!("bots = ['odds', 'dicey']\n{key}");
            let error = Options::from_toml(&text).and_then(config).unwrap_err().to_string();
            assert!(error.contains("leave it out"), "{error}");
        }
    }
}
