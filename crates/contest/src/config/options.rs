//! The options of a contest: flags of the program and keys of a TOML file in one. An option is a field of [`Options`].

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use dicehouse_rules::{GameKind, MAX_SEATS, Ruleset, RulesetError};
use dicehouse_table::dice::ContestSecret;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;
use toml::Value;

use super::bots::make_distinct;
use super::setting::is_default;
use super::{
    BotKind, BotSetting, ClockSetting, Config, ConfigError, Confinement, DiceFrom, Keep, Level,
    LimitSetting, SprtConfig, TimeControl, text,
};
use crate::schedule::{Format, Schedule};

/// What was asked for. What is `None` has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Args)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A bot: a house bot, NAME:key=value for its options, or a command in quotes; repeat it
    #[arg(long = "bot", value_name = "BOT")]
    #[serde(with = "bots", skip_serializing_if = "is_default")]
    pub bots: Vec<BotSetting>,
    /// What is played: liars, claims or pairs
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The rules: a preset of the game, or a ruleset file
    #[arg(long, value_name = "PRESET|FILE", value_parser = preset)]
    pub rules: Option<Value>,
    /// Who meets whom
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatName>,
    /// Rounds of a Swiss contest
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// How many sit at a table, 2 to 10
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// Games in each match
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Make the contest repeatable: the dice follow from this number, so nobody may guess it
    #[arg(long, value_name = "N", conflicts_with = "secret")]
    #[serde(serialize_with = "text::serialize", deserialize_with = "seed")]
    pub seed: Option<u64>,
    /// Repeat the contest whose dice came from this secret
    #[arg(long, value_name = "HEX")]
    pub secret: Option<String>,
    /// How long programs may think
    #[command(flatten)]
    #[serde(deserialize_with = "text::or_table", skip_serializing_if = "is_default")]
    pub clock: ClockSetting,
    /// Faults in a match after which a bot forfeits the rest of it
    #[arg(long, value_name = "N")]
    pub faults: Option<u32>,
    /// Which games are kept as records: all, faults, none, or a number of games
    #[arg(long, value_name = "WHICH")]
    #[serde(with = "text")]
    pub keep: Option<Keep>,
    /// Lock programs up: strict (the default) refuses when that is not fully possible, best-effort
    /// goes on
    #[arg(long, value_name = "POLICY", num_args = 0..=1, default_missing_value = "strict")]
    #[serde(with = "text")]
    pub sandbox: Option<Confinement>,
    /// How much programs may use in a sandbox
    #[arg(skip)]
    #[serde(skip_serializing_if = "is_default")]
    pub limits: LimitSetting,
    /// Deal the same dice once for each seat, bots moving up; by default only where no program plays, since one that remembers
    /// a game would know the hidden dice of the next
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", hide_possible_values = true)]
    pub duplicate: Option<bool>,
    /// Let programs think while it is not their turn; otherwise they are stopped until they are asked
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", hide_possible_values = true)]
    pub ponder: Option<bool>,
    /// Let the bots at a table hear what the others say with their moves
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", hide_possible_values = true)]
    pub talk: Option<bool>,
    /// The bot whose Elo rating is 0; the mean of all bots when left out
    #[arg(long, value_name = "NAME")]
    pub anchor: Option<String>,
    /// Stop two bots as soon as a test decides, as in elo0=0,elo1=10
    #[arg(long, value_name = "TEST")]
    #[serde(deserialize_with = "sprt")]
    pub sprt: Option<SprtConfig>,
    /// Units played at once; has no influence on results
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Keep each thread, and the programs it plays with, to one processor
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", hide_possible_values = true)]
    pub pin: Option<bool>,
    /// What goes into debug.log
    #[arg(long, value_name = "LEVEL")]
    pub log: Option<Level>,
}

/// What a [`Format`] is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// Every table that can be made is a match
    RoundRobin,
    /// The first bot meets every table of others
    Gauntlet,
    /// In each round, bots with about the same score meet
    Swiss,
    /// One match of all bots
    Table,
}

fn preset(text: &str) -> Result<Value, std::convert::Infallible> {
    Ok(Value::String(text.to_owned()))
}

/// A bot is written as text, or as a table when there is more to say.
mod bots {
    use serde::{Deserialize as _, Deserializer, Serialize, Serializer};

    use super::BotSetting;
    use super::text::TextOr;

