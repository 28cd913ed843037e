//! The name by which a heading is linked to.

use std::collections::BTreeMap;

/// Names for the headings of one page, as GitHub makes them, so that a link works in both places.
#[derive(Default)]
pub struct Slugs(BTreeMap<String, u32>);

impl Slugs {
    /// The name of the next heading. A heading that is there already gets a number.
    pub fn next(&mut self, heading: &str) -> String {
        let slug = slug(heading);
        let before = self.0.entry(slug.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { slug } else { format!("{slug}-{}", *before - 1) }
    }
}

/// Letters, digits, hyphens and underscores stay; spaces become hyphens; everything else goes.
fn slug(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Slugs;

    #[test]
    fn headings_are_named_as_on_github() {
        let mut slugs = Slugs::default();
        for (heading, name) in [
            ("What is kept, and how", "what-is-kept-and-how"),
            ("`crates/rules`", "cratesrules"),
            ("1. The rules are pure", "1-the-rules-are-pure"),
            ("Checks", "checks"),
            ("Checks", "checks-1"),
            ("Checks", "checks-2"),
        ] {
            assert_eq!(slugs.next(heading), name);
        }
    }
}
