//! The exact best response to a bot in a whole game of `claims` for two.
//!
//! Where everybody rolls when their turn comes, an exchange depends on the past by the scores alone. So the bot
//! is asked about every exchange that a game can come to, with every sum and every claim, and what a player
//! wins who knows its answers follows from the last round back to the first.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use dicehouse_rules::claims::{
    ClaimOrder, ClaimTurn, ClaimsPosition, ClaimsRules, ClaimsStage, FirstClaimant, RollTime,
    TieBreak,
};
use dicehouse_rules::{
    Act, BySeat, Dice, Game, Position, PositionError, Rules, Ruleset, Seat, SeatOrder, Seats,
};
use rayon::prelude::*;
use thiserror::Error;

use super::points::{Outcome, Scene};
use super::sums::Sums;

/// Says how often a bot does what in a game of `claims`, where a seat is to act.
pub type AskClaims<'a> = dyn Fn(&Game, Seat) -> Vec<(Act, f64)> + Sync + 'a;

/// What a player wins who knows how a bot decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClaimsResponse {
    /// The share of games that a best response wins in each seat.
    pub by_seat: [f64; 2],
    /// How often the bot was asked.
    pub questions: u64,
}

/// Why there is no exact best response.
#[derive(Debug, Error)]
pub enum NoClaimsResponse {
    /// More than the scores would count.
    #[error(
        "only games of claims in which the seats roll and claim in turn, without immunity cards, and ties are \
         rolled off can be read exactly, as under simple"
    )]
    Rules,
    /// There is no such position. The rules do not allow what they should.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Scores of both seats.
type Scores = [u16; 2];

/// An exchange before it is played: rounds before it, the claimant and the scores.
type Exchange = (usize, usize, Scores);

/// The best response to a bot in games of `ruleset` for two. `done` is told how many of how many exchanges are
/// done.
///
/// # Errors
/// When the rules make more of the past count than the scores.
pub fn best_response(
    ruleset: &Ruleset,
    bot: &AskClaims<'_>,
    done: &(dyn Fn(u64, u64) + Sync),
) -> Result<ClaimsResponse, NoClaimsResponse> {
    let Rules::Claims(rules) = *ruleset.rules() else { return Err(NoClaimsResponse::Rules) };
    let plain = rules.roll == RollTime::EachTurn
        && rules.order == ClaimOrder::Seats
        && rules.first_claimant == FirstClaimant::Seat0
        && rules.tie == TieBreak::RollOff
        && !rules.immunity;
    if !plain {
        return Err(NoClaimsResponse::Rules);
    }
    let search = ResponseSearch {
        ruleset,
        rules,
        sums: Sums::new(&rules),
        bot,
        questions: AtomicU64::new(0),
        solved: AtomicU64::new(0),
    };
    let stages = search.reachable();
    let all = stages.iter().map(|scenes| scenes.len() as u64).sum();
    let mut after: HashMap<Scores, [f64; 2]> = HashMap::new();
    for (stage, scenes) in stages.iter().enumerate().rev() {
        let (played, claimant) = (stage / 2, stage % 2);
        let worth = |scores: &Scores| -> Result<(Scores, [f64; 2]), PositionError> {
            let worth = search.exchange((played, claimant, *scores), &after)?;
            done(search.solved.fetch_add(1, Ordering::Relaxed) + 1, all);
            Ok((*scores, worth))
        };
        after = scenes.par_iter().map(worth).collect::<Result<_, _>>()?;
    }
    let by_seat = after.get(&[0, 0]).copied().unwrap_or([0.5; 2]);
    Ok(ClaimsResponse { by_seat, questions: search.questions.load(Ordering::Relaxed) })
}

/// The search for a best response to `bot`.
struct ResponseSearch<'a> {
    ruleset: &'a Ruleset,
    rules: ClaimsRules,
    sums: Sums,
    bot: &'a AskClaims<'a>,
    questions: AtomicU64,
    solved: AtomicU64,
}