    #[derive(Serialize)]
    #[serde(untagged)]
    enum Written<'a> {
        Text(&'a str),
        Table(&'a BotSetting),
    }

    pub(super) fn serialize<S: Serializer>(bots: &[BotSetting], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(bots.iter().map(|bot| match bot.run.as_str() {
            run if *bot == BotSetting::from(run) => Written::Text(run),
            _ => Written::Table(bot),
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<BotSetting>, D::Error> {
        let bots = Vec::<TextOr<BotSetting>>::deserialize(from)?;
        Ok(bots.into_iter().map(|bot| bot.0).collect())
    }
}

/// A seed may be as large as 2^64 − 1, which TOML numbers are not: then it is written as text.
fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let allowed = "it is a whole number from 0 to 18446744073709551615";
    text::deserialize(from).map_err(|_: D::Error| serde::de::Error::custom(allowed))
}

fn sprt<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SprtConfig>, D::Error> {
    Ok(Option::<text::TextOr<SprtConfig>>::deserialize(from)?.map(|read| read.0))
}

impl Options {
    /// Reads a contest from TOML; `docs/contest.md` documents every key.
    ///
    /// # Errors
    /// When the text is not TOML, a key is unknown or a value is not allowed.
    pub fn from_toml(text: &str) -> Result<Options, ConfigError> {
        // A file that is not TOML gets another error than one that is not a contest.
        toml::from_str::<toml::Table>(text)
            .map_err(|error| ConfigError::Unreadable(error.to_string().trim_end().to_owned()))?;
        toml::from_str(text).map_err(|error| ConfigError::in_file(text, &error))
    }

    /// The options as they are here, and where nothing is said, as in `file`: flags over a file.
    ///
    /// # Errors
    /// When a value cannot be written, such as a number that is not finite.
    pub fn over(self, mut file: Options) -> Result<Options, ConfigError> {
        if self.seed.is_some() || self.secret.is_some() {
            (file.seed, file.secret) = (None, None);
        }
        let game = |options: &Options| options.game.clone().unwrap_or_else(|| "liars".to_owned());
        if self.game.is_some() && game(&self) != game(&file) {
            // Rules mean nothing without their game.
            file.rules = None;
        }
        let merge = || -> serde_json::Result<Options> {
            let mut all = serde_json::to_value(file)?;
            lay_over(&mut all, serde_json::to_value(self)?);
            serde_json::from_value(all)
        };
        merge().map_err(|error| ConfigError::Unreadable(error.to_string()))
    }

    /// The same contest, played by `ruleset`.
    #[must_use]
    pub fn played_by(self, ruleset: &Ruleset) -> Options {
        let game = Some(ruleset.game().name().to_owned());
        Options { game, rules: Value::try_from(ruleset).ok(), ..self }
    }

    /// The same contest, played by all these rules in turn; there is at least one.
    #[must_use]
    pub fn played_by_all(self, rulesets: &[Ruleset]) -> Options {
        match rulesets {
            [only] => self.played_by(only),
            several => {
                let game = several.first().map(|ruleset| ruleset.game().name().to_owned());
                Options { game, rules: Value::try_from(several).ok(), ..self }
            }
        }
    }

    /// What is played: one ruleset, or several in turn.
    ///
    /// # Errors
    /// When there are no such rules, or they are of several games.
    pub fn rulesets(&self) -> Result<Vec<Ruleset>, ConfigError> {
        let Some(Value::Array(several)) = &self.rules else { return Ok(vec![self.ruleset()?]) };
        let rulesets = several.iter().map(|rules| self.one_ruleset(Some(rules)));
        let rulesets = rulesets.collect::<Result<Vec<_>, _>>()?;
        let game = rulesets.first().map(Ruleset::game);
        if rulesets.is_empty() || rulesets.iter().any(|ruleset| Some(ruleset.game()) != game) {
            let why = "a list of rules has one or more of the same game".to_owned();
            return Err(ConfigError::Sense { key: "rules", why });
        }
        Ok(rulesets)
    }

    /// What is played: `liars contest` when nothing was said, and the first of several rules.
    ///
    /// # Errors
    /// When there are no such rules.
    pub fn ruleset(&self) -> Result<Ruleset, ConfigError> {
        match &self.rules {
            Some(Value::Array(several)) => self.one_ruleset(several.first()),
            rules => self.one_ruleset(rules.as_ref()),
        }
    }

    fn one_ruleset(&self, rules: Option<&Value>) -> Result<Ruleset, ConfigError> {
        let name = self.game.as_deref().unwrap_or(GameKind::Liars.name());
        let game =
            GameKind::named(name).ok_or_else(|| RulesetError::UnknownGame(name.to_owned()))?;
        let usual = match game {
            GameKind::Liars => Ruleset::preset(game, "contest")?,
            other => Ruleset::default_of(other),
        };
        match rules {
            None => Ok(usual),
            Some(Value::String(preset)) => Ok(Ruleset::preset(game, preset)?),
            Some(Value::Table(rules)) => {
                let mut rules = rules.clone();
                let name = rules.entry("game").or_insert_with(|| game.name().into());
                if name.as_str() == Some(game.name()) {
                    rules.entry("preset").or_insert_with(|| usual.base().name.into());
                }
                Ok(Ruleset::from_toml(&rules.to_string())?)
            }
            Some(other) => {
                let allowed = "it is the name of a preset, or a table such as { preset = \"perudo\", dice = 4 }";
                Err(ConfigError::value("rules", other, allowed))
            }
        }
    }

    /// The contest that was asked for. Its dice follow from `fresh` unless a seed or a secret was given: nobody else must
    /// know it.
    ///
    /// # Errors
    /// When it cannot be held; the error names the key and what is allowed.
    pub fn config(self, fresh: ContestSecret) -> Result<Config, ConfigError> {
        let mut rulesets = self.rulesets()?;
        let ruleset = rulesets.remove(0);
        let dice = match (self.seed, &self.secret) {
            (Some(_), Some(_)) => {
                let why = "give a seed or a secret, not both".to_owned();
                return Err(ConfigError::Sense { key: "secret", why });
            }
            (Some(seed), None) => DiceFrom::Seed(seed),
            (None, Some(secret)) => DiceFrom::read_secret(secret)?,
            (None, None) => DiceFrom::Secret(fresh),
        };
        let mut bots =
            self.bots.iter().map(|bot| bot.spec(ruleset.game())).collect::<Result<Vec<_>, _>>()?;
        make_distinct(&mut bots);
        if bots.len() < 2 {
            let hint = "a contest needs two or more, as in bots = [\"odds\", \"python3 bot.py\"]";
            return Err(ConfigError::Missing { key: "bots", hint });
        }
        let only_house_bots = bots.iter().all(|bot| matches!(bot.kind, BotKind::House(_)));
        let (format, seats) = format(&self, bots.len())?;
        let games = within("games", self.games.unwrap_or(1000), 1..=MOST_GAMES)?;
        if Schedule::new(format, bots.len(), seats, games, 0).is_none() {
            let why = format!(
                "{} bots at tables of {seats} make more than {} matches: use format = \"swiss\"",
                bots.len(),
                Schedule::MOST_MATCHES
            );
            return Err(ConfigError::Sense { key: "format", why });
        }
        if let Some(sprt) = self.sprt {
            sprt.test()?;
            if bots.len() != 2 {
                let why = format!("the test compares two bots, and there are {}", bots.len());
                return Err(ConfigError::Sense { key: "sprt", why });
            }
        }
        let anchor = self.anchor.as_ref().map(|name| {
            let place = bots.iter().position(|bot| bot.name == *name);
            place.map(|place| place as u32).ok_or_else(|| ConfigError::Sense {
                key: "anchor",
                why: format!("no bot of this contest is called {name}"),
            })
        });
        let anchor = anchor.transpose()?;
        let clock = self.clock.over(TimeControl::default());
        if (clock.per_move + clock.bank).as_millis() < 1 {
            let allowed = "a move needs time; it is 1ms or more, such as 100ms or 1s";
            return Err(ConfigError::value("clock.move", "0", allowed));
        }
        Ok(Config {
            bots,
            ruleset,
            further: rulesets,
            format,
            tables: Vec::new(),
            seats,
            games,
            dice,
            duplicate: self.duplicate.unwrap_or(only_house_bots),
            clock,
            faults: within("faults", self.faults.unwrap_or(10).into(), 1..=MOST_GAMES)? as u32,
            keep: self.keep.unwrap_or_default(),
            sandbox: self.sandbox.unwrap_or_default(),
            limits: self.limits,
            ponder: self.ponder.unwrap_or_default(),
            talk: self.talk.unwrap_or_default(),
            anchor,
            sprt: self.sprt,
            threads: match self.threads {
                Some(threads) => within("threads", threads as u64, 1..=MOST_THREADS)? as usize,
                None => std::thread::available_parallelism().map_or(1, usize::from),
            },
            pin: self.pin.unwrap_or_default(),
            log: self.log.unwrap_or_default(),
        })
    }
}

/// Puts what `top` says into `base`, table by table.
fn lay_over(base: &mut Json, top: Json) {
    match (base, top) {
        (Json::Object(base), Json::Object(top)) => {
            for (key, value) in top {
                lay_over(base.entry(key).or_insert(Json::Null), value);
            }
        }
        (_, Json::Null) => {}
        (base, top) => *base = top,
    }
}

/// The most threads that can be asked for.
const MOST_THREADS: u64 = 1024;
/// So that no product of games, seats and matches overflows.
const MOST_GAMES: u64 = 1_000_000_000_000;

fn within(key: &str, number: u64, range: RangeInclusive<u64>) -> Result<u64, ConfigError> {
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    let allowed = format!("it is a whole number from {least} to {most}");
    Err(ConfigError::value(key, number, allowed))
}

/// Who meets whom, and how many sit at a table.
fn format(options: &Options, bots: usize) -> Result<(Format, usize), ConfigError> {
    let sense = |key, why: String| Err(ConfigError::Sense { key, why });
    let asked = options.format.unwrap_or(FormatName::RoundRobin);
    if let Some(seats) = options.seats {
        within("seats", seats as u64, 2..=MAX_SEATS as u64)?;
        if bots < seats {
            let why = format!("a table of {seats} needs {seats} bots, and there are {bots}");
            return sense("seats", why);
        }
    }
    if options.rounds.is_some() && asked != FormatName::Swiss {
        return sense("rounds", "only a contest with format = \"swiss\" has rounds".to_owned());
    }
    let seats = options.seats.unwrap_or(2);
    match asked {
        FormatName::RoundRobin => Ok((Format::RoundRobin, seats)),
        FormatName::Gauntlet => Ok((Format::Gauntlet, seats)),
        FormatName::Swiss => {
            // As many rounds as it takes to find the best of all, and one more.
            let default = (bots.max(2) - 1).ilog2() + 2;
            let rounds = options.rounds.unwrap_or(default);
            within("rounds", rounds.into(), 1..=MOST_GAMES)?;
            Ok((Format::Swiss { rounds }, seats))
        }
        FormatName::Table => match options.seats.unwrap_or(bots) {
            all if all == bots && bots <= MAX_SEATS => Ok((Format::Table, all)),
            some => {
                let why = format!(
                    "one table of {some} does not seat {bots} bots: name as many bots as seats, at \
                     most {MAX_SEATS}, or use format = \"round-robin\""
                );
                sense("format", why)
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_programs::sandbox::Policy;
    use std::path::PathBuf;
    use std::time::Duration;

    #[test]
    fn several_rules_are_played_in_turn() {
        let config = |rules: &str| {
            let toml = format!("bots = ['odds', 'dicey']\nrules = {rules}");
            Options::from_toml(&toml).unwrap().config(ContestSecret::from_seed(0))
        };
        let three = config("['contest', 'perudo', { preset = 'perudo', dice = 3 }]").unwrap();
        let played: Vec<String> = (0..4).map(|turn| three.ruleset_of(turn).to_string()).collect();
        let names = ["liars contest", "liars perudo", "liars perudo (dice=3)", "liars contest"];
        assert_eq!(played, names);
        let one = config("['perudo']").unwrap();
        assert_eq!((one.ruleset_of(1).to_string(), one.further.len()), ("liars perudo".into(), 0));
        assert!(config("[]").is_err());
        assert!(config("['contest', { game = 'claims' }]").is_err());
    }

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
            clock = { move = "250ms", bank = "2s", start = "1m" }
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
    fn programs_have_dice_of_their_own_for_each_game() {
        let duplicate = |toml: &str| {
            let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0));
            config.unwrap().duplicate
        };
        assert!(duplicate("bots = ['odds', 'dicey']"));
        assert!(!duplicate("bots = ['odds', 'dicey']\nduplicate = false"));
        assert!(!duplicate("bots = ['odds', 'python3 bot.py']"));
        assert!(duplicate("bots = ['odds', 'python3 bot.py']\nduplicate = true"));
    }

    #[test]
    fn errors_name_the_key_and_what_is_allowed() {
        let two = "bots = [\"odds\", \"dicey\"]\n";
        let cases = [
            ("gmaes = 5", "line 2: there is no key \"gmaes\": the keys are bots, game, rules,"),
            ("games = \"many\"", "line 2: games cannot be \"many\": it is a whole number from 1"),
            ("games = 0", "games cannot be 0: it is a whole number from 1 to"),
            ("seats = 11", "seats cannot be 11: it is a whole number from 2 to 10"),
            ("seats = 3", "seats: a table of 3 needs 3 bots, and there are 2"),
            (
                "format = \"cup\"",
                "line 2: format cannot be \"cup\": it is one of round-robin, gaunt",
            ),
            ("rounds = 3", "rounds: only a contest with format = \"swiss\" has rounds"),
            (
                "clock = { mvoe = 1 }",
                "line 2: there is no key \"mvoe\": the keys are move, bank, st",
            ),
            (
                "clock = \"soon\"",
                "line 2: clock cannot be \"soon\": it is a time such as 500ms, 1s",
            ),
            ("clock = 100", "line 2: clock cannot be 100: write 100ms or 100s"),
            ("clock = { move = 100 }", "line 2: move cannot be 100: write 100ms or 100s"),
            ("clock = \"0s\"", "clock.move cannot be 0: a move needs time"),
            ("keep = \"some\"", "line 2: keep cannot be \"some\": it is all, faults, none or a nu"),
            ("sandbox = \"maybe\"", "line 2: sandbox cannot be \"maybe\": it is strict, best-eff"),
            ("sprt = { elo0 = 5, elo1 = 0 }", "sprt: elo0 must be smaller than elo1"),
            ("sprt = \"elo1=5\"", "line 2: sprt cannot be \"elo1=5\": it is elo0=0,elo1=10"),
            (
                "log = \"loud\"",
                "line 2: log cannot be \"loud\": it is one of error, warn, info, de",
            ),
            ("threads = -1", "line 2: threads cannot be -1: it is a whole number from 1"),
            ("pin = 1", "line 2: pin cannot be 1: it is true or false"),
            ("seed = -1", "line 2: seed cannot be -1: it is a whole number from 0 to"),
            ("seed = 1\nsecret = \"a\"", "secret: give a seed or a secret, not both"),
            ("rules = \"hose\"", "rules: liars has no preset \"hose\": it has house, contest"),
            ("rules = { dice = 99 }", "rules: dice cannot be \"99\""),
            ("game = \"chess\"", "rules: there is no game \"chess\""),
            ("bots = 5", "line 1: bots cannot be 5: it is a list, as in"),
            ("bots = [{ name = \"x\" }]", "bots.run is missing"),
            ("games = ", "the contest cannot be read"),
            ("limits = 5", "line 2: limits cannot be 5: it is a table, as in"),
            (
                "limits = { memory = \"much\" }",
                "line 2: memory cannot be \"much\": it is a size such",
            ),
            ("limits = { memory = \"99999999999GiB\" }", "line 2: memory cannot be"),
            ("limits = { ram = 5 }", "line 2: there is no key \"ram\": the keys are memory, proc"),
            ("secret = \"abc\"", "secret cannot be \"abc\": it is 64 hexadecimal digits"),
            (
                "bots = [\"dicey\", { run = \"x y\", env = { A = 1 } }]",
                "line 1: A cannot be 1: it is",
            ),
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
        let BotSetting { read, env, cwd, limits, clock, .. } = &config.bots[1].setting;
        assert_eq!(read, &["lib", "/opt/m"].map(PathBuf::from));
        assert_eq!(
            (env["CLASSPATH"].as_str(), cwd.as_deref().unwrap().to_str()),
            ("x.jar", Some("bots/j"))
        );
        let limits = limits.over(config.limits);
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
        let config = flags.over(file).unwrap().config(ContestSecret::from_seed(0)).unwrap();
        assert_eq!((config.games, config.seats, config.bots.len()), (7, 2, 2));
    }

    /// A game means the same as a flag and in a file, and a flag changes what a file says no more than it must.
    #[test]
    fn flags_and_files_name_the_same_rules() {
        let file = |text: &str| Options::from_toml(text).unwrap();
        let cases = [
            ("", "", "liars contest"),
            ("game = 'liars'", "", "liars contest"),
            ("", "game = 'liars'", "liars contest"),
            ("", "rules = { dice = 4 }", "liars contest (dice=4)"),
            ("game = 'liars'", "rules = 'perudo'", "liars perudo"),
            ("rules = 'perudo'", "game = 'liars'\nrules = 'house'", "liars perudo"),
            ("game = 'claims'", "rules = 'perudo'", "claims simple"),
        ];
        for (flags, contest, expected) in cases {
            let ruleset = file(flags).over(file(contest)).unwrap().ruleset().unwrap();
            assert_eq!(ruleset.to_string(), expected, "{flags} over {contest}");
        }
        let dice = |options: Options| (options.seed, options.secret);
        assert_eq!(dice(file("seed = 1").over(file("secret = 'x'")).unwrap()), (Some(1), None));
    }
}
