//! Dicehouse terminal.
