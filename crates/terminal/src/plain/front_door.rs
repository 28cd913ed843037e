//! The front door, line by line: what can be played, and what else there is.

use dicehouse_home::{GamePlan, Home, PastGame, review_in_background};
use dicehouse_rules::{GameKind, Ruleset, Viewer};
use dicehouse_telling::{explain, read_command, say, text};

use super::afterwards::{Retelling, told};
use super::watch::steps;
use super::{Hangup, Talkback};

/// What somebody wants to do.
#[derive(Debug)]
pub(super) enum DoorWish {
    Play(GameKind),
    Learn(GameKind),
    /// Answer exercises, from games played here and from the house.
    Practise(GameKind),
    /// Sit down at the table of last time.
    Last(Box<GamePlan>),
    /// Go to the room with this link or code.
    Join(String),
    /// Open a room for this game online.
    Open(GameKind),
    /// Play the challenge of the day.
    Daily,
    Rules(GameKind),
    Scores,
    Games,
    /// Look at the game with this number in the list.
    Look(LookAt, usize),
    /// Say what is set, or change it.
    Settings(String),
}

/// How a game of the list is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookAt {
    Watch,
    Review,
    Verify,
}

/// Says what there is and asks for a wish.
pub(super) fn ask(talk: &mut Talkback<'_>, home: &Home) -> Result<DoorWish, Hangup> {
    let language = talk.language();
    let widest = GameKind::ALL.map(|game| language.game_title(game).chars().count());
    let width = widest.into_iter().max().unwrap_or_default() + 2;
    for (n, game) in GameKind::ALL.into_iter().enumerate() {
        let title = language.game_title(game);
        // The description of one game begins with its title.
        let about = language.game_about(game);
        let about = about.split_once(": ").map_or(about, |(_, about)| about);
        talk.say(&format!("  ({}) {title:<width$}{about}", n + 1))?;
    }
    let last = home.memory().last_table;
    if let Some(plan) = &last {
        let number = GameKind::ALL.len() + 1;
        let table = language.table_title(&plan.ruleset);
        let line = say!(language, "door.last-table", number = number, table = table);
        talk.say(&format!("  {line}"))?;
    }
    talk.say_inset(&[
        text!(language, "door.learn"),
        text!(language, "door.games"),
        text!(language, "door.online"),
    ])?;
    talk.choose(text!(language, "door.what"), "1", |answer| {
        read(answer, last.as_ref()).ok_or_else(|| text!(language, "door.type").to_owned())
    })
}

/// The wish in an answer.
fn read(answer: &str, last: Option<&GamePlan>) -> Option<DoorWish> {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| read_command(word)).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    match lower[..] {
        ["learn"] => Some(DoorWish::Learn(GameKind::Liars)),
        ["learn", which] => game(which).map(DoorWish::Learn),
        ["practise"] => Some(DoorWish::Practise(GameKind::Liars)),
        ["practise", which] => game(which).map(DoorWish::Practise),
        ["rules", which] => game(which).map(DoorWish::Rules),
        ["rules"] => last.map(|plan| plan.ruleset.game()).or(game("1")).map(DoorWish::Rules),
        ["join", _] => Some(DoorWish::Join(words[1].to_owned())),
        ["open", which] => game(which).map(DoorWish::Open),
        ["daily"] => Some(DoorWish::Daily),
        ["games"] => Some(DoorWish::Games),
        ["scores"] => Some(DoorWish::Scores),
        ["settings", ref words @ ..] => Some(DoorWish::Settings(words.join(" "))),
        ["watch", n] => number(n).map(|n| DoorWish::Look(LookAt::Watch, n)),
        ["review", n] => number(n).map(|n| DoorWish::Look(LookAt::Review, n)),
        ["verify", n] => number(n).map(|n| DoorWish::Look(LookAt::Verify, n)),
        ["last"] | ["4"] => last.map(|plan| DoorWish::Last(Box::new(plan.clone()))),
        [which] => game(which).map(DoorWish::Play),
        _ => None,
    }
}

/// A game by its number in the list or by its name.
fn game(which: &str) -> Option<GameKind> {
    match number(which) {
        Some(n) => GameKind::ALL.get(n).copied(),
        None => GameKind::named(which),
    }
}

/// A line of a list, counted from 0, by its number, which counts from 1; the last one is the first.
fn number(which: &str) -> Option<usize> {
    match which {
        "last" => Some(0),
        which => which.parse::<usize>().ok()?.checked_sub(1),
    }
}

