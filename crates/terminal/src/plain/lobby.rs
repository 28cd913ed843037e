//! Choosing a game by answering questions; every question has a default, and every list has numbers.

use dicehouse_rules::{GameKind, MAX_SEATS, Ruleset};
use dicehouse_telling::lesson::Lesson;
use dicehouse_telling::{Wish, game_title, preset_sentence};

use std::path::PathBuf;

use crate::online::{DEFAULT_HOUSE, WantedRoom, WayOnline};
use dicehouse_bots::Difficulty;
use dicehouse_home::{DEFAULT_BOTS, GamePlan, Home, PastGame, SeatPlan, bots, company, next_bot};

use super::front_door::{self, DoorWish};
use super::lesson::teach;
use super::{Hangup, Talkback};

/// What somebody at the front door wants in the end.
pub(super) enum Chosen {
    /// Sit down and play.
    Play(GamePlan),
    /// Go on with the game that has this log.
    Resume(PathBuf),
    /// Go to a room online.
    Online(WayOnline),
    /// Nothing more.
    Nothing,
}

/// Asks what to play and with whom.
pub(super) fn choose_game(talk: &mut Talkback<'_>, home: &mut Home) -> Result<Chosen, Hangup> {
    talk.offer_by_ear()?;
    talk.say("Welcome to Dicehouse, the home of bluffing dice.")?;
    talk.say("Press Enter to take what stands in [brackets].")?;
    talk.say("")?;
    if let Some(log) = go_on(talk, home)? {
        return Ok(Chosen::Resume(log));
    }
    let game = loop {
        match front_door::ask(talk, home)? {
            DoorWish::Play(game) => break game,
            DoorWish::Last(plan) => return Ok(Chosen::Play(*plan)),
            DoorWish::Learn(game) => match learn(talk, home, game)? {
                true => break game,
                false => return Ok(Chosen::Nothing),
            },
            DoorWish::Join(link) => return Ok(online(home, WantedRoom::Link(link))),
            DoorWish::Open(game) => return Ok(online(home, WantedRoom::New(game))),
            DoorWish::Daily => return Ok(online(home, WantedRoom::Daily)),
            DoorWish::Rules(game) => talk.explain(&Ruleset::default_of(game))?,
            DoorWish::Scores => home.scores().iter().try_for_each(|line| talk.say(line))?,
            DoorWish::Games => front_door::list_games(talk, &home.past_games())?,
            DoorWish::Look(how, number) => front_door::look_at(talk, home, how, number)?,
            DoorWish::Settings(words) => talk.settings(&words)?,
        }
        talk.say("")?;
    };
    let ruleset = choose_rules(talk, game)?;
    let people = choose_people(talk, home)?;
    let bots = choose_bots(talk, game, people.len(), home)?;
    Ok(Chosen::Play(GamePlan::new(ruleset, people.into_iter().chain(bots).collect())))
}

/// The way to a room in the house that the person goes to.
fn online(home: &Home, room: WantedRoom) -> Chosen {
    let house = home.memory().house.unwrap_or_else(|| DEFAULT_HOUSE.to_owned());
    Chosen::Online(WayOnline { house, room })
}

/// Gives the lesson of a game. Says whether the game is to be played now.
fn learn(talk: &mut Talkback<'_>, home: &mut Home, game: GameKind) -> Result<bool, Hangup> {
    let name = home.person_name();
    let Some(lesson) = Lesson::of(game) else { return Ok(false) };
    let taken_to_its_end = match teach(talk, lesson, &name) {
        Err(Hangup::Left) => false,
        ended => ended?,
    };
    if taken_to_its_end {
        home.remember(|memory| memory.learned(game));
    }
    let more = talk.ask(&format!("Play {} now? [Y/n]: ", game_title(game)))?;
    Ok(!matches!(Wish::read(&more), Some(Wish::No | Wish::Leave)))
}

/// Offers to go on with a game that was interrupted.
fn go_on(talk: &mut Talkback<'_>, home: &mut Home) -> Result<Option<PathBuf>, Hangup> {
    let games = home.interrupted();
    let wanted =
        match games.as_slice() {
            [] => None,
            [game] => talk.choose(&format!("Go on with {}", in_words(game)), "yes", |answer| {
                match Wish::read(answer) {
                    Some(Wish::Yes) => Ok(Some(game)),
                    Some(Wish::No) => Ok(None),
                    _ => Err("Yes or no, please.".to_owned()),
                }
            })?,
            several => which(talk, several)?,
        };
    Ok(wanted.map(|game| game.record.clone()))
}

