//! Choosing a game by answering questions; every question has a default, and every list has numbers.

use dicehouse_rules::{GameKind, MAX_SEATS, Ruleset};
use dicehouse_telling::lesson::Lesson;
use dicehouse_telling::{Language, Wish, read_command, say, text};

use std::path::PathBuf;

use crate::online::{DEFAULT_HOUSE, WantedRoom, WayOnline};
use crate::practise_texts::form_lines;
use dicehouse_bots::Difficulty;
use dicehouse_home::{DEFAULT_BOTS, GamePlan, Home, PastGame, SeatPlan, bots, company, next_bot};

use crate::words::{about_bot, level_name};

use super::front_door::{self, DoorWish};
use super::lesson::teach;
use super::practise::exercises;
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
    talk.say(text!(talk.language(), "door.welcome"))?;
    talk.say(text!(talk.language(), "door.brackets"))?;
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
            DoorWish::Practise(game) => match exercises(talk, home, game) {
                Err(Hangup::Left) => {}
                practised => practised?,
            },
            DoorWish::Scores => {
                let language = talk.language();
                let forms = home.forms();
                let forms = forms.iter().flat_map(|form| form_lines(form, language));
                let lines = home.scores(language).into_iter().chain(forms);
                lines.into_iter().try_for_each(|line| talk.say(&line))?;
            }
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
    let Some(lesson) = Lesson::in_language(game, talk.language()) else { return Ok(false) };
    let taken_to_its_end = match teach(talk, lesson, &name) {
        Err(Hangup::Left) => false,
        ended => ended?,
    };
    if taken_to_its_end {
        home.remember(|memory| memory.learned(game));
    }
    let language = talk.language();
    let question = say!(language, "door.play-now", game = language.game_title(game));
    let more = talk.ask(&format!("{question} "))?;
    Ok(!matches!(Wish::read(&more), Some(Wish::No | Wish::Leave)))
}

/// Offers to go on with a game that was interrupted.
fn go_on(talk: &mut Talkback<'_>, home: &mut Home) -> Result<Option<PathBuf>, Hangup> {
    let games = home.interrupted();
    let language = talk.language();
    let wanted = match games.as_slice() {
        [] => None,
        [game] => {
            let question = say!(language, "door.go-on-with", game = in_words(game, language));
            talk.choose(&question, text!(language, "door.yes"), |answer| {
                match Wish::read(answer) {
                    Some(Wish::Yes) => Ok(Some(game)),
                    Some(Wish::No) => Ok(None),
                    _ => Err(text!(language, "door.yes-or-no").to_owned()),
                }
            })?
        }
        several => which(talk, several)?,
    };
    Ok(wanted.map(|game| game.record.clone()))
}

/// Asks which of several games to go on with, if any.
fn which<'g>(
    talk: &mut Talkback<'_>,
    games: &'g [PastGame],
) -> Result<Option<&'g PastGame>, Hangup> {
    let language = talk.language();
    talk.say(text!(language, "door.waiting"))?;
    for (n, game) in games.iter().enumerate() {
        talk.say(&format!("  ({}) {}  {}", n + 1, game.date, in_words(game, language)))?;
    }
    let wanted = talk.choose(text!(language, "door.which"), "1", |answer| {
        match (Wish::read(answer), numbered(answer, games)) {
            (Some(Wish::No), _) => Ok(None),
            (_, Some(game)) => Ok(Some(game)),
            (_, None) => Err(text!(language, "door.type-or-no").to_owned()),
        }
    })?;
    talk.say("")?;
    Ok(wanted)
}

fn in_words(game: &PastGame, language: Language) -> String {
    let (rules, players) = (language.table_title(&game.ruleset), game.players.join(", "));
    say!(language, "door.with", rules = rules, players = players)
}

fn choose_rules(talk: &mut Talkback<'_>, game: GameKind) -> Result<Ruleset, Hangup> {
    let presets: Vec<_> = game.presets().collect();
    let default = Ruleset::default_of(game);
    if presets.len() == 1 {
        return Ok(default);
    }
    talk.say("")?;
    let language = talk.language();
    for (n, preset) in presets.iter().enumerate() {
        let sentence = language.preset_sentence(preset);
        talk.say(&format!("  ({}) {:<11}{sentence}", n + 1, preset.name))?;
    }
    talk.choose(text!(language, "door.which-rules"), default.base().name, |answer| {
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
    let language = talk.language();
    let count = talk.choose(text!(language, "door.how-many"), "1", |answer| {
        number(answer, 1, MAX_SEATS, language)
    })?;
    let mut people: Vec<SeatPlan> = Vec::new();
    for n in 1..=count {
        let default = match n {
            1 => home.person_name(),
            _ => say!(language, "door.player", n = n),
        };
        let question = match count {
            1 => text!(language, "door.your-name").to_owned(),
            _ => say!(language, "door.name-of", n = n),
        };
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
    let language = talk.language();
    let question = text!(language, "door.how-many-bots");
    let count = talk.choose(question, &default_count.to_string(), |answer| {
        number(answer, fewest, most, language)
    })?;
    if count == 0 {
        return Ok(Vec::new());
    }
    let listed: Vec<String> = Difficulty::ALL
        .iter()
        .enumerate()
        .map(|(n, level)| format!("({}) {}", n + 1, level_name(*level, language)))
        .collect();
    let levels = listed.join(", ");
    let question = say!(language, "door.how-strong", levels = levels);
    let easy = level_name(Difficulty::Easy, language);
    let strength = talk.choose(&question, easy, |answer| {
        let answer = &read_command(answer);
        let named = |level: &&Difficulty| level.name() == answer;
        match Difficulty::ALL.iter().find(named).or(numbered(answer, &Difficulty::ALL)) {
            Some(level) => Ok(Strength::Level(*level)),
            None if answer == "mine" => Ok(Strength::Mine),
            None if answer == "name" => Ok(Strength::Named),
            None => Err(say!(language, "door.one-of", levels = levels)),
        }
    })?;
    match strength {
        Strength::Level(level) => Ok(company(game, level, count)),
        Strength::Mine => {
            let mine = home.my_level(game, count);
            talk.say(&mine.sentence(language))?;
            Ok(mine.bots)
        }
        Strength::Named => name_bots(talk, game, count, home),
    }
}

/// How strong the bots are to be.
enum Strength {
    Level(Difficulty),
    /// What suits the person.
    Mine,
    /// Each is named.
    Named,
}

/// Asks for each bot by name. A program can be one, too.
fn name_bots(
    talk: &mut Talkback<'_>,
    game: GameKind,
    count: usize,
    home: &Home,
) -> Result<Vec<SeatPlan>, Hangup> {
    let language = talk.language();
    for bot in bots(game) {
        let (level, about) = (level_name(bot.difficulty, language), about_bot(bot, language));
        talk.say(&format!("  {:<11}{level:<8}{about}", bot.name))?;
    }
    talk.say_inset(&[text!(language, "door.program")])?;
    let mut bots: Vec<String> = Vec::new();
    for n in 1..=count {
        let seated: Vec<&str> = bots.iter().map(String::as_str).collect();
        let offered = next_bot(game, &seated).map_or("", |bot| bot.name);
        bots.push(talk.choose(&say!(language, "door.bot", n = n), offered, |answer| {
            home.check_opponent(game, answer).map(|()| answer.to_owned())
        })?);
    }
    Ok(bots.into_iter().map(|bot| SeatPlan::Bot { bot, name: None }).collect())
}

fn number(answer: &str, least: usize, most: usize, language: Language) -> Result<usize, String> {
    let number = answer.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| say!(language, "door.number", least = least, most = most))
}
