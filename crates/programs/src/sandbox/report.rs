//! What a sandbox enforces on this machine, what it cannot, and why.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Policy;

/// A means of the system that a sandbox is built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mechanism {
    /// A user namespace: lets an ordinary user have the other namespaces.
    UserNamespace,
    /// A mount namespace: a file system with only what the bot may see.
    MountNamespace,
    /// A PID namespace: no other processes, and none that outlives the bot.
    PidNamespace,
    /// A network namespace: not even a loopback device.
    NetworkNamespace,
    /// An IPC namespace: no shared memory or queues of others.
    IpcNamespace,
    /// No capabilities, and no way to get any from a file.
    NoPrivileges,
    /// Landlock's file rules: once more, and independently, what may be read and written.
    Landlock,
    /// Landlock's scopes: no signals and no abstract sockets to the outside.
    LandlockScope,
    /// Seccomp filters: only system calls that bots need; no sockets, no debugging, no namespaces.
    Seccomp,
    /// Resource limits of each process.
    ResourceLimits,
    /// A limit on the number of processes that the system itself enforces.
    ProcessLimit,
    /// The keeper's own look at memory, processes and processor time of all the bot's processes together.
    Watch,
}

impl Mechanism {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::UserNamespace,
        Self::MountNamespace,
        Self::PidNamespace,
        Self::NetworkNamespace,
        Self::IpcNamespace,
        Self::NoPrivileges,
        Self::Landlock,
        Self::LandlockScope,
        Self::Seccomp,
        Self::ResourceLimits,
        Self::ProcessLimit,
        Self::Watch,
    ];
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UserNamespace => "user namespace",
            Self::MountNamespace => "mount namespace",
            Self::PidNamespace => "PID namespace",
            Self::NetworkNamespace => "network namespace",
            Self::IpcNamespace => "IPC namespace",
            Self::NoPrivileges => "no privileges",
            Self::Landlock => "Landlock",
            Self::LandlockScope => "Landlock scopes",
            Self::Seccomp => "seccomp",
            Self::ResourceLimits => "resource limits",
            Self::ProcessLimit => "process limit",
            Self::Watch => "watch",
        })
    }
}

/// Something a sandbox promises to whoever runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// The bot reaches no network and no socket of another process.
    Network,
    /// The bot reads only what it needs, and writes only to its scratch folder.
    Files,
    /// The bot sees no other process, and cannot signal or debug one.
    Processes,
    /// The bot cannot get more rights than it was started with.
    Privileges,
    /// Memory is limited.
    Memory,
    /// The number of processes is limited.
    ProcessCount,
    /// Processor time is limited.
    Cpu,
    /// File sizes and open files are limited.
    FileSize,
    /// The scratch folder as a whole is limited.
    Scratch,
}

impl Protection {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Network,
        Self::Files,
        Self::Processes,
        Self::Privileges,
        Self::Memory,
        Self::ProcessCount,
        Self::Cpu,
        Self::FileSize,
        Self::Scratch,
    ];

    /// The sets of mechanisms of which each gives this protection on its own.
    fn any_of(self) -> &'static [&'static [Mechanism]] {
        use Mechanism as M;
        match self {
            // The filter alone leaves no way to make a socket; the namespace alone leaves nobody to talk to, except
            // through sockets that are files, which only a file system without them takes away.
            Self::Network => &[&[M::Seccomp], &[M::NetworkNamespace, M::MountNamespace]],
            // Landlock leaves modes, owners and times of files to the filter.
            Self::Files => &[&[M::MountNamespace], &[M::Landlock, M::Seccomp]],
            Self::Processes => &[
                &[M::PidNamespace, M::MountNamespace],
                &[M::Landlock, M::LandlockScope, M::Seccomp],
            ],
            Self::Privileges => &[&[M::NoPrivileges]],
            // Limits of each process do not add up to a limit of all; the watch alone comes late; and neither counts
            // shared memory that is mapped nowhere, which takes the filter and, for the zero device, Landlock to avoid.
            Self::Memory => &[&[M::ResourceLimits, M::Watch, M::Seccomp, M::Landlock]],
            Self::ProcessCount => &[&[M::Watch], &[M::ProcessLimit]],
            Self::Cpu => &[&[M::Watch], &[M::ResourceLimits]],
            Self::FileSize => &[&[M::ResourceLimits]],
            Self::Scratch => &[&[M::MountNamespace]],
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Network => "no network",
            Self::Files => "files hidden and read-only",
            Self::Processes => "no other processes",
            Self::Privileges => "no privileges",
            Self::Memory => "memory limit",
            Self::ProcessCount => "process limit",
            Self::Cpu => "processor time limit",
            Self::FileSize => "file limits",
            Self::Scratch => "scratch folder limit",
        })
    }
}

