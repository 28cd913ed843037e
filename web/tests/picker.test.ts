import { expect, test } from 'vitest';
import type { BidActs } from '$lib/game/types';
import { firstBid, nearby, obstacle, openFaces } from '../src/liars/picker';

const acts: BidActs = { least: [null, 4, 4, 3, 3, 3], most: 10, call: true, exact: false };

test.each([
  [3, 4, null],
  [10, 6, null],
  [3, 2, { why: 'too-low', least: 4, face: 2 }],
  [11, 4, { why: 'too-many', most: 10 }],
  [3, 1, { why: 'face', face: 1 }],
])('%i × %i', (quantity, face, expected) => {
  expect(obstacle(acts, quantity, face)).toEqual(expected);
});

test('the picker starts on the face held most often', () => {
  expect(openFaces(acts)).toEqual([2, 3, 4, 5, 6]);
  expect(firstBid(acts, [1, 1, 1, 3, 3])).toEqual({ quantity: 4, face: 3 });
  expect(firstBid(acts, [])).toEqual({ quantity: 3, face: 4 });
  expect(firstBid({ ...acts, least: [null, null] }, [2])).toBeNull();
  // The least that would beat the last bid may be more than there are dice.
  expect(openFaces({ ...acts, least: [11, 10], most: 10 })).toEqual([2]);
});

test('direct choices stay inside the range', () => {
  expect(nearby(acts, 1)).toEqual([1, 2, 3, 4, 5]);
  expect(nearby(acts, 10)).toEqual([6, 7, 8, 9, 10]);
  expect(nearby({ ...acts, most: 2 }, 1)).toEqual([1, 2]);
});
