//! Words that the sentences of all games share.

use dicehouse_rules::{Act, GameKind, Seat};
use dicehouse_table::Seated;

use crate::shape::{Considered, DecisionReview, Mark, PlayerReview, Review};
use crate::{claims, liars, pairs};

/// What there is to say about a decision of a review.
pub(crate) fn sentence(review: &Review, decision: &DecisionReview) -> String {
    said(review.game, decision, &Subject::new(&review.players, decision.seat))
}

/// What there is to say about a decision to the one who made it.
pub(crate) fn sentence_to_you(game: GameKind, decision: &DecisionReview) -> String {
    said(game, decision, &Subject { name: None })
}

fn said(game: GameKind, decision: &DecisionReview, who: &Subject<'_>) -> String {
    let Some(comment) = &decision.comment else { return not_decided(decision, who) };
    match game {
        GameKind::Liars => liars::sentence(comment, decision, who),
        GameKind::Claims => claims::sentence(comment, decision, who),
        GameKind::Pairs => pairs::sentence(comment, decision),
    }
}

/// Whom a sentence is about: "You" for the only person at the table, else a name.
pub(crate) struct Subject<'a> {
    name: Option<&'a str>,
}

impl<'a> Subject<'a> {
    pub fn new(players: &'a [PlayerReview], seat: Seat) -> Subject<'a> {
        let people = players.iter().filter(|player| player.seated.is_person()).count();
        let seated = players.get(seat.index()).map(|player| &player.seated);
        let only = people == 1 && seated.is_some_and(Seated::is_person);
        Subject { name: seated.filter(|_| !only).map(|seated| seated.name.as_str()) }
    }

    /// "You", "Ann".
    pub fn who(&self) -> &str {
        self.name.unwrap_or("You")
    }
}

/// "79 %", not to be broken between lines; what is not quite sure is not called so.
pub(crate) fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p > 0.0 && p < 1.0 => "under 1\u{a0}%".to_owned(),
        p if p > 99.0 && p < 100.0 => "over 99\u{a0}%".to_owned(),
        p => format!("{p:.0}\u{a0}%"),
    }
}

/// "31.2 %", for chances whose difference is told as well.
pub(crate) fn precise(chance: f64) -> String {
    format!("{:.1}\u{a0}%", chance * 100.0)
}

/// A number as a word where it is small: "three".
pub(crate) fn spelled(number: u16) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// What somebody is doing: "calling", "bidding 3 fives".
pub(crate) fn doing(act: Act) -> String {
    match act {
        Act::Bid(bid) => format!("bidding {}", bid.spoken()),
        Act::Call => "calling".to_owned(),
        Act::Exact => "saying exact".to_owned(),
        Act::Claim(sum) => format!("claiming {sum}"),
        Act::LetPass => "letting it pass".to_owned(),
        Act::Immunity => "playing the immunity card".to_owned(),
        Act::NoImmunity => "keeping the card".to_owned(),
        Act::Split(split) => {
            let [low, high] = split.pairs();
            format!("marking {low} and {high}, removing the {}", split.removed())
        }
    }
}

/// A sentence's first letter made large.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// "calling left a winning chance of 31.2 %, bidding 7 fours only 22.0 %".
pub(crate) fn instead(best: &Considered, chosen: &Considered) -> String {
    format!(
        "{} left a winning chance of {}, {} only {}",
        doing(best.act),
        precise(best.win),
        doing(chosen.act),
        precise(chosen.win)
    )
}

/// What is said where there was nothing to choose: a fault, or a single legal act.
fn not_decided(decision: &DecisionReview, who: &Subject<'_>) -> String {
    match decision.fault {
        Some(cause) => format!("{} {}.", who.who(), cause.sentence()),
        None => "There was nothing else to do.".to_owned(),
    }
}

/// What a decision was, in a few words.
pub(crate) fn verdict(decision: &DecisionReview) -> &'static str {
    match (decision.best(), decision.chosen(), decision.mark) {
        (_, _, Some(Mark::Inaccuracy)) => "an inaccuracy",
        (_, _, Some(Mark::Mistake)) => "a mistake",
        (_, _, Some(Mark::Blunder)) => "a blunder",
        (Some(best), Some(chosen), None) if best.act == chosen.act => "the best there was",
        _ => "a fair choice",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::MarkCounts;

    #[test]
    fn chances_numbers_and_acts() {
        let texts = [0.0, 0.004, 0.0149, 0.79, 0.994, 0.9951, 1.0];
        let texts = texts.map(|chance| percent(chance).replace('\u{a0}', " "));
        assert_eq!(texts, ["0 %", "under 1 %", "1 %", "79 %", "over 99 %", "over 99 %", "100 %"]);
        assert_eq!([0, 3, 10, 11].map(spelled), ["no", "three", "ten", "11"]);
        let doing = |text: &str| super::doing(text.parse().unwrap());
        assert_eq!(doing("3x5"), "bidding 3 fives");
        assert_eq!(doing("4+10-3"), "marking 4 and 10, removing the 3");
        assert_eq!(capital("letting it pass"), "Letting it pass");
    }

    #[test]
    fn the_only_person_is_you() {
        let [ann, bob, bot] =
            [Seated::person("Ann"), Seated::person("Bob"), Seated::bot("Olga", "odds", "1")];
        let who = |seats: &[Seated], seat: usize| {
            let player = |(seat, seated): (Seat, &Seated)| PlayerReview {
                seat,
                seated: seated.clone(),
                accuracy: None,
                judged: 0,
                mattered: 0,
                forced: 0,
                faults: 0,
                marks: MarkCounts::default(),
                loss: 0.0,
            };
            let players: Vec<PlayerReview> =
                Seat::first(seats.len()).zip(seats).map(player).collect();
            Subject::new(&players, Seat::new(seat).unwrap()).who().to_owned()
        };
        assert_eq!(who(&[ann.clone(), bot.clone()], 0), "You");
        assert_eq!(who(&[ann.clone(), bot], 1), "Olga");
        assert_eq!(who(&[ann, bob], 1), "Bob");
    }
}
