//! What a name looks like, so that nobody at a table can be taken for somebody else.

use dicehouse_table::is_invisible;
use unicode_security::skeleton;

/// What a name looks like: the same for names that a reader cannot tell apart.
#[derive(PartialEq, Eq)]
pub struct Looks {
    /// As it is written: `I`, `l` and `1` are one, as are the letters of other alphabets that look like ours.
    written: String,
    /// In small letters: `Ada` and `ada` are one.
    small: String,
}

impl Looks {
    pub fn of(name: &str) -> Looks {
        let visible = || name.chars().filter(|c| !is_invisible(*c) && !c.is_whitespace());
        let written: String = visible().collect();
        let small: String = visible().flat_map(char::to_lowercase).collect();
        let small: String = skeleton(&small).collect();
        Looks { written: skeleton(&written).collect(), small: small.to_lowercase() }
    }

    /// Whether a reader could take one for the other.
    pub fn could_be(&self, other: &Looks) -> bool {
        self.written == other.written || self.small == other.small
    }
}

#[cfg(test)]
mod tests {
    use super::Looks;

    #[test]
    fn names_that_look_alike_are_found() {
        for (name, other, alike) in [
            ("Ada", "Ada", true),
            ("Ada", "ADA", true),
            ("Ada", "Аdа", true),         // Cyrillic А and а
            ("Нина", "Hина", true),       // a Latin H
            ("Ada", "A\u{200b}da", true), // with something invisible in it
            ("Ada", "A da", true),
            ("Bill", "BiII", true), // capital I for l
            ("Bob", "B0b", true),   // a zero
            ("Tim 1", "Tim l", true),
            ("rn", "m", true),
            ("Ada", "Ida", false),
            ("Ada", "Ada 2", false),
            ("Zoe", "Zoë", false),
            ("猫", "犬", false),
        ] {
            assert_eq!(Looks::of(name).could_be(&Looks::of(other)), alike, "{name} {other}");
        }
    }
}
