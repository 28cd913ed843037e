import { expect, test } from 'vitest';
import { isFreeRide, points, preview, rowState, total } from '$lib/game/sheet';
import type { Sheet } from '$lib/game/types';

const sheet = (marks: Record<number, number>, removed: Sheet['removed'] = []): Sheet => ({
  marks: Array.from({ length: 11 }, (_, index) => marks[index + 2] ?? 0),
  removed,
});

test('the worked case of the rules', () => {
  expect(total(sheet({ 4: 3, 5: 8, 10: 6, 12: 5 }))).toBe(-200 + 150 + 60 + 0);
});

test('a number costs, is even, then earns, and stops at ten marks', () => {
  const of = [0, 1, 4, 5, 6, 10, 14].map((marks) => points(2, marks));
  expect(of).toEqual([0, -200, -200, 0, 100, 500, 500]);
  expect([0, 3, 5, 6].map(rowState)).toEqual(['grey', 'red', 'plain', 'green']);
});

test('a preview says what a split would change', () => {
  const seen = preview(sheet({ 4: 4 }), '4+4-3', 3);
  expect(seen).toMatchObject({ change: 200 + 60, total: 60, freeRide: false, rows: [{ number: 4, before: 4, after: 6 }] });
});

test('a free ride needs all places taken by other numbers', () => {
  const full = sheet({}, [1, 2, 3].map((number) => ({ number, count: 1 })));
  expect(isFreeRide(full, 4, 3)).toBe(true);
  expect(isFreeRide(full, 3, 3)).toBe(false);
  expect(isFreeRide(sheet({}), 4, 3)).toBe(false);
});
