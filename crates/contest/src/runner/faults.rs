//! Faults, counted by cause.

use dicehouse_rules::Cause;
use serde::{Deserialize, Serialize};

/// How often a bot failed, by cause. It is written as a list of the causes that occurred, each with its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Times>", into = "Vec<Times>")]
pub struct Faults {
    /// In the order of [`Cause::ALL`].
    counts: [u64; Cause::ALL.len()],
}

/// How often a bot failed in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    cause: Cause,
    times: u64,
}

impl Faults {
    /// Counts so many faults more.
    pub fn add(&mut self, cause: Cause, times: u64) {
        if let Some(at) = Cause::ALL.iter().position(|known| *known == cause) {
            self.counts[at] = self.counts[at].saturating_add(times);
        }
    }

    /// Faults of one cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.iter().find(|(known, _)| *known == cause).map_or(0, |(_, times)| times)
    }

    /// Faults of any cause.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// The causes that occurred, and how often.
    pub fn iter(&self) -> impl Iterator<Item = (Cause, u64)> {
        Cause::ALL.into_iter().zip(self.counts).filter(|(_, times)| *times > 0)
    }
}

impl std::ops::AddAssign<&Faults> for Faults {
    fn add_assign(&mut self, other: &Faults) {
        other.iter().for_each(|(cause, times)| self.add(cause, times));
    }
}

impl From<Vec<Times>> for Faults {
    fn from(list: Vec<Times>) -> Faults {
        let mut faults = Faults::default();
        list.iter().for_each(|one| faults.add(one.cause, one.times));
        faults
    }
}

impl From<Faults> for Vec<Times> {
    fn from(faults: Faults) -> Vec<Times> {
        faults.iter().map(|(cause, times)| Times { cause, times }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_the_causes_that_occurred() {
        let mut faults = Faults::default();
        assert!(faults.is_empty());
        faults.add(Cause::Timeout, 2);
        faults.add(Cause::Timeout, 1);
        faults.add(Cause::Crashed, 1);
        assert_eq!((faults.total(), faults.of(Cause::Timeout), faults.of(Cause::Left)), (4, 3, 0));
        let json = serde_json::to_string(&faults).unwrap();
        assert!(json.contains(r#"{"cause":"timeout","times":3}"#), "{json}");
        assert_eq!(serde_json::from_str::<Faults>(&json).unwrap(), faults);
        let mut twice = faults;
        twice += &faults;
        assert_eq!(twice.total(), 8);
    }
}
