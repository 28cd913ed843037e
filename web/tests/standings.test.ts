import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStandings } from '../src/contest/standings';

test('the results of a contest of the program are read', () => {
  const contest = readStandings(readFileSync('fixtures/standings.json', 'utf8'));
  expect(contest).toMatchObject({ game: 'liars', preset: 'contest', games: 180, entrants: ['odds', 'gambler', 'dicey'], ended: 'finished' });
  expect(contest?.rows.map((row) => row.rank)).toEqual([1, 2, 3]);
  const first = contest?.rows[0];
  expect(first).toMatchObject({ name: 'odds', games: 120, wins: 114, score: 0.95, faults: 0 });
  expect(first?.eloRange?.[0]).toBeLessThan(first?.elo ?? 0);
  expect(contest?.pairs[0]).toEqual({ one: 0, two: 1, score: 0.9 });
});

test.each(['', '[]', '{"standings": 3}', '{"standings": [], "ruleset": 7}', 'no json'])('%j is none', (text) => {
  expect(readStandings(text)).toBeNull();
});

test('odd values make no figures', () => {
  const text = '{"ruleset":{"game":"liars"},"standings":[{"name":5,"score":"x","faults":[{"times":2},null]}],"pairs":[null]}';
  expect(readStandings(text)?.rows[0]).toMatchObject({ name: '5', score: null, elo: null, faults: 2 });
});
