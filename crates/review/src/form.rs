//! How somebody plays over many games: how accurate they are, what kinds of mistakes they make, and what to practise next.

use dicehouse_rules::{GameKind, Seat};
use dicehouse_table::record::GameId;
use serde::{Deserialize, Serialize};

use crate::lapse::Lapse;
use crate::shape::{Mark, Review};

/// What a review says about one player, in few words: enough to add many games up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The game's own name.
    pub id: GameId,
    /// Which game it was.
    pub game: GameKind,
    /// Their decisions that count.
    pub judged: u32,
    /// Their accuracy, from 0 to 100; `None` when nothing was at stake.
    pub accuracy: Option<f64>,
    /// How many decisions the accuracy is the mean of.
    pub mattered: u32,
    /// Their mistakes.
    pub lapses: Vec<Lapsed>,
}

/// A mistake in a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lapsed {
    /// The number of the decision.
    pub decision: usize,
    /// What kind it was.
    pub lapse: Lapse,
    /// How bad it was.
    pub mark: Mark,
    /// The winning chance that was given away.
    pub loss: f64,
}

impl PlayedGame {
    /// How the player in `seat` did.
    pub fn new(review: &Review, seat: Seat) -> PlayedGame {
        let player = review.players.get(seat.index());
        let own = review.decisions.iter().filter(|of| of.seat == seat && of.counts());
        let lapses = own.filter_map(|of| {
            let (lapse, mark) = (of.lapse()?, of.mark?);
            Some(Lapsed { decision: of.number, lapse, mark, loss: of.loss })
        });
        PlayedGame {
            id: review.id.clone(),
            game: review.game,
            judged: player.map_or(0, |player| player.judged),
            accuracy: player.and_then(|player| player.accuracy),
            mattered: player.map_or(0, |player| player.mattered),
            lapses: lapses.collect(),
        }
    }
}

/// How somebody plays, over games of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Form {
    /// Which game.
    pub game: GameKind,
    /// How many games it is made of.
    pub games: u32,
    /// Their decisions that count.
    pub judged: u32,
    /// From 0 to 100, over all decisions that mattered; `None` when there was none.
    pub accuracy: Option<f64>,
    /// The same over the latest games alone, where there are older ones to compare with.
    pub lately: Option<f64>,
    /// The winning chance given away in a game, on average.
    pub loss: f64,
    /// The kinds of mistakes made, the one that cost most first.
    pub lapses: Vec<LapseCount>,
    /// What to practise next: the kind that cost most; `None` when there are no mistakes to learn from.
    pub practise: Option<Lapse>,
}

/// How often a kind of mistake was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LapseCount {
    /// The kind.
    pub lapse: Lapse,
    /// How often it was made.
    pub count: u32,
    /// How many of these were blunders.
    pub blunders: u32,
    /// The winning chance given away by it, in a game, on average.
    pub loss: f64,
}

/// How many of the newest games are the latest ones.
const LATELY: usize = 5;

impl Form {
    /// What these games, newest first, say about somebody's play of `game`; `None` when there are none of that kind.
    pub fn new(game: GameKind, played: &[PlayedGame]) -> Option<Form> {
        let of_kind: Vec<&PlayedGame> = played.iter().filter(|of| of.game == game).collect();
        if of_kind.is_empty() {
            return None;
        }
        let games = of_kind.len();
        let in_a_game = |loss: f64| loss / games as f64;
        let all = || of_kind.iter().flat_map(|of| &of.lapses);
        let counted = |lapse: Lapse| {
            let own = || all().filter(move |lapsed| lapsed.lapse == lapse);
            LapseCount {
                lapse,
                count: own().count() as u32,
                blunders: own().filter(|lapsed| lapsed.mark == Mark::Blunder).count() as u32,
                loss: in_a_game(own().map(|lapsed| lapsed.loss).sum()),
            }
        };
        let mut lapses: Vec<LapseCount> = Lapse::ALL.into_iter().map(counted).collect();
        lapses.retain(|of| of.count > 0);
        lapses.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        Some(Form {
            game,
            games: games as u32,
            judged: of_kind.iter().map(|of| of.judged).sum(),
            accuracy: accuracy(&of_kind),
            lately: (games > LATELY).then(|| accuracy(&of_kind[..LATELY])).flatten(),
            loss: in_a_game(all().map(|lapsed| lapsed.loss).sum()),
            practise: lapses.first().map(|of| of.lapse),
            lapses,
        })
    }
}

/// The accuracy over all decisions that mattered, to a tenth.
fn accuracy(games: &[&PlayedGame]) -> Option<f64> {
    let (mut sum, mut mattered) = (0.0, 0.0);
    for of in games {
        if let Some(accuracy) = of.accuracy {
            sum += accuracy * f64::from(of.mattered);
            mattered += f64::from(of.mattered);
        }
    }
    (mattered > 0.0).then(|| (10.0 * sum / mattered).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: GameKind, accuracy: f64, mattered: u32, lapses: &[(Lapse, f64)]) -> PlayedGame {
        let lapsed = |(lapse, loss): &(Lapse, f64)| {
            let mark = if *loss >= 0.1 { Mark::Blunder } else { Mark::Mistake };
            Lapsed { decision: 1, lapse: *lapse, mark, loss: *loss }
        };
        PlayedGame {
            id: "g".parse().unwrap(),
            game,
            judged: 10,
            accuracy: Some(accuracy),
            mattered,
            lapses: lapses.iter().map(lapsed).collect(),
        }
    }

    #[test]
    fn games_add_up_to_a_form() {
        let liars = GameKind::Liars;
        let games = [
            played(liars, 90.0, 1, &[(Lapse::CalledTooLate, 0.2), (Lapse::BidTooHigh, 0.06)]),
            played(GameKind::Claims, 10.0, 9, &[(Lapse::Bluffed, 0.9)]),
            played(liars, 60.0, 3, &[(Lapse::BidTooHigh, 0.06), (Lapse::BidTooHigh, 0.06)]),
        ];
        let form = Form::new(liars, &games).unwrap();
        assert_eq!((form.games, form.judged, form.accuracy), (2, 20, Some(67.5)));
        assert_eq!(form.lately, None, "there is nothing older to compare with");
        let counts: Vec<_> =
            form.lapses.iter().map(|of| (of.lapse, of.count, of.blunders)).collect();
        assert_eq!(counts, [(Lapse::CalledTooLate, 1, 1), (Lapse::BidTooHigh, 3, 0)]);
        assert_eq!(form.practise, Some(Lapse::CalledTooLate), "rarer, but it cost more");
        assert!((form.loss - 0.19).abs() < 1e-9);
        assert_eq!(Form::new(GameKind::Pairs, &games), None);
    }

    #[test]
    fn the_latest_games_are_compared_with_all() {
        let accurate = |of: f64| played(GameKind::Pairs, of, 1, &[]);
        let mut games = vec![accurate(100.0); 5];
        games.extend(vec![accurate(50.0); 5]);
        let form = Form::new(GameKind::Pairs, &games).unwrap();
        assert_eq!((form.accuracy, form.lately), (Some(75.0), Some(100.0)));
        assert_eq!(form.practise, None);
    }
}
