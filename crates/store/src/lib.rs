//! Dicehouse store.
