//! Commands that were refused, and where everybody's numbers go on.

use std::collections::{BTreeMap, VecDeque};

use crate::message::{CommandId, PersonId, Refusal, RefusalCode};
use crate::state::State;

/// How many refusals are remembered of each person.
const REMEMBERED: usize = 16;

/// Commands that were refused, so that a doubled one is refused again. They are not kept: a client that heard a
/// refusal does not send the command again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refused(BTreeMap<PersonId, VecDeque<(CommandId, Refusal)>>);

impl Refused {
    pub(super) fn of(&self, person: &PersonId, id: CommandId) -> Option<&Refusal> {
        let refused = self.0.get(person)?;
        refused.iter().find(|(number, _)| *number == id).map(|(_, refusal)| refusal)
    }

    pub(super) fn remember(&mut self, person: &PersonId, id: CommandId, refusal: &Refusal) {
        // A command that comes too fast may be tried again as it is.
        let again = matches!(refusal.code, RefusalCode::TooFast);
        if again || self.of(person, id).is_some() {
            return;
        }
        let refused = self.0.entry(person.clone()).or_default();
        refused.push_back((id, refusal.clone()));
        if refused.len() > REMEMBERED {
            refused.pop_front();
        }
    }

    pub(super) fn forget(&mut self, person: &PersonId) {
        self.0.remove(person);
    }

    /// The number for the next command of `person`: after those that were done, and after those that were refused, whose
    /// numbers would only bring the old refusal again.
    pub(crate) fn next_command(&self, state: &State, person: &PersonId) -> CommandId {
        let refused = self.0.get(person).into_iter().flatten().map(|(number, _)| *number);
        state.guest(person).map_or(CommandId(1), |guest| guest.commands.next(refused))
    }
}
