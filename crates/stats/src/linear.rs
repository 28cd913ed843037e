//! The little linear algebra that the fit and [`Worth`](crate::Worth) need.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// The product of two matrices of the same size.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..self.size {
                *product.at_mut(row, column) =
                    (0..self.size).map(|k| self.at(row, k) * other.at(k, column)).sum();
            }
        }
        product
    }

    /// The product with a column vector.
    pub fn apply(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size)
            .map(|row| (0..self.size).map(|k| self.at(row, k) * vector[k]).sum())
            .collect()
    }

    /// Adds what a measurement of the difference between `i` and `j` tells: `weight · (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ`.
    pub fn add_difference(&mut self, i: usize, j: usize, weight: f64) {
        *self.at_mut(i, i) += weight;
        *self.at_mut(j, j) += weight;
        *self.at_mut(i, j) -= weight;
        *self.at_mut(j, i) -= weight;
    }

    /// The rows and columns that are named, in that order.
    pub fn part(&self, rows: &[usize]) -> Self {
        let cells =
            rows.iter().flat_map(|&row| rows.iter().map(move |&column| self.at(row, column)));
        Self { size: rows.len(), cells: cells.collect() }
    }

    /// The inverse of a symmetric matrix in which each diagonal cell exceeds the sum of the sizes
    /// of the others in its row. Such a matrix is positive definite, so Gauss–Jordan elimination
    /// needs no search for pivots.
    pub fn inverse_of_dominant(mut self) -> Self {
        let size = self.size;
        let mut inverse = Self::zero(size);
        for i in 0..size {
            *inverse.at_mut(i, i) = 1.0;
        }
        for pivot in 0..size {
            let scale = 1.0 / self.at(pivot, pivot);
            for column in 0..size {
                *self.at_mut(pivot, column) *= scale;
                *inverse.at_mut(pivot, column) *= scale;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = self.at(row, pivot);
                for column in 0..size {
                    *self.at_mut(row, column) -= factor * self.at(pivot, column);
                    *inverse.at_mut(row, column) -= factor * inverse.at(pivot, column);
                }
            }
        }
        inverse
    }
}

/// The sum of the products, pair by pair.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_itself_is_one() {
        let rows = [[4.0, -1.0, -2.5], [-1.0, 3.0, -1.5], [-2.5, -1.5, 4.2]];
        let mut matrix = Matrix::zero(3);
        for (row, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                *matrix.at_mut(row, column) = cell;
            }
        }
        let one = matrix.clone().inverse_of_dominant().times(&matrix);
        for row in 0..3 {
            for column in 0..3 {
                let expected = f64::from(u8::from(row == column));
                assert!((one.at(row, column) - expected).abs() < 1e-12, "{one:?}");
            }
        }
        assert_eq!(matrix.apply(&[1.0, 0.0, 2.0]), [-1.0, -4.0, 5.9]);
        let part = matrix.part(&[2, 0]);
        assert_eq!(part.apply(&[1.0, 0.0]), [4.2, -2.5]);
    }

    #[test]
    fn a_difference_leaves_the_sum_of_all_unknown() {
        let mut matrix = Matrix::zero(3);
        matrix.add_difference(0, 2, 0.5);
        assert_eq!(matrix.apply(&[1.0, 1.0, 1.0]), [0.0; 3]);
        assert_eq!(matrix.apply(&[1.0, 0.0, 0.0]), [0.5, 0.0, -0.5]);
    }
}
