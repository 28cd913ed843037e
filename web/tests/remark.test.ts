// What bots say: after what it is about, in the reader's language, and not at all to those who want silence.

import { beforeEach, expect, test, vi } from 'vitest';
import { remarkWords } from '$lib/cast';
import { withRemark } from '$lib/game/remark';
import { sceneAtStart } from '$lib/game/scene';
import { Stage } from '$lib/game/stage.svelte';
import type { GameEvent, Ruleset } from '$lib/game/types';
import { Voices } from '$lib/room/voices.svelte';
import { settings } from '$lib/settings.svelte';
import type { Occasion, Remark } from '$lib/wire/messages';

const round: GameEvent = { event: 'round', round: 1, opener: 0, palifico: false };
const call: GameEvent = { event: 'acted', seat: 1, act: 'call' };
const showdown: GameEvent = { event: 'showdown', round: 1, bid: '2x3', bidder: 0, caller: 1, exact: false, right: true, count: 0, hands: [[1, 2], [4, 5]], losers: [0] };
const lost: GameEvent = { event: 'die-lost', seat: 0, left: 1, why: 'false-bid' };
const over: GameEvent = { event: 'over', standing: { places: [2, 1] } };
const remark = (occasion: Occasion, line = 0): Remark => ({ seat: 1, occasion, line });
const order = (events: GameEvent[], occasion: Occasion) => withRemark(events, remark(occasion)).map(({ event }) => event);

const LINES = { en: ['Got you.', 'Show me.'], de: ['Erwischt.', 'Zeig her.'] };
const fetched = vi.fn((path: string) => {
  const language = path.includes('language=de') ? 'de' : 'en';
  return Promise.resolve(Response.json([{ bot: 'odds', name: 'Odette', about: '', lines: { calls: LINES[language] } }]));
});

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  settings.voices = true;
  settings.language = 'en';
});

test('a remark comes after what it is about, and before the next round', () => {
  expect(order([call, showdown, lost, round], 'calls')).toEqual(['acted', 'remark', 'showdown', 'die-lost', 'round']);
  expect(order([call, showdown, lost, round], 'caught')).toEqual(['acted', 'showdown', 'die-lost', 'remark', 'round']);
  expect(order([call, showdown, lost, over], 'wins')).toEqual(['acted', 'showdown', 'die-lost', 'over', 'remark']);
  expect(order([round], 'greets')).toEqual(['round', 'remark']);
  expect(withRemark([call], undefined)).toEqual([call]);
});

test('the stage lets it be heard in its turn, and in no time of its own', () => {
  const waits: (() => void)[] = [];
  const seen: string[] = [];
  const stage = new Stage({ after: (_, run) => void waits.push(run), hurried: () => false }, ({ event }) => seen.push(event), () => seen.push('rest'), ({ occasion }, skipped) => seen.push(`${occasion} ${skipped}`));
  stage.set(sceneAtStart({ game: 'liars', preset: 'house', dice: 2, faces: 6, wild: 'none' } as unknown as Ruleset, [{ name: 'Ann', kind: 'person' }, { name: 'Bob', kind: 'person' }], 'public'));
  stage.take(withRemark([call, lost], remark('calls')));
  expect(seen).toEqual(['acted']);
  waits.shift()?.();
  expect(seen).toEqual(['acted', 'calls false', 'die-lost']);
  stage.take(withRemark([round], remark('greets')));
  stage.skip();
  expect(seen.slice(3)).toEqual(['round', 'greets true', 'rest']);
});

test('the words are those of the house, asked for once for each language', async () => {
  expect(await remarkWords('odds:depth=3', remark('calls', 1), 'en')).toBe('Show me.');
  expect(await remarkWords('odds', remark('calls', 0), 'en')).toBe('Got you.');
  expect(await remarkWords('odds', remark('calls', 0), 'de')).toBe('Erwischt.');
  expect(fetched).toHaveBeenCalledTimes(2);
  // A line or a bot that this house does not know is nothing to show.
  expect(await remarkWords('odds', remark('calls', 9), 'en')).toBeNull();
  expect(await remarkWords('stranger', remark('calls', 0), 'en')).toBeNull();
});

test('bots speak beside their seats and in the log, until they are told to be silent', async () => {
  const odette = { name: 'Odette', kind: 'bot' as const, bot: 'odds', version: '1' };
  const voices = new Voices();
  await voices.remark(odette, remark('calls', 1), true);
  expect(voices.said).toEqual([{ seat: 1, text: 'Show me.' }]);
  expect(voices.log).toMatchObject([{ name: 'Odette', text: 'Show me.' }]);
  settings.voices = false;
  await voices.remark(odette, remark('calls', 0), true);
  await voices.remark({ name: 'Ann', kind: 'person' }, remark('calls', 0), true);
  expect(voices.log).toHaveLength(1);
});
