import { expect, test } from 'vitest';
import { atLeast, chanceExact, chanceOf, percent } from '$lib/odds';

test('chances of unseen dice', () => {
  expect(atLeast(0, 5, 1 / 6)).toBe(1);
  expect(atLeast(1, 1, 1 / 6)).toBeCloseTo(1 / 6);
  expect(atLeast(2, 2, 1 / 3)).toBeCloseTo(1 / 9);
  expect(atLeast(3, 2, 1 / 3)).toBe(0);
  // One minus the chance that none of five shows it.
  expect(atLeast(1, 5, 1 / 6)).toBeCloseTo(1 - (5 / 6) ** 5);
});

test('own dice and wild ones count', () => {
  const known = { hand: [1, 5, 5], inPlay: 6, faces: 6, wild: 1 };
  expect(chanceOf(3, 5, known)).toBe(1);
  expect(chanceOf(4, 5, known)).toBeCloseTo(1 - (2 / 3) ** 3);
  // A bid on the wild face counts that face alone.
  expect(chanceOf(2, 1, known)).toBeCloseTo(1 - (5 / 6) ** 3);
  expect(chanceExact(3, 5, known)).toBeCloseTo((2 / 3) ** 3);
  expect(percent(0.456)).toBe(46);
});
