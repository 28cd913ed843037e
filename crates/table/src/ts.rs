//! TypeScript shapes of what travels as text.

use ts_rs::{Config, TS};

use crate::dice::{Commitment, ContestSecret, SeatSeed, ServerSeed};
use crate::record::GameId;
use crate::text::{Name, Talk, Text};

macro_rules! as_string {
    ($([$($generics:tt)*] $type:ty;)+) => {$(
        impl<$($generics)*> TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(config: &Config) -> String {
                String::name(config)
            }
            fn inline(config: &Config) -> String {
                String::inline(config)
            }
        }
    )+};
}

as_string! {
    [const LONGEST: usize] Text<LONGEST>;
    [] Name;
    [] Talk;
    [] SeatSeed;
    [] Commitment;
    [] ServerSeed;
    [] ContestSecret;
    [] GameId;
}
