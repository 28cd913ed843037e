//! A contest as a TOML file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use dicehouse_rules::{GameKind, Ruleset, RulesetError};
use toml::{Table, Value};

use super::options::NamedBot;
use super::{
    BotSetting, ClockSetting, ConfigError, Confinement, DiceFrom, Keep, Level, LimitSetting,
    Options, SprtConfig, read_time,
};

/// The keys of a contest.
const KEYS: &[&str] = &[
    "bots", "game", "rules", "format", "rounds", "seats", "games", "seed", "secret", "clock",
    "faults", "keep", "sandbox", "limits", "sprt", "threads", "pin", "log",
];

impl Options {
    /// Reads a contest from TOML; `docs/contest.md` documents every key.
    ///
    /// # Errors
    /// When the text is not TOML, a key is unknown or a value is not allowed.
    pub fn from_toml(text: &str) -> Result<Options, ConfigError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            ConfigError::Unreadable(error.to_string().trim_end().to_owned())
        })?;
        known("", &table, KEYS)?;
        let mut options = Options { ruleset: ruleset(&table)?, ..Options::default() };
        for (key, value) in &table {
            match key.as_str() {
                "bots" => options.bots = bots(value)?,
                "format" => options.format = Some(text_of(key, value)?.to_owned()),
                "rounds" => options.rounds = Some(whole(key, value)?),
                "seats" => options.seats = Some(whole(key, value)?),
                "games" => options.games = Some(whole(key, value)?),
                "seed" => options.dice = Some(DiceFrom::Seed(seed(value)?)),
                "secret" => {
                    options.dice = Some(DiceFrom::read_secret(text_of(key, value)?)?);
                }
                "limits" => options.limits = limits("limits", value)?,
                "clock" => clock(value, &mut options)?,
                "faults" => options.faults = Some(whole(key, value)?),
                "keep" => options.keep = Some(keep(value)?),
                "sandbox" => options.sandbox = Some(sandbox(value)?),
                "sprt" => options.sprt = Some(sprt(value)?),
                "threads" => options.threads = Some(whole(key, value)?),
                "pin" => {
                    let wrong = || ConfigError::value("pin", value, "it is true or false");
                    options.pin = Some(value.as_bool().ok_or_else(wrong)?);
                }
                "log" => options.log = Some(text_of(key, value)?.parse::<Level>()?),
                // `game` and `rules`: read above, because one means nothing without the other.
                _ => {}
            }
        }
        if table.contains_key("seed") && table.contains_key("secret") {
            let why = "there is a seed already, and the dice follow from one of them".to_owned();
            return Err(ConfigError::Sense { key: "secret", why });
        }
        Ok(options)
    }
}

fn known(prefix: &str, table: &Table, keys: &'static [&'static str]) -> Result<(), ConfigError> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(ConfigError::UnknownKey { key: format!("{prefix}{key}"), known: keys }),
    }
}

fn ruleset(table: &Table) -> Result<Option<Ruleset>, ConfigError> {
    let game = match table.get("game") {
        None => GameKind::Liars,
        Some(value) => {
            let name = text_of("game", value)?;
            GameKind::named(name).ok_or_else(|| RulesetError::UnknownGame(name.to_owned()))?
        }
    };
    match table.get("rules") {
        None => Ok(table.contains_key("game").then(|| Ruleset::default_of(game))),
        Some(Value::String(preset)) => Ok(Some(Ruleset::preset(game, preset)?)),
        Some(Value::Table(options)) => {
            let mut options = options.clone();
            options.entry("game").or_insert_with(|| Value::String(game.name().to_owned()));
            Ok(Some(Ruleset::from_toml(&options.to_string())?))
        }
        Some(other) => {
            let allowed =
                "it is the name of a preset, or a table such as { preset = \"perudo\", dice = 4 }";
            Err(ConfigError::value("rules", other, allowed))
        }
    }
}

fn bots(value: &Value) -> Result<Vec<NamedBot>, ConfigError> {
    let form = "it is a list of house bots and command lines, each as text or as \
                { name = \"mine\", run = \"python3 bot.py\" }";
    let wrong = |value: &Value| ConfigError::value("bots", value, form);
    let list = value.as_array().ok_or_else(|| wrong(value))?;
    list.iter()
        .map(|bot| match bot {
            Value::String(bot) => Ok(NamedBot::from(bot.as_str())),
            Value::Table(table) => {
                known("bots.", table, BOT_KEYS)?;
                let run = table.get("run").ok_or(ConfigError::Missing {
                    key: "bots.run",
                    hint: "name the bot or the command line, as in run = \"python3 bot.py\"",
                })?;
                let name = table.get("name").map_or(Ok(""), |name| text_of("bots.name", name))?;
                let bot = text_of("bots.run", run)?.to_owned();
                Ok(NamedBot { name: name.to_owned(), bot, setting: setting(table)? })
            }
            other => Err(wrong(other)),
        })
        .collect()
}

