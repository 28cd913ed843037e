// A contest that goes on, as its journal tells it.

import { expect, test } from 'vitest';
import { folderOf } from '../src/contest/folder';
import { readManifest, Running } from '../src/contest/running';

const manifest = readManifest(JSON.stringify({ config: { bots: [{ name: 'odds' }, { name: 'dicey' }, { name: 'fox' }], ruleset: { game: 'liars', preset: 'contest' } } }));
const unit = (...games: [number[], number[]][]) => JSON.stringify({ unit: 0, games: games.map(([seats, places]) => ({ seats, places })), check: 'x' });

test('games are counted as the journal grows, a torn line when it is whole', async () => {
  expect(manifest).toEqual({ game: 'liars', preset: 'contest', bots: ['odds', 'dicey', 'fox'] });
  const running = new Running(manifest ?? { game: '', preset: '', bots: [] });
  const first = `${unit([[0, 1], [1, 2]], [[1, 0], [2, 1]])}\n`;
  const second = `${unit([[2, 1], [1, 1]])}\n`;
  await running.look(new Blob([first, second.slice(0, 20)]));
  expect(running.games).toBe(2);
  expect(running.rows[0]).toEqual({ name: 'odds', games: 2, wins: 2, score: 1 });
  expect(running.rows.find((row) => row.name === 'fox')).toEqual({ name: 'fox', games: 0, wins: 0, score: null });
  await running.look(new Blob([first, second]));
  await running.look(new Blob([first, second]));
  expect(running.games).toBe(3);
  expect(running.rows.find((row) => row.name === 'fox')).toEqual({ name: 'fox', games: 1, wins: 0.5, score: 0.5 });
  expect(running.rows.find((row) => row.name === 'dicey')).toMatchObject({ games: 3, wins: 0.5, score: 0.5 / 3 });
});

test.each(['', '[]', '{"config":3}', '{"config":{"bots":[],"ruleset":7}}'])('%j is no contest.json', (text) => {
  expect(readManifest(text)).toBeNull();
});

test('odd lines count nothing', async () => {
  const running = new Running({ game: 'liars', preset: '', bots: ['odds'] });
  await running.look(new Blob(['no json\n{"games":7}\n{"games":[null,{"seats":[9],"places":["x"]}]}\n']));
  expect(running.rows).toEqual([{ name: 'odds', games: 0, wins: 0, score: null }]);
});

test('a chosen folder gives its files and its records in order', async () => {
  const file = (path: string) => Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
  const folder = folderOf(['out/standings.json', 'out/games/10.jsonl', 'out/games/9.jsonl', 'out/games/notes.txt', 'out/bots/standings.json'].map(file));
  expect((await folder.file('standings.json'))?.webkitRelativePath).toBe('out/standings.json');
  expect(await folder.file('journal.jsonl')).toBeNull();
  expect((await folder.records()).map(({ name }) => name)).toEqual(['9.jsonl', '10.jsonl']);
});
