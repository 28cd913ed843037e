import { expect, test } from 'vitest';
import { sceneAtStart } from '$lib/game/scene';
import { Stage } from '$lib/game/stage.svelte';
import type { GameEvent, Ruleset } from '$lib/game/types';

const ruleset = { game: 'liars', preset: 'house', dice: 2, faces: 6, wild: 'none' } as unknown as Ruleset;
const seats = [{ name: 'Ann', kind: 'person' as const }, { name: 'Bob', kind: 'person' as const }];
const round: GameEvent = { event: 'round', round: 1, opener: 0, palifico: false };
const bid = (seat: number, act: string): GameEvent => ({ event: 'acted', seat, act });
const showdown: GameEvent = { event: 'showdown', round: 1, bid: '2x3', bidder: 0, caller: 1, exact: false, right: true, count: 0, hands: [[1, 2], [4, 5]], losers: [0] };

function staged(hurried = false) {
  const waits: { wait: number; run: () => void }[] = [];
  const shown: string[] = [];
  const stage = new Stage({ after: (wait, run) => void waits.push({ wait, run }), hurried: () => hurried }, (event) => shown.push(event.event));
  stage.set(sceneAtStart(ruleset, seats, 'public'));
  return { stage, shown, waits, tick: () => waits.shift()?.run() };
}

test('events are shown one after the other', () => {
  const { stage, shown, tick } = staged();
  stage.take([round, bid(0, '1x2'), bid(1, '2x3')]);
  expect(shown).toEqual(['round']);
  expect(stage.settled).toBe(false);
  tick();
  expect(shown).toEqual(['round', 'acted']);
  tick();
  tick();
  expect(stage.settled).toBe(true);
  expect(stage.scene?.view.game === 'liars' && stage.scene.view.bids.length).toBe(2);
});

test('a showdown stays before the next round starts', () => {
  const { stage, shown, waits, tick } = staged();
  stage.take([round, showdown, { ...round, round: 2 }]);
  tick();
  expect(shown).toEqual(['round', 'showdown']);
  tick();
  expect(shown).toHaveLength(2);
  expect(waits[0]?.wait).toBeGreaterThan(1000);
  expect(stage.scene?.showdown).not.toBeNull();
  tick();
  expect(shown).toHaveLength(3);
});

test('nobody who looks away, skips or is far behind is kept waiting', () => {
  const hidden = staged(true);
  hidden.stage.take([round, bid(0, '1x2')]);
  expect(hidden.stage.settled).toBe(true);
  const skipping = staged();
  skipping.stage.take([round, bid(0, '1x2')]);
  skipping.stage.skip();
  expect(skipping.stage.settled).toBe(true);
  // It is told all the same, once.
  expect(skipping.shown).toEqual(['round', 'acted']);
  expect(hidden.shown).toEqual(['round', 'acted']);
  skipping.tick();
  expect(skipping.stage.scene?.view.game === 'liars' && skipping.stage.scene.view.bids.length).toBe(1);
  const behind = staged();
  behind.stage.take(Array.from({ length: 400 }, () => bid(0, '1x2')));
  expect(behind.stage.settled).toBe(true);
});

test('whoever wants to see the end sees everything at once until the next game', () => {
  const { stage, shown } = staged();
  stage.finish();
  stage.take([round, bid(0, '1x2')]);
  expect(stage.settled).toBe(true);
  expect(shown).toEqual(['round', 'acted']);
  if (stage.scene) stage.set(stage.scene);
  stage.take([bid(1, '2x2'), bid(0, '3x2')]);
  expect(stage.settled).toBe(false);
});

test('a new scene ends what was on its way', () => {
  const { stage, shown, tick } = staged();
  stage.take([round, bid(0, '1x2')]);
  stage.set(sceneAtStart(ruleset, seats, 'public'));
  tick();
  expect(shown).toEqual(['round']);
  expect(stage.scene?.view.game === 'liars' && stage.scene.view.bids.length).toBe(0);
});
