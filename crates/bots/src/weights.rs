//! The layers of the trained networks, as they stand in their files.

/// A layer whose every output is a weighted sum of its inputs.
pub(crate) struct Layer {
    biases: Vec<f32>,
    /// Row by row: all weights of input 0, then of input 1, …
    weights: Vec<f32>,
}

impl Layer {
    /// The next layer of a file: the scale of the weights, the biases, then the weights as 16-bit
    /// numbers.
    pub fn read(bytes: &mut Bytes<'_>, inputs: usize, outputs: usize) -> Option<Layer> {
        let scale = bytes.f32()?;
        let biases = (0..outputs).map(|_| bytes.f32()).collect::<Option<_>>()?;
        let weights =
            (0..inputs.checked_mul(outputs)?).map(|_| Some(f32::from(bytes.i16()?) * scale));
        Some(Layer { biases, weights: weights.collect::<Option<_>>()? })
    }

    /// The outputs when all inputs are 0.
    pub fn start(&self) -> Vec<f32> {
        self.biases.clone()
    }

    /// Adds to `sums` what one input contributes.
    #[inline]
    pub fn add(&self, input: usize, value: f32, sums: &mut [f32]) {
        let width = sums.len();
        if let Some(row) = self.weights.get(input * width..(input + 1) * width) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += value * weight;
            }
        }
    }
}

/// Bytes being read, little-endian.
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    pub fn u32(&mut self) -> Option<usize> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    pub fn f32(&mut self) -> Option<f32> {
        self.take().map(f32::from_le_bytes)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }
}
