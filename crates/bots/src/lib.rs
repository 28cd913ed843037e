//! Dicehouse bots.
