//! Rules as the training writes them beside what its networks said: both networks are tested against that.

use dicehouse_rules::Face;
use dicehouse_rules::liars::{Exact, ExactRight, ExactWrong, LiarsRules, NextOpener, RaiseRule};
use serde::Deserialize;

/// The rules of a position of the training.
#[derive(Deserialize)]
pub(super) struct TrainedRules {
    pub faces: u8,
    pub wild: u8,
    raise_: usize,
    pub exact: bool,
    gains: bool,
    bidder_pays: bool,
    next_opener: usize,
    /// How many dice everybody starts with.
    most: u8,
}

impl TrainedRules {
    /// The same rules, as the engine has them.
    pub fn rules(&self) -> LiarsRules {
        let raises = [RaiseRule::Quantity, RaiseRule::Face, RaiseRule::Half, RaiseRule::Perudo];
        let openers = [NextOpener::AfterLoser, NextOpener::Loser, NextOpener::Random];
        let right = if self.gains { ExactRight::CallerGains } else { ExactRight::OthersLose };
        let wrong =
            if self.bidder_pays { ExactWrong::BidderLoses } else { ExactWrong::CallerLoses };
        LiarsRules {
            dice: self.most,
            faces: self.faces,
            wild: Face::new(self.wild),
            raise: raises[self.raise_],
            cap: true,
            exact: self.exact.then_some(Exact { right, wrong }),
            next_opener: openers[self.next_opener],
            ..LiarsRules::default()
        }
    }
}
