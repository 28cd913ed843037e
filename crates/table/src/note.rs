//! What a player thinks of its position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::Text;

/// What a player thinks of its position. It tells of the player's dice, so it goes into the record
/// and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, from = "Raw")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Info {
    /// The chance to win the game as the player sees it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_chance: Option<f64>,
    /// A remark in the player's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Text<500>>,
    /// Named figures.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<Text<32>, f64>,
}

/// The info as somebody sent it.
#[derive(Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Raw {
    win_chance: Option<f64>,
    note: Option<Text<500>>,
    numbers: BTreeMap<Text<32>, f64>,
}

impl From<Raw> for Info {
    fn from(raw: Raw) -> Info {
        let Raw { win_chance, note, numbers } = raw;
        Info { win_chance, note, numbers }.cleaned().unwrap_or_default()
    }
}

impl Info {
    /// The most figures that are kept.
    pub const MOST_NUMBERS: usize = 16;

    /// The info cut to size: without what is empty, and without figures that are no numbers. `None`
    /// when nothing is left.
    pub fn cleaned(&self) -> Option<Info> {
        let numbers = self.numbers.iter().filter(|(_, number)| number.is_finite());
        let info = Info {
            win_chance: self.win_chance.filter(|chance| (0.0..=1.0).contains(chance)),
            note: self.note.clone().filter(|note| !note.is_empty()),
            numbers: numbers
                .map(|(name, number)| (name.clone(), *number))
                .take(Info::MOST_NUMBERS)
                .collect(),
        };
        (info != Info::default()).then_some(info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_is_cut_to_size() {
        let note = Some(Text::new("\n"));
        let mut info = Info { win_chance: Some(7.0), note, ..Info::default() };
        assert_eq!(info.cleaned(), None);
        info.numbers = (0..50).map(|n| (Text::new(&format!("n{n}")), f64::from(n))).collect();
        info.numbers.insert(Text::new("bad"), f64::NAN);
        let cleaned = info.cleaned().unwrap();
        assert_eq!(cleaned.numbers.len(), Info::MOST_NUMBERS);
        assert!(!cleaned.numbers.contains_key(&Text::new("bad")));
    }

    #[test]
    fn info_is_cleaned_when_it_is_read() {
        let json = r#"{"win_chance":7,"note":"\u001b[2Jgone","numbers":{"a\u001b":1.5}}"#;
        let info: Info = serde_json::from_str(json).unwrap();
        assert_eq!(
            serde_json::to_string(&info).unwrap(),
            r#"{"note":"[2Jgone","numbers":{"a":1.5}}"#
        );
    }
}
