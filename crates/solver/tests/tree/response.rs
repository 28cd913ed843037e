//! The best response to a solution, and how much a solution can be exploited.

use std::hash::Hash;

use super::flat::Node;
use super::solve::TreeSolution;
use dicehouse_solver::Side;

impl<I: Hash + Eq> TreeSolution<'_, I> {
    /// What the player of `side` wins on average when they know the other's strategy.
    pub fn best_response(&self, side: Side) -> f64 {
        let mut search = TreeSearch {
            solution: self,
            side,
            reach: vec![0.0; self.tree.nodes.len()],
            chosen: vec![None; self.tree.sets.len()],
        };
        search.spread(0, 1.0);
        search.value(0)
    }

    /// How much the two best responses win together, halved: 0 for an equilibrium.
    pub fn exploitability(&self) -> f64 {
        (self.best_response(Side::First) + self.best_response(Side::Second)) / 2.0
    }
}

struct TreeSearch<'a, 'b, I> {
    solution: &'a TreeSolution<'b, I>,
    side: Side,
    /// How likely chance and the other player lead to each node.
    reach: Vec<f64>,
    chosen: Vec<Option<usize>>,
}

impl<I> TreeSearch<'_, '_, I> {
    fn spread(&mut self, node: usize, reach: f64) {
        self.reach[node] = reach;
        let tree = self.solution.tree;
        match tree.nodes[node] {
            Node::End(_) => {}
            Node::Chance { from, count } => {
                for n in from..from + count {
                    self.spread(tree.children[n] as usize, reach * tree.chances[n]);
                }
            }
            Node::Decision { set, from } => {
                let set = &tree.sets[set];
                for act in 0..set.acts {
                    let theirs = self.solution.strategy[set.cell + act];
                    let part = if set.side == self.side { 1.0 } else { theirs };
                    self.spread(tree.children[from + act] as usize, reach * part);
                }
            }
        }
    }

    /// What `node` is worth when the best act is played from here on.
    fn value(&mut self, node: usize) -> f64 {
        let tree = self.solution.tree;
        match tree.nodes[node] {
            Node::End(value) => self.side.sign() * value,
            Node::Chance { from, count } => (from..from + count)
                .map(|n| tree.chances[n] * self.value(tree.children[n] as usize))
                .sum(),
            Node::Decision { set, from } if tree.sets[set].side == self.side => {
                let act = self.best_act(set);
                self.value(tree.children[from + act] as usize)
            }
            Node::Decision { set, from } => {
                let set = &tree.sets[set];
                (0..set.acts)
                    .map(|act| {
                        let chance = self.solution.strategy[set.cell + act];
                        chance * self.value(tree.children[from + act] as usize)
                    })
                    .sum()
            }
        }
    }

    /// The act that is best on average over all nodes between which the player cannot tell.
    fn best_act(&mut self, id: usize) -> usize {
        if let Some(act) = self.chosen[id] {
            return act;
        }
        let tree = self.solution.tree;
        let set = &tree.sets[id];
        let mut worth = vec![0.0; set.acts];
        for node in &set.nodes {
            let reach = self.reach[*node as usize];
            let Node::Decision { from, .. } = tree.nodes[*node as usize] else { continue };
            if reach > 0.0 {
                for (act, worth) in worth.iter_mut().enumerate() {
                    *worth += reach * self.value(tree.children[from + act] as usize);
                }
            }
        }
        let best = (0..set.acts).max_by(|a, b| worth[*a].total_cmp(&worth[*b])).unwrap_or(0);
        self.chosen[id] = Some(best);
        best
    }
}
