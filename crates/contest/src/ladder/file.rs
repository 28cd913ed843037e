//! `ladder.toml`: who plays, and by which rules.

use std::path::{Path, PathBuf};

use toml::Value;

use super::LadderError;
use crate::config::{Config, ConfigError, Confinement, Options};
use crate::journal::{FolderError, write_whole};
use dicehouse_programs::sandbox::Policy;
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
    config(&text).map_err(|why| LadderError::File { path, why })
}

fn config(text: &str) -> Result<Config, ConfigError> {
    let options = Options::from_toml(text)?;
    let given = [
        ("format", options.format.is_some(), "a ladder chooses its matches itself"),
        ("rounds", options.rounds.is_some(), "a ladder has no rounds"),
        ("seed", options.dice.is_some(), "each sitting draws a secret of its own"),
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
    let text = text(options);
    config(&text).map_err(|why| LadderError::File { path: path.clone(), why })?;
    std::fs::create_dir_all(folder).map_err(FolderError::at(folder))?;
    Ok(write_whole(&path, text.as_bytes())?)
}

/// The file that says what `options` say.
fn text(options: &Options) -> String {
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    let mut text = String::from(
        "# A ladder: `dicehouse ladder` with this folder plays on. Bots come and go here, also while it is\n\
         # being played; the keys are those of a contest file.\n\nbots = [\n",
    );
    for bot in &options.bots {
        let line = match bot.name.as_str() {
            "" => quoted(&bot.bot),
            name => format!("{{ name = {}, run = {} }}", quoted(name), quoted(&bot.bot)),
        };
        text.push_str(&format!("  {line},\n"));
    }
    text.push_str("]\n");
    let mut key = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text.push_str(&format!("{name} = {value}\n"));
        }
    };
    if let Some(ruleset) = &options.ruleset {
        key("game", Some(quoted(ruleset.game().name())));
        key("rules", Value::try_from(ruleset).ok().map(|rules| rules.to_string()));
    }
    key("seats", options.seats.map(|seats| seats.to_string()));
    key("games", Some(options.games.unwrap_or(GAMES).to_string()));
    key("faults", options.faults.map(|faults| faults.to_string()));
    key("keep", options.keep.map(|keep| quoted(&keep.to_string())));
    key("threads", options.threads.map(|threads| threads.to_string()));
    let clock = [("move", options.per_move), ("bank", options.bank), ("start", options.start)];
    let clock: Vec<String> = clock
        .iter()
        .filter_map(|(name, time)| Some(format!("{name} = \"{}ms\"", time.as_ref()?.as_millis())))
        .collect();
    key("clock", (!clock.is_empty()).then(|| format!("{{ {} }}", clock.join(", "))));
    key("pin", options.pin.map(|pin| pin.to_string()));
    key(
        "sandbox",
        options.sandbox.map(|sandbox| {
            quoted(match sandbox {
                Confinement::Off => "off",
                Confinement::Sandbox(Policy::Strict) => "strict",
                Confinement::Sandbox(Policy::BestEffort) => "best-effort",
            })
        }),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Keep, NamedBot};
    use dicehouse_rules::{GameKind, Ruleset};
    use std::time::Duration;

    #[test]
    fn what_is_written_is_what_was_asked_for() {
        let ruleset = Ruleset::preset(GameKind::Liars, "perudo").unwrap();
        let options = Options {
            bots: vec![
                "odds".into(),
                NamedBot { name: "o \"2\"".into(), ..NamedBot::from("odds") },
            ],
            ruleset: Some(ruleset.with(&[("dice", "3")]).unwrap()),
            seats: Some(2),
            per_move: Some(Duration::from_millis(250)),
            keep: Some(Keep::First(3)),
            sandbox: Some(Confinement::Sandbox(Policy::BestEffort)),
            ..Options::default()
        };
        let found = config(&text(&options)).unwrap();
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
            let error =
                config(&format!("bots = ['odds', 'dicey']\n{key}")).unwrap_err().to_string();
            assert!(error.contains("leave it out"), "{error}");
        }
    }
}
