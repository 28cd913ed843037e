//! Words that the sentences of all games share.

use dicehouse_rules::{Act, Cause, GameKind, Seat};
use dicehouse_table::Seated;
use dicehouse_telling::{Language, say, text};

use crate::shape::{Considered, DecisionReview, Mark, PlayerReview, Review};
use crate::{claims, liars, pairs};

/// What there is to say about a decision of a review.
pub(crate) fn sentence(review: &Review, decision: &DecisionReview, language: Language) -> String {
    said(review.game, decision, &Subject::new(&review.players, decision.seat, language))
}

/// What there is to say about a decision to the one who made it.
pub(crate) fn sentence_to_you(
    game: GameKind,
    decision: &DecisionReview,
    language: Language,
) -> String {
    said(game, decision, &Subject { name: None, language })
}

fn said(game: GameKind, decision: &DecisionReview, who: &Subject<'_>) -> String {
    let Some(comment) = &decision.comment else { return not_decided(decision, who) };
    match game {
        GameKind::Liars => liars::sentence(comment, decision, who),
        GameKind::Claims => claims::sentence(comment, decision, who),
        GameKind::Pairs => pairs::sentence(comment, decision, who.language),
    }
}

/// Whom a sentence is about: "You" for the only person at the table, else a name.
pub(crate) struct Subject<'a> {
    name: Option<&'a str>,
    pub language: Language,
}

/// A sentence about a subject. There are two texts: `key`, with a blank `name`, and `key-you`.
macro_rules! about {
    ($who:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const THEY: dicehouse_telling::Key =
            dicehouse_telling::key($key, &["name" $(, stringify!($name))*]);
        const YOU: dicehouse_telling::Key =
            dicehouse_telling::key(concat!($key, "-you"), &[$(stringify!($name)),*]);
        match $who.name() {
            Some(name) => $who.language.fill(
                THEY,
                &[
                    ("name", &name as &dyn std::fmt::Display)
                    $(, (stringify!($name), &$value as &dyn std::fmt::Display))*
                ],
            ),
            None => $who
                .language
                .fill(YOU, &[$((stringify!($name), &$value as &dyn std::fmt::Display)),*]),
        }
    }};
}
pub(crate) use about;

impl<'a> Subject<'a> {
    pub fn new(players: &'a [PlayerReview], seat: Seat, language: Language) -> Subject<'a> {
        let people = players.iter().filter(|player| player.seated.is_person()).count();
        let seated = players.get(seat.index()).map(|player| &player.seated);
        let only = people == 1 && seated.is_some_and(Seated::is_person);
        let name = seated.filter(|_| !only).map(|seated| seated.name.as_str());
        Subject { name, language }
    }

    /// The name; `None` for the one who is spoken to.
    pub fn name(&self) -> Option<&'a str> {
        self.name
    }
}

/// "79 %", not to be broken between lines; what is not quite sure is not called so.
pub(crate) fn percent(chance: f64, language: Language) -> String {
    match chance * 100.0 {
        p if p > 0.0 && p < 1.0 => say!(language, "review.under", one = "1\u{a0}%"),
        p if p > 99.0 && p < 100.0 => say!(language, "review.over", most = "99\u{a0}%"),
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
pub(crate) fn doing(act: Act, language: Language) -> String {
    match act {
        Act::Bid(bid) => say!(language, "doing.bid", bid = language.bid(bid)),
        Act::Call => text!(language, "doing.call").to_owned(),
        Act::Exact => text!(language, "doing.exact").to_owned(),
        Act::Claim(sum) => say!(language, "doing.claim", sum = sum),
        Act::LetPass => text!(language, "doing.pass").to_owned(),
        Act::Immunity => text!(language, "doing.immunity").to_owned(),
        Act::NoImmunity => text!(language, "doing.no-immunity").to_owned(),
        Act::Split(split) => {
            let ([low, high], removed) = (split.pairs(), split.removed());
            say!(language, "doing.split", low = low, high = high, removed = removed)
        }
    }
}

/// A sentence's first letter made large.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// "calling left a winning chance of 31.2 %, bidding 7 fours only 22.0 %".
pub(crate) fn instead(best: &Considered, chosen: &Considered, language: Language) -> String {
    say!(
        language,
        "review.instead",
        best = doing(best.act, language),
        win = precise(best.win),
        chosen = doing(chosen.act, language),
        low = precise(chosen.win),
    )
}

/// What is said where there was nothing to choose: a fault, or a single legal act.
fn not_decided(decision: &DecisionReview, who: &Subject<'_>) -> String {
    match decision.fault {
        Some(Cause::Illegal) => about!(who, "tell.illegal"),
        Some(Cause::Timeout) => about!(who, "tell.timeout"),
        Some(Cause::Unreadable) => about!(who, "tell.unreadable"),
        Some(Cause::Crashed) => about!(who, "tell.crashed"),
        Some(Cause::Left) => about!(who, "tell.left"),
        None => text!(who.language, "review.forced").to_owned(),
    }
}

/// What a decision was, in a few words.
pub(crate) fn verdict(decision: &DecisionReview, language: Language) -> &'static str {
    match (decision.best(), decision.chosen(), decision.mark) {
        (_, _, Some(Mark::Inaccuracy)) => text!(language, "review.inaccuracy"),
        (_, _, Some(Mark::Mistake)) => text!(language, "review.mistake"),
        (_, _, Some(Mark::Blunder)) => text!(language, "review.blunder"),
        (Some(best), Some(chosen), None) if best.act == chosen.act => {
            text!(language, "review.best")
        }
        _ => text!(language, "review.fair"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::MarkCounts;

    #[test]
    fn chances_numbers_and_acts() {
        let texts = [0.0, 0.004, 0.0149, 0.79, 0.994, 0.9951, 1.0];
        let texts = texts.map(|chance| percent(chance, Language::English).replace('\u{a0}', " "));
        assert_eq!(texts, ["0 %", "under 1 %", "1 %", "79 %", "over 99 %", "over 99 %", "100 %"]);
        assert_eq!([0, 3, 10, 11].map(spelled), ["no", "three", "ten", "11"]);
        let doing = |text: &str| super::doing(text.parse().unwrap(), Language::English);
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
            let language = Language::English;
            let subject = Subject::new(&players, Seat::new(seat).unwrap(), language);
            subject.name().map(str::to_owned)
        };
        assert_eq!(who(&[ann.clone(), bot.clone()], 0), None);
        assert_eq!(who(&[ann.clone(), bot], 1).as_deref(), Some("Olga"));
        assert_eq!(who(&[ann, bob], 1).as_deref(), Some("Bob"));
    }
}