/// Asks which of several games to go on with, if any.
fn which<'g>(
    talk: &mut Talkback<'_>,
    games: &'g [PastGame],
) -> Result<Option<&'g PastGame>, Hangup> {
    talk.say("These games wait for you:")?;
    for (n, game) in games.iter().enumerate() {
        talk.say(&format!("  ({}) {}  {}", n + 1, game.date, in_words(game)))?;
    }
    let wanted = talk.choose("Go on with which, or no", "1", |answer| {
        match (Wish::read(answer), numbered(answer, games)) {
            (Some(Wish::No), _) => Ok(None),
            (_, Some(game)) => Ok(Some(game)),
            (_, None) => Err("Type a number of the list, or no.".to_owned()),
        }
    })?;
    talk.say("")?;
    Ok(wanted)
}

fn in_words(game: &PastGame) -> String {
    format!("{} with {}", game.ruleset, game.players.join(", "))
}

fn choose_rules(talk: &mut Talkback<'_>, game: GameKind) -> Result<Ruleset, Hangup> {
    let presets: Vec<_> = game.presets().collect();
    let default = Ruleset::default_of(game);
    if presets.len() == 1 {
        return Ok(default);
    }
    talk.say("")?;
    for (n, preset) in presets.iter().enumerate() {
        talk.say(&format!("  ({}) {:<11}{}", n + 1, preset.name, preset_sentence(preset)))?;
    }
    talk.choose("Which rules", default.base().name, |answer| {
        let name = numbered(answer, &presets).map_or(answer, |preset| preset.name);
        Ruleset::preset(game, &name.to_lowercase()).map_err(|error| error.to_string())
    })
}

/// What stands in a list with the number that was typed.
fn numbered<'l, T>(answer: &str, list: &'l [T]) -> Option<&'l T> {
    list.get(answer.parse::<usize>().ok()?.checked_sub(1)?)
}

fn choose_people(talk: &mut Talkback<'_>, home: &Home) -> Result<Vec<SeatPlan>, Hangup> {
    talk.say("")?;
    let count = talk.choose("How many people play at this keyboard", "1", |answer| {
        number(answer, 1, MAX_SEATS)
    })?;
    let mut people: Vec<SeatPlan> = Vec::new();
    for n in 1..=count {
        let default = if n == 1 { home.person_name() } else { format!("Player {n}") };
        let question =
            if count == 1 { "Your name".to_owned() } else { format!("Name of person {n}") };
        let name = talk.choose(&question, &default, |answer| Ok(answer.to_owned()))?;
        if count == 1 && name != default {
            home.remember(|memory| memory.name = Some(name.clone()));
        }
        people.push(SeatPlan::Person { name });
    }
    Ok(people)
}

fn choose_bots(
    talk: &mut Talkback<'_>,
    game: GameKind,
    people: usize,
    home: &Home,
) -> Result<Vec<SeatPlan>, Hangup> {
    let fewest = game.fewest_players().saturating_sub(people);
    let most = MAX_SEATS - people;
    if most == 0 {
        return Ok(Vec::new());
    }
    talk.say("")?;
    let default_count = if people > 1 { fewest } else { DEFAULT_BOTS.clamp(fewest, most) };
    let count = talk.choose("How many bots", &default_count.to_string(), |answer| {
        number(answer, fewest, most)
    })?;
    if count == 0 {
        return Ok(Vec::new());
    }
    let listed: Vec<String> = Difficulty::ALL
        .iter()
        .enumerate()
        .map(|(n, level)| format!("({}) {}", n + 1, level.name()))
        .collect();
    let question = format!("How strong: {}; or name, to name each of them", listed.join(", "));
    let level = talk.choose(&question, "easy", |answer| {
        let named = |level: &&Difficulty| level.name().eq_ignore_ascii_case(answer);
        match Difficulty::ALL.iter().find(named).or(numbered(answer, &Difficulty::ALL)) {
            Some(level) => Ok(Some(*level)),
            None if answer == "name" => Ok(None),
            None => Err(format!("One of {}, or name.", listed.join(", "))),
        }
    })?;
    match level {
        Some(level) => Ok(company(game, level, count)),
        None => name_bots(talk, game, count, home),
    }
}

/// Asks for each bot by name. A program can be one, too.
fn name_bots(
    talk: &mut Talkback<'_>,
    game: GameKind,
    count: usize,
    home: &Home,
) -> Result<Vec<SeatPlan>, Hangup> {
    for bot in bots(game) {
        talk.say(&format!("  {:<11}{:<8}{}", bot.name, bot.difficulty.name(), bot.about))?;
    }
    talk.say("  A program can play, too: type its command, as in python3 mybot.py.")?;
    let mut bots: Vec<String> = Vec::new();
    for n in 1..=count {
        let seated: Vec<&str> = bots.iter().map(String::as_str).collect();
        let offered = next_bot(game, &seated).map_or("", |bot| bot.name);
        bots.push(talk.choose(&format!("Bot {n}"), offered, |answer| {
            home.check_opponent(game, answer).map(|()| answer.to_owned())
        })?);
    }
    Ok(bots.into_iter().map(|bot| SeatPlan::Bot { bot, name: None }).collect())
}

fn number(answer: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = answer.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| format!("A number from {least} to {most}, please."))
}
