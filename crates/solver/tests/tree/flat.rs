//! A tree laid out in flat lists.

use std::collections::HashMap;

use thiserror::Error;

use super::{NodeKind, Tree};
use dicehouse_solver::Side;

/// The most nodes that are laid out.
const MOST_NODES: usize = 50_000_000;

/// The tree is too large for this solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has more than {MOST_NODES} nodes")]
pub struct TooLarge;

/// A [`Tree`] as lists of numbers: parents come before their children.
#[derive(Debug)]
pub struct FlatTree<I> {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    /// The probabilities of chance nodes, in step with `children`.
    pub(super) chances: Vec<f64>,
    pub(super) sets: Vec<Set>,
    /// How many cells all sets need together: one for each act.
    pub(super) cells: usize,
    index: [HashMap<I, u32>; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Chance { from: usize, count: usize },
    Decision { set: usize, from: usize },
    End(f64),
}

/// The nodes between which a player cannot tell, with what they have in common.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub side: Side,
    pub acts: usize,
    /// Its first cell.
    pub cell: usize,
    pub nodes: Vec<u32>,
}

impl<I: std::hash::Hash + Eq> FlatTree<I> {
    /// Lays out `tree`.
    ///
    /// # Errors
    /// When it has too many nodes.
    pub fn new<T: Tree<Information = I>>(tree: &T) -> Result<FlatTree<I>, TooLarge> {
        let mut flat = FlatTree {
            nodes: Vec::new(),
            children: Vec::new(),
            chances: Vec::new(),
            sets: Vec::new(),
            cells: 0,
            index: [HashMap::new(), HashMap::new()],
        };
        flat.add(tree, &tree.root())?;
        Ok(flat)
    }

    fn add<T>(&mut self, tree: &T, node: &T::Node) -> Result<u32, TooLarge>
    where
        T: Tree<Information = I>,
    {
        let id = self.nodes.len();
        if id >= MOST_NODES {
            return Err(TooLarge);
        }
        self.nodes.push(Node::End(0.0));
        self.nodes[id] = match tree.step(node) {
            NodeKind::End(value) => Node::End(value),
            NodeKind::Chance(ways) => {
                let from = self.reserve(ways.iter().map(|way| way.0));
                let count = ways.len();
                self.add_children(tree, from, ways.into_iter().map(|way| way.1))?;
                Node::Chance { from, count }
            }
            NodeKind::Decision { side, information, acts } => {
                let set = self.set(side, information, acts.len(), id);
                let from = self.reserve(acts.iter().map(|_| 1.0));
                self.add_children(tree, from, acts.into_iter())?;
                Node::Decision { set, from }
            }
        };
        Ok(id as u32)
    }

    fn reserve(&mut self, chances: impl Iterator<Item = f64>) -> usize {
        let from = self.children.len();
        self.chances.extend(chances);
        self.children.resize(self.chances.len(), 0);
        from
    }

    fn add_children<T>(
        &mut self,
        tree: &T,
        from: usize,
        nodes: impl Iterator<Item = T::Node>,
    ) -> Result<(), TooLarge>
    where
        T: Tree<Information = I>,
    {
        for (n, node) in nodes.enumerate() {
            self.children[from + n] = self.add(tree, &node)?;
        }
        Ok(())
    }

    fn set(&mut self, side: Side, information: I, acts: usize, node: usize) -> usize {
        let (sets, cells) = (&mut self.sets, &mut self.cells);
        let id = *self.index[side.index()].entry(information).or_insert_with(|| {
            sets.push(Set { side, acts, cell: *cells, nodes: Vec::new() });
            *cells += acts;
            sets.len() as u32 - 1
        });
        let set = &mut sets[id as usize];
        assert_eq!(set.acts, acts, "who knows the same may do the same");
        set.nodes.push(node as u32);
        id as usize
    }

    /// The cells of what `side` decides on `information`.
    pub(super) fn cells_of(&self, side: Side, information: &I) -> Option<std::ops::Range<usize>> {
        let set = &self.sets[*self.index[side.index()].get(information)? as usize];
        Some(set.cell..set.cell + set.acts)
    }

    /// How many nodes the game has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none, which no game has.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many information sets it has.
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }
}
