//! What is said about practising, in one place.

use dicehouse_review::{Answered, Form, Lapse, Mark, Rating};
use dicehouse_rules::Act;
use dicehouse_telling::{Language, say, text};

/// What is coming.
pub fn exercises(count: usize, language: Language) -> String {
    match count {
        0 => text!(language, "practise.nothing").to_owned(),
        n => say!(language, "practise.count", n = n),
    }
}

/// The head of an exercise.
pub fn title(number: usize, own: bool, language: Language) -> String {
    match own {
        true => say!(language, "practise.own", number = number),
        false => say!(language, "practise.of-the-house", number = number),
    }
}

/// What an answer was, before the reason.
pub fn verdict(answered: &Answered, act: Act, language: Language) -> String {
    let best = answered.best;
    match answered.mark {
        None if act == best => text!(language, "practise.right").to_owned(),
        None => say!(language, "practise.as-good", best = best),
        Some(Mark::Inaccuracy) => say!(language, "practise.nearly", best = best),
        Some(Mark::Mistake | Mark::Blunder) => match answered.lapse {
            Some(lapse) => {
                say!(language, "practise.no-because", kind = name(lapse, language), best = best)
            }
            None => say!(language, "practise.no", best = best),
        },
    }
}

/// How the rating changed.
pub fn rating(before: f64, now: &Rating, language: Language) -> String {
    let by = (now.value - before).round();
    let sign = if by < 0.0 { "−" } else { "+" };
    let (rating, change) = (now.value.round(), format!("{sign}{:.0}", by.abs()));
    match now.is_settled() {
        true => say!(language, "practise.rating", rating = rating, change = change),
        false => say!(language, "practise.first-guess", rating = rating, change = change),
    }
}

/// The end.
pub fn all_done(of: &Rating, language: Language) -> String {
    let rating = of.value.round();
    match of.answered {
        0 => text!(language, "practise.end").to_owned(),
        n => say!(language, "practise.all-done", rating = rating, right = of.right, n = n),
    }
}

/// How somebody plays, line by line.
pub fn form_lines(form: &Form, language: Language) -> Vec<String> {
    let share = |of: f64| format!("{of:.1}");
    let accuracy = match (form.accuracy.map(share), form.lately.map(share)) {
        (None, _) => String::new(),
        (Some(accuracy), None) => say!(language, "form.accuracy", accuracy = accuracy),
        (Some(accuracy), Some(lately)) => {
            say!(language, "form.accuracy-lately", accuracy = accuracy, lately = lately)
        }
    };
    let (game, n) = (language.game_title(form.game), form.games);
    let mut lines = vec![say!(language, "form.games", game = game, n = n, accuracy = accuracy)];
    for of in &form.lapses {
        let (kind, cost) = (name(of.lapse, language), format!("{:.1}", 100.0 * of.loss));
        lines.push(format!(
            "  {}",
            say!(language, "form.lapse", kind = kind, n = of.count, cost = cost)
        ));
    }
    lines.push(match form.practise {
        Some(lapse) => {
            format!("  {}", say!(language, "form.next", what = advice(lapse, language)))
        }
        None => format!("  {}", text!(language, "form.nothing")),
    });
    lines
}

/// A kind of mistake in a few words.
fn name(lapse: Lapse, language: Language) -> &'static str {
    match lapse {
        Lapse::CalledTooEarly => text!(language, "lapse.called-too-early"),
        Lapse::CalledTooLate => text!(language, "lapse.called-too-late"),
        Lapse::BidTooHigh => text!(language, "lapse.bid-too-high"),
        Lapse::BidTooLow => text!(language, "lapse.bid-too-low"),
        Lapse::GaveTheHandAway => text!(language, "lapse.gave-the-hand-away"),
        Lapse::SaidExact => text!(language, "lapse.said-exact"),
        Lapse::MissedExact => text!(language, "lapse.missed-exact"),
        Lapse::Bluffed => text!(language, "lapse.bluffed"),
        Lapse::ToldTheTruth => text!(language, "lapse.told-the-truth"),
        Lapse::Card => text!(language, "lapse.card"),
        Lapse::Split => text!(language, "lapse.split"),
    }
}

/// What to practise about it.
fn advice(lapse: Lapse, language: Language) -> &'static str {
    match lapse {
        Lapse::CalledTooEarly => text!(language, "advice.called-too-early"),
        Lapse::CalledTooLate => text!(language, "advice.called-too-late"),
        Lapse::BidTooHigh => text!(language, "advice.bid-too-high"),
        Lapse::BidTooLow => text!(language, "advice.bid-too-low"),
        Lapse::GaveTheHandAway => text!(language, "advice.gave-the-hand-away"),
        Lapse::SaidExact => text!(language, "advice.said-exact"),
        Lapse::MissedExact => text!(language, "advice.missed-exact"),
        Lapse::Bluffed => text!(language, "advice.bluffed"),
        Lapse::ToldTheTruth => text!(language, "advice.told-the-truth"),
        Lapse::Card => text!(language, "advice.card"),
        Lapse::Split => text!(language, "advice.split"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_review::LapseCount;
    use dicehouse_rules::GameKind;

    #[test]
    fn a_form_says_what_to_practise() {
        let lapse = Lapse::CalledTooLate;
        let form = Form {
            game: GameKind::Liars,
            games: 7,
            judged: 80,
            accuracy: Some(81.25),
            lately: Some(90.0),
            loss: 0.125,
            lapses: vec![LapseCount { lapse, count: 3, blunders: 1, loss: 0.125 }],
            practise: Some(lapse),
        };
        let lines = form_lines(&form, Language::English);
        assert_eq!(lines[0], "Liar's dice in 7 games, accuracy 81.2 (lately 90.0)");
        assert_eq!(lines[1], "  called too late: 3 times, 12.5 % of winning chance a game");
        assert!(lines[2].starts_with("  To practise next: "), "{lines:?}");
        assert!(form_lines(&form, Language::German)[1].contains("3-mal"));
    }

    #[test]
    fn every_kind_of_mistake_has_words() {
        for lapse in Lapse::ALL {
            let (name, advice) = (name(lapse, Language::English), advice(lapse, Language::English));
            assert!(name.chars().next().is_some_and(char::is_lowercase), "{name}");
            assert!(advice.ends_with('.'), "{advice}");
        }
    }
}