/// The games played here, newest first, as many as one reads.
pub(super) fn list_games(talk: &mut Talkback<'_>, games: &[PastGame]) -> Result<(), Hangup> {
    const MOST: usize = 10;
    let language = talk.language();
    if games.is_empty() {
        return talk.say(text!(language, "door.no-games"));
    }
    for (n, game) in games.iter().take(MOST).enumerate() {
        let winner = match &game.winners[..] {
            [] => text!(language, "door.broken-off").to_owned(),
            _ if game.players.len() == 1 => text!(language, "door.alone").to_owned(),
            names => say!(language, "door.won", name = language.list(names)),
        };
        let players = game.players.join(", ");
        let number = n + 1;
        let rules = language.table_title(&game.ruleset);
        talk.say(&format!("  ({number}) {}  {rules}: {players}; {winner}", game.date))?;
    }
    talk.say(text!(language, "door.how"))
}

/// Looks at a game that was played here.
pub(super) fn look_at(
    talk: &mut Talkback<'_>,
    home: &Home,
    how: LookAt,
    number: usize,
) -> Result<(), Hangup> {
    let language = talk.language();
    let games = home.past_games();
    let Some(game) = games.get(number) else {
        return talk.say_inset(&[text!(language, "door.no-such-game")]);
    };
    if how == LookAt::Verify {
        return talk.say(&home.verify_game(game, language));
    }
    let playback = match home.open_game(game) {
        Ok(playback) => playback,
        Err(why) => return talk.say(&format!("  {why}")),
    };
    if how == LookAt::Watch {
        return match steps(&playback, Viewer::Public, talk) {
            Err(Hangup::Left) => Ok(()),
            watched => watched,
        };
    }
    talk.say(text!(language, "after.moment"))?;
    let review = || review_in_background(playback.record.clone()).wait();
    let lines = told(Retelling::Review, &playback, None, language, review);
    let lines = lines.unwrap_or_else(|why| vec![why]);
    lines.iter().try_for_each(|line| talk.say(line))
}

impl Talkback<'_> {
    /// Says the rules, unwrapped: a screen reader or the terminal breaks lines better than we could.
    pub(super) fn explain(&mut self, ruleset: &Ruleset) -> Result<(), Hangup> {
        for section in explain(ruleset, self.language()).sections {
            self.say(&format!("{}:", section.heading))?;
            section.lines.iter().try_for_each(|line| self.say(&format!("  {line}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_by_number_and_by_word() {
        let last = GamePlan::new(Ruleset::default_of(GameKind::Pairs), Vec::new());
        let wish = |answer: &str| match read(answer, Some(&last))? {
            DoorWish::Play(game) => Some(format!("play {game}")),
            DoorWish::Learn(game) => Some(format!("learn {game}")),
            DoorWish::Practise(game) => Some(format!("practise {game}")),
            DoorWish::Rules(game) => Some(format!("rules {game}")),
            DoorWish::Last(plan) => Some(format!("last {}", plan.ruleset.game())),
            DoorWish::Join(link) => Some(format!("join {link}")),
            DoorWish::Open(game) => Some(format!("open {game}")),
            DoorWish::Daily => Some("daily".to_owned()),
            DoorWish::Scores => Some("scores".to_owned()),
            DoorWish::Games => Some("games".to_owned()),
            DoorWish::Look(how, n) => Some(format!("{how:?} {n}")),
            DoorWish::Settings(words) => Some(format!("settings {words}")),
        };
        for (answer, read) in [
            ("1", "play liars"),
            ("Claims", "play claims"),
            ("4", "last pairs"),
            ("last", "last pairs"),
            ("learn", "learn liars"),
            ("LEARN 3", "learn pairs"),
            ("learn claims", "learn claims"),
            ("practise 2", "practise claims"),
            ("practice", "practise liars"),
            ("rules 2", "rules claims"),
            ("games", "games"),
            ("scores", "scores"),
            ("open 2", "open claims"),
            ("daily", "daily"),
            ("watch 2", "Watch 1"),
            ("review last", "Review 0"),
            ("settings ear on", "settings ear on"),
            ("join http://a.b/room/QK7PXA", "join http://a.b/room/QK7PXA"),
        ] {
            assert_eq!(wish(answer).as_deref(), Some(read), "{answer}");
        }
        for nonsense in
            ["", "0", "5", "chess", "learn chess", "join", "watch 0", "open", "play me a song"]
        {
            assert_eq!(wish(nonsense), None, "{nonsense}");
        }
        assert!(read("4", None).is_none(), "nobody has sat anywhere yet");
    }
}
