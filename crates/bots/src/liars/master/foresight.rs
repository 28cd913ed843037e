//! Foresight: what an act leads to, tried out in hands the others may hold.
//!
//! Hands are drawn by what the bids say, from players who calculate, from players who count and from others; in
//! each of these worlds every act is tried, and the round is played on by such players.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{
    Act, Acts, BySeat, Dice, Game, Guess, Ignore, MAX_SEATS, Seat, View, Viewer,
};
use dicehouse_solver::round::Hands;

use super::calculators::{Calculators, Kind, Weights};
use crate::chance::Luck;
use crate::liars::odds::Reading;

/// The most acts that a round is followed for.
const LONGEST: usize = 30;
/// In longer rounds nothing is tried out: by then the bids have said what they can.
const MOST_BIDS: usize = 24;
/// How many acts of others are looked at for each world that is wanted. Where rounds are long, fewer worlds
/// are tried instead …
const ACTS_PER_WORLD: usize = 60;
/// … and where the table is larger than this ([`size`]): each act takes the longer to work out the more dice there
/// are, and there are more acts until the round ends.
const LARGE: usize = 20;
/// How many hands are compared with the bids since its last turn, at tables that are not [`LARGE`]. The last
/// bidder is read first; of the rest only what they usually hold is known.
const HANDS_READ: usize = 1000;

/// How large a table is: the dice in play, and no less than four for each player.
fn size(view: &LiarsView<'_>) -> usize {
    usize::from(view.in_play()).max(4 * view.seats_in().len()).max(LARGE)
}

/// What each of `acts` is worth, in dice, tried in this number of worlds. `None` when it cannot be tried.
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
    let most = ACTS_PER_WORLD * usize::from(worlds) * LARGE.pow(2) / size(view).pow(2);
    let seen = View::Liars(view.clone());
    for _ in 0..worlds {
        if looked_at > most {
            break;
        }
        let mut kinds = [Kind::Calculates; MAX_SEATS];
        let drawn = BySeat::from_fn(view.dice.len(), |seat| {
            let Some(possible) = &hands[seat.index()] else { return Dice::none() };
            let (kind, hand) = possible.draw(luck);
            kinds[seat.index()] = kind;
            hand
        });
        let Ok(game) = Game::imagine(&seen, &Guess::hands(drawn)) else { continue };
        let fate = luck.fork();
        for (worth, act) in worths.iter_mut().zip(acts) {
            let mut game = game.clone();
            if game.play(own, *act, &mut Ignore).is_err() {
                return None;
            }
            looked_at += play_on(&mut game, &kinds, calculators, &mut fate.clone());
            *worth += gained(view, own, &game);
        }
        tried += 1.0;
    }
    (tried > 0.0).then(|| worths.into_iter().map(|worth| worth / tried).collect())
}

/// The hands that somebody may hold.
struct Possible {
    hands: Hands,
    /// Each kind that they may be of: how likely, and the chance of each hand and those before it.
    kinds: Vec<(Kind, f64, Vec<f64>)>,
}

impl Possible {
    /// The hands of `seat` by its bids; `None` when there are too many. So many hands may still be read.
    fn new(
        view: &LiarsView<'_>,
        seat: Seat,
        reading: &Reading,
        calculators: &mut Calculators,
        may_read: &mut usize,
    ) -> Option<Possible> {
        let hands = Hands::new(view.dice[seat], view.rules.faces);
        let read = reading.hand(view, seat);
        let likely = calculators.likely(seat);
        let chances = (0..).zip(hands.chances());
        let usual: Vec<f64> =
            chances.map(|(index, chance)| chance * read.weight(&hands.dice(index))).collect();
        let mut kinds = vec![(Kind::Usual, likely.of(Kind::Usual), up_to(&usual))];
        let unread = calculators.unread(view, seat) * hands.len();
        if unread <= *may_read {
            *may_read -= unread;
            let Weights { calculates, counts } = calculators.weights(view, seat, &hands)?;
            kinds.push((Kind::Calculates, likely.calculates, up_to(calculates)));
            kinds.push((Kind::Counts, likely.counts, up_to(counts)));
        } else {
            kinds.push((Kind::Counts, likely.counts, up_to(&usual)));
        }
        Some(Possible { hands, kinds })
    }

    fn draw(&self, luck: &mut Luck) -> (Kind, Dice) {
        let drawn = luck.weighted(self.kinds.iter().map(|(_, likely, _)| *likely)).unwrap_or(0);
        let (kind, _, up_to) = &self.kinds[drawn];
        (*kind, self.hands.dice(luck.weighted_up_to(up_to)))
    }
}

/// The sums of the weights up to each of them.
fn up_to(weights: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |weight: &f64| {
        sum += weight;
        sum
    };
    weights.iter().map(add).collect()
}

/// The hands that each seat may hold; nothing for `own` and for players who are out.
fn others(
    view: &LiarsView<'_>,
    own: Seat,
    calculators: &mut Calculators,
) -> Option<Vec<Option<Possible>>> {
    let reading = Reading::new(view);
    let mut may_read = HANDS_READ * LARGE / size(view);
    let mut all: Vec<Option<Possible>> = view.dice.values().map(|_| None).collect();
    let seats_in: Vec<Seat> = view.seats_in().iter().filter(|seat| *seat != own).collect();
    let (before, after) = seats_in.split_at(seats_in.partition_point(|seat| *seat < own));
    // Backwards from the last bidder.
    for seat in after.iter().chain(before).rev() {
        let possible = Possible::new(view, *seat, &reading, calculators, &mut may_read)?;
        all[seat.index()] = Some(possible);
    }
    Some(all)
}

/// Plays the round to its end; gives the number of acts until then.
fn play_on(
    game: &mut Game,
    kinds: &[Kind; MAX_SEATS],
    calculators: &mut Calculators,
    luck: &mut Luck,
) -> usize {
    for acts in 0..LONGEST {
        let Some(seat) = game.turn().due().nth(0) else { return acts };
        let (View::Liars(view), Acts::Bid(legal)) =
            (game.view(Viewer::Seat(seat)), game.legal(seat))
        else {
            return acts;
        };
        let kind = kinds[seat.index()];
        let Some(act) = calculators.act(kind, &view, &legal, luck) else { return acts };
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
