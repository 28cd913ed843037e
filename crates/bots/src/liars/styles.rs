//! How players of different styles act, for those who read their bids.
//!
//! A bid says something about the dice behind it only if one knows how its bidder bids. Nobody knows that of a
//! stranger: so every style has its say, as likely as the player's acts so far have been by it.

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, BidActs, Face};

use super::odds::Appraiser;
use super::{adept, bluffer, counter, dicey, fox, gambler, master, odds, truthful};

/// How many styles there are.
const STYLES: usize = 9;

/// How likely an act is by each style.
pub type ByStyle = [f64; STYLES];

/// How often anybody does anything: people err, and bots of other kinds exist.
const ANYTHING: f64 = 0.02;

/// The styles in one position. They can be asked for any hand of the viewer.
pub struct Styles {
    appraiser: Appraiser,
}

impl Default for Styles {
    fn default() -> Styles {
        Styles { appraiser: Appraiser::new() }
    }
}

impl Styles {
    /// How likely `act` is for the viewer, with the dice in the view, by each style.
    pub fn likely(&mut self, view: &LiarsView<'_>, legal: &BidActs, act: Act) -> ByStyle {
        let mut worths: Vec<(f64, Act)> = Vec::new();
        self.appraiser.each(view, legal, |worth, act| worths.push((worth, act)));
        let likely = [
            truthful::likely(view, legal, act),
            bluffer::likely(view, legal, act),
            dicey::likely(view, legal, act),
            gambler::likely(view, legal, act),
            counter::likely(view, legal, act),
            fox::likely(view, legal, act),
            by_worth(&worths, adept::CONTENT, act),
            by_worth(&worths, odds::INDIFFERENT, act),
            master::usual(view, act),
        ];
        let anything = ANYTHING / acts_in_reach(view, legal);
        likely.map(|likely| (1.0 - ANYTHING) * likely + anything)
    }
}

/// How likely an act is for somebody to whom an act that is worth `content` less is e times as rare.
fn by_worth(worths: &[(f64, Act)], content: f64, act: Act) -> f64 {
    let best = worths.iter().map(|(worth, _)| *worth).fold(f64::MIN, f64::max);
    let weight = |worth: f64| ((worth - best) / content).exp();
    let total: f64 = worths.iter().map(|(worth, _)| weight(*worth)).sum();
    let own = worths.iter().find(|(_, known)| *known == act);
    own.map_or(0.0, |(worth, _)| weight(*worth) / total)
}

/// About how many acts somebody can choose from.
fn acts_in_reach(view: &LiarsView<'_>, legal: &BidActs) -> f64 {
    let most = legal.most.min(view.in_play());
    let bids = Face::first(view.rules.faces)
        .filter_map(|face| legal.least(face))
        .map(|least| u16::from((most + 1).saturating_sub(least)));
    f64::from(bids.sum::<u16>() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset, Seat, View, Viewer};

    /// How likely the opening `bid` is with `pips`, by each style.
    fn opening(pips: [u8; 5], bid: &str) -> ByStyle {
        let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
        let ruleset = ruleset.with(&[("first_opener", "seat-0")]).unwrap();
        let mut game = Game::new(&ruleset, 2).unwrap();
        let hand = Dice::from_pips(&pips).unwrap();
        game.roll(&[hand; 2], &mut Ignore).unwrap();
        let View::Liars(view) = game.view(Viewer::Seat(Seat::new(0).unwrap())) else {
            unreachable!()
        };
        let legal = view.bidding(Seat::new(0).unwrap()).acts(None, 0);
        Styles::default().likely(&view, &legal, bid.parse().unwrap())
    }

    #[test]
    fn every_style_opens_with_something() {
        let bids = (1..=10).flat_map(|n| (1..=6).map(move |face| format!("{n}x{face}")));
        let mut sums = [0.0; STYLES];
        for bid in bids {
            for (sum, likely) in sums.iter_mut().zip(opening([2, 2, 3, 5, 6], &bid)) {
                *sum += likely;
            }
        }
        // Rare acts of some are left out.
        assert!(sums.iter().all(|sum| (0.9..1.01).contains(sum)), "{sums:?}");
    }

    #[test]
    fn styles_differ_in_what_a_bid_says() {
        let [with, without] = [opening([2, 2, 3, 5, 6], "2x2"), opening([1, 3, 3, 5, 6], "2x2")];
        let says = |style: usize| with[style] / without[style];
        assert!((says(1) - 1.0).abs() < 1e-9, "bluffer does not look at its dice");
        assert!(says(2) > 20.0, "dicey opens with what it has most of");
        assert!(says(3) > 1.2, "gambler goes by chances");
    }
}
