// Contests in the viewer: a whole folder with its games, and one that goes on while it is watched.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fixture } from './fake.mjs';
import { program, startHouse } from './house.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

const STANDINGS = fileURLToPath(new URL('../fixtures/standings.json', import.meta.url));
/** The score of the winner, as it is shown. */
const BEST = JSON.parse(readFileSync(STANDINGS, 'utf8')).standings[0].score.mean.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'contest-'));
  mkdirSync(join(folder, 'games'));
  cpSync(STANDINGS, join(folder, 'standings.json'));
  const { record } = fixture('liars-markovok');
  writeFileSync(join(folder, 'games', '00001.jsonl'), record);
  writeFileSync(join(folder, 'games', '00002.jsonl'), `${record.split('\n')[0]}\n{"event":"showdown"}\n{"event":"rolled","what":"hand","seat":99,"count":-1,"sides":0}\n`);
  writeFileSync(join(folder, 'games', '00003.jsonl'), 'dice!');
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the folder of a contest shows its results, and its games at the table', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(`${house.url}/contest`);
  await page.setInputFiles('input[webkitdirectory]', folder);
  await page.getByRole('cell', { name: BEST }).first().waitFor();
  await page.getByText('3 games were saved').waitFor();
  await page.getByRole('button', { name: '00001' }).click();
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Another game' }).click();
  // What cannot be drawn or read is said, and the others are still there.
  await page.getByRole('button', { name: '00002' }).click();
  await page.getByText('things that cannot happen').waitFor();
  await page.getByRole('button', { name: 'Another game' }).click();
  await page.getByRole('button', { name: '00003' }).click();
  await page.getByText('This record cannot be read.').waitFor();
  await page.getByText('3 games were saved').waitFor();
  assertQuiet(ann);
  await ann.context.close();
});

/** Writes a file of the folder that the page watches. */
const write = (page, name, text) =>
  page.evaluate(async ([file, content]) => {
    const directory = await navigator.storage.getDirectory();
    const writer = await (await directory.getFileHandle(file, { create: true })).createWritable();
    await writer.write(content);
    await writer.close();
  }, [name, text]);

test('a contest that goes on is watched until it is over', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  // The folder is one of the browser's own; a person would choose it in a window of the system.
  await page.addInitScript(() => { window.showDirectoryPicker = () => navigator.storage.getDirectory(); });
  await page.goto(`${house.url}/contest`);
  const unit = (places) => `${JSON.stringify({ unit: 0, games: [{ seats: [0, 1], places }], check: '' })}\n`;
  await write(page, 'contest.json', JSON.stringify({ dicehouse: 1, config: { bots: [{ name: 'odds' }, { name: 'dicey' }], ruleset: { game: 'liars', preset: 'contest' } } }));
  await write(page, 'journal.jsonl', unit([1, 2]));
  await page.getByRole('button', { name: 'Watch a running contest' }).click();
  await page.getByText('The contest is still running: 1 game so far.').waitFor();
  await write(page, 'journal.jsonl', unit([1, 2]) + unit([2, 1]) + unit([1, 2]));
  await page.getByText('The contest is still running: 3 games so far.').waitFor();
  assert.match(await page.getByRole('row', { name: /odds/ }).innerText(), /66\.7%/);
  await write(page, 'standings.json', readFileSync(STANDINGS, 'utf8'));
  await page.getByRole('cell', { name: BEST }).first().waitFor();
  assertQuiet(ann);
  await ann.context.close();
});

test('a contest that the house shows is followed in any browser until it is over', { timeout: 90_000 }, async () => {
  const results = join(folder, 'played');
  execFileSync(program, ['contest', '--bot', 'odds', '--bot', 'dicey', '--bot', 'truthful', '--games', '60', '--seed', '90210', '--out', results], { stdio: 'ignore' });
  // As it was after its first units: what was played since is taken back, and then played again line by line.
  const journal = readFileSync(join(results, 'journal.jsonl'), 'utf8').split(/(?<=\n)/);
  const standings = readFileSync(join(results, 'standings.json'), 'utf8');
  const first = Math.floor(journal.length / 3);
  writeFileSync(join(results, 'journal.jsonl'), journal.slice(0, first).join(''));
  rmSync(join(results, 'standings.json'));
  const shown = await startHouse(['--contest', results]);
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  try {
    await page.addInitScript(() => { delete window.showDirectoryPicker; });
    await page.goto(`${shown.url}/contest`);
    await page.getByText('The contest is still running').waitFor();
    await page.getByRole('columnheader', { name: 'Elo' }).waitFor();
    const games = async () => Number(/: ([\d,]+) games/.exec(await page.getByText('The contest is still running').innerText())[1].replace(',', ''));
    const before = await games();
    writeFileSync(join(results, 'journal.jsonl'), journal.join(''));
    await page.waitForFunction((old) => Number(/: ([\d,]+) games? so far/.exec(document.body.innerText)?.[1] ?? 0) > old, before, { timeout: 20_000 });
    // Whoever looks on never learns what the dice follow from.
    assert.ok(!ann.traffic.some((text) => text.includes('90210')), 'the seed was sent');
    writeFileSync(join(results, 'standings.json'), standings);
    await page.getByText('The contest is still running').waitFor({ state: 'detached', timeout: 20_000 });
    const best = JSON.parse(standings).standings[0];
    const row = page.getByRole('row', { name: new RegExp(best.name) }).first();
    assert.match(await row.innerText(), new RegExp(String(Math.round(best.elo.elo))));
    assertQuiet(ann);
  } finally {
    await ann.context.close();
    await shown.stop();
  }
});
