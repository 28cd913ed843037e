//! The front door, line by line: what can be played, and what else there is.

use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_telling::{Language, explain, game_about, game_title, table_title};

use super::{Hangup, Talkback};
use dicehouse_home::{GamePlan, Home, PastGame};

/// What somebody wants to do.
#[derive(Debug)]
pub(super) enum DoorWish {
    Play(GameKind),
    Learn(GameKind),
    /// Sit down at the table of last time.
    Last(Box<GamePlan>),
    /// Go to the room with this link or code.
    Join(String),
    Rules(GameKind),
    Scores,
    Games,
}

const OTHERS: &str = "  Or: learn 1 (a guided first game of three minutes), rules 1, games, scores,
  join LINK (a room online), q.";

/// Says what there is and asks for a wish.
pub(super) fn ask(talk: &mut Talkback<'_>, home: &Home) -> Result<DoorWish, Hangup> {
    for (n, game) in GameKind::ALL.into_iter().enumerate() {
        let title = game_title(game);
        // The description of one game begins with its title.
        let about = game_about(game);
        let about = about.split_once(": ").map_or(about, |(_, about)| about);
        talk.say(&format!("  ({}) {title:<13}{about}", n + 1))?;
    }
    let last = home.memory().last_table;
    if let Some(plan) = &last {
        let number = GameKind::ALL.len() + 1;
        talk.say(&format!("  ({number}) The table of last time: {}", table_title(&plan.ruleset)))?;
    }
    talk.say(OTHERS)?;
    talk.choose("What would you like", "1", |answer| {
        read(answer, last.as_ref()).ok_or_else(|| {
            "Type a number of the list, or one of the words below it, as in learn 1.".to_owned()
        })
    })
}

/// The wish in an answer.
fn read(answer: &str, last: Option<&GamePlan>) -> Option<DoorWish> {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    match lower[..] {
        ["learn"] => Some(DoorWish::Learn(GameKind::Liars)),
        ["learn", which] => game(which).map(DoorWish::Learn),
        ["rules", which] => game(which).map(DoorWish::Rules),
        ["rules"] => last.map(|plan| plan.ruleset.game()).or(game("1")).map(DoorWish::Rules),
        ["join", _] => Some(DoorWish::Join(words[1].to_owned())),
        ["games"] => Some(DoorWish::Games),
        ["scores"] => Some(DoorWish::Scores),
        ["last"] | ["4"] => last.map(|plan| DoorWish::Last(Box::new(plan.clone()))),
        [which] => game(which).map(DoorWish::Play),
        _ => None,
    }
}

/// A game by its number in the list or by its name.
fn game(which: &str) -> Option<GameKind> {
    let numbered = which.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    match numbered {
        Some(n) => GameKind::ALL.get(n).copied(),
        None => GameKind::named(which),
    }
}

/// The games played here, newest first, as many as one reads.
pub(super) fn list_games(talk: &mut Talkback<'_>, games: &[PastGame]) -> Result<(), Hangup> {
    const MOST: usize = 10;
    if games.is_empty() {
        return talk.say("No games yet: play one first.");
    }
    for game in games.iter().take(MOST) {
        let winner =
            game.winner.as_ref().map_or("broken off".to_owned(), |name| format!("{name} won"));
        let players = game.players.join(", ");
        talk.say(&format!("  {}  {}: {players}; {winner}", game.date, game.ruleset))?;
        talk.say(&format!("    {}", game.record.display()))?;
    }
    talk.say("dicehouse watch FILE tells one again, dicehouse verify FILE checks it, dicehouse review FILE judges it.")
}

impl Talkback<'_> {
    /// Says the rules, unwrapped: a screen reader or the terminal breaks lines better than we could.
    pub(super) fn explain(&mut self, ruleset: &Ruleset) -> Result<(), Hangup> {
        for section in explain(ruleset, Language::English).sections {
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
            DoorWish::Rules(game) => Some(format!("rules {game}")),
            DoorWish::Last(plan) => Some(format!("last {}", plan.ruleset.game())),
            DoorWish::Join(link) => Some(format!("join {link}")),
            DoorWish::Scores => Some("scores".to_owned()),
            DoorWish::Games => Some("games".to_owned()),
        };
        for (answer, read) in [
            ("1", "play liars"),
            ("Claims", "play claims"),
            ("4", "last pairs"),
            ("last", "last pairs"),
            ("learn", "learn liars"),
            ("LEARN 3", "learn pairs"),
            ("learn claims", "learn claims"),
            ("rules 2", "rules claims"),
            ("games", "games"),
            ("scores", "scores"),
            ("join http://a.b/room/QK7PXA", "join http://a.b/room/QK7PXA"),
        ] {
            assert_eq!(wish(answer).as_deref(), Some(read), "{answer}");
        }
        for nonsense in ["", "0", "5", "chess", "learn chess", "join", "play me a song"] {
            assert_eq!(wish(nonsense), None, "{nonsense}");
        }
        assert!(read("4", None).is_none(), "nobody has sat anywhere yet");
    }
}
