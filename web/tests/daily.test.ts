import { expect, test, vi } from 'vitest';
import { dayBefore, hoursAndMinutes, placesOf } from '../src/daily/day';
import { streakWith } from '../src/daily/streak';

test.each([['2026-03-01', '2026-02-28'], ['2028-03-01', '2028-02-29'], ['2026-01-01', '2025-12-31']])('the day before %s is %s', (day, before) => {
  expect(dayBefore(day)).toBe(before);
});

test('equal scores share a place', () => {
  expect(placesOf([300, 120, 120, -40])).toEqual([1, 2, 2, 4]);
});

test.each([[0, '0 h 00 min'], [-5, '0 h 00 min'], [60_000, '0 h 01 min'], [61_000, '0 h 02 min'], [18_420_000, '5 h 07 min']])('%i ms are %s', (left, words) => {
  expect(hoursAndMinutes(left)).toBe(words);
});

test('days in a row are counted until one was missed, whatever the browser kept', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  expect(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-01', '2026-03-03'].map(streakWith)).toEqual([1, 2, 3, 3, 1]);
  for (const nonsense of ['no JSON', '{"a":1}', 'null', '[1,null]']) {
    for (const key of kept.keys()) kept.set(key, nonsense);
    expect(streakWith('2026-03-04')).toBe(1);
  }
  vi.unstubAllGlobals();
});
