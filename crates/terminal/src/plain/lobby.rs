//! Choosing a game by answering questions; every question has a default.

use dicehouse_rules::{GameKind, MAX_SEATS, Ruleset};
use dicehouse_telling::lesson::Lesson;
use dicehouse_telling::table_title;

use crate::house::{DEFAULT_BOTS, GamePlan, House, Level, SeatPlan, next_bot};

use super::lesson::teach;
use super::{Hangup, Talkback, asks_to_leave};

/// Asks what to play and with whom; `None` when somebody only wanted to learn.
pub(super) fn choose_game(
    talk: &mut Talkback<'_>,
    house: &mut dyn House,
) -> Result<Option<GamePlan>, Hangup> {
    talk.say("Welcome to Dicehouse, the home of bluffing dice.")?;
    talk.say("Press Enter to take what stands in [brackets].")?;
    talk.say("")?;
    if let Some(plan) = go_on(talk, house)? {
        return Ok(Some(plan));
    }
    for game in GameKind::ALL {
        talk.say(&format!("  {:<8}{}", game.name(), game.about()))?;
    }
    talk.say("  learn GAME is a guided first game of three minutes, as in learn liars")?;
    let last = house.memory().last_table;
    if let Some(plan) = &last {
        talk.say(&format!("  last    the table of last time: {}", table_title(&plan.ruleset)))?;
    }
    let wish = talk.choose("Which game", GameKind::Liars.name(), |answer| {
        Wish::read(&answer.to_lowercase(), last.is_some())
            .ok_or_else(|| "There are liars, claims and pairs; or learn liars.".to_owned())
    })?;
    let game = match wish {
        Wish::Play(game) => game,
        Wish::Last => return Ok(last),
        Wish::Learn(game) => {
            let name = house.person_name();
            let Some(lesson) = Lesson::of(game) else { return Ok(None) };
            let taken_to_its_end = match teach(talk, lesson, &name) {
                Err(Hangup::Left) => false,
                ended => ended?,
            };
            if taken_to_its_end {
                let mut memory = house.memory();
                memory.learned(game);
                house.remember(&memory);
            }
            let more = talk.ask(&format!("Play {} now? [Y/n]: ", game.name()))?;
            if matches!(more.to_lowercase().as_str(), "n" | "no") || asks_to_leave(&more) {
                return Ok(None);
            }
            game
        }
    };
    let ruleset = choose_rules(talk, game)?;
    let people = choose_people(talk, &*house)?;
    let bots = choose_bots(talk, game, people.len(), &*house)?;
    Ok(Some(GamePlan::new(ruleset, people.into_iter().chain(bots).collect())))
}

/// What somebody wants to do.
enum Wish {
    Play(GameKind),
    Learn(GameKind),
    /// Sit down at the table of last time.
    Last,
}

impl Wish {
    fn read(answer: &str, has_last: bool) -> Option<Wish> {
        let words: Vec<&str> = answer.split_whitespace().collect();
        match words[..] {
            ["last"] if has_last => Some(Wish::Last),
            ["learn"] => Some(Wish::Learn(GameKind::Liars)),
            ["learn", game] => GameKind::named(game).map(Wish::Learn),
            [game] => GameKind::named(game).map(Wish::Play),
            _ => None,
        }
    }
}

/// Offers to go on with a game that was interrupted.
fn go_on(talk: &mut Talkback<'_>, house: &mut dyn House) -> Result<Option<GamePlan>, Hangup> {
    let Some(game) = house.interrupted() else { return Ok(None) };
    let wanted = talk.choose(&format!("Go on with {game}"), "yes", |answer| {
        match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err("Yes or no, please.".to_owned()),
        }
    })?;
    if !wanted {
        return Ok(None);
    }
    match house.resume() {
        Ok(plan) => Ok(Some(plan)),
        Err(error) => {
            talk.say(&format!("  {error}"))?;
            Ok(None)
        }
    }
}

fn choose_rules(talk: &mut Talkback<'_>, game: GameKind) -> Result<Ruleset, Hangup> {
    let presets: Vec<_> = game.presets().collect();
    let default = Ruleset::default_of(game);
    if presets.len() == 1 {
        return Ok(default);
    }
    talk.say("")?;
    for preset in presets {
        talk.say(&format!("  {:<11}{}", preset.name, preset.about))?;
    }
    talk.choose("Which rules", default.base().name, |answer| {
        Ruleset::preset(game, &answer.to_lowercase()).map_err(|error| error.to_string())
    })
}

fn choose_people(talk: &mut Talkback<'_>, house: &dyn House) -> Result<Vec<SeatPlan>, Hangup> {
    talk.say("")?;
    let count = talk.choose("How many people play at this keyboard", "1", |answer| {
        number(answer, 1, MAX_SEATS)
    })?;
    let mut people: Vec<SeatPlan> = Vec::new();
    for n in 1..=count {
        let default = if n == 1 { house.person_name() } else { format!("Player {n}") };
        let question =
            if count == 1 { "Your name".to_owned() } else { format!("Name of person {n}") };
        let name = talk.choose(&question, &default, |answer| Ok(answer.to_owned()))?;
        people.push(SeatPlan::Person { name });
    }
    Ok(people)
}

fn choose_bots(
    talk: &mut Talkback<'_>,
    game: GameKind,
    people: usize,
    house: &dyn House,
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
    let levels = Level::ALL.map(|level| level.name().to_lowercase());
    let question = format!("How strong: {}; or name, to name each of them", levels.join(", "));
    let level = talk.choose(&question, &levels[0], |answer| {
        let level = levels.iter().position(|level| *level == answer.to_lowercase());
        match (level, answer) {
            (Some(n), _) => Ok(Some(Level::ALL[n])),
            (None, "name") => Ok(None),
            (None, _) => Err(format!("One of {}, or name.", levels.join(", "))),
        }
    })?;
    match level {
        Some(level) => Ok(house.company(game, level, count)),
        None => name_bots(talk, game, count, house),
    }
}

/// Asks for each bot by name. A program can be one, too.
fn name_bots(
    talk: &mut Talkback<'_>,
    game: GameKind,
    count: usize,
    house: &dyn House,
) -> Result<Vec<SeatPlan>, Hangup> {
    let choices = house.bots(game);
    for bot in &choices {
        talk.say(&format!("  {:<11}{:<8}{}", bot.name, bot.difficulty, bot.about))?;
    }
    talk.say("  A program can play, too: type its command, as in python3 mybot.py.")?;
    let mut bots: Vec<String> = Vec::new();
    for n in 1..=count {
        let seated: Vec<&str> = bots.iter().map(String::as_str).collect();
        let offered = next_bot(&choices, &seated).map_or("", |bot| bot.name.as_str());
        bots.push(talk.choose(&format!("Bot {n}"), offered, |answer| {
            house.check_opponent(game, answer).map(|()| answer.to_owned())
        })?);
    }
    Ok(bots.into_iter().map(|bot| SeatPlan::Bot { bot, name: None }).collect())
}

fn number(answer: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = answer.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| format!("A number from {least} to {most}, please."))
}
