//! What is asked line by line, and what the answer means.

use dicehouse_rules::{Act, Acts};

use super::asks_to_leave;
use super::game::numbered;

/// The prompt for what is asked.
pub(super) fn question(legal: &Acts) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => "Bid, call or exact?",
        Acts::Bid(acts) if acts.call => "Bid or call?",
        Acts::Bid(_) => "Your bid?",
        Acts::Claim { .. } => "Your claim?",
        Acts::Answer => "Call or pass?",
        Acts::Immunity => "Play your immunity card (immunity or keep)?",
        Acts::Split { .. } => "Your split?",
        Acts::Nothing => ">",
    }
}

pub(super) enum Answer {
    Act(Act),
    Help,
    Odds,
    Rules,
    Leave,
    /// Just Enter, where refusing to bid is a call.
    Nothing,
    Unclear,
}

/// What can be typed, by example.
pub(super) fn example(legal: &Acts) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => "Bid like 3x5 or 3 fives, or say call or exact.",
        Acts::Bid(acts) if acts.call => "Bid like 3x5 or 3 fives, or say call.",
        Acts::Bid(_) => "Bid like 3x5 or 3 fives.",
        Acts::Claim { .. } => "Type the sum you claim, like 7.",
        Acts::Answer => "Type call or pass.",
        Acts::Immunity => "Type immunity or keep.",
        Acts::Split { .. } => "Type a number of the list, or a split like 4+10-3.",
        Acts::Nothing => "",
    }
}

/// Reads what was typed. Yes and no, and a bare number, mean what is asked now.
pub(super) fn read(answer: &str, legal: &Acts) -> Answer {
    if asks_to_leave(answer) {
        return Answer::Leave;
    }
    let lower = answer.to_lowercase();
    match (lower.as_str(), legal) {
        ("", Acts::Bid(acts)) if acts.call => Answer::Nothing,
        ("" | "?" | "help", _) => Answer::Help,
        ("o" | "odds", Acts::Bid(_) | Acts::Claim { .. } | Acts::Answer) => Answer::Odds,
        ("r" | "rules", _) => Answer::Rules,
        ("y" | "yes" | "c", Acts::Answer) => Answer::Act(Act::Call),
        ("n" | "no" | "p", Acts::Answer) => Answer::Act(Act::LetPass),
        ("y" | "yes", Acts::Immunity) => Answer::Act(Act::Immunity),
        ("n" | "no", Acts::Immunity) => Answer::Act(Act::NoImmunity),
        ("c", Acts::Bid(_)) => Answer::Act(Act::Call),
        ("e" | "x", Acts::Bid(_)) => Answer::Act(Act::Exact),
        _ => match (legal, lower.parse::<usize>()) {
            // A bare number is a sum where one claims, and a line of the list everywhere else.
            (Acts::Claim { .. }, _) | (_, Err(_)) => answer.parse().ok(),
            (_, Ok(number)) => chosen(number, legal),
        }
        .map_or(Answer::Unclear, Answer::Act),
    }
}

/// What stands in the list with this number.
fn chosen(number: usize, legal: &Acts) -> Option<Act> {
    numbered(legal).get(number.checked_sub(1)?).copied()
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
        assert_eq!(example(&bids), "Bid like 3x5 or 3 fives, or say call.");
        let claims = legal(GameKind::Claims, &[&[1, 2]], &[]);
        assert!(!example(&claims).contains("bid") && !example(&claims).contains("+"));
    }

    #[test]
    fn refusing_to_bid_is_a_call_where_there_is_something_to_call() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let opening = legal(GameKind::Liars, &[hand, hand], &[]);
        assert!(matches!(read("", &opening), Answer::Help));
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("", &raise), Answer::Nothing));
    }

    /// What `?` lists can be chosen by its number.
    #[test]
    fn choices_have_numbers() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        let Acts::Bid(bids) = &raise else { panic!("a bid is asked for") };
        let lowest: Vec<Act> = bids.lowest_bids().map(Act::Bid).collect();
        let act = |number: usize| match read(&number.to_string(), &raise) {
            Answer::Act(act) => Some(act),
            _ => None,
        };
        assert_eq!(act(1), lowest.first().copied());
        assert_eq!(act(lowest.len() + 1), Some(Act::Call));
        assert_eq!((act(0), act(lowest.len() + 2)), (None, None));
        let answer = legal(GameKind::Claims, &[&[1, 2]], &["claim 7"]);
        assert!(matches!(read("1", &answer), Answer::Act(Act::Call)));
        assert!(matches!(read("2", &answer), Answer::Act(Act::LetPass)));
        let claim = legal(GameKind::Claims, &[&[1, 2]], &[]);
        assert!(matches!(read("2", &claim), Answer::Act(Act::Claim(2))), "a sum is a sum");
    }

    #[test]
    fn splits_are_chosen_by_number_and_have_no_odds() {
        let splits = legal(GameKind::Pairs, &[&[3, 1, 5, 5, 3]], &[]);
        let Acts::Split { splits: all } = &splits else { panic!("a split is asked for") };
        assert!(matches!(read("1", &splits), Answer::Act(Act::Split(split)) if split == all[0]));
        assert!(matches!(read("99", &splits), Answer::Unclear));
        assert!(matches!(read("o", &splits), Answer::Unclear), "there are no odds to give");
    }
}
