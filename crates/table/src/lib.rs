//! Dicehouse table.
