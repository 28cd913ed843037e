//! A solver for any small game for two: a [`Tree`] is laid out flat once, then solved by tables.
//!
//! It is plain and slow, and plays the games of the rules crate itself: the solvers of the library are checked against it.
#![allow(dead_code, reason = "each test uses its own part")]

mod flat;
mod response;
mod solve;

pub use flat::FlatTree;
pub use solve::solve;

use std::hash::Hash;

use dicehouse_solver::Side;

/// A game for two with perfect recall in which one wins what the other loses.
pub trait Tree {
    /// A moment of the game, everything hidden included.
    type Node;
    /// What a player knows when deciding.
    type Information: Hash + Eq;

    /// Where the game starts.
    fn root(&self) -> Self::Node;

    /// What happens at `node`.
    fn step(&self, node: &Self::Node) -> NodeKind<Self::Node, Self::Information>;
}

/// What happens at a node of a [`Tree`].
pub enum NodeKind<N, I> {
    /// Chance: each way to go on with its probability.
    Chance(Vec<(f64, N)>),
    /// A player decides, knowing `information`. Nodes with equal information have as many acts.
    Decision {
        /// Who decides.
        side: Side,
        /// What the player knows.
        information: I,
        /// Where each act leads.
        acts: Vec<N>,
    },
    /// The game is over; what it is worth to the first player.
    End(f64),
}