/// What a `[[bot]]` may say.
const BOT_KEYS: &[&str] = &["name", "run", "read", "env", "cwd", "limits", "clock"];

fn setting(table: &Table) -> Result<BotSetting, ConfigError> {
    let mut setting = BotSetting::default();
    for (key, value) in table {
        match key.as_str() {
            "read" => setting.read = paths(value)?,
            "env" => setting.env = variables(value)?,
            "cwd" => setting.cwd = Some(text_of("bots.cwd", value)?.into()),
            "limits" => setting.limits = limits("bots.limits", value)?,
            "clock" => {
                let mut read = Options::default();
                clock(value, &mut read)?;
                let Options { per_move, bank, start, .. } = read;
                setting.clock = ClockSetting { per_move, bank, start };
            }
            // `name` and `run`.
            _ => {}
        }
    }
    Ok(setting)
}

fn paths(value: &Value) -> Result<Vec<PathBuf>, ConfigError> {
    let form = "it is a list of files and folders, such as [\"lib\", \"/opt/models\"]";
    let wrong = || ConfigError::value("bots.read", value, form);
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|path| path.as_str().map(PathBuf::from).ok_or_else(wrong)).collect()
}

fn variables(value: &Value) -> Result<BTreeMap<String, String>, ConfigError> {
    let form = "it is a table of names and texts, such as { CLASSPATH = \"lib/x.jar\" }";
    let wrong = || ConfigError::value("bots.env", value, form);
    let table = value.as_table().ok_or_else(wrong)?;
    let plain = |name: &str| !name.is_empty() && !name.contains(['=', '\0']);
    table
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) if plain(name) && !text.contains('\0') => {
                Ok((name.clone(), text.to_owned()))
            }
            _ => Err(wrong()),
        })
        .collect()
}

/// What `limits` may say.
const LIMIT_KEYS: &[&str] = &["memory", "processes", "cpu", "files", "file-size", "scratch"];

fn limits(key: &str, value: &Value) -> Result<LimitSetting, ConfigError> {
    let form = "it is a table such as { memory = \"1GiB\", processes = 100, cpu = \"30s\" }";
    let table = value.as_table().ok_or_else(|| ConfigError::value(key, value, form))?;
    known("limits.", table, LIMIT_KEYS)?;
    let mut limits = LimitSetting::default();
    for (name, value) in table {
        let key = format!("limits.{name}");
        match name.as_str() {
            "memory" => limits.memory = Some(size(&key, value)?),
            "processes" => limits.processes = Some(whole(&key, value)?),
            "cpu" => limits.cpu = Some(time(&key, value)?),
            "files" => limits.files = Some(whole(&key, value)?),
            "file-size" => limits.file_size = Some(size(&key, value)?),
            _ => limits.scratch = Some(size(&key, value)?),
        }
    }
    Ok(limits)
}

/// A number of bytes: `512MiB`, `1GiB`, `64KiB`, or a number.
fn size(key: &str, value: &Value) -> Result<u64, ConfigError> {
    let wrong = || ConfigError::value(key, value, "it is a size such as 512MiB or 2GiB");
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        number => number.to_string(),
    };
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let (number, shift) = units
        .into_iter()
        .find_map(|(unit, shift)| Some((text.strip_suffix(unit)?.trim(), shift)))
        .unwrap_or((&text, 0));
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number
        .checked_shl(shift)
        .filter(|bytes| *bytes >> shift == number && *bytes > 0)
        .ok_or_else(wrong)
}

fn clock(value: &Value, options: &mut Options) -> Result<(), ConfigError> {
    let Value::Table(table) = value else {
        options.per_move = Some(time("clock", value)?);
        return Ok(());
    };
    known("clock.", table, &["move", "bank", "start"])?;
    for (key, value) in table {
        let slot = match key.as_str() {
            "move" => &mut options.per_move,
            "bank" => &mut options.bank,
            _ => &mut options.start,
        };
        *slot = Some(time(&format!("clock.{key}"), value)?);
    }
    Ok(())
}

fn time(key: &str, value: &Value) -> Result<Duration, ConfigError> {
    match value {
        Value::String(text) => read_time(key, text),
        number => read_time(key, &number.to_string()),
    }
}