/// What a sandbox enforces, what it could not, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    policy: Policy,
    /// For each mechanism tried: nothing, or why it is not there.
    tried: BTreeMap<Mechanism, Option<String>>,
    notes: Vec<String>,
}

impl SandboxReport {
    pub(crate) fn new(policy: Policy) -> Self {
        Self { policy, tried: BTreeMap::new(), notes: Vec::new() }
    }

    /// Notes how it went with a mechanism. A later failure outweighs an earlier success, never the other way round.
    pub(crate) fn record(&mut self, mechanism: Mechanism, outcome: Result<(), impl fmt::Display>) {
        let entry = self.tried.entry(mechanism).or_insert(None);
        if let (None, Err(reason)) = (&entry, outcome) {
            *entry = Some(reason.to_string());
        }
    }

    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Whether a mechanism is in force.
    #[must_use]
    pub fn has(&self, mechanism: Mechanism) -> bool {
        self.tried.get(&mechanism) == Some(&None)
    }

    /// Why a mechanism is not in force, if it is not.
    #[must_use]
    pub fn why_not(&self, mechanism: Mechanism) -> Option<&str> {
        match self.tried.get(&mechanism) {
            Some(None) => None,
            Some(Some(reason)) => Some(reason),
            None => Some("not tried"),
        }
    }

    /// The mechanisms in force.
    pub fn mechanisms(&self) -> impl Iterator<Item = Mechanism> {
        Mechanism::ALL.into_iter().filter(|mechanism| self.has(*mechanism))
    }

    /// Whether a protection is enforced, by one set of mechanisms or another.
    #[must_use]
    pub fn enforces(&self, protection: Protection) -> bool {
        protection.any_of().iter().any(|set| set.iter().all(|mechanism| self.has(*mechanism)))
    }

    /// The protections that this machine does not give.
    pub fn missing(&self) -> impl Iterator<Item = Protection> {
        Protection::ALL.into_iter().filter(|protection| !self.enforces(*protection))
    }

    /// Whether everything is enforced.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing().next().is_none()
    }

    /// What else is worth knowing: weaker spots that are no failures.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether the policy forbids to go on.
    pub(crate) fn refused(&self) -> bool {
        self.policy == Policy::Strict && !self.is_complete()
    }
}

/// One line per protection, then one per mechanism that is missing, then the notes.
impl fmt::Display for SandboxReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for protection in Protection::ALL {
            let state = if self.enforces(protection) { "enforced" } else { "NOT ENFORCED" };
            writeln!(f, "  {protection}: {state}")?;
        }
        for mechanism in Mechanism::ALL {
            if let Some(reason) = self.why_not(mechanism) {
                writeln!(f, "  without {mechanism}: {reason}")?;
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "  note: {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(mechanisms: &[Mechanism]) -> SandboxReport {
        let mut report = SandboxReport::new(Policy::Strict);
        for mechanism in mechanisms {
            report.record(*mechanism, Ok::<(), String>(()));
        }
        report
    }

    #[test]
    fn nothing_tried_is_nothing_enforced() {
        let report = with(&[]);
        assert_eq!(report.missing().count(), Protection::ALL.len());
        assert!(report.refused());
    }

    #[test]
    fn everything_there_is_everything_enforced() {
        let report = with(&Mechanism::ALL);
        assert!(report.is_complete() && !report.refused());
    }

    #[test]
    fn landlock_and_seccomp_stand_in_for_namespaces_except_for_the_scratch_folder() {
        use Mechanism as M;
        let report = with(&[
            M::Landlock,
            M::LandlockScope,
            M::Seccomp,
            M::NoPrivileges,
            M::ResourceLimits,
            M::Watch,
        ]);
        assert_eq!(report.missing().collect::<Vec<_>>(), [Protection::Scratch]);
    }

    #[test]
    fn a_failure_is_not_forgotten() {
        let mut report = with(&[Mechanism::Landlock]);
        report.record(Mechanism::Landlock, Err("too old"));
        report.record(Mechanism::Landlock, Ok::<(), String>(()));
        assert_eq!(report.why_not(Mechanism::Landlock), Some("too old"));
        assert!(report.to_string().contains("without Landlock: too old"));
    }
}
