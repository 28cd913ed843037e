//! Acts in words.

use dicehouse_rules::Act;

/// What an act is called on a button or in a question: "call", "bid 3 fives".
pub fn label(act: Act) -> String {
    match act {
        Act::Bid(bid) => format!("bid {}", bid.spoken()),
        Act::Call => "call".to_owned(),
        Act::Exact => "say exact".to_owned(),
        Act::Claim(sum) => format!("claim {sum}"),
        Act::LetPass => "let it pass".to_owned(),
        Act::Immunity => "play the card".to_owned(),
        Act::NoImmunity => "keep the card".to_owned(),
        Act::Split(split) => {
            let [low, high] = split.pairs();
            format!("mark {low} and {high}, remove the {}", split.removed())
        }
    }
}
