// A page of a house whose line is gone: one plays on in the tab, and comes back later.

import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { awaitTurn, introduce, playOut } from './table.mjs';

/** What a browser says of itself when there is no line. */
const NO_LINE = ['ERR_INTERNET_DISCONNECTED', 'ERR_CONNECTION', 'WebSocket'];

test('without a line one plays in the tab, under the policy of the page, and comes back to the house', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce', serviceWorkers: 'allow' });
  const { page, context } = ann;
  await page.goto(house.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.active.postMessage('fetch-all')));
  await page.waitForFunction(async () => {
    const [name] = await caches.keys();
    const kept = name ? await (await caches.open(name)).keys() : [];
    return ['.wasm', '.bin', 'RoomScreen'].every((part) => kept.some(({ url }) => url.includes(part)));
  }, null, { timeout: 30_000 });
  await context.setOffline(true);
  await page.goto(`${house.url}/learn`);
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Play here without the house' }).first().click();
  await page.getByText('You are playing in this tab').waitFor();
  await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  await introduce(page, 'Ann');
  await awaitTurn(page);
  await page.reload();
  await awaitTurn(page);
  await playOut([page]);
  // Back online the house is there again, and it does not know of the game in the tab.
  await context.setOffline(false);
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Back to the house' }).click();
  await page.getByRole('heading', { name: 'With friends' }).waitFor();
  await page.getByText('No game has been finished here yet.').waitFor();
  assertQuiet(ann, NO_LINE);
  await context.close();
});