impl ResponseSearch<'_> {
    /// The scores before each exchange that a game can come to.
    fn reachable(&self) -> Vec<Vec<Scores>> {
        let mut stages: Vec<Vec<Scores>> = Vec::new();
        let mut now = BTreeSet::from([[0, 0]]);
        for stage in 0..2 * usize::from(self.rules.rounds) {
            let next = now.iter().flat_map(|scores| self.next(stage % 2, *scores)).collect();
            stages.push(std::mem::replace(&mut now, next).into_iter().collect());
        }
        stages
    }

    /// All scores after an exchange.
    fn next(&self, claimant: usize, scores: Scores) -> Vec<Scores> {
        let ends = [Outcome::Passed, Outcome::Truthful, Outcome::Caught];
        let claims = (0..self.sums.claims()).map(|n| self.sums.claim(n));
        claims.flat_map(|claim| ends.map(|end| after(scores, claimant, claim, end))).collect()
    }

    /// What the exchange is worth to a best response in each seat, when `later` is known.
    fn exchange(
        &self,
        exchange: Exchange,
        later: &HashMap<Scores, [f64; 2]>,
    ) -> Result<[f64; 2], PositionError> {
        let (_, claimant, scores) = exchange;
        let worth = |seat: usize, claim: u16, end: Outcome| {
            let scores = after(scores, claimant, claim, end);
            later.get(&scores).map_or_else(|| final_worth(seat, scores), |worth| worth[seat])
        };
        let mut both = [0.0; 2];
        both[claimant] = self.claiming(exchange, |claim, end| worth(claimant, claim, end))?;
        both[1 - claimant] =
            self.answering(exchange, |claim, end| worth(1 - claimant, claim, end))?;
        Ok(both)
    }

    /// A best response claims: with every sum what pays most by how often the bot calls.
    fn claiming(
        &self,
        exchange: Exchange,
        worth: impl Fn(u16, Outcome) -> f64,
    ) -> Result<f64, PositionError> {
        let mut claims = Vec::new();
        for n in 0..self.sums.claims() {
            let claim = self.sums.claim(n);
            let called =
                self.ask(exchange, self.sums.least, Some(claim), |act| act == Act::Call)?;
            let passed = worth(claim, Outcome::Passed);
            let of = |end| passed + called * (worth(claim, end) - passed);
            claims.push([of(Outcome::Truthful), of(Outcome::Caught)]);
        }
        let bluff = claims.iter().map(|[_, bluff]| *bluff).fold(f64::MIN, f64::max);
        let best = |n: usize| bluff.max(claims[self.sums.truth(n)][0]);
        Ok((0..self.sums.len()).map(|n| self.sums.chance(n) * best(n)).sum())
    }

    /// A best response answers: every claim with what pays more by how often the bot bluffs.
    fn answering(
        &self,
        exchange: Exchange,
        worth: impl Fn(u16, Outcome) -> f64,
    ) -> Result<f64, PositionError> {
        let mut parts = vec![[0.0; 2]; self.sums.claims()];
        for n in 0..self.sums.len() {
            let mix = self.mix(exchange, self.sums.least + n, None)?;
            for (claim, part) in parts.iter_mut().enumerate() {
                let act = Act::Claim(self.sums.claim(claim) as u8);
                let share: f64 = mix.iter().filter(|(done, _)| *done == act).map(|(_, s)| s).sum();
                part[usize::from(self.sums.true_for(claim) != Some(n))] +=
                    self.sums.chance(n) * share;
            }
        }
        let answer = |(n, [truths, bluffs]): (usize, &[f64; 2])| {
            let claim = self.sums.claim(n);
            let call =
                truths * worth(claim, Outcome::Truthful) + bluffs * worth(claim, Outcome::Caught);
            call.max((truths + bluffs) * worth(claim, Outcome::Passed))
        };
        Ok(parts.iter().enumerate().map(answer).sum())
    }

    /// How often the bot does what `test` asks for.
    fn ask(
        &self,
        exchange: Exchange,
        sum: usize,
        claim: Option<u16>,
        test: impl Fn(Act) -> bool,
    ) -> Result<f64, PositionError> {
        let mix = self.mix(exchange, sum, claim)?;
        Ok(mix.iter().filter(|(act, _)| test(*act)).map(|(_, share)| share).sum())
    }

    /// How often the bot does what in this exchange: claims with dice that add up to `sum`, or answers `claim`.
    fn mix(
        &self,
        (played, claimant, scores): Exchange,
        sum: usize,
        claim: Option<u16>,
    ) -> Result<Vec<(Act, f64)>, PositionError> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        let seats: Vec<Seat> = Seat::first(2).collect();
        let order = SeatOrder::try_collect(Seats::first(2)).unwrap_or_default();
        let hands = BySeat::from_fn(2, |seat: Seat| match seat.index() == claimant {
            true => dice_of(sum, &self.rules),
            false => Dice::none(),
        });
        let turn = ClaimTurn { order, at: claimant as u8, hands };
        let start = BySeat::from_fn(2, |seat: Seat| scores[seat.index()]);
        let round = (played + 1) as u16;
        let stage = match claim {
            None => ClaimsStage::Claim(turn),
            Some(claim) => ClaimsStage::Answer { turn, claim: claim as u8 },
        };
        let position = ClaimsPosition { stage, ..ClaimsPosition::new(&self.rules, round, start) };
        let game = Game::set_up(self.ruleset, &Position::Claims(position))?;
        let asked = if claim.is_some() { 1 - claimant } else { claimant };
        let mix = (self.bot)(&game, seats[asked]);
        let total: f64 = mix.iter().map(|(_, share)| share).sum();
        Ok(mix.into_iter().map(|(act, share)| (act, share / total)).collect())
    }
}