fn keep(value: &Value) -> Result<Keep, ConfigError> {
    match value {
        Value::String(text) => text.parse(),
        number => number.to_string().parse(),
    }
}

fn sandbox(value: &Value) -> Result<Confinement, ConfigError> {
    match value {
        Value::Boolean(false) => Confinement::read("off"),
        Value::Boolean(true) => Confinement::read("strict"),
        Value::String(text) => Confinement::read(text),
        other => Confinement::read(&other.to_string()),
    }
}

fn sprt(value: &Value) -> Result<SprtConfig, ConfigError> {
    let Value::Table(table) = value else { return SprtConfig::read(text_of("sprt", value)?) };
    known("sprt.", table, &["elo0", "elo1", "alpha", "beta"])?;
    let pairs: Vec<String> = table.iter().map(|(key, value)| format!("{key}={value}")).collect();
    SprtConfig::read(&pairs.join(","))
}

fn text_of<'a>(key: &str, value: &'a Value) -> Result<&'a str, ConfigError> {
    value.as_str().ok_or_else(|| ConfigError::value(key, value, "it is text, in quotation marks"))
}

/// A seed may be as large as 2^64 − 1, which TOML numbers are not: then it is written as text.
fn seed(value: &Value) -> Result<u64, ConfigError> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.parse().map_err(|_| {
        ConfigError::value("seed", value, "it is a whole number from 0 to 18446744073709551615")
    })
}

fn whole<T: TryFrom<i64>>(key: &str, value: &Value) -> Result<T, ConfigError> {
    let number = value.as_integer().filter(|number| *number >= 1);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| ConfigError::value(key, value, "it is a whole number from 1"))
}

#[cfg(test)]
mod tests {
    use super::super::BotKind;
    use super::*;
    use crate::schedule::Format;
    use dicehouse_programs::sandbox::Policy;
    use dicehouse_table::dice::ContestSecret;

    #[test]
    fn every_key_is_read() {
        let text = r#"
            bots = ["odds", "odds", { name = "mine", run = "python3 bot.py" }]
            game = "liars"
            rules = { preset = "perudo", dice = 4 }
            format = "swiss"
            rounds = 3
            seats = 3
            games = 10
            seed = "18446744073709551615"
            clock = { move = "250ms", bank = 2, start = "1m" }
            faults = 3
            keep = "faults"
            sandbox = "best-effort"
            threads = 2
            log = "trace"
        "#;
        let config = Options::from_toml(text).unwrap().config(ContestSecret::from_seed(0)).unwrap();
        let names: Vec<&str> = config.bots.iter().map(|bot| bot.name.as_str()).collect();
        assert_eq!(names, ["odds", "odds 2", "mine"]);
        assert!(matches!(&config.bots[2].kind, BotKind::Run(c) if c.program() == "python3"));
        assert_eq!(config.ruleset.to_string(), "liars perudo (dice=4)");
        assert_eq!((config.format, config.seats), (Format::Swiss { rounds: 3 }, 3));
        assert_eq!((config.games, config.dice, config.faults), (10, DiceFrom::Seed(u64::MAX), 3));
        assert_eq!(config.clock.per_move, Duration::from_millis(250));
        assert_eq!(config.clock.bank, Duration::from_secs(2));
        assert_eq!(config.clock.start, Duration::from_secs(60));
        assert_eq!((config.keep, config.log), (Keep::Faults, Level::Trace));
        assert_eq!(config.sandbox, Confinement::Sandbox(Policy::BestEffort));
        let json = serde_json::to_string(&config).unwrap();
        // What the dice follow from is nowhere to be read.
        assert!(!json.contains("18446744073709551615") && !json.contains("seed"), "{json}");
        let read = serde_json::from_str::<super::super::Config>(&json).unwrap();
        assert_eq!(super::super::Config { dice: config.dice, ..read }, config);
    }

