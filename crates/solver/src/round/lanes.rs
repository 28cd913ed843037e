//! Vectors over classes of hands, in blocks of a fixed width.
//!
//! Most histories come late in a round, when two to four classes of hands are left. A loop over so
//! few numbers costs more to begin and to end than to run. Therefore classes go in blocks: the
//! numbers of a block are worked on together, without a loop, and most vectors are a single block.
//! The last block is filled up with classes that nobody is ever in.

/// Classes in a block.
pub(super) const WIDTH: usize = 4;

/// A number for each class of a block.
pub(super) type Lanes = [f64; WIDTH];

/// Nothing for every class.
pub(super) const ZERO: Lanes = [0.0; WIDTH];

/// Whether the processor has instructions that take a whole block at a time (AVX2). Only [`Wide::detect`] says yes, so
/// whoever has a yes may use them.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other processors are not asked")
)]
pub(super) struct Wide(bool);

impl Wide {
    /// No, whatever the processor has: to compare both ways.
    #[cfg(test)]
    pub const NO: Wide = Wide(false);

    /// Asks the processor.
    pub fn detect() -> Wide {
        #[cfg(target_arch = "x86_64")]
        return Wide(std::arch::is_x86_feature_detected!("avx2"));
        #[cfg(not(target_arch = "x86_64"))]
        return Wide(false);
    }

    /// Whether they are there.
    #[inline(always)]
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "other processors are not asked")
    )]
    pub fn is_there(self) -> bool {
        self.0
    }
}

/// How many blocks so many classes take.
pub(super) const fn blocks(classes: usize) -> usize {
    classes.div_ceil(WIDTH)
}

/// `numbers` in blocks, the last one filled up.
pub(super) fn in_blocks<T: Copy>(numbers: &[T], filling: T) -> Vec<[T; WIDTH]> {
    let block = |part: &[T]| std::array::from_fn(|lane| part.get(lane).copied().unwrap_or(filling));
    numbers.chunks(WIDTH).map(block).collect()
}

/// The number, or 0 where it is below. (`f64::max` also looks for what is no number, and takes
/// longer.)
#[inline(always)]
pub(super) fn from_zero(number: f64) -> f64 {
    if number > 0.0 { number } else { 0.0 }
}

/// The product, lane by lane.
#[inline(always)]
pub(super) fn times(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane] * b[lane])
}

/// Adds `a` times `b` to `sum`, lane by lane.
#[inline(always)]
pub(super) fn add_product(sum: &mut Lanes, a: &Lanes, b: &Lanes) {
    for lane in 0..WIDTH {
        sum[lane] += a[lane] * b[lane];
    }
}

/// Adds `b` to `a`, lane by lane.
#[inline(always)]
pub(super) fn add(a: &mut Lanes, b: &Lanes) {
    for lane in 0..WIDTH {
        a[lane] += b[lane];
    }
}

/// A table by which few numbers for classes become others: each of the new ones is a sum of old
/// ones, each times something.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// How many blocks of old classes there are.
    from: usize,
    /// For each block of new classes and each block of old ones: what each old number is multiplied
    /// by for each of the new ones.
    tiles: Vec<[Lanes; WIDTH]>,
}

impl Matrix {
    /// The most tiles it may have: where there are more, other ways are quicker.
    const MOST_TILES: usize = 4;

    /// From so many classes to so many; `None` where they are too many.
    pub fn new(from: usize, to: usize, factor: impl Fn(usize, usize) -> f64) -> Option<Matrix> {
        if blocks(from) * blocks(to) > Self::MOST_TILES {
            return None;
        }
        let factor = |old, new| if old < from && new < to { factor(old, new) } else { 0.0 };
        let mut tiles = Vec::new();
        for new in 0..blocks(to) {
            for old in 0..blocks(from) {
                let row = |at: usize| {
                    std::array::from_fn(|lane| factor(old * WIDTH + at, new * WIDTH + lane))
                };
                tiles.push(std::array::from_fn(row));
            }
        }
        Some(Matrix { from: blocks(from), tiles })
    }

    /// Gives `put` each block of new numbers.
    #[inline(always)]
    pub fn multiply(&self, old: &[Lanes], mut put: impl FnMut(usize, Lanes)) {
        if let ([old], [tile]) = (old, &self.tiles[..]) {
            let mut sum = ZERO;
            if !is_zero(old) {
                add_tile(&mut sum, old, tile);
            }
            return put(0, sum);
        }
        let mut tiles = self.tiles.iter();
        for block in 0..self.tiles.len() / self.from.max(1) {
            let mut sum = ZERO;
            old.iter().zip(&mut tiles).for_each(|(old, tile)| add_tile(&mut sum, old, tile));
            put(block, sum);
        }
    }
}

/// Whether nobody is there.
#[inline(always)]
pub(super) fn is_zero(reach: &Lanes) -> bool {
    reach.iter().sum::<f64>() == 0.0
}

