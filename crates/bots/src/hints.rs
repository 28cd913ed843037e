//! What the strong bots think of a choice, for people who want a hint. It follows from the
//! asker's view and from nothing else.

use dicehouse_rules::claims::ClaimsView;
use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Acts, Face, Split};

use crate::claims::outlook::{self, ClaimsOutlook};
use crate::liars::odds;
use crate::pairs::planner;

/// How likely bids are, as `odds` believes by what everybody has bid: for each face from 1 the
/// chance of at least 0, 1, 2 … dice on the table. `None` for a viewer who holds no dice.
pub fn bid_chances(view: &LiarsView<'_>) -> Option<Vec<Vec<f64>>> {
    let (own, hand) = (view.viewer.seat()?, view.hand?);
    let beliefs = odds::beliefs(view, own)?;
    let of = |face: Face| {
        let held = i32::from(hand.count_for(face, view.wild));
        let chance = |count: u8| beliefs.at_least(face, i32::from(count) - held);
        (0..=view.in_play()).map(chance).collect()
    };
    Some(Face::first(view.rules.faces).map(of).collect())
}

/// How likely the claim on the table is to be true, as `master` believes by how its claimant has
/// claimed; `None` for a viewer who is not to answer one. What no dice can show is impossible.
pub fn claim_truth(view: &ClaimsView<'_>) -> Option<f64> {
    view.viewer.seat().filter(|seat| view.caller == Some(*seat))?;
    let (claim, dice) = (view.claim?, view.rules.dice);
    if !(dice..=6 * dice).contains(&claim) {
        return Some(0.0);
    }
    ClaimsOutlook::new(view, &Acts::Answer)?.is_true
}

/// How likely each claim is to be called, from the lowest on, as `master` believes by how the caller
/// has answered; `None` for a viewer who is not to claim.
pub fn call_chances(view: &ClaimsView<'_>) -> Option<Vec<f64>> {
    view.viewer.seat().filter(|seat| view.claimant == Some(*seat))?;
    outlook::call_chances(view)
}

