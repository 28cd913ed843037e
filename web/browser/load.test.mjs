// The first load is small and quick: what comes over the wire, compressed, and when one can play.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startHouse } from './house.mjs';
import { assertQuiet, openBrowser, person } from './people.mjs';

const MOST_BYTES = 120 * 1000;
let browser;
let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), startHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

test('the first load', { timeout: 30_000 }, async () => {
  const ann = await person(browser);
  const wire = await ann.context.newCDPSession(ann.page);
  let bytes = 0;
  await wire.send('Network.enable');
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const started = Date.now();
  await ann.page.goto(house.url);
  await ann.page.locator('button:enabled', { hasText: 'Play now' }).first().waitFor();
  const took = Date.now() - started;
  await ann.page.waitForLoadState('networkidle');
  console.log(`first load: ${bytes} bytes over the wire, ready after ${took} ms`);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  // A second is the aim; a machine that runs all tests at once may take longer.
  assert.ok(took < 8000, `${took} ms`);
  // The document is asked for again each time, and not sent again.
  const etag = (await fetch(house.url)).headers.get('etag');
  assert.equal((await fetch(house.url, { headers: { 'if-none-match': etag } })).status, 304);
  assertQuiet(ann);
  await ann.context.close();
});
