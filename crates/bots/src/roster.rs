//! The roster: every house bot by name.

use dicehouse_rules::{Allowed, GameKind};
use thiserror::Error;

use crate::bot::{BotInfo, Entry, HouseBot};
use crate::options::Values;
use crate::{claims, liars, pairs};

/// Every house bot; within a game from easy to hard.
static ENTRIES: &[&Entry] = &[
    &liars::dicey::ENTRY,
    &liars::bluffer::ENTRY,
    &liars::truthful::ENTRY,
    &liars::gambler::ENTRY,
    &liars::fox::ENTRY,
    &liars::counter::ENTRY,
    &liars::adept::ENTRY,
    &liars::odds::ENTRY,
    &liars::sphinx::ENTRY,
    &liars::master::ENTRY,
    &claims::honest::ENTRY,
    &claims::chancer::ENTRY,
    &claims::braggart::ENTRY,
    &claims::shark::ENTRY,
    &claims::master::ENTRY,
    &pairs::legal::ENTRY,
    &pairs::greedy::ENTRY,
    &pairs::hasty::ENTRY,
    &pairs::steady::ENTRY,
    &pairs::finisher::ENTRY,
    &pairs::planner::ENTRY,
    &pairs::master::ENTRY,
];

/// The house bots.
#[derive(Clone, Copy, Debug)]
pub struct Roster;

impl Roster {
    /// Every bot, by game, from easy to hard.
    pub fn all() -> impl Iterator<Item = &'static BotInfo> {
        ENTRIES.iter().map(|entry| &entry.info)
    }

    /// The bots that play `game`, from easy to hard.
    pub fn of(game: GameKind) -> impl Iterator<Item = &'static BotInfo> {
        Roster::all().filter(move |info| info.plays(game))
    }

    /// The bot called `NAME` or `NAME:key=value,...`; of bots with the same name that play
    /// different games the first.
    ///
    /// # Errors
    /// When there is no such bot, it has no such option, or the option cannot have this value.
    pub fn find(spec: &str) -> Result<HouseBot, BotError> {
        Roster::find_among(spec, |_| true)
    }

    /// The first bot of this name that `wanted` likes, or else the first of this name.
    fn find_among(spec: &str, wanted: impl Fn(&BotInfo) -> bool) -> Result<HouseBot, BotError> {
        let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
        let name = name.trim();
        let named = || ENTRIES.iter().copied().filter(|entry| entry.info.name == name);
        let entry = named()
            .find(|entry| wanted(&entry.info))
            .or_else(|| named().next())
            .ok_or_else(|| BotError::UnknownBot(name.to_owned()))?;
        Ok(HouseBot::new(entry, &Values::read(&entry.info, options)?))
    }

    /// [`Roster::find`], for a bot that is to play `game`.
    ///
    /// # Errors
    /// As `find`, and when the bot plays another game.
    pub fn find_for(game: GameKind, spec: &str) -> Result<HouseBot, BotError> {
        let bot = Roster::find_among(spec, |info| info.plays(game))?;
        if bot.info().plays(game) {
            Ok(bot)
        } else {
            Err(BotError::OtherGame { bot: bot.name(), plays: bot.info().game, game })
        }
    }

    /// The opponent in `game` when nobody is named: sensible, quick and never dull.
    pub fn default_for(game: GameKind) -> HouseBot {
        let entry = match game {
            GameKind::Liars => &liars::gambler::ENTRY,
            GameKind::Claims => &claims::chancer::ENTRY,
            GameKind::Pairs => &pairs::steady::ENTRY,
        };
        HouseBot::new(entry, &Values::defaults(&entry.info))
    }
}

