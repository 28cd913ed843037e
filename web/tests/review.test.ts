// The review of the example in docs/record.md, as the program made it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecord } from '$lib/record/record';
import { byActs, decisionIn, decisionsUpTo, worthShowing, type DecisionReview, type Review } from '$lib/review/review';
import { commentWords } from '$lib/review/words';
import { languages, words, type Language } from '$lib/i18n/index.svelte';
import { playersOf } from '$lib/record/players';
import type { Comment } from '$lib/wire/review';

const example = /```jsonl\n([\s\S]*?)```/.exec(readFileSync('../docs/record.md', 'utf8'))?.[1] ?? '';
const record = readRecord(example);
const review = byActs(JSON.parse(readFileSync('fixtures/review.json', 'utf8')) as Review, record);

test('every decision is on the line of the record that has its act', () => {
  expect(review.decisions.length).toBeGreaterThan(2);
  for (const decision of review.decisions) {
    expect(JSON.parse(record.lines[decision.line - 1] ?? '')).toMatchObject({ event: 'acted', seat: decision.seat, act: decision.act });
  }
});

test('the decision of a step is found by the lines it shows', () => {
  const [first, second] = review.decisions;
  expect(decisionIn(review, 1, first?.line ?? 0)).toBe(first);
  expect(decisionIn(review, first?.line ?? 0, second?.line ?? 0)).toBe(second);
  expect(decisionIn(review, 0, 2)).toBeUndefined();
  expect(decisionsUpTo(review, second?.line ?? 0)).toBe(2);
});

test('the best acts are shown, and the one that was done', () => {
  for (const decision of review.decisions.filter(({ options }) => options.length > 0)) {
    const shown = worthShowing(decision, 1);
    expect(shown[0]).toBe(decision.options[0]);
    expect(shown.some(({ act }) => act === decision.act)).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(2);
  }
});

test('the chart has a chance for everybody, decision by decision', () => {
  expect(review.chart.map(({ decision }) => decision)).toEqual([0, ...review.decisions.map(({ number }) => number)]);
  for (const { chances } of review.chart) {
    expect(chances).toHaveLength(record.header.seats.length);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 2);
  }
});

test('every decision is put into words, in every language', async () => {
  const players = playersOf(record.header, []);
  const said: string[][] = [];
  for (const language of Object.keys(languages) as Language[]) {
    await words.speak(language);
    said.push(review.decisions.map((decision) => commentWords(decision, players)));
  }
  await words.speak('en');
  for (const texts of said) for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|NaN/);
  expect(said[0]?.[0]).toContain('Ann held');
  for (const [one, other] of [[0, 1], [0, 2], [1, 2]] as const) expect(said[one]).not.toEqual(said[other]);
});

const decision = (comment: Comment, rest: Partial<DecisionReview> = {}): DecisionReview => ({
  number: 1, at: 1, line: 2, round: 1, seat: 0, act: '4x5', forced: false, loss: 0, mark: null, comment,
  options: [{ act: '4x5', win: 0.4, error: 0, often: 1 }, { act: 'call', win: 0.3, error: 0, often: 0 }],
  truth: { of: '4x5', by_dice: 0.3, believed: 0.3, is_true: true, count: 4 }, ...rest,
});
const held = { face: 5, count: 1, wild: false };

test.each<[DecisionReview, string]>([
  [decision({ kind: 'bid', held, bid: '4x5', chance: 0.31 }), 'Ann held one five: “4 fives” had a chance of 31%, and it was true. The best choice.'],
  [decision({ kind: 'bid', held: { ...held, count: 0 }, bid: '4x5', chance: 0.004, better: { bid: '2x6', chance: 0.995 } }, { act: 'call', mark: 'blunder' }),
    'Ann held no fives: “4 fives” had a chance of < 1%, “2 sixes” of > 99%. Better: 4 fives, with a winning chance of 40% instead of 30%.'],
  [decision({ kind: 'call', held, bid: '4x5', chance: 0.7 }), 'Calling “4 fives” had a chance of 70%, and it was wrong. The best choice.'],
  [decision({ kind: 'claim', sum: 3, claim: 9 }, { truth: { of: 'claim 9', by_dice: 0, believed: 0, is_true: false, count: 3 } }), 'Ann had 3 and bluffed with 9. The best choice.'],
  [decision({ kind: 'split', opened: [4, 10] }, { act: '4+10-3', mark: 'mistake', options: [{ act: '6+8-3', win: 0.5, error: 0, often: 1, score: 310 }, { act: '4+10-3', win: 0.4, error: 0, often: 0, score: 212.4 }] }),
    '4 and 10, without a 3: +212 points expected. Opening 4 and 10 costs 400 points until they have five marks. Better: 6 and 8, without a 3, with a winning chance of 50% instead of 40%.'],
  [{ ...decision({ kind: 'card-kept' }), comment: undefined, forced: true }, 'There was no other choice.'],
  [{ ...decision({ kind: 'card-kept' }), comment: undefined, act: null, fault: 'timeout' }, 'Ann did not answer in time.'],
])('%#: what a review says', (one, text) => {
  expect(commentWords(one, playersOf(record.header, []))).toBe(text);
});
