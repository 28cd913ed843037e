//! What the system says of an error, for people.

/// A message without the numbers that the system has for errors: they say nothing to people.
pub fn without_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_numbers_are_left_out() {
        for (message, said) in [
            (
                "cannot read x: No such file or directory (os error 2)",
                "cannot read x: No such file or directory",
            ),
            ("a: no (os error 2); b: no (os error 13).", "a: no; b: no."),
            ("nothing of the kind (yet)", "nothing of the kind (yet)"),
            ("cut off (os error 2", "cut off"),
        ] {
            assert_eq!(without_numbers(message), said);
        }
    }
}
