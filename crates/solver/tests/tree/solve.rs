//! Counterfactual regret minimisation over a flat tree (CFR+).

use std::hash::Hash;

use super::flat::{FlatTree, Node, Set};
use dicehouse_solver::Side;

/// An approximate equilibrium of a [`FlatTree`].
#[derive(Debug)]
pub struct TreeSolution<'a, I> {
    pub(super) tree: &'a FlatTree<I>,
    /// The average strategy, cell by cell.
    pub(super) strategy: Vec<f64>,
}

impl<I: Hash + Eq> TreeSolution<'_, I> {
    /// How often each act is played by `side` when it knows `information`.
    pub fn mix(&self, side: Side, information: &I) -> Option<&[f64]> {
        self.strategy.get(self.tree.cells_of(side, information)?)
    }

    /// What the game is worth to the first player when both play the solution.
    pub fn value(&self) -> f64 {
        self.value_at(0)
    }

    fn value_at(&self, node: usize) -> f64 {
        let tree = self.tree;
        match tree.nodes[node] {
            Node::End(value) => value,
            Node::Chance { from, count } => (from..from + count)
                .map(|n| tree.chances[n] * self.value_at(tree.children[n] as usize))
                .sum(),
            Node::Decision { set, from } => {
                let Set { acts, cell, .. } = tree.sets[set];
                (0..acts)
                    .map(|act| {
                        let child = tree.children[from + act] as usize;
                        self.strategy[cell + act] * self.value_at(child)
                    })
                    .sum()
            }
        }
    }
}

/// Solves the game by this many iterations.
pub fn solve<I>(tree: &FlatTree<I>, iterations: u32) -> TreeSolution<'_, I> {
    let mut work = TreeWork {
        tree,
        regrets: vec![0.0; tree.cells],
        sums: vec![0.0; tree.cells],
        now: vec![0.0; tree.cells],
        gained: vec![0.0; tree.cells],
        weight: 0.0,
    };
    for iteration in 1..=iterations {
        work.weight = f64::from(iteration);
        work.iterate(Side::First);
        work.iterate(Side::Second);
    }
    let mut strategy = work.sums;
    for set in &tree.sets {
        normalise(&mut strategy[set.cell..set.cell + set.acts]);
    }
    TreeSolution { tree, strategy }
}

/// Makes the numbers add up to 1; all alike when there are none.
fn normalise(mix: &mut [f64]) {
    let total: f64 = mix.iter().sum();
    let even = 1.0 / mix.len() as f64;
    mix.iter_mut().for_each(|part| *part = if total > 0.0 { *part / total } else { even });
}

struct TreeWork<'a, I> {
    tree: &'a FlatTree<I>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    /// The current strategy.
    now: Vec<f64>,
    /// What this iteration adds to the regrets.
    gained: Vec<f64>,
    weight: f64,
}

impl<I> TreeWork<'_, I> {
    fn iterate(&mut self, side: Side) {
        for set in &self.tree.sets {
            let cells = set.cell..set.cell + set.acts;
            self.now[cells.clone()].copy_from_slice(&self.regrets[cells.clone()]);
            normalise(&mut self.now[cells]);
        }
        self.gained.fill(0.0);
        self.walk(0, side, 1.0, 1.0);
        for set in self.tree.sets.iter().filter(|set| set.side == side) {
            for cell in set.cell..set.cell + set.acts {
                self.regrets[cell] = (self.regrets[cell] + self.gained[cell]).max(0.0);
            }
        }
    }

    /// What `node` is worth to `side`. `own` is how likely `side` plays to it, `others` how likely
    /// chance and the other player do.
    fn walk(&mut self, node: usize, side: Side, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        match tree.nodes[node] {
            Node::End(value) => side.sign() * value,
            Node::Chance { from, count } => (from..from + count)
                .map(|n| {
                    let chance = tree.chances[n];
                    chance * self.walk(tree.children[n] as usize, side, own, others * chance)
                })
                .sum(),
            Node::Decision { set, from } if tree.sets[set].side == side => {
                self.decide((set, from), side, own, others)
            }
            Node::Decision { set, from } => {
                let (acts, cell) = (tree.sets[set].acts, tree.sets[set].cell);
                (0..acts)
                    .map(|act| {
                        let chance = self.now[cell + act];
                        let child = tree.children[from + act] as usize;
                        chance * self.walk(child, side, own, others * chance)
                    })
                    .sum()
            }
        }
    }

    fn decide(&mut self, (set, from): (usize, usize), side: Side, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        let (acts, cell) = (tree.sets[set].acts, tree.sets[set].cell);
        let mut value = 0.0;
        for act in 0..acts {
            let chance = self.now[cell + act];
            let child = tree.children[from + act] as usize;
            let worth = self.walk(child, side, own * chance, others);
            self.gained[cell + act] += others * worth;
            self.sums[cell + act] += self.weight * own * chance;
            value += chance * worth;
        }
        self.gained[cell..cell + acts].iter_mut().for_each(|gained| *gained -= others * value);
        value
    }
}
