import { expect, test } from 'vitest';
import { judge } from '$lib/record/judge';
import { sceneOf, type Scene } from '$lib/game/scene';
import type { ClaimsView, LiarsView } from '$lib/game/types';

// RULES of `variation`: hands {1,5,5} and {1,1,2}, ones wild: 5x5 is true (two fives, three wild ones), 4x1 is false (three ones).
const view = { game: 'liars', viewer: 'public', rules: { dice: 3, faces: 6, wild: 1 }, dice: [3, 3], wild: 1, bids: [{ seat: 1, bid: '5x5' }] } as unknown as LiarsView;
const scene: Scene = { ...sceneOf(view), hands: [[1, 5, 5], [1, 1, 2]] };

// Three dice are unseen. Each counts for fives with a chance of 1/3, for ones with 1/6.
test.each([
  ['5x5', 'bid', true, 7 / 27],
  ['4x1', 'bid', false, 1 / 216],
  ['call', 'call', false, 20 / 27],
  ['exact', 'exact', true, 6 / 27],
])('%s', (act, what, right, chance) => {
  const judged = judge(scene, { event: 'acted', seat: 0, act });
  expect(judged).toMatchObject({ what, right });
  expect(judged?.chance).toBeCloseTo(chance);
});

test('without all dice there is no judgement', () => {
  expect(judge({ ...scene, hands: [[1, 5, 5], null] }, { event: 'acted', seat: 0, act: '5x5' })).toBeNull();
  expect(judge(scene, { event: 'out', seat: 0 })).toBeNull();
});

test('claims and their answers', () => {
  const claims = { game: 'claims', viewer: 'public', rules: {}, claimant: 0, caller: 1, claim: 9, scores: [0, 0] } as unknown as ClaimsView;
  const of = (hand: number[], seat: number, act: string) => judge({ ...sceneOf(claims), hands: [hand, null] }, { event: 'acted', seat, act });
  expect(of([5, 4], 0, 'claim 9')).toMatchObject({ what: 'claim', right: true });
  expect(of([5, 3], 0, 'claim 9')).toMatchObject({ what: 'claim', right: false });
  expect(of([5, 3], 1, 'call')).toMatchObject({ what: 'answer', right: true });
  expect(of([5, 3], 1, 'let pass')).toMatchObject({ what: 'answer', right: false });
  expect(of([5, 3], 0, 'immunity')).toBeNull();
});
