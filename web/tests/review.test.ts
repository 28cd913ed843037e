// The review of the example in docs/record.md, as the program made it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecord } from '$lib/record/record';
import { byActs, decisionIn, decisionsUpTo, readReview, worthShowing, type Review } from '$lib/review/review';

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

test('a review from a file must be one, and of this game', () => {
  const text = readFileSync('fixtures/review.json', 'utf8');
  expect(readReview(text, record.header.id)?.decisions.length).toBe(review.decisions.length);
  for (const [file, id] of [[text, 'another'], ['', record.header.id], ['{}', record.header.id], ['{"id":"test-1","players":3}', 'test-1'], ['null', 'test-1']] as const) {
    expect(readReview(file, id)).toBeNull();
  }
});
