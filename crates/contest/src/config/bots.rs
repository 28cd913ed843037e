//! How the bots of a contest are named.

use std::path::Path;

use dicehouse_bots::{BotError, Roster};
use dicehouse_programs::process::CommandLine;
use dicehouse_rules::GameKind;
use dicehouse_table::{Name, clean};
use serde::{Deserialize, Serialize};

use super::setting::is_default;
use super::{BotSetting, ConfigError};

/// A bot of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotSpec {
    /// What it is called in this contest.
    pub name: String,
    /// A house bot, or a program and how it is started.
    #[serde(flatten)]
    pub kind: BotKind,
    /// How it is run, where it is not as the contest says for all; for programs only. Its name and command line are above.
    #[serde(default, skip_serializing_if = "is_default")]
    pub setting: BotSetting,
}

impl BotSetting {
    /// The bot, for contests of `game`.
    ///
    /// # Errors
    /// When there is no such bot, or it has settings that are for programs only.
    pub fn spec(&self, game: GameKind) -> Result<BotSpec, ConfigError> {
        let BotSetting { name, run, .. } = self;
        if run.is_empty() {
            let hint = "name the bot or the command line, as in run = \"python3 bot.py\"";
            return Err(ConfigError::Missing { key: "bots.run", hint });
        }
        let is_variable = |(name, value): (&String, &String)| {
            !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
        };
        if !self.env.iter().all(is_variable) {
            let why = format!("the variables of {run} have names without \"=\"");
            return Err(ConfigError::Sense { key: "bots.env", why });
        }
        let spec = match name.as_str() {
            "" => BotSpec::read(run, game)?,
            name => BotSpec::named(name, run, game)?,
        };
        let setting = BotSetting { name: String::new(), run: String::new(), ..self.clone() };
        if matches!(spec.kind, BotKind::House(_)) && setting != BotSetting::default() {
            let why = format!(
                "{} is a house bot, which has no read, env, cwd, limits or clock",
                spec.name
            );
            return Err(ConfigError::Sense { key: "bots", why });
        }
        Ok(BotSpec { setting, ..spec })
    }
}

/// Where a bot comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotKind {
    /// A house bot: `NAME` or `NAME:key=value,...`.
    House(String),
    /// A program, by its command line.
    Run(CommandLine),
}

/// File endings by which a program is known, with what runs such a file when it is named alone.
const ENDINGS: [(&str, &[&str]); 10] = [
    ("py", &["python3"]),
    ("js", &["node"]),
    ("mjs", &["node"]),
    ("jar", &["java", "-jar"]),
    ("sh", &["sh"]),
    ("rb", &["ruby"]),
    ("pl", &["perl"]),
    ("lua", &["lua"]),
    ("php", &["php"]),
    ("exe", &[]),
];

impl BotSpec {
    /// Reads a bot as it is named on the command line: a house bot `NAME` or `NAME:key=value,...`, or
    /// a program's command line, known by a space, a slash or a file ending. With `NAME=` in front it
    /// has that name in the contest.
    ///
    /// # Errors
    /// When it is neither.
    pub fn read(text: &str, game: GameKind) -> Result<BotSpec, ConfigError> {
        match text.split_once('=') {
            Some((name, bot)) if is_plain_name(name) => BotSpec::named(name, bot, game),
            _ => BotSpec::named("", text, game),
        }
    }

    /// Reads a bot that is to be called `name`, or whatever suits it when that is empty.
    ///
    /// # Errors
    /// As [`BotSpec::read`].
    pub fn named(name: &str, text: &str, game: GameKind) -> Result<BotSpec, ConfigError> {
        let text = text.trim();
        let name = clean(name, Name::LONGEST);
        if !is_program(text) {
            let bot = match Roster::find_for(game, text) {
                Ok(bot) => bot,
                // No game has a bot of this name, but there is such a file: a program that is named without a slash.
                Err(BotError::UnknownBot(_)) if Path::new(text).is_file() => {
                    return BotSpec::named(&name, &format!("./{text}"), game);
                }
                Err(error) => return Err(error.into()),
            };
            let spec = bot.spec().to_owned();
            let name = if name.is_empty() { clean(&spec, Name::LONGEST) } else { name };
            return Ok(BotSpec {
                name,
                kind: BotKind::House(spec),
                setting: BotSetting::default(),
            });
        }
        let command = with_interpreter(text.parse()?)?;
        let name = if name.is_empty() { program_name(&command) } else { name };
        Ok(BotSpec { name, kind: BotKind::Run(command), setting: BotSetting::default() })
    }
}

/// Makes the names differ: "odds", "odds 2".
pub(super) fn make_distinct(bots: &mut [BotSpec]) {
    for at in 1..bots.len() {
        let (before, rest) = bots.split_at_mut(at);
        let taken = |name: &str| before.iter().any(|bot| bot.name == name);
        let plain = rest[0].name.clone();
        let mut number = 2;
        while taken(&rest[0].name) {
            let ending = format!(" {number}");
            let cut: String = plain.chars().take(Name::LONGEST - ending.len()).collect();
            rest[0].name = cut + &ending;
            number += 1;
        }
    }
}