    #[test]
    fn errors_name_the_key_and_what_is_allowed() {
        let two = "bots = [\"odds\", \"dicey\"]\n";
        let cases = [
            ("gmaes = 5", "there is no key \"gmaes\": the keys are bots, game, rules,"),
            ("games = \"many\"", "games cannot be \"many\": it is a whole number from 1"),
            ("games = 0", "games cannot be 0: it is a whole number from 1"),
            ("seats = 11", "seats cannot be 11: it is a whole number from 2 to 10"),
            ("seats = 3", "seats: a table of 3 needs 3 bots, and there are 2"),
            ("format = \"knockout\"", "format cannot be \"knockout\": it is round-robin, gauntlet"),
            ("rounds = 3", "rounds: only a contest with format = \"swiss\" has rounds"),
            ("clock = { mvoe = 1 }", "there is no key \"clock.mvoe\": the keys are move, bank, st"),
            ("clock = \"soon\"", "clock cannot be soon: it is a time such as 500ms, 1s or 2m"),
            ("clock = 0", "clock.move cannot be 0: a move needs time"),
            ("keep = \"some\"", "keep cannot be some: it is all, faults, none or a number of ga"),
            ("sandbox = \"maybe\"", "sandbox cannot be \"maybe\": it is strict, best-effort or of"),
            ("sprt = { elo0 = 5, elo1 = 0 }", "sprt: elo0 must be smaller than elo1"),
            ("sprt = \"elo1=5\"", "sprt cannot be \"elo1=5\": it is elo0=0,elo1=10"),
            ("log = \"loud\"", "log cannot be loud: it is trace, debug, info, warn or error"),
            ("threads = -1", "threads cannot be -1: it is a whole number from 1"),
            ("seed = -1", "seed cannot be -1: it is a whole number from 0 to"),
            ("rules = \"hose\"", "rules: liars has no preset \"hose\": it has house, contest"),
            ("rules = { dice = 99 }", "rules: dice cannot be \"99\""),
            ("game = \"chess\"", "rules: there is no game \"chess\""),
            ("bots = 5", "bots cannot be 5: it is a list of house bots and command lines"),
            ("bots = [{ name = \"x\" }]", "bots.run is missing"),
            ("games = ", "the contest cannot be read"),
            (
                "limits = { memory = \"much\" }",
                "limits.memory cannot be \"much\": it is a size such",
            ),
            ("limits = { memory = \"99999999999GiB\" }", "limits.memory cannot be"),
            (
                "limits = { ram = 5 }",
                "there is no key \"limits.ram\": the keys are memory, processes",
            ),
            ("secret = \"abc\"", "secret cannot be \"abc\": it is 64 hexadecimal digits"),
            ("bots = [\"dicey\", { run = \"x y\", env = { A = 1 } }]", "bots.env cannot be"),
            ("bots = [\"dicey\", { run = \"odds\", cwd = \"x\" }]", "bots: odds is a house bot"),
        ];
        for (line, expected) in cases {
            let text =
                if line.starts_with("bots") { line.to_owned() } else { format!("{two}{line}") };
            let error = Options::from_toml(&text)
                .and_then(|options| options.config(ContestSecret::from_seed(0)))
                .unwrap_err();
            assert!(error.to_string().starts_with(expected), "{line}\n{error}");
        }
        let error = Options::from_toml("bots = [\"odds\"]")
            .unwrap()
            .config(ContestSecret::from_seed(0))
            .unwrap_err();
        assert!(error.to_string().starts_with("bots is missing: a contest needs two"), "{error}");
    }

    #[test]
    fn bots_have_settings_of_their_own() {
        let options = Options::from_toml(
            r#"
            bots = ["odds", { run = "java -cp classes Bot", cwd = "bots/j", read = ["lib", "/opt/m"],
                env = { CLASSPATH = "x.jar" }, limits = { memory = "1GiB", cpu = "30s" }, clock = "2s" }]
            limits = { memory = "256MiB", processes = 100, file-size = "1KiB", files = 9, scratch = 5 }
            secret = "abababababababababababababababababababababababababababababababab"
            "#,
        );
        let config = options.unwrap().config(ContestSecret::from_seed(0)).unwrap();
        let BotSetting { read, env, cwd, limits, clock } = &config.bots[1].setting;
        assert_eq!(read, &["lib", "/opt/m"].map(PathBuf::from));
        assert_eq!(
            (env["CLASSPATH"].as_str(), cwd.as_deref().unwrap().to_str()),
            ("x.jar", Some("bots/j"))
        );
        let limits = limits.over(config.limits).limits();
        assert_eq!((limits.memory, limits.processes, limits.cpu.as_secs()), (1 << 30, 100, 30));
        assert_eq!((limits.file_size, limits.open_files, limits.scratch), (1024, 9, 5));
        assert_eq!(clock.over(config.clock).per_move, Duration::from_secs(2));
        assert!(matches!(config.dice, DiceFrom::Secret(_)));
    }

    #[test]
    fn flags_win_over_the_file() {
        let file =
            Options::from_toml("bots = [\"odds\", \"dicey\"]\ngames = 5\nseats = 2").unwrap();
        let flags = Options { games: Some(7), ..Options::default() };
        let config = flags.over(file).config(ContestSecret::from_seed(0)).unwrap();
        assert_eq!((config.games, config.seats, config.bots.len()), (7, 2, 2));
    }
}
