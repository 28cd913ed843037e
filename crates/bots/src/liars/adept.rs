//! `adept`: reads bids as `odds` does, and is easily content.
//!
//! It knows what each act is worth in dice, but does not insist on the best: an act that is worth a little less is
//! taken a little more rarely. That makes it bold at times, and hard to be sure of.

use std::sync::Arc;

use dicehouse_rules::liars::LiarsView;
use dicehouse_rules::{Act, Allowed, BidActs, GameKind, OptionValue};

use crate::bot::{BotInfo, Difficulty, Entry};
use crate::chance::Luck;
use crate::options::BotOption;

use super::odds::Appraiser;
use super::{DecideLiars, call_or_lowest, seat};

pub(crate) static ENTRY: Entry = Entry {
    info: BotInfo {
        name: "adept",
        game: GameKind::Liars,
        difficulty: Difficulty::Medium,
        about: "bold: reads bids like odds, and takes what is good enough instead of the best",
        options: &[BotOption {
            name: "content",
            about: "what an act must be worth less to be e times as rare, in hundredths of a die",
            allowed: Allowed::Number { from: 1, to: 100 },
            default: OptionValue::Number(26),
        }],
        version: "2",
    },
    make: |values| {
        let content = f64::from(values.number("content")) / 100.0;
        let adept =
            move |seed| Adept { appraiser: Appraiser::new(), content, luck: Luck::new(seed) };
        Arc::new(move |seed| seat(adept(seed)))
    },
};

/// The option's usual value.
pub(super) const CONTENT: f64 = 0.26;

struct Adept {
    appraiser: Appraiser,
    /// How much less an act must be worth, in dice, to be played e times as rarely.
    content: f64,
    luck: Luck,
}

impl DecideLiars for Adept {
    fn decide(&mut self, view: &LiarsView<'_>, legal: &BidActs) -> Act {
        let mut worths: Vec<(f64, Act)> = Vec::new();
        self.appraiser.each(view, legal, |worth, act| worths.push((worth, act)));
        let best = worths.iter().map(|(worth, _)| *worth).fold(f64::MIN, f64::max);
        let weights = worths.iter().map(|(worth, _)| ((worth - best) / self.content).exp());
        match self.luck.weighted(weights) {
            Some(drawn) => worths[drawn].1,
            None => call_or_lowest(legal),
        }
    }
}