/// Why there is no such bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// There is no bot of this name.
    #[error("there is no bot \"{0}\": the bots are {known}", known = names(Roster::all()))]
    UnknownBot(String),
    /// The bot plays another game.
    #[error("{bot} plays {plays}, not {game}: {game} is played by {}", names(Roster::of(*game)))]
    OtherGame {
        /// Its name.
        bot: &'static str,
        /// The game it plays.
        plays: GameKind,
        /// The game it was asked for.
        game: GameKind,
    },
    /// The bot has no such option.
    #[error("{bot} has no option \"{option}\": {}", has(known))]
    UnknownOption {
        /// Its name.
        bot: &'static str,
        /// The option asked for.
        option: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// An option without a value.
    #[error("{bot}: \"{text}\" is not an option with a value: write {bot}:key=value")]
    NoValue {
        /// The name of the bot it is meant for.
        bot: &'static str,
        /// What was written between the colons.
        text: String,
    },
    /// An option named twice.
    #[error("{bot}: the option {option} is set twice")]
    Twice {
        /// The name of the bot it belongs to.
        bot: &'static str,
        /// Its own name.
        option: &'static str,
    },
    /// The option cannot have this value.
    #[error("{bot}: {option} cannot be \"{value}\": {allowed}")]
    BadValue {
        /// The name of the bot it belongs to.
        bot: &'static str,
        /// Its own name.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values it can have.
        allowed: Allowed,
    },
}

impl BotError {
    pub(crate) fn unknown_option(bot: &'static BotInfo, option: &str) -> BotError {
        let known = bot.options.iter().map(|known| known.name).collect();
        BotError::UnknownOption { bot: bot.name, option: option.to_owned(), known }
    }
}

/// Names, each once, separated by commas.
fn names(bots: impl Iterator<Item = &'static BotInfo>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for bot in bots {
        if !names.contains(&bot.name) {
            names.push(bot.name);
        }
    }
    names.join(", ")
}

fn has(options: &[&str]) -> String {
    if options.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {}", options.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_plain_and_found() {
        for info in Roster::all() {
            assert!(info.name.bytes().all(|byte| byte.is_ascii_lowercase()), "{}", info.name);
            assert_eq!(Roster::of(info.game).filter(|other| other.name == info.name).count(), 1);
            let bot = Roster::find_for(info.game, info.name).unwrap();
            assert_eq!((bot.info(), bot.spec()), (info, info.name));
            assert!(bot.info().games().eq([info.game]));
            assert!(!info.about.is_empty() && info.about.len() <= 80, "{}", info.name);
        }
    }

    #[test]
    fn bots_are_listed_by_game_from_easy_to_hard() {
        for game in GameKind::ALL {
            let levels: Vec<_> = Roster::of(game).map(|info| info.difficulty).collect();
            assert!(levels.is_sorted(), "{game}: {levels:?}");
            assert!(Roster::default_for(game).info().plays(game));
        }
    }

    /// Every option of every bot takes its default and is made with it.
    #[test]
    fn every_option_can_be_set_to_its_default() {
        for info in Roster::all() {
            for option in info.options {
                let spec = format!("{}: {} = {} ", info.name, option.name, option.default);
                let bot = Roster::find_for(info.game, &spec).unwrap();
                assert_eq!(bot.spec(), info.name);
            }
        }
    }

    #[test]
    fn a_spec_says_what_differs_from_the_defaults() {
        assert_eq!(Roster::find("dicey:call=35").unwrap().spec(), "dicey:call=35");
        assert_eq!(Roster::find(" dicey : call = 35 , ").unwrap().spec(), "dicey:call=35");
        assert_eq!(Roster::find("dicey:call=20").unwrap().spec(), "dicey");
    }

    #[test]
    fn errors_name_the_bot_the_option_and_what_is_allowed() {
        let error = |spec: &str| Roster::find(spec).unwrap_err().to_string();
        assert!(error("dicy").starts_with("there is no bot \"dicy\": the bots are dicey, "));
        assert!(error("").starts_with("there is no bot \"\""));
        assert_eq!(error("dicey:cal=1"), "dicey has no option \"cal\": it has call");
        assert_eq!(error("truthful:x=1"), "truthful has no option \"x\": it has none");
        assert_eq!(
            error("dicey:call"),
            "dicey: \"call\" is not an option with a value: write dicey:key=value"
        );
        assert_eq!(
            error("dicey:call=101"),
            "dicey: call cannot be \"101\": it is a number from 0 to 100"
        );
        assert_eq!(error("dicey:call=1,call=2"), "dicey: the option call is set twice");
        let other = Roster::find_for(GameKind::Claims, "dicey").unwrap_err().to_string();
        assert!(
            other.starts_with("dicey plays liars, not claims: claims is played by honest, "),
            "{other}"
        );
    }
}