fn is_plain_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

fn is_program(text: &str) -> bool {
    text.contains([' ', '/', '\\']) || ending(text).is_some()
}

fn ending(text: &str) -> Option<&'static [&'static str]> {
    let ending = Path::new(text).extension()?.to_str()?;
    ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, run)| *run)
}

/// The script that a command line runs by what runs such scripts, if it is one: `bot.py` of `python3 -u bot.py`.
pub(crate) fn script(command: &CommandLine) -> Option<&str> {
    // `python3.12` is `python`.
    let plain =
        |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned();
    let program = Path::new(command.program()).file_name()?.to_str()?;
    let script = command.args().iter().find(|arg| !HARMLESS.contains(&arg.as_str()))?;
    let run = ending(script)?.first()?;
    (plain(run) == plain(program)).then_some(script)
}

/// Options after which a script may stand. After others there may be anything, such as a piece of program.
const HARMLESS: [&str; 5] = ["-u", "-B", "-O", "-I", "-jar"];

/// A script that is named alone is run by what runs such scripts.
fn with_interpreter(command: CommandLine) -> Result<CommandLine, ConfigError> {
    let program = command.program();
    let Some(run) = ending(program) else { return Ok(command) };
    match run {
        [] => {
            let here = if program.contains('/') { "" } else { "./" };
            Ok(CommandLine::new(format!("{here}{program}"), command.args().to_vec())?)
        }
        [interpreter, before @ ..] => {
            let before = before.iter().map(|word| (*word).to_owned());
            let args = before.chain([program.to_owned()]).chain(command.args().iter().cloned());
            Ok(CommandLine::new(*interpreter, args)?)
        }
    }
}

/// The file name of the script, or of the program when there is none.
fn program_name(command: &CommandLine) -> String {
    let file_name = |path: &str| {
        let name = Path::new(path).file_name()?.to_str()?;
        Some(clean(name, Name::LONGEST))
    };
    let script = command.args().iter().find(|arg| ending(arg).is_some());
    let named = script.map_or(command.program(), String::as_str);
    file_name(named).filter(|name| !name.is_empty()).unwrap_or_else(|| "bot".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, String) {
        let bot = BotSpec::read(text, GameKind::Liars).unwrap();
        let what = match bot.kind {
            BotKind::House(spec) => format!("house {spec}"),
            BotKind::Run(command) => command.to_string(),
        };
        (bot.name, what)
    }

    #[test]
    fn bots_are_known_by_their_form() {
        let cases = [
            ("python3 kits/python/bot.py", "bot.py", "python3 kits/python/bot.py"),
            ("bot.py", "bot.py", "python3 bot.py"),
            ("bots/bot.jar --fast", "bot.jar", "java -jar bots/bot.jar --fast"),
            ("./mine", "mine", "./mine"),
            ("mine=./mine --depth=3", "mine", "./mine '--depth=3'"),
            ("./mine --depth=3", "mine", "./mine '--depth=3'"),
            ("sh -c 'exec x'", "sh", "sh -c 'exec x'"),
        ];
        for (text, name, command) in cases {
            assert_eq!(read(text), (name.to_owned(), command.to_owned()), "{text}");
        }
    }

    #[test]
    fn scripts_are_found_where_it_is_sure_that_they_are_scripts() {
        let cases = [
            ("python3 bot.py x.py", Some("bot.py")),
            ("/usr/bin/python3.12 -u bot.py", Some("bot.py")),
            ("java -jar bot.jar", Some("bot.jar")),
            ("sh -c 'cd x && ./bot.sh'", None),
            ("python3 -m bot.py", None),
            ("./engine net.py", None),
            ("java -cp x.jar Bot", None),
        ];
        for (text, found) in cases {
            assert_eq!(script(&text.parse().unwrap()), found, "{text}");
        }
    }

    #[test]
    fn house_bots_are_looked_up() {
        assert_eq!(read("odds"), ("odds".to_owned(), "house odds".to_owned()));
        assert_eq!(read("champion=odds"), ("champion".to_owned(), "house odds".to_owned()));
        let error = BotSpec::read("oods", GameKind::Liars).unwrap_err().to_string();
        assert!(error.contains("there is no bot \"oods\"") && error.contains("odds"), "{error}");
        assert!(BotSpec::read("odds", GameKind::Pairs).is_err());
        assert!(BotSpec::read("", GameKind::Liars).is_err());
        assert!(BotSpec::read("./x 'y", GameKind::Liars).is_err());
    }

    #[test]
    fn names_are_made_to_differ() {
        let mut bots: Vec<BotSpec> = ["odds", "odds", "odds", "dicey"]
            .map(|text| BotSpec::read(text, GameKind::Liars).unwrap())
            .to_vec();
        make_distinct(&mut bots);
        let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
        assert_eq!(names, ["odds", "odds 2", "odds 3", "dicey"]);
    }
}
