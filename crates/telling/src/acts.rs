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

#[cfg(test)]
mod tests {
    use super::*;

    /// What an act is called can be typed: people and programs answer in the words they were asked in.
    #[test]
    fn labels_are_read_as_the_acts_they_name() {
        for text in [
            "3x5",
            "1x6",
            "call",
            "exact",
            "claim 9",
            "let pass",
            "immunity",
            "no immunity",
            "4+10-3",
        ] {
            let act: Act = text.parse().unwrap();
            assert_eq!(label(act).parse(), Ok(act), "{}", label(act));
        }
    }
}
