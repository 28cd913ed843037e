//! The files with what was trained and solved. On a computer they are part of the program. In a browser they are most of
//! what has to be loaded, so they come as a file of their own, and [`bring`] takes them.

/// A file of trained weights or solved chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trained {
    /// The policies of `master` in `liars`.
    Policies,
    /// What dice are worth to `master` in `liars`.
    Worth,
    /// The values of `planner` in `pairs`.
    Planner,
    /// The solved table of two in `claims simple`.
    ClaimsSimple,
    /// The solved table of two in `claims full`.
    ClaimsFull,
}

#[cfg(not(target_family = "wasm"))]
impl Trained {
    /// What the file holds.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Trained::Policies => include_bytes!("liars/master/policies.weights"),
            Trained::Worth => include_bytes!("liars/master/worth.weights"),
            Trained::Planner => include_bytes!("pairs/planner.weights"),
            Trained::ClaimsSimple => include_bytes!("claims/simple.values"),
            Trained::ClaimsFull => include_bytes!("claims/full.values"),
        }
    }
}

#[cfg(target_family = "wasm")]
pub use brought::{are_here, bring};

/// Files that are brought along after the program has started.
#[cfg(any(test, target_family = "wasm"))]
mod brought {
    use std::sync::OnceLock;

    use super::Trained;

    static BROUGHT: OnceLock<Files> = OnceLock::new();

    /// Every file of [`ALL`], in its order.
    type Files = Vec<Vec<u8>>;

    const ALL: [Trained; 5] = [
        Trained::Policies,
        Trained::Worth,
        Trained::Planner,
        Trained::ClaimsSimple,
        Trained::ClaimsFull,
    ];

    impl Trained {
        /// The name of the file in a pack: its path below the sources of this crate.
        fn name(self) -> &'static str {
            match self {
                Trained::Policies => "liars/master/policies.weights",
                Trained::Worth => "liars/master/worth.weights",
                Trained::Planner => "pairs/planner.weights",
                Trained::ClaimsSimple => "claims/simple.values",
                Trained::ClaimsFull => "claims/full.values",
            }
        }

        /// What the file holds; nothing before it was brought.
        #[cfg(target_family = "wasm")]
        pub(crate) fn bytes(self) -> &'static [u8] {
            let place = ALL.iter().position(|file| *file == self);
            let files = BROUGHT.get().map_or(&[][..], Vec::as_slice);
            place.and_then(|place| files.get(place)).map_or(&[], Vec::as_slice)
        }
    }

    /// Takes the files of all bots in one pack: for each its name and then what it holds, both with their length in front,
    /// in four bytes, little-endian. Says whether it was such a pack. Bots that were trained can play from then on.
    pub fn bring(pack: &[u8]) -> bool {
        let files = unpack(pack);
        files.is_some_and(|files| {
            // Brought twice, they are the same.
            let _ = BROUGHT.set(files);
            true
        })
    }

    /// Whether the files were brought.
    pub fn are_here() -> bool {
        BROUGHT.get().is_some()
    }

    fn unpack(pack: &[u8]) -> Option<Files> {
        let mut named = Vec::new();
        let mut rest = pack;
        while !rest.is_empty() {
            named.push((part(&mut rest)?, part(&mut rest)?));
        }
        let find = |file: Trained| {
            let found = named.iter().find(|(name, _)| *name == file.name().as_bytes());
            found.map(|(_, bytes)| bytes.to_vec())
        };
        ALL.into_iter().map(find).collect()
    }

    /// The next part of a pack, after its length.
    fn part<'p>(rest: &mut &'p [u8]) -> Option<&'p [u8]> {
        let (length, after) = rest.split_first_chunk()?;
        let (part, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        *rest = after;
        Some(part)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
            let part = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), bytes].concat();
            files
                .iter()
                .flat_map(|(name, bytes)| [part(name.as_bytes()), part(bytes)].concat())
                .collect()
        }

        #[test]
        fn every_file_has_its_place_in_a_pack() {
            let files = ALL.map(|file| (file.name(), file.bytes()));
            assert!(unpack(&packed(&files[1..])).is_none(), "one is missing");
            let whole = packed(&files);
            assert!(unpack(&whole[..whole.len() - 1]).is_none(), "cut off");
            assert!(unpack(&[&whole[..], &[1]].concat()).is_none(), "something behind it");
            let unpacked = unpack(&whole).unwrap();
            assert!(unpacked.iter().zip(files).all(|(bytes, (_, expected))| bytes == expected));
            assert!(!bring(b"\xff\xff\xff\xff") && !are_here());
            assert!(bring(&whole) && are_here());
        }
    }
}