/// The scores after an exchange.
fn after(scores: Scores, claimant: usize, claim: u16, end: Outcome) -> Scores {
    Scene { scores, cards: [false; 2] }.after(claimant, claim, end).scores
}

/// What the end of a game is worth to a seat: ties are rolled off.
fn final_worth(seat: usize, scores: Scores) -> f64 {
    match scores[seat].cmp(&scores[1 - seat]) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// Dice that add up to `sum`.
fn dice_of(sum: usize, rules: &ClaimsRules) -> Dice {
    let (dice, mut left) = (rules.dice, sum);
    let sides = usize::from(rules.claim_max() / dice.max(1));
    let pips: Vec<u8> = (0..dice)
        .map(|die| {
            let others = usize::from(dice - die - 1);
            let pips = (left - others).clamp(1, sides);
            left -= pips;
            pips as u8
        })
        .collect();
    Dice::from_pips(&pips).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use dicehouse_rules::{Acts, GameKind, View, Viewer};

    use super::*;
    use crate::claims::ClaimsValues;

    fn ruleset(rounds: &str) -> Ruleset {
        Ruleset::preset(GameKind::Claims, "simple").unwrap().with(&[("rounds", rounds)]).unwrap()
    }

    fn view_of(game: &Game, seat: Seat) -> dicehouse_rules::claims::ClaimsView<'_> {
        match game.view(Viewer::Seat(seat)) {
            View::Claims(view) => view,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nobody_wins_more_than_half_against_the_solution() {
        let ruleset = ruleset("2").with(&[("dice", "1")]).unwrap();
        let Rules::Claims(rules) = *ruleset.rules() else { panic!("{ruleset}") };
        let values = ClaimsValues::solve(&rules, &|_, _| ()).unwrap();
        let bot = |game: &Game, seat: Seat| values.mix(&view_of(game, seat)).unwrap();
        let found = best_response(&ruleset, &bot, &|_, _| ()).unwrap();
        let value = values.before_round(0, Scene { scores: [0, 0], cards: [false; 2] });
        assert!((found.by_seat[0] - value).abs() < 0.002, "{found:?} {value}");
        assert!((found.by_seat[1] - (1.0 - value)).abs() < 0.002, "{found:?} {value}");
    }

    /// Who tells the truth and never calls is bluffed with the highest claim every time: they win only with
    /// a higher total of true sums, or share the highest.
    #[test]
    fn who_never_calls_is_bluffed() {
        let honest = |game: &Game, seat: Seat| match game.legal(seat) {
            Acts::Claim { .. } => {
                vec![(Act::Claim(view_of(game, seat).hand.unwrap().sum() as u8), 1.0)]
            }
            _ => vec![(Act::LetPass, 1.0)],
        };
        let found = best_response(&ruleset("1"), &honest, &|_, _| ()).unwrap();
        // Twelve against a true sum: a tie one time in thirty-six.
        let wins = 35.0 / 36.0 + 0.5 / 36.0;
        assert!((found.by_seat[0] - wins).abs() < 1e-9, "{found:?}");
        assert!((found.by_seat[1] - wins).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn other_rules_are_refused() {
        let full = Ruleset::preset(GameKind::Claims, "full").unwrap();
        let nobody = |_: &Game, _: Seat| Vec::new();
        assert!(matches!(best_response(&full, &nobody, &|_, _| ()), Err(NoClaimsResponse::Rules)));
    }

    #[test]
    fn dice_add_up() {
        for sum in 2..=12 {
            assert_eq!(usize::from(dice_of(sum, &ClaimsRules::default()).sum()), sum);
        }
    }
}