/// The final total that `planner` expects of each split, in their order; `None` under rules it was
/// not trained on.
pub fn split_totals(view: &PairsView<'_>, splits: &[Split]) -> Option<Vec<f64>> {
    let sheet = view.sheets.get(view.viewer.seat()?)?;
    let dice = view.dice?;
    let worth =
        |split: &Split| planner::worth(&sheet.after(*split, &dice, &view.rules), &view.rules);
    splits.iter().map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Acts, Dice, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    fn game(rules: Ruleset, players: usize, dice: &[&[u8]]) -> Game {
        let mut game = Game::new(&rules, players).unwrap();
        let dice: Vec<Dice> = dice.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        game.roll(&dice, &mut Ignore).unwrap();
        game
    }

    /// What one holds is certain, what cannot be is impossible, and a bid makes its face likelier.
    #[test]
    fn bids_are_believed_within_what_is_possible() {
        let rules = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let mut game = game(rules, 2, &[&[2, 2, 3, 4, 5], &[6, 6, 6, 1, 1]]);
        let chances = |game: &Game| match game.view(Viewer::Seat(seat(0))) {
            View::Liars(view) => bid_chances(&view).unwrap(),
            _ => unreachable!(),
        };
        let before = chances(&game);
        assert_eq!(before.len(), 6);
        let twos = &before[1];
        assert!(twos[..=2].iter().all(|chance| (chance - 1.0).abs() < 1e-9), "{twos:?}");
        assert!(twos[8..].iter().all(|chance| *chance == 0.0), "{twos:?}");
        assert!(before.iter().all(|face| face.windows(2).all(|pair| pair[0] >= pair[1])));
        game.play(seat(0), "1x2".parse().unwrap(), &mut Ignore).unwrap();
        game.play(seat(1), "3x6".parse().unwrap(), &mut Ignore).unwrap();
        assert!(chances(&game)[5][2] > 1.3 * before[5][2]);
        let View::Liars(public) = game.view(Viewer::Public) else { unreachable!() };
        assert_eq!(bid_chances(&public), None);
    }

    /// What the viewer in seat `n` of a game of `claims` by two may know.
    fn of_claims<T>(game: &Game, n: usize, ask: impl Fn(&ClaimsView<'_>) -> T) -> T {
        match game.view(Viewer::Seat(seat(n))) {
            View::Claims(view) => ask(&view),
            _ => unreachable!(),
        }
    }

    /// Plays rounds of `simple` in which Ann claims `claim` with these dice and Bob calls her.
    fn called_rounds(rounds: usize, pips: &[u8], claim: &str) -> Game {
        let rules = Ruleset::preset(GameKind::Claims, "simple").unwrap();
        let mut game = Game::new(&rules, 2).unwrap();
        let play = |game: &mut Game, pips: &[u8], acts: [&str; 2]| {
            game.roll(&[Dice::from_pips(pips).unwrap()], &mut Ignore).unwrap();
            for act in acts {
                let due = game.turn().due().nth(0).unwrap();
                game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
            }
        };
        for _ in 0..rounds {
            play(&mut game, pips, [claim, "call"]);
            play(&mut game, &[3, 4], ["claim 7", "let pass"]);
        }
        game.roll(&[Dice::from_pips(&[4, 5]).unwrap()], &mut Ignore).unwrap();
        game
    }

    #[test]
    fn a_claim_is_believed_less_of_a_known_liar() {
        let truth = |mut game: Game, claim: &str| {
            game.play(seat(0), claim.parse().unwrap(), &mut Ignore).unwrap();
            of_claims(&game, 1, claim_truth).unwrap()
        };
        let stranger = truth(called_rounds(0, &[], ""), "claim 9");
        let liar = truth(called_rounds(2, &[1, 2], "claim 9"), "claim 9");
        let honest = truth(called_rounds(2, &[4, 5], "claim 9"), "claim 9");
        assert!(liar < stranger && stranger < honest, "{liar} {stranger} {honest}");
        assert!(0.0 < liar && honest < 1.0);
        // Two dice never show 1, whoever claims it.
        assert_eq!(truth(called_rounds(2, &[4, 5], "claim 9"), "claim 1"), 0.0);
    }

    #[test]
    fn who_calls_often_is_expected_to_call() {
        let called = |game: &Game| of_claims(game, 0, call_chances).unwrap();
        let (stranger, keen) =
            (called(&called_rounds(0, &[], "")), called(&called_rounds(2, &[6, 6], "claim 12")));
        assert_eq!(stranger.len(), 12, "from 1 to 12");
        assert!(keen[11] > stranger[11], "{keen:?} {stranger:?}");
        assert!(keen.iter().all(|chance| (0.0..=1.0).contains(chance)));
    }

    /// Hints are for those who decide, and come from what they may know: Ann's dice change nothing
    /// for Bob.
    #[test]
    fn hints_on_claims_tell_nothing_hidden() {
        let game = called_rounds(1, &[4, 5], "claim 9");
        assert_eq!(of_claims(&game, 1, call_chances), None, "Bob does not claim");
        assert_eq!(of_claims(&game, 0, claim_truth), None, "Ann does not answer");
        let truth = |pips: &[u8]| {
            let mut game =
                self::game(Ruleset::preset(GameKind::Claims, "simple").unwrap(), 2, &[pips]);
            game.play(seat(0), "claim 9".parse().unwrap(), &mut Ignore).unwrap();
            of_claims(&game, 1, claim_truth)
        };
        assert_eq!(truth(&[4, 5]), truth(&[1, 1]));
    }

    #[test]
    fn the_split_that_planner_makes_is_the_one_it_expects_most_of() {
        let rules = Ruleset::default_of(GameKind::Pairs);
        let game = game(rules, 1, &[&[3, 1, 5, 5, 3]]);
        let View::Pairs(view) = game.view(Viewer::Seat(seat(0))) else { unreachable!() };
        let Acts::Split { splits } = game.legal(seat(0)) else { unreachable!() };
        let totals = split_totals(&view, &splits).unwrap();
        assert_eq!(totals.len(), splits.len());
        let best = (0..totals.len()).max_by(|a, b| totals[*a].total_cmp(&totals[*b])).unwrap();
        let opening = view.sheets[seat(0)].after(splits[best], &view.dice.unwrap(), &view.rules);
        assert!(f64::from(opening.total()) < totals[best], "a first mark pays later");
        let other = rules.with(&[("last_count", "5")]).unwrap();
        let game = self::game(other, 1, &[&[3, 1, 5, 5, 3]]);
        let View::Pairs(view) = game.view(Viewer::Seat(seat(0))) else { unreachable!() };
        assert_eq!(split_totals(&view, &splits), None);
    }
}
