//! TypeScript shapes of what travels as text, and the declarations of all types that belong to a message.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use crate::dice::{Commitment, ContestSecret, HeaderHash, SeatSeed, ServerSeed};
use crate::record::{GameId, PublicKey, Signature};
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
    [] HeaderHash;
    [] ServerSeed;
    [] ContestSecret;
    [] GameId;
    [] PublicKey;
    [] Signature;
}

/// The declarations of a type and of all types it is made of, by name. Several are asked for as a tuple.
///
/// # Panics
/// When two different types have one name: the page could not tell them apart.
pub fn declarations<T: TS + 'static + ?Sized>() -> BTreeMap<String, String> {
    let config = Config::new().with_large_int("number");
    let mut found = Declarations { config, seen: HashSet::new(), by_name: BTreeMap::new() };
    found.visit::<T>();
    found.by_name
}

struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let lines = format!("{docs}export {}", T::decl(&self.config));
            let declaration: String =
                lines.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            let before = self.by_name.insert(T::ident(&self.config), declaration.clone());
            assert!(
                before.is_none_or(|before| before == declaration),
                "two types have one name: {declaration}"
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
