// What the end of a game teaches its player.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownMoments } from '$lib/review/own';
import type { Review } from '$lib/wire/review';

const review = JSON.parse(readFileSync('fixtures/liars-markovok-review.json', 'utf8')) as Review;

test('the worst moment is the dearest of the own decisions that are marked, the best one was right', () => {
  let found = 0;
  for (const { seat } of review.players) {
    const { worst, best } = ownMoments(review, seat);
    const own = review.decisions.filter((one) => one.seat === seat);
    for (const moment of [worst, best]) if (moment) expect(moment.seat).toBe(seat);
    expect(worst?.loss ?? 0).toBe(Math.max(0, ...own.filter(({ mark, forced }) => mark && !forced).map(({ loss }) => loss)));
    if (best) expect([best.mark, best.act]).toEqual([null, best.options[0]?.act]);
    found += Number(worst !== null) + Number(best !== null);
  }
  expect(found).toBeGreaterThan(2);
});

test('nobody learns anything from decisions that were none', () => {
  const forced = { ...review, decisions: review.decisions.map((one) => ({ ...one, forced: true })) };
  expect(ownMoments(forced, 0)).toEqual({ worst: null, best: null });
});
