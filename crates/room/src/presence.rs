//! Who is connected. It is not kept: after a restart everybody is away until they come back.

use std::collections::BTreeMap;

use crate::message::{PersonId, Time};

/// Who is here, and since when the others are away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presences {
    people: BTreeMap<PersonId, Whereabouts>,
    /// Since when everybody is away of whom nothing is known: the last replay.
    since: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whereabouts {
    Here,
    Away(Time),
}

impl Presences {
    pub(crate) fn all_away(since: Time) -> Presences {
        Presences { people: BTreeMap::new(), since }
    }

    pub(crate) fn is_here(&self, person: &PersonId) -> bool {
        self.people.get(person) == Some(&Whereabouts::Here)
    }

    /// Since when somebody is away; `None` when they are here.
    pub(crate) fn away_since(&self, person: &PersonId) -> Option<Time> {
        match self.people.get(person) {
            Some(Whereabouts::Here) => None,
            Some(Whereabouts::Away(since)) => Some(*since),
            None => Some(self.since),
        }
    }

    /// Everybody who is here.
    pub(crate) fn here(&self) -> impl Iterator<Item = &PersonId> {
        self.people
            .iter()
            .filter(|(_, presence)| **presence == Whereabouts::Here)
            .map(|(who, _)| who)
    }

    /// Notes that somebody is here; says whether they were away.
    pub(crate) fn comes(&mut self, person: &PersonId) -> bool {
        self.people.insert(person.clone(), Whereabouts::Here) != Some(Whereabouts::Here)
    }

    /// Notes that somebody is away; says whether they were here.
    pub(crate) fn goes(&mut self, person: &PersonId, now: Time) -> bool {
        let was_here = self.is_here(person);
        if was_here {
            self.people.insert(person.clone(), Whereabouts::Away(now));
        }
        was_here
    }

    pub(crate) fn forget(&mut self, person: &PersonId) {
        self.people.remove(person);
    }
}
