//! TypeScript shapes of the lists that hold their items in place: arrays.

use ts_rs::{Config, TS, TypeVisitor};

use crate::few::Few;
use crate::seat::BySeat;

macro_rules! as_array {
    (($($generics:tt)*) $type:ty) => {
        impl<$($generics)*> TS for $type {
            type WithoutGenerics = <Vec<T> as TS>::WithoutGenerics;
            type OptionInnerType = Self;

            fn ident(config: &Config) -> String {
                Vec::<T>::ident(config)
            }
            fn name(config: &Config) -> String {
                Vec::<T>::name(config)
            }
            fn inline(config: &Config) -> String {
                Vec::<T>::inline(config)
            }
            fn visit_dependencies(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                Vec::<T>::visit_dependencies(visitor);
            }
            fn visit_generics(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                Vec::<T>::visit_generics(visitor);
            }
        }
    };
}

as_array!((T: TS + 'static, const N: usize) Few<T, N>);
as_array!((T: TS + 'static) BySeat<T>);
