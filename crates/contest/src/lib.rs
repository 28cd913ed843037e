//! Dicehouse contest.
