//! Dicehouse rules.
