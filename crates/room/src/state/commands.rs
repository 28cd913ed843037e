//! Which of a person's commands were done.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::message::{CommandId, Version};

/// A person's last commands. A command is done once: within this window a repeated number finds its answer, and a
/// number before it is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Commands {
    highest: CommandId,
    done: VecDeque<(CommandId, Version)>,
}

/// What is known of a command's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It was done, and this followed from it.
    Done(Version),
    /// It was not done.
    Fresh,
    /// It is too old to know, or too far ahead.
    Bad,
}

impl Commands {
    /// How many commands are remembered.
    pub(crate) const REMEMBERED: usize = 64;
    /// How far ahead of the highest number a command may be.
    pub(crate) const AHEAD: u32 = 1000;

    pub(crate) fn known(&self, id: CommandId) -> Known {
        if let Some((_, version)) = self.done.iter().find(|(done, _)| *done == id) {
            return Known::Done(*version);
        }
        // A number that fell out of the window may have been done; one that never was in it is lower than all in it.
        let forgotten =
            self.done.len() == Self::REMEMBERED && self.done.iter().all(|(done, _)| id < *done);
        if id.0 == 0 || forgotten || id.0 > self.highest.0.saturating_add(Self::AHEAD) {
            return Known::Bad;
        }
        Known::Fresh
    }

    /// Notes that a command was done; what followed first counts. The lowest numbers are forgotten first.
    pub(crate) fn note(&mut self, id: CommandId, version: Version) {
        if matches!(self.known(id), Known::Done(_)) {
            return;
        }
        self.highest = self.highest.max(id);
        let place = self.done.partition_point(|(done, _)| *done < id);
        self.done.insert(place, (id, version));
        if self.done.len() > Self::REMEMBERED {
            self.done.pop_front();
        }
    }

    /// The number for the next command, after those done and those `refused`. A number too far ahead was refused for that,
    /// and does not count.
    pub(crate) fn next(&self, refused: impl Iterator<Item = CommandId>) -> CommandId {
        let last = refused
            .filter(|id| id.0 < self.highest.0.saturating_add(Self::AHEAD))
            .fold(self.highest, CommandId::max);
        CommandId(last.0.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_fresh_once() {
        let mut commands = Commands::default();
        assert_eq!(commands.known(CommandId(0)), Known::Bad);
        assert_eq!(commands.known(CommandId(1001)), Known::Bad);
        commands.note(CommandId(2), Version(10));
        commands.note(CommandId(2), Version(11));
        assert_eq!(commands.known(CommandId(2)), Known::Done(Version(10)));
        // The first came late.
        assert_eq!(commands.known(CommandId(1)), Known::Fresh);
        for (refused, next) in
            [(&[][..], 3), (&[1], 3), (&[3, 4], 5), (&[1002, 7], 8), (&[1001], 1002)]
        {
            let refused = refused.iter().copied().map(CommandId);
            assert_eq!(commands.next(refused), CommandId(next));
            assert_eq!(commands.known(CommandId(next)), Known::Fresh);
        }
    }

    #[test]
    fn what_is_forgotten_is_not_done_again() {
        let mut commands = Commands::default();
        for id in 1..=200 {
            assert_eq!(commands.known(CommandId(id)), Known::Fresh);
            commands.note(CommandId(id), Version(id));
        }
        for id in 1..=200 {
            assert_ne!(commands.known(CommandId(id)), Known::Fresh, "{id}");
        }
        assert_eq!(commands.known(CommandId(137)), Known::Done(Version(137)));
        assert_eq!(commands.known(CommandId(136)), Known::Bad);
    }

    /// Numbers that arrive in any order are done once each, also when many are forgotten.
    #[test]
    fn any_order() {
        let mut commands = Commands::default();
        let mut done = std::collections::HashSet::new();
        let mut state = 7u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let id = CommandId((state >> 33) as u32 % 900 + 1);
            if commands.known(id) == Known::Fresh {
                assert!(done.insert(id), "{id:?} was done twice");
                commands.note(id, Version(1));
            }
        }
    }
}
