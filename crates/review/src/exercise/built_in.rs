//! The exercises that come with the program.

use dicehouse_rules::{Dice, Event, Game, GameKind, Ruleset};
use dicehouse_table::record::{End, Opening, Record};
use dicehouse_table::{Entry, Seated};

use super::Exercise;

/// A position, written down: the rules, what everybody rolled, and what was done. The last act is the one that many
/// would choose; whoever made it is asked.
struct Written {
    name: &'static str,
    game: GameKind,
    preset: &'static str,
    changes: &'static [(&'static str, &'static str)],
    /// The dice of each throw, seat by seat, and the acts that follow it.
    rounds: &'static [(&'static [&'static [u8]], &'static [&'static str])],
}

const fn liars(
    name: &'static str,
    changes: &'static [(&'static str, &'static str)],
    rounds: &'static [(&'static [&'static [u8]], &'static [&'static str])],
) -> Written {
    Written { name, game: GameKind::Liars, preset: "contest", changes, rounds }
}

const ONE: &[(&str, &str)] = &[("dice", "1"), ("first_opener", "seat-0")];
const TWO: &[(&str, &str)] = &[("dice", "2"), ("first_opener", "seat-0")];
const THREE: &[(&str, &str)] = &[("dice", "3"), ("first_opener", "seat-0")];
const FIVE: &[(&str, &str)] = &[("dice", "5"), ("first_opener", "seat-0")];

const WRITTEN: &[Written] = &[
    // What one's own dice disprove is called.
    liars("own-die-disproves", ONE, &[(&[&[4], &[3]], &["2x4", "2x5"])]),
    liars("own-dice-disprove", TWO, &[(&[&[5, 5], &[2, 3]], &["4x5", "4x6"])]),
    // What one's own dice prove is not called.
    liars("own-dice-prove", THREE, &[(&[&[2, 3, 6], &[4, 4, 1]], &["2x4", "call"])]),
    // A bid that takes everybody's dice is too high.
    liars("too-high-for-three", THREE, &[(&[&[4, 4, 4], &[2, 3, 5]], &["1x4", "5x4"])]),
    liars(
        "half-the-table",
        FIVE,
        &[(&[&[2, 2, 3, 5, 6], &[1, 3, 4, 4, 6], &[1, 2, 5, 5, 6]], &["3x2", "8x4"])],
    ),
    // A bid far above what chance gives, and nothing of it in one's own hand.
    liars(
        "too-late-for-five",
        FIVE,
        &[(&[&[6, 6, 2, 3, 1], &[2, 3, 4, 5, 1]], &["3x6", "4x6", "6x6", "7x6"])],
    ),
    liars(
        "nothing-to-add",
        FIVE,
        &[(&[&[3, 3, 3, 2, 1], &[1, 4, 5, 6, 6], &[2, 2, 4, 5, 6]], &["4x3", "5x3", "8x3", "9x3"])],
    ),
    liars("one-die-left", ONE, &[(&[&[2], &[5]], &["1x5", "call"])]),
    liars("first-with-one", ONE, &[(&[&[2], &[5]], &["2x6"])]),
    liars("two-dice-high", TWO, &[(&[&[1, 2], &[4, 4]], &["3x6"])]),
    liars("two-dice-late", TWO, &[(&[&[6, 2], &[3, 4]], &["1x6", "2x6", "3x6", "4x6"])]),
    liars("three-late", THREE, &[(&[&[6, 6, 2], &[3, 4, 1]], &["2x6", "3x6", "4x6", "5x6"])]),
    liars("three-open-high", THREE, &[(&[&[1, 2, 6], &[4, 4, 2], &[2, 3, 5]], &["6x6"])]),
    liars("two-of-mine", FIVE, &[(&[&[1, 3, 4, 6, 6], &[2, 2, 2, 5, 1]], &["2x2", "call"])]),
    liars(
        "six-players-early",
        FIVE,
        &[(
            &[
                &[2, 2, 3, 4, 6],
                &[1, 2, 2, 5, 6],
                &[3, 3, 4, 5, 6],
                &[1, 1, 2, 4, 5],
                &[2, 3, 5, 5, 6],
                &[1, 2, 4, 6, 6],
            ],
            &["4x2", "5x2", "call"],
        )],
    ),
    liars(
        "open-with-everything",
        FIVE,
        &[(&[&[4, 4, 4, 4, 2], &[1, 2, 3, 5, 6], &[1, 2, 3, 5, 6]], &["9x4"])],
    ),
    Written {
        name: "wild-ones-counted",
        game: GameKind::Liars,
        preset: "perudo",
        changes: &[("dice", "3"), ("first_opener", "seat-0")],
        rounds: &[(&[&[2, 3, 6], &[1, 1, 4], &[2, 5, 6]], &["2x4", "call"])],
    },
    Written {
        name: "wild-ones-too-high",
        game: GameKind::Liars,
        preset: "perudo",
        changes: &[("dice", "3"), ("first_opener", "seat-0")],
        rounds: &[(&[&[2, 3, 6], &[2, 3, 4], &[2, 5, 6]], &["3x5", "8x5"])],
    },
    Written {
        name: "wild-ones-too-late",
        game: GameKind::Liars,
        preset: "perudo",
        changes: &[("dice", "3"), ("first_opener", "seat-0")],
        rounds: &[(&[&[2, 3, 6], &[2, 3, 4]], &["3x5", "4x5", "5x5", "6x5"])],
    },
    liars(
        "early-is-cheap",
        FIVE,
        &[(&[&[5, 5, 2, 3, 1], &[5, 4, 4, 6, 1], &[2, 3, 5, 6, 6]], &["2x5", "call"])],
    ),
    liars(
        "room-to-raise",
        FIVE,
        &[(
            &[&[2, 3, 3, 4, 6], &[3, 3, 5, 6, 6], &[1, 2, 4, 5, 6], &[1, 1, 3, 5, 6]],
            &["3x3", "call"],
        )],
    ),
    Written {
        name: "the-claim-that-wins",
        game: GameKind::Claims,
        preset: "simple",
        changes: &[("rounds", "1")],
        rounds: &[(&[&[3, 4]], &["claim 7", "let pass"]), (&[&[1, 1]], &["claim 12", "let pass"])],
    },
    Written {
        name: "the-last-claim",
        game: GameKind::Claims,
        preset: "simple",
        changes: &[("rounds", "1")],
        rounds: &[(&[&[6, 5]], &["claim 11", "let pass"]), (&[&[1, 2]], &["claim 3"])],
    },
    Written {
        name: "a-modest-claim",
        game: GameKind::Claims,
        preset: "simple",
        changes: &[("rounds", "2")],
        rounds: &[(&[&[1, 2]], &["claim 5", "call"])],
    },
    Written {
        name: "too-honest",
        game: GameKind::Claims,
        preset: "simple",
        changes: &[("rounds", "1")],
        rounds: &[(&[&[1, 1]], &["claim 2"])],
    },
    Written {
        name: "two-sevens",
        game: GameKind::Pairs,
        preset: "standard",
        changes: &[],
        rounds: &[(&[&[1, 6, 2, 5, 3]], &["3+11-3"])],
    },
    Written {
        name: "an-eight-and-a-six",
        game: GameKind::Pairs,
        preset: "standard",
        changes: &[],
        rounds: &[(&[&[2, 2, 6, 6, 4]], &["4+12-4"])],
    },
    Written {
        name: "two-rare-numbers",
        game: GameKind::Pairs,
        preset: "standard",
        changes: &[],
        rounds: &[(&[&[1, 6, 1, 6, 5]], &["2+12-5"])],
    },
];

/// The exercises of a game.
pub(super) fn of(game: GameKind) -> Vec<Exercise> {
    WRITTEN.iter().filter(|of| of.game == game).filter_map(exercise).collect()
}

/// Plays a position through; `None` never, in practice: a test looks at all of them.
fn exercise(written: &Written) -> Option<Exercise> {
    let ruleset = Ruleset::preset(written.game, written.preset).ok()?;
    let ruleset = ruleset.with(written.changes).ok()?;
    let people = match written.game {
        GameKind::Liars => written.rounds.first()?.0.len(),
        GameKind::Claims => 2,
        GameKind::Pairs => 1,
    };
    let mut game = Game::new(&ruleset, people).ok()?;
    let mut events: Vec<Event> = Vec::new();
    let mut decisions = 0;
    for (dice, acts) in written.rounds {
        let dice: Vec<Dice> = dice.iter().filter_map(|pips| Dice::from_pips(pips)).collect();
        game.roll(&dice, &mut events).ok()?;
        for act in *acts {
            let seat = game.turn().due().nth(0)?;
            game.play(seat, act.parse().ok()?, &mut events).ok()?;
            decisions += 1;
        }
    }
    let names = ["Ann", "Ben", "Cay", "Dan", "Eva", "Fay"];
    let opening = Opening {
        id: written.name.parse().ok()?,
        started: 0,
        ruleset,
        seats: names.iter().take(people).map(|name| Seated::person(name)).collect(),
    };
    let end = End { standing: game.standing(), reveal: None };
    let entries = events.into_iter().map(Entry::from).collect();
    let record = Record::of(opening.given(), entries, Some(end));
    Exercise::new(written.name.to_owned(), record, decisions)
}

#[cfg(test)]
mod tests {
    use dicehouse_telling::Language;

    use super::*;

    #[test]
    fn every_exercise_can_be_played_and_what_many_do_is_a_mistake() {
        let mut found = 0;
        for written in WRITTEN {
            let exercise = exercise(written).unwrap_or_else(|| panic!("{}", written.name));
            let played = exercise.decision().unwrap().outcome.act().unwrap();
            let answered = exercise.answer(played).unwrap();
            let what = format!("{}: {answered:?}", written.name);
            assert!(answered.mark.is_some() && answered.lapse.is_some(), "{what}");
            assert!(answered.points < 1.0 && answered.best != played, "{what}");
            let why = exercise.why(&answered, Language::English);
            assert!(why.starts_with("You") || written.game != GameKind::Liars, "{what}: {why}");
            let well = exercise.answer(answered.best).unwrap();
            assert_eq!((well.points, well.mark), (1.0, None), "{what}, {well:?}");
            assert!((700.0..=1700.0).contains(&answered.rating), "{what}");
            found += 1;
        }
        assert!(found >= 24);
        let of_all: usize = GameKind::ALL.into_iter().map(|game| of(game).len()).sum();
        assert_eq!(found, of_all);
    }
}
