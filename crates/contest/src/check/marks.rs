//! The signs a report is written with.

/// Signs for a terminal that has them, and for one that has only ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Marks {
    /// ✔ ✘ – •
    #[default]
    Unicode,
    /// ok, FAIL
    Ascii,
}

impl Marks {
    pub(super) fn passed(self) -> &'static str {
        self.choose("✔", "ok  ")
    }

    pub(super) fn failed(self) -> &'static str {
        self.choose("✘", "FAIL")
    }

    pub(super) fn skipped(self) -> &'static str {
        self.choose("–", "skip")
    }

    pub(super) fn note(self) -> &'static str {
        self.choose("•", "note:")
    }

    pub(super) fn question(self) -> &'static str {
        self.choose("→", ">")
    }

    pub(super) fn answer(self) -> &'static str {
        self.choose("←", "<")
    }

    fn choose(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self {
            Marks::Unicode => unicode,
            Marks::Ascii => ascii,
        }
    }
}
