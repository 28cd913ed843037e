// Files that were made to do harm: bounded, said, marked.

import { expect, test } from 'vitest';
import { readStandings } from '../src/contest/standings';
import { isOfThisWorld, shownName } from '../src/lib/foreign';
import { readRecord } from '../src/lib/record/record';

const header = (more: object = {}, seats = ['Ann', 'Bo']) =>
  JSON.stringify({ dicehouse: 1, id: 'g', started: 1_790_000_000_000, ruleset: { game: 'liars', preset: 'house', dice: 5, faces: 6, wild: 'none', ...more }, seats: seats.map((name) => ({ name, kind: 'person' })), dice: { source: 'given' } });

test.each([
  ['a billion dice', header({ dice: 1e9 }), 1],
  ['a billion faces', header({ faces: 1e9 }), 1],
  ['eleven players', header({}, Array.from({ length: 11 }, (_, at) => `p${at}`)), 1],
  ['nobody', header({}, []), 1],
  ['a billion left', `${header()}\n{"event":"round","round":1,"opener":0,"palifico":false}\n{"event":"die-lost","seat":0,"left":1000000000,"why":"fault"}`, 3],
  ['a throw of a million dice', `${header()}\n${JSON.stringify({ event: 'rolled', what: 'hand', seat: 0, count: 1e5, sides: 6, shown: Array(1e5).fill(1) })}`, 2],
])('a record with %s is refused, with the line that says so', (_, text, line) => {
  expect(() => readRecord(text)).toThrowError(expect.objectContaining({ line, what: 'absurd' }));
});

test('an honest record is read, its date and all', () => {
  expect(readRecord(header()).header.seats.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
  expect(isOfThisWorld({ totals: [-1200, 480], dice: [[1, 2], null] })).toBe(true);
});

test('names are marked where something unseen is in them, and cut where they are too long', () => {
  expect(shownName('Ann\u202Ennb')).toBe('Ann\uFFFDnnb');
  expect(shownName('a\u0000b\u200Bc')).toBe('a\uFFFDb\uFFFDc');
  expect(shownName('x'.repeat(500_000))).toHaveLength(40);
  expect(shownName(null)).toBe('');
  expect(readRecord(header({}, ['evil\u202E', 'y'.repeat(9999)])).header.seats.map(({ name }) => name)).toEqual(['evil\uFFFD', `${'y'.repeat(39)}…`]);
});

test('a contest names each entrant once', () => {
  const row = (entrant: number, name: string) => ({ rank: 1, name, entrant, games: 2 });
  const file = { ruleset: { game: 'liars', preset: 'house' }, entrants: ['a', 'a'], standings: [row(0, 'a'), row(0, 'b\u202E'), row(1, 'c'), ...Array.from({ length: 5000 }, (_, at) => row(at, 'x'))] };
  const contest = readStandings(JSON.stringify(file));
  expect(contest?.rows.slice(0, 2).map(({ entrant }) => entrant)).toEqual([0, 1]);
  expect(new Set(contest?.rows.map(({ entrant }) => entrant)).size).toBe(contest?.rows.length);
  expect(contest?.rows.length).toBeLessThanOrEqual(200);
});
