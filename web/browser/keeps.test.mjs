// What a house in a tab keeps, when the browser has other plans: two windows, no room left, nothing kept at all, data cleared.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, openBrowser, person } from './people.mjs';
import { startPlainHost } from './plain.mjs';
import { answer, awaitTurn, introduce, playOut } from './table.mjs';

let browser;
let host;
before(async () => {
  [browser, host] = await Promise.all([openBrowser(), startPlainHost()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** Somebody in the middle of a game in their tab. */
async function atTable() {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await play(ann.page, 'Ann');
  return ann;
}

async function play(page, name) {
  await page.goto(host.url);
  await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  if (name) await introduce(page, name);
  await page.waitForURL(/#\/room\//);
  await awaitTurn(page);
}

/** The rooms and versions that the browser keeps, like `QK7PX 3`. */
const keptLog = (page) =>
  page.evaluate(async () => {
    const done = (request) => new Promise((success, failure) => Object.assign(request, { onsuccess: () => success(request.result), onerror: () => failure(request.error) }));
    const database = await done(indexedDB.open('dicehouse'));
    const keys = await done(database.transaction('log').objectStore('log').getAllKeys());
    database.close();
    return keys.map((key) => key.join(' '));
  });

const OTHER = 'You opened this room in another window';

test('a game that is opened in a second window goes on there, and the first can take it back', { timeout: 120_000 }, async () => {
  const ann = await atTable();
  const second = await ann.context.newPage();
  await second.goto(ann.page.url());
  await awaitTurn(second);
  await ann.page.getByText(OTHER).waitFor();
  await answer(second, () => 1);
  await second.locator('.desk .turn').waitFor({ state: 'detached', timeout: 5000 }).catch(() => {});
  await awaitTurn(second);
  await ann.page.getByRole('button', { name: 'Play here' }).click();
  await awaitTurn(ann.page);
  await second.getByText(OTHER).waitFor();
  // The first has gone on; the other one sees all of it when it comes back.
  await answer(ann.page, () => 1);
  await ann.page.locator('.desk .turn').waitFor({ state: 'detached', timeout: 5000 }).catch(() => {});
  await awaitTurn(ann.page);
  const log = await keptLog(ann.page);
  await second.getByRole('link', { name: 'Back home' }).click();
  await second.getByRole('link', { name: 'Back to your game' }).click();
  await awaitTurn(second);
  await ann.page.getByText(OTHER).waitFor();
  assert.deepEqual((await keptLog(second)).slice(0, log.length), log, 'one log, without a gap');
  assertQuiet(ann);
  await ann.context.close();
});

test('a window that has slept through what another one did writes nothing into its log', { timeout: 60_000 }, async () => {
  const ann = await atTable();
  // Another window has closed the room.
  await ann.page.evaluate(async () => {
    const done = (request) => new Promise((success, failure) => Object.assign(request, { onsuccess: () => success(request.result), onerror: () => failure(request.error) }));
    const database = await done(indexedDB.open('dicehouse'));
    await done(database.transaction('log', 'readwrite').objectStore('log').clear());
    database.close();
  });
  await answer(ann.page, () => 1);
  await ann.page.getByText('The room is closed.').waitFor();
  assert.deepEqual(await keptLog(ann.page), []);
  assertQuiet(ann, ['starts anew']);
  await ann.context.close();
});

/** Enough for the beginning of a game, and too little for the whole of it. */
const ROOM = 12_000;

test('without room in the browser the game goes on, and that it is not kept is said', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  const session = await ann.context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: ROOM });
  await play(page, 'Ann');
  while (!(await page.getByText('This browser has no room left').count())) {
    await answer(page, () => 1);
    await awaitTurn(page);
  }
  const before = await keptLog(page);
  await page.getByRole('link', { name: 'Save everything to a file' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('This browser has no room left').waitFor({ state: 'detached' });
  await awaitTurn(page);
  await playOut([page]);
  assert.deepEqual(await keptLog(page), before, 'what was kept before is as it was');
  // It can be saved to a file: that has the game that the browser could not keep.
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save everything to a file' }).click()]);
  const { readFileSync } = await import('node:fs');
  assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')).games.length, 1);
  assertQuiet(ann);
  await ann.context.close();
});

test('a browser that keeps nothing plays all the same, and says so at once', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  const deny = 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } });\n';
  await page.route(/house\.worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: deny + (await response.text()) });
  });
  await page.goto(host.url);
  await page.getByText('This browser keeps nothing').waitFor();
  await play(page, 'Ann');
  await answer(page, () => 1);
  await awaitTurn(page);
  assertQuiet(ann);
  await ann.context.close();
});

test('when all data is cleared while the page is open, the next game is kept again', { timeout: 60_000 }, async () => {
  const ann = await atTable();
  const session = await ann.context.newCDPSession(ann.page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(host.url).origin, storageTypes: 'indexeddb' });
  await answer(ann.page, () => 1);
  await ann.page.getByText('The room is closed.').waitFor();
  await play(ann.page, 'Ann');
  await ann.page.reload();
  await awaitTurn(ann.page);
  assertQuiet(ann, ['starts anew']);
  await ann.context.close();
});
