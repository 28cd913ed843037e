// A house on the same Wi-Fi, by its address and without TLS: browsers keep clipboard, cryptography, locks and service workers from such
// pages, and everything works all the same.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fakeHouse, fakeRoom, fixture } from './fake.mjs';
import { startHouse } from './house.mjs';
import { assertQuiet, openBrowser, person } from './people.mjs';

const NAME = 'dice.test';
const docs = readFileSync(new URL('../../docs/record.md', import.meta.url), 'utf8');
const record = /```jsonl\n([\s\S]*?)```/.exec(docs)[1];

let browser;
let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser([`--host-resolver-rules=MAP ${NAME} 127.0.0.1`]), startHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

test('over an open line records are verified, and the link to a room is copied', { timeout: 60_000 }, async () => {
  const url = house.url.replace('127.0.0.1', NAME);
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(`${url}/replay`);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.setInputFiles('input[type=file]', { name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(record) });
  await page.getByText('Verified', { exact: true }).waitFor();
  await fakeHouse(page);
  await fakeRoom(page, { ...fixture('liars-perudo'), shown: 0, view: null, legal: { decide: 'nothing' }, phase: 'lobby' });
  await page.goto(`${url}/room/QK7PX`);
  const button = page.getByRole('button', { name: 'QK7PX' });
  await button.click();
  await button.getByText('copied').waitFor();
  // What was copied comes out where it is pasted, and the button still has the focus.
  assert.ok(await button.evaluate((one) => one === document.activeElement));
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { id: 'paste' })));
  await page.locator('#paste').focus();
  await page.keyboard.press('Control+V');
  assert.equal(await page.locator('#paste').inputValue(), `${url}/room/QK7PX`);
  // Chromium says that some of the house's headers need an encrypted line.
  assertQuiet(ann, ['Cross-Origin-Opener-Policy']);
  await ann.context.close();
});
