//! Options that are written as text, in a file and as flags alike.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serializer;

pub(super) fn serialize<T: Display, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

/// Reads text, or a number or a truth value as the text that it would be.
pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    from.deserialize_any(Text(PhantomData))
}

/// Something that is written as text or as a table.
pub(super) struct TextOr<T>(pub(super) T);

/// Reads text, or else a table.
pub(super) fn or_table<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display> + Deserialize<'de>,
    D: Deserializer<'de>,
{
    TextOr::deserialize(from).map(|read| read.0)
}

impl<'de, T: FromStr<Err: Display> + Deserialize<'de>> Deserialize<'de> for TextOr<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(TextOrTable(PhantomData))
    }
}

struct Text<T>(PhantomData<T>);
struct TextOrTable<T>(PhantomData<T>);

fn read<T: FromStr<Err: Display>, E: Error>(text: impl Display) -> Result<T, E> {
    text.to_string().parse().map_err(E::custom)
}

macro_rules! visit_as_text {
    ($into:expr, $($visit:ident: $from:ty),*) => {$(
        fn $visit<E: Error>(self, value: $from) -> Result<Self::Value, E> {
            read(value).map($into)
        }
    )*};
}

impl<'de, T: FromStr<Err: Display>> Visitor<'de> for Text<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    visit_as_text!(Some, visit_str: &str, visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
}

impl<'de, T: FromStr<Err: Display> + Deserialize<'de>> Visitor<'de> for TextOrTable<T> {
    type Value = TextOr<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text or a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TextOr<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TextOr)
    }

    visit_as_text!(TextOr, visit_str: &str, visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
}