#[inline(always)]
fn add_tile(sum: &mut Lanes, old: &Lanes, tile: &[Lanes; WIDTH]) {
    for lane in 0..WIDTH {
        add_product(sum, &[old[lane]; WIDTH], &tile[lane]);
    }
}

/// Which class each class falls into when a higher bid is made.
///
/// Classes that fall together are neighbours, and the order stays: see
/// [`Classes`](super::classes::Classes).
#[derive(Clone, Debug)]
pub(super) struct Falls {
    to: Vec<[u16; WIDTH]>,
    matrix: Option<Matrix>,
}

impl Falls {
    /// From the new class of each old one.
    pub fn new(to: &[u16]) -> Falls {
        debug_assert!(to.is_sorted(), "classes that fall together are neighbours");
        let last = to.last().copied().unwrap_or(0);
        let falls = |old: usize, new: usize| f64::from(usize::from(to[old]) == new);
        let matrix = Matrix::new(to.len(), usize::from(last) + 1, falls);
        // Those who are not there fall with the last ones.
        Falls { to: in_blocks(to, last), matrix }
    }

    /// Adds up `reach` by new class.
    #[inline(always)]
    pub fn gather(&self, reach: &[Lanes], out: &mut [Lanes]) {
        match &self.matrix {
            Some(matrix) => matrix.multiply(reach, |block, sum| out[block] = sum),
            None => self.add_up(reach.iter().copied(), out),
        }
    }

    /// Adds up `reach` by new class, of those who choose the `act`-th of `acts`.
    #[inline(always)]
    pub fn gather_chosen(
        &self,
        reach: &[Lanes],
        mix: &[Lanes],
        (act, acts): (usize, usize),
        out: &mut [Lanes],
    ) {
        let chosen = reach.iter().enumerate();
        let chosen = chosen.map(|(block, reach)| times(reach, &mix[block * acts + act]));
        match &self.matrix {
            Some(matrix) => {
                let mut few = [ZERO; Matrix::MOST_TILES];
                few.iter_mut().zip(chosen).for_each(|(few, chosen)| *few = chosen);
                matrix.multiply(&few[..reach.len()], |block, sum| out[block] = sum);
            }
            None => self.add_up(chosen, out),
        }
    }

    /// As the matrix would, for many classes.
    fn add_up(&self, reach: impl Iterator<Item = Lanes>, out: &mut [Lanes]) {
        if let Some(last) = out.last_mut() {
            *last = ZERO;
        }
        let out = out.as_flattened_mut();
        let (mut sum, mut before) = (0.0, 0);
        for (reach, to) in reach.zip(&self.to) {
            for lane in 0..WIDTH {
                sum = kept(sum, to[lane] == before) + reach[lane];
                before = to[lane];
                out[usize::from(before)] = sum;
            }
        }
    }

    /// What each old class of a block is worth by the worth of the new ones.
    #[inline(always)]
    pub fn spread<'a>(&'a self, values: &'a [Lanes]) -> impl Iterator<Item = Lanes> + 'a {
        let values = values.as_flattened();
        self.to.iter().map(|to| to.map(|to| values[usize::from(to)]))
    }
}

/// The sum so far, or nothing, without a branch that nobody could foresee.
#[inline(always)]
fn kept(sum: f64, keep: bool) -> f64 {
    f64::from_bits(sum.to_bits() & u64::from(keep).wrapping_neg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_fall_together_and_come_apart_again() {
        let falls = Falls::new(&[0, 0, 1, 1, 1, 2]);
        let reach = in_blocks(&[0.125, 0.25, 0.5, 1.0, 2.0, 4.0], 0.0);
        let mut out = [[9.0; WIDTH]];
        falls.gather(&reach, &mut out);
        assert_eq!(out, [[0.375, 3.5, 4.0, 0.0]]);
        let mut other_way = [[9.0; WIDTH]];
        falls.add_up(reach.iter().copied(), &mut other_way);
        assert_eq!(other_way, out);
        let back: Vec<Lanes> = falls.spread(&out).collect();
        assert_eq!(back.as_flattened()[..6], [0.375, 0.375, 3.5, 3.5, 3.5, 4.0]);
    }

    #[test]
    fn only_those_who_choose_an_act_come_along() {
        let falls = Falls::new(&[0, 0, 1, 1, 2]);
        let reach = in_blocks(&[1.0; 5], 0.0);
        // Two acts, block by block.
        let mix = [[0.5, 0.25, 0.0, 1.0], ZERO, [0.125; WIDTH], ZERO];
        let mut out = [[9.0; WIDTH]];
        falls.gather_chosen(&reach, &mix, (0, 2), &mut out);
        assert_eq!(out, [[0.75, 1.0, 0.125, 0.0]]);
    }
}
