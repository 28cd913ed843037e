// Hints are for those who play against bots alone.

import { expect, test, vi } from 'vitest';
import { mayAdvise } from '$lib/hints';
import { believedChances, plainChances } from '$lib/odds';
import type { RoomState } from '$lib/wire/messages';

vi.mock('$lib/tab/has', () => ({ hasEngine: true }));

const room = (kinds: string[], more: object = {}, settings: object = {}) =>
  ({ seats: kinds.map((kind) => ({ holder: { kind } })), challenge: null, settings: { rated: false, ...settings }, ...more }) as unknown as RoomState;

test('nobody gets advice where people play against each other, for the same dice, or for ratings', () => {
  expect(mayAdvise(room(['person', 'bot', 'bot']), 0)).toBe(true);
  expect(mayAdvise(room(['bot', 'person', 'free']), 1)).toBe(true);
  expect(mayAdvise(room(['person', 'person', 'bot']), 0)).toBe(false);
  expect(mayAdvise(room(['person', 'bot']), null)).toBe(false);
  expect(mayAdvise(room(['person'], { challenge: '2026-01-31' }), 0)).toBe(false);
  expect(mayAdvise(room(['person', 'bot'], {}, { rated: true }), 0)).toBe(false);
  expect(mayAdvise(null, 0)).toBe(false);
});

test('chances by what was bid come from a table; what is not in it cannot be', () => {
  const chances = believedChances([[1, 0.5, 0.25], [1, 0]]);
  for (const [quantity, face, of, exactly] of [[1, 1, 0.5, 0.25], [2, 1, 0.25, 0.25], [3, 1, 0, 0], [1, 2, 0, 0], [1, 6, 0, 0]] as const) {
    expect([chances.of(quantity, face), chances.exactly(quantity, face)]).toEqual([of, exactly]);
  }
  const plain = plainChances({ hand: [3, 3], inPlay: 2, faces: 6, wild: null });
  expect([plain.of(2, 3), plain.of(3, 3), plain.exactly(2, 3)]).toEqual([1, 0, 1]);
});
