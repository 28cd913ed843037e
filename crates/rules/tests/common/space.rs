//! Every act there is, legal or not.

use dicehouse_rules::{Act, Bid, Face, Split};

/// Acts that no text stands for are among them (`0x5`, `claim 0`, faces no die of a bid has).
pub fn every_act() -> Vec<Act> {
    let mut acts = vec![Act::Call, Act::Exact, Act::LetPass, Act::Immunity, Act::NoImmunity];
    for face in Face::first(9).chain([10, 100].into_iter().filter_map(Face::new)) {
        acts.extend((0..=u8::MAX).map(|quantity| Act::Bid(Bid::new(quantity, face))));
    }
    acts.extend((0..=u8::MAX).map(Act::Claim));
    for removed in Face::first(6) {
        for low in 2..=12 {
            acts.extend((low..=12).map(|high| Act::Split(Split::new(low, high, removed))));
        }
    }
    acts
}
