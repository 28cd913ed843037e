//! The policy networks: the rows of all faces go through the same weights, and a common row sees
//! all of them. `training/liars/README.md` describes them and their file.

use std::sync::LazyLock;

use crate::trained::Trained;
use crate::weights::{Bytes, Layer};

use super::inputs::{FACES, Inputs, OFFSETS, PER_FACE, WHOLE};

const MAGIC: &[u8; 8] = b"DHLIARS2";
const WIDTH: usize = 160;
const BLOCKS: usize = 3;

/// How much the network likes each act, as logits.
pub(super) struct Likes {
    /// Those of the bids, by face and offset.
    pub bids: Vec<[f32; OFFSETS.len()]>,
    /// That of a call.
    pub call: f32,
    /// That of an exact call.
    pub exact: f32,
}

/// A trained network.
pub(super) struct PolicyNetwork {
    face: Layer,
    cross: Layer,
    whole: Layer,
    pools: Vec<Layer>,
    faces: Vec<Layer>,
    bids: Layer,
    calls: Layer,
}

impl PolicyNetwork {
    /// The networks that play at a table of this size. For two there are several, one for each round: a
    /// reader of one of them is wrong about the others.
    pub fn trained(players: usize) -> &'static [PolicyNetwork] {
        static TRAINED: LazyLock<Vec<PolicyNetwork>> = LazyLock::new(|| {
            PolicyNetwork::read_all(Trained::Policies.bytes())
                .expect("the file is part of the program, and a test reads it")
        });
        if players > 2 { &TRAINED[..1] } else { &TRAINED }
    }

    /// All networks of a file, of which there is one or more.
    fn read_all(bytes: &[u8]) -> Option<Vec<PolicyNetwork>> {
        let mut bytes = Bytes(bytes.strip_prefix(MAGIC)?);
        let mut networks = vec![PolicyNetwork::read(&mut bytes)?];
        while !bytes.0.is_empty() {
            networks.push(PolicyNetwork::read(&mut bytes)?);
        }
        Some(networks)
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<PolicyNetwork> {
        let mut layer = |inputs: usize, outputs: usize| Layer::read(bytes, inputs, outputs);
        let face = layer(PER_FACE, WIDTH)?;
        let cross = layer(WHOLE, WIDTH)?;
        let whole = layer(WHOLE, WIDTH)?;
        let (mut pools, mut faces) = (Vec::new(), Vec::new());
        for _ in 0..BLOCKS {
            pools.push(layer(3 * WIDTH, WIDTH)?);
            faces.push(layer(2 * WIDTH, WIDTH)?);
        }
        let (bids, calls) = (layer(WIDTH, OFFSETS.len())?, layer(WIDTH, 2)?);
        Some(PolicyNetwork { face, cross, whole, pools, faces, bids, calls })
    }

    /// What the network makes of a view.
    pub fn likes(&self, inputs: &Inputs) -> Likes {
        debug_assert!((1..=FACES).contains(&inputs.per_face.len()));
        let cross = apply(&self.cross, &[&inputs.whole]);
        let mut common = rectified(apply(&self.whole, &[&inputs.whole]));
        let mut rows: Vec<Vec<f32>> = inputs
            .per_face
            .iter()
            .map(|row| rectified(sum(apply(&self.face, &[row]), &cross)))
            .collect();
        for (pool, face) in self.pools.iter().zip(&self.faces) {
            let even: Vec<Vec<f32>> = rows.iter().map(|row| levelled(row)).collect();
            let pooled = apply(pool, &[&levelled(&common), &mean(&even), &highest(&even)]);
            common = sum(rectified(pooled), &common);
            let shared = levelled(&common);
            for (row, even) in rows.iter_mut().zip(&even) {
                *row = sum(rectified(apply(face, &[even, &shared])), row);
            }
        }
        let calls = apply(&self.calls, &[&levelled(&common)]);
        let bids = rows.iter().map(|row| {
            let likes = apply(&self.bids, &[&levelled(row)]);
            std::array::from_fn(|offset| likes[offset])
        });
        Likes { bids: bids.collect(), call: calls[0], exact: calls[1] }
    }
}

/// The outputs of a layer for the inputs in `parts`, one part after the other.
fn apply(layer: &Layer, parts: &[&[f32]]) -> Vec<f32> {
    let mut sums = layer.start();
    // Many inputs are 0: flags, and what a rectifier cut off.
    let inputs = parts.iter().copied().flatten().enumerate().filter(|(_, value)| **value != 0.0);
    inputs.for_each(|(input, value)| layer.add(input, *value, &mut sums));
    sums
}

fn rectified(mut values: Vec<f32>) -> Vec<f32> {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
    values
}

fn sum(mut values: Vec<f32>, others: &[f32]) -> Vec<f32> {
    values.iter_mut().zip(others).for_each(|(value, other)| *value += other);
    values
}

/// The values brought to a mean square of 1.
fn levelled(values: &[f32]) -> Vec<f32> {
    let square = values.iter().map(|value| value * value).sum::<f32>() / values.len() as f32;
    let scale = 1.0 / (square + 1e-5).sqrt();
    values.iter().map(|value| value * scale).collect()
}

fn mean(rows: &[Vec<f32>]) -> Vec<f32> {
    let total = rows.iter().fold(vec![0.0; WIDTH], |total, row| sum(total, row));
    total.iter().map(|value| value / rows.len() as f32).collect()
}

fn highest(rows: &[Vec<f32>]) -> Vec<f32> {
    (0..WIDTH).map(|at| rows.iter().map(|row| row[at]).fold(f32::MIN, f32::max)).collect()
}
