//! What goes into a query and what comes out, in types of our own.

use std::sync::Arc;

use sqlx::Column as _;

/// One argument of a query.
#[derive(Debug, Clone, Copy)]
pub enum Arg<'a> {
    /// A whole number or nothing.
    Whole(Option<i64>),
    /// A number or nothing.
    Real(Option<f64>),
    /// A text or nothing.
    Text(Option<&'a str>),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Arg::Text(Some(text))
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Arg::Text(Some(text))
    }
}

impl<'a> From<&'a Option<String>> for Arg<'a> {
    fn from(text: &'a Option<String>) -> Self {
        Arg::Text(text.as_deref())
    }
}

impl From<i64> for Arg<'_> {
    fn from(number: i64) -> Self {
        Arg::Whole(Some(number))
    }
}

impl From<u32> for Arg<'_> {
    fn from(number: u32) -> Self {
        Arg::Whole(Some(number.into()))
    }
}

impl From<Option<i64>> for Arg<'_> {
    fn from(number: Option<i64>) -> Self {
        Arg::Whole(number)
    }
}

impl From<f64> for Arg<'_> {
    fn from(number: f64) -> Self {
        Arg::Real(Some(number))
    }
}

/// An argument that lives on its own.
#[derive(Debug, Clone)]
pub enum OwnedArg {
    /// A whole number or nothing.
    Whole(Option<i64>),
    /// A number or nothing.
    Real(Option<f64>),
    /// A text or nothing.
    Text(Option<String>),
}

impl From<&Arg<'_>> for OwnedArg {
    fn from(arg: &Arg<'_>) -> Self {
        match *arg {
            Arg::Whole(number) => OwnedArg::Whole(number),
            Arg::Real(number) => OwnedArg::Real(number),
            Arg::Text(text) => OwnedArg::Text(text.map(str::to_owned)),
        }
    }
}

impl<'a> From<&'a OwnedArg> for Arg<'a> {
    fn from(arg: &'a OwnedArg) -> Self {
        match arg {
            OwnedArg::Whole(number) => Arg::Whole(*number),
            OwnedArg::Real(number) => Arg::Real(*number),
            OwnedArg::Text(text) => Arg::Text(text.as_deref()),
        }
    }
}

/// One value of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

/// One row of an answer. The rows of one answer share the names of their columns.
#[derive(Debug, Clone)]
pub struct Row {
    names: Arc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// The rows of an answer. `value` reads the value at a place, in the column of this name.
    pub fn all<R: sqlx::Row>(
        rows: &[R],
        value: fn(&R, usize, &str) -> sqlx::Result<Value>,
    ) -> sqlx::Result<Vec<Row>> {
        let columns = rows.first().map_or(&[][..], |row| row.columns());
        let names: Arc<[String]> = columns.iter().map(|column| column.name().to_owned()).collect();
        let decode = |row: &R| {
            let values = names.iter().enumerate().map(|(at, name)| value(row, at, name));
            Ok(Row { names: names.clone(), values: values.collect::<sqlx::Result<_>>()? })
        };
        rows.iter().map(decode).collect()
    }

    /// A text.
    pub fn text(&self, column: &str) -> sqlx::Result<String> {
        self.optional_text(column)?.ok_or_else(|| undecodable(column, "nothing, not a text"))
    }

    /// A text or nothing.
    pub fn optional_text(&self, column: &str) -> sqlx::Result<Option<String>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text.clone())),
            other => Err(undecodable(column, format!("{other:?}, not a text"))),
        }
    }

    /// A whole number or nothing.
    pub fn optional_number(&self, column: &str) -> sqlx::Result<Option<i64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Whole(number) => Ok(Some(*number)),
            other => Err(undecodable(column, format!("{other:?}, not a whole number"))),
        }
    }

    /// A whole number.
    pub fn number(&self, column: &str) -> sqlx::Result<i64> {
        self.optional_number(column)?.ok_or_else(|| undecodable(column, "nothing, not a number"))
    }

    /// A whole number of a smaller or unsigned type. The databases know only signed ones.
    pub fn whole<T>(&self, column: &str) -> sqlx::Result<T>
    where
        T: TryFrom<i64, Error = std::num::TryFromIntError>,
    {
        T::try_from(self.number(column)?).map_err(|error| undecodable(column, error))
    }

    /// A number or nothing.
    pub fn optional_real(&self, column: &str) -> sqlx::Result<Option<f64>> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Real(number) => Ok(Some(*number)),
            // SQLite's file may hold 2 for 2.0.
            Value::Whole(number) => Ok(Some(*number as f64)),
            Value::Text(text) => Err(undecodable(column, format!("{text:?}, not a number"))),
        }
    }

    /// A number.
    pub fn real(&self, column: &str) -> sqlx::Result<f64> {
        self.optional_real(column)?.ok_or_else(|| undecodable(column, "nothing, not a number"))
    }

    fn value(&self, column: &str) -> sqlx::Result<&Value> {
        let at = self.names.iter().position(|name| name == column);
        at.and_then(|at| self.values.get(at))
            .ok_or_else(|| sqlx::Error::ColumnNotFound(column.to_owned()))
    }
}

/// What was read is not what this crate writes.
pub fn undecodable(
    column: &str,
    why: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.into(), source: why.into() }
}
