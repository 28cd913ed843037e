//! What is asked line by line, and what the answer means.

use dicehouse_rules::{Act, Acts};
use dicehouse_telling::{Language, Wish, read_act, text};

/// The prompt for what is asked.
pub(super) fn question(legal: &Acts, language: Language) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => text!(language, "ask.bid-call-exact"),
        Acts::Bid(acts) if acts.call => text!(language, "ask.bid-call"),
        Acts::Bid(_) => text!(language, "ask.bid"),
        Acts::Claim { .. } => text!(language, "ask.claim"),
        Acts::Answer => text!(language, "ask.answer"),
        Acts::Immunity => text!(language, "ask.immunity"),
        Acts::Split { .. } => text!(language, "ask.split"),
        Acts::Nothing => ">",
    }
}

/// What a line means where something is asked.
pub(super) enum Answer {
    Act(Act),
    Wish(Wish),
    /// Just Enter, where refusing to bid is a call.
    Nothing,
    Unclear,
}

/// What can be typed, by example.
pub(super) fn example(legal: &Acts, language: Language) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => text!(language, "example.bid-call-exact"),
        Acts::Bid(acts) if acts.call => text!(language, "example.bid-call"),
        Acts::Bid(_) => text!(language, "example.bid"),
        Acts::Claim { .. } => text!(language, "example.claim"),
        Acts::Answer => text!(language, "example.answer"),
        Acts::Immunity => text!(language, "example.immunity"),
        Acts::Split { .. } => text!(language, "example.split"),
        Acts::Nothing => "",
    }
}

/// Reads what was typed. Yes and no, and a bare number, mean what is asked now.
pub(super) fn read(answer: &str, legal: &Acts) -> Answer {
    let unclear_or = |act: Option<Act>| act.map_or(Answer::Unclear, Answer::Act);
    match (answer, Wish::read(answer), legal) {
        ("", _, Acts::Bid(acts)) if acts.call => Answer::Nothing,
        ("", ..) => Answer::Wish(Wish::Help),
        (_, Some(Wish::Yes), Acts::Answer) => Answer::Act(Act::Call),
        (_, Some(Wish::No), Acts::Answer) => Answer::Act(Act::LetPass),
        (_, Some(Wish::Yes), Acts::Immunity) => Answer::Act(Act::Immunity),
        (_, Some(Wish::No), Acts::Immunity) => Answer::Act(Act::NoImmunity),
        (_, None | Some(Wish::Yes | Wish::No), _) => unclear_or(read_act(answer, legal).ok()),
        (_, Some(wish), _) => Answer::Wish(wish),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset};

    fn legal(game: GameKind, dice: &[&[u8]], acts: &[&str]) -> Acts {
        let ruleset = match game {
            GameKind::Liars => Ruleset::preset(game, "contest").unwrap(),
            _ => Ruleset::default_of(game),
        };
        let players = if game == GameKind::Pairs { 1 } else { 2 };
        let mut game = Game::new(&ruleset, players).unwrap();
        let dice: Vec<Dice> = dice.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        game.roll(&dice, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        game.legal(game.turn().due().nth(0).unwrap())
    }

    #[test]
    fn what_makes_no_sense_is_answered_for_the_game_being_played() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let bids = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("6x", &bids), Answer::Unclear));
        assert_eq!(example(&bids, Language::English), "Bid like 3x5 or 3 fives, or say call.");
        let claims = legal(GameKind::Claims, &[&[1, 2]], &[]);
        for language in Language::ALL {
            assert!(!example(&claims, language).contains("3x5"), "{language:?}");
        }
    }

    #[test]
    fn refusing_to_bid_is_a_call_where_there_is_something_to_call() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let opening = legal(GameKind::Liars, &[hand, hand], &[]);
        assert!(matches!(read("", &opening), Answer::Wish(Wish::Help)));
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("", &raise), Answer::Nothing));
    }

    /// What is listed can be chosen by what stands before it: the face of a bid, or the number of a line.
    #[test]
    fn choices_have_numbers() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        let act = |typed: &str, legal: &Acts| match read(typed, legal) {
            Answer::Act(act) => Some(act.to_string()),
            _ => None,
        };
        assert_eq!(act("1", &raise).as_deref(), Some("3x1"));
        assert_eq!(act("4", &raise).as_deref(), Some("2x4"));
        assert_eq!(act("c", &raise).as_deref(), Some("call"));
        assert_eq!((act("0", &raise), act("7", &raise)), (None, None));
        let answer = legal(GameKind::Claims, &[&[1, 2]], &["claim 7"]);
        assert_eq!(act("1", &answer).as_deref(), Some("call"));
        assert_eq!(act("no", &answer).as_deref(), Some("let pass"));
        let claim = legal(GameKind::Claims, &[&[1, 2]], &[]);
        assert_eq!(act("2", &claim).as_deref(), Some("claim 2"), "a sum is a sum");
        let splits = legal(GameKind::Pairs, &[&[3, 1, 5, 5, 3]], &[]);
        assert_eq!(act("1", &splits).as_deref(), Some("6+10-1"));
        assert_eq!(act("99", &splits), None);
    }

    #[test]
    fn words_that_are_no_acts_are_wishes() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("h", &raise), Answer::Wish(Wish::Help)));
        assert!(matches!(read("Q", &raise), Answer::Wish(Wish::Leave)));
        assert!(matches!(read("yes", &raise), Answer::Unclear), "nothing is asked that way");
    }
}
