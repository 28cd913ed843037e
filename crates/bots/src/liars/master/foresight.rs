//! Foresight: what an act leads to, tried out in hands the others may hold.
//!
//! Hands are drawn by what the bids say, from players who calculate and from others; in each of these
//! worlds every act is tried, and the round is played on by players who calculate.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Acts, BySeat, Dice, Game, Guess, Ignore, Seat, View, Viewer};
use dicehouse_solver::round::Hands;

use super::calculators::Calculators;
use crate::chance::Luck;
use crate::liars::odds::Reading;

/// The most acts that a round is followed for.
const LONGEST: usize = 30;
/// In longer rounds nothing is tried out: by then the bids have said what they can.
const MOST_BIDS: usize = 24;
/// Who calculates less likely than this is taken not to.
const HARDLY: f64 = 0.05;
/// How many acts of others are looked at for each world that is wanted. Where rounds are long, fewer worlds
/// are tried instead.
const ACTS_PER_WORLD: usize = 60;

/// What each of `acts` is worth, in dice, tried in so many worlds. `None` when it cannot be tried.
pub(super) fn worths(
    view: &LiarsView<'_>,
    acts: &[Act],
    worlds: u16,
    calculators: &mut Calculators,
    luck: &mut Luck,
) -> Option<Vec<f64>> {
    let own = view.viewer.seat()?;
    if view.bids.len() > MOST_BIDS {
        return None;
    }
    let hands = others(view, own, calculators)?;
    let mut worths = vec![0.0; acts.len()];
    let (mut tried, mut looked_at) = (0.0, 0);
    let seen = View::Liars(view.clone());
    for _ in 0..worlds {
        if looked_at > ACTS_PER_WORLD * usize::from(worlds) {
            break;
        }
        let drawn = BySeat::from_fn(view.dice.len(), |seat| {
            hands[seat.index()].as_ref().map_or_else(Dice::none, |hands| hands.draw(luck))
        });
        let Ok(game) = Game::imagine(&seen, &Guess::hands(drawn)) else { continue };
        let fate = luck.fork();
        for (worth, act) in worths.iter_mut().zip(acts) {
            let mut game = game.clone();
            if game.play(own, *act, &mut Ignore).is_err() {
                return None;
            }
            looked_at += play_on(&mut game, calculators, &mut fate.clone());
            *worth += gained(view, own, &game);
        }
        tried += 1.0;
    }
    (tried > 0.0).then(|| worths.into_iter().map(|worth| worth / tried).collect())
}

/// The hands that somebody may hold.
struct Possible {
    hands: Hands,
    /// The chance of each hand and those before it.
    up_to: Vec<f64>,
}

impl Possible {
    /// The hands of `seat` by its bids; `None` when there are too many.
    fn new(
        view: &LiarsView<'_>,
        seat: Seat,
        reading: &Reading,
        calculators: &mut Calculators,
    ) -> Option<Possible> {
        let hands = Hands::new(view.dice[seat], view.rules.faces);
        let read = reading.hand(view, seat);
        let likely = calculators.likely(seat);
        let chances = (0..).zip(hands.chances());
        let mut weights: Vec<f64> =
            chances.map(|(index, chance)| chance * read.weight(&hands.dice(index))).collect();
        // Of somebody who hardly calculates it is not worth working out.
        if likely > HARDLY {
            let calculated = calculators.weights(view, seat, &hands)?;
            let [of_calculated, of_usual] =
                [calculated, &weights].map(|all| all.iter().sum::<f64>());
            for (weight, calculated) in weights.iter_mut().zip(calculated) {
                *weight = likely * calculated / of_calculated + (1.0 - likely) * *weight / of_usual;
            }
        }
        let mut sum = 0.0;
        for weight in &mut weights {
            sum += *weight;
            *weight = sum;
        }
        Some(Possible { hands, up_to: weights })
    }

    fn draw(&self, luck: &mut Luck) -> Dice {
        self.hands.dice(luck.weighted_up_to(&self.up_to))
    }
}

/// The hands that each seat may hold; nothing for `own` and for those who are out.
fn others(
    view: &LiarsView<'_>,
    own: Seat,
    calculators: &mut Calculators,
) -> Option<Vec<Option<Possible>>> {
    let reading = Reading::new(view);
    let mut possible = |seat: Seat| {
        if seat == own || view.dice[seat] == 0 {
            return Some(None);
        }
        Possible::new(view, seat, &reading, calculators).map(Some)
    };
    Seat::first(view.dice.len()).map(&mut possible).collect()
}

/// Plays the round to its end; gives the number of acts until then.
fn play_on(game: &mut Game, calculators: &mut Calculators, luck: &mut Luck) -> usize {
    for acts in 0..LONGEST {
        let Some(seat) = game.turn().due().nth(0) else { return acts };
        let (View::Liars(view), Acts::Bid(legal)) =
            (game.view(Viewer::Seat(seat)), game.legal(seat))
        else {
            return acts;
        };
        let Some(act) = calculators.act(&view, &legal, luck) else { return acts };
        if game.play(seat, act, &mut Ignore).is_err() {
            return acts;
        }
    }
    LONGEST
}

/// What a round has brought to `own`, in dice: another player's lost die is worth its share.
fn gained(before: &LiarsView<'_>, own: Seat, game: &Game) -> f64 {
    let View::Liars(after) = game.view(Viewer::Public) else { return 0.0 };
    let others = before.seats_in().len().saturating_sub(1).max(1) as f64;
    let change = |seat: Seat| f64::from(after.dice[seat]) - f64::from(before.dice[seat]);
    let of_others: f64 =
        Seat::first(before.dice.len()).filter(|seat| *seat != own).map(change).sum();
    change(own) - of_others / others
}
