// Replays: from a file, step by step and by keyboard; a record that was changed is called so, whatever was done to its checks.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

const docs = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');
const record = /```jsonl\n([\s\S]*?)```/.exec(docs)[1];

function mended(text) {
  let before = Buffer.alloc(8);
  const line = (old) => {
    const start = old.slice(0, old.lastIndexOf(',"check"'));
    before = createHash('sha256').update(before).update(start).digest().subarray(0, 8);
    return `${start},"check":"${before.toString('hex')}"}`;
  };
  return text.trim().split('\n').map(line).join('\n');
}

async function drop(page, text) {
  await page.goto(`${house.url}/replay`);
  await page.setInputFiles('input[type=file]', { name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) });
}

test('a record is stepped through, and verified', async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await drop(page, record);
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByText('The proof').click();
  await page.getByText('Server seed, published at the end').waitFor();
  await page.keyboard.press('ArrowRight');
  // With Alt the arrows are the browser's.
  await page.keyboard.press('Alt+ArrowRight');
  assert.match(await page.locator('.transport .place').textContent(), /^1 /);
  await page.keyboard.press('End');
  await page.getByText(/wins\.$/).first().waitFor();
  // It plays by itself, too, from wherever one is.
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => Number.parseInt(document.querySelector('.transport .place').textContent) > 2);
  await page.keyboard.press('End');
  await page.getByLabel('Seen by').selectOption('Ann');
  assert.match(await page.locator('.transport .place').textContent(), /(\d+) \/ \1/);
  assertQuiet(ann);
  await ann.context.close();
});

test('a record from elsewhere is reviewed in this tab, and nothing is sent', async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await drop(page, record);
  await page.getByText('Nothing is sent.').waitFor();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.locator('.chart').waitFor();
  assert.deepEqual(asked.filter((path) => path.startsWith('/api/')), []);
  // Its key moment leads to the table, with what would have been better.
  await page.locator('.moments button').first().click();
  const said = await page.locator('.moments button').first().innerText();
  const [whose, words] = said.replace(/^\?[?!]?/, '').split('\n').map((line) => line.trim());
  await page.locator('.said', { hasText: whose }).filter({ hasText: words }).waitFor();
  await page.getByRole('row', { name: /played/ }).waitFor();
  assertQuiet(ann);
  await ann.context.close();
});

test('a record that was changed is not reviewed', async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await drop(ann.page, mended(record.replace('"Ann"', '"Eve"')));
  await ann.page.getByRole('button', { name: 'Review this game' }).click();
  await ann.page.getByText('The house cannot review this game').waitFor();
  assertQuiet(ann, ['409']);
  await ann.context.close();
});

test('a game that cannot be fetched is said to be so', async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(`${house.url}/replay/no-such-game`);
  await page.getByText('This game is not here.').waitFor();
  await page.route('**/api/games/lost/record', (route) => route.abort());
  await page.goto(`${house.url}/replay/lost`);
  await page.getByText('The house does not answer.').waitFor();
  // A file can be looked at all the same, and closed again.
  await page.setInputFiles('input[type=file]', { name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(record) });
  await page.getByRole('button', { name: 'Another game' }).click();
  await page.waitForURL('**/replay');
  await page.getByText('Drop a record here').waitFor();
  assertQuiet(ann, ['404', 'ERR_FAILED']);
  await ann.context.close();
});

for (const [what, change] of [
  ['a hand', (text) => text.replace(/("secret":\{"seat":0,"dice":\[)\d/, (_, start) => `${start}2`)],
  ['a name', (text) => text.replace('"Ann"', '"Eve"')],
  ['a line without its check', (text) => text.replace('"act":"1x2"', '"act":"1x3"')],
]) {
  test(`changed: ${what}`, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce' });
    const changed = change(record);
    assert.notEqual(changed, record);
    await drop(ann.page, what.includes('without') ? changed : mended(changed));
    await ann.page.getByText('This record was changed').waitFor();
    assertQuiet(ann);
    await ann.context.close();
  });
}

for (const [what, text] of [
  ['nothing', ' '],
  ['no JSON', 'dice!'],
  ['no record', '{"a":1}'],
  ['events that cannot be', `${record.split('\n')[0]}\n{"event":"showdown"}\n{"event":"rolled","what":"hand","seat":99,"count":-1,"sides":0}`],
]) {
  test(`a file with ${what} is refused in words`, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce' });
    await drop(ann.page, text);
    await ann.page.getByRole('alert').first().waitFor();
    await ann.context.close();
  });
}
