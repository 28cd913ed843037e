// A whole house in a tab: the page on a plain web host, with no server behind it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { program } from './house.mjs';
import { assertNoSidewaysScroll, assertQuiet, openBrowser, person } from './people.mjs';
import { startPlainHost } from './plain.mjs';
import { answer, awaitTurn, introduce, playOut } from './table.mjs';

const TITLES = { liars: "Liar's dice", claims: 'Claims', pairs: 'Pairs' };
const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

let browser;
let host;
before(async () => {
  [browser, host] = await Promise.all([openBrowser(), startPlainHost()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** Starts a game against bots from the home page. */
async function play(page, game, name) {
  await page.goto(host.url);
  await page.getByRole('button', { name: `Play now: ${TITLES[game]}` }).click();
  if (name) await introduce(page, name);
  await page.waitForURL(/#\/room\//);
}

/** The records that a browser keeps, each as text. */
const keptRecords = (page) =>
  page.evaluate(async () => {
    const done = (request) => new Promise((success, failure) => Object.assign(request, { onsuccess: () => success(request.result), onerror: () => failure(request.error) }));
    const database = await done(indexedDB.open('dicehouse'));
    const games = await done(database.transaction('games').objectStore('games').getAll());
    database.close();
    return games.map(({ record }) => record);
  });

/** A record that was made in a tab is right for the program, too. */
function assertVerified(record) {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  writeFileSync(join(folder, 'game.jsonl'), record);
  assert.match(execFileSync(program, ['verify', join(folder, 'game.jsonl')], { encoding: 'utf8' }), /committed/);
  rmSync(folder, { recursive: true });
}

for (const game of ['liars', 'claims', 'pairs']) {
  test(`${game}: a whole game against bots, with no server`, { timeout: 180_000 }, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce', ...(game === 'claims' ? PHONE : {}) });
    await play(ann.page, game, 'Ann');
    await awaitTurn(ann.page);
    await assertNoSidewaysScroll(ann.page, game);
    if (process.env.LOOK) await ann.page.screenshot({ path: join(process.env.LOOK, `${game}.png`) });
    const turns = await playOut([ann.page], { patience: 150_000 });
    assert.ok(turns > 3, `${turns} turns`);
    if (process.env.LOOK) await ann.page.screenshot({ path: join(process.env.LOOK, `${game}-over.png`) });
    const [record] = await keptRecords(ann.page);
    assertVerified(record);
    // Another one at the same table.
    await ann.page.getByRole('button', { name: 'Play again' }).click();
    await awaitTurn(ann.page);
    await ann.page.goto(host.url);
    await ann.page.getByRole('link', { name: /^Back to your game/ }).waitFor();
    // It is among the last games, and it can be watched and reviewed.
    await ann.page.getByRole('region', { name: 'Latest games' }).getByRole('link', { name: TITLES[game] }).first().click();
    await ann.page.getByText('Verified', { exact: true }).waitFor();
    await ann.page.getByRole('button', { name: 'Review this game' }).click();
    await ann.page.locator('svg.chart').waitFor({ timeout: 60_000 });
    assertQuiet(ann);
    assert.deepEqual(host.asked.filter((path) => path.includes('/api/')), [], 'nobody was asked for a house');
    await ann.context.close();
  });
}

test('a game goes on after a reload and after the tab was killed', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await play(ann.page, 'liars', 'Ann');
  await awaitTurn(ann.page);
  await answer(ann.page, () => 1);
  await ann.page.locator('.desk .turn').waitFor({ state: 'detached', timeout: 5000 }).catch(() => {});
  await awaitTurn(ann.page);
  const dice = () => ann.page.locator('.own [role=img], .own .die').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.outerHTML));
  const before = await dice();
  await ann.page.reload();
  await awaitTurn(ann.page);
  assert.deepEqual(await dice(), before, 'the same dice');
  // Killed: a new window of the same browser, from the front door.
  await ann.page.close();
  const page = await ann.context.newPage();
  await page.goto(host.url);
  await page.getByRole('link', { name: /^Back to your game/ }).click();
  await awaitTurn(page);
  await playOut([page]);
  assertQuiet(ann);
  await ann.context.close();
});

test('without a line everything works but friends', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await ann.page.goto(host.url);
  await ann.page.getByText('You are playing in this tab').waitFor();
  await ann.page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.active.postMessage('fetch-all')));
  await ann.page.waitForFunction(async () => {
    const [name] = await caches.keys();
    const kept = name ? await (await caches.open(name)).keys() : [];
    return ['.wasm', '.bin', 'RoomScreen'].every((part) => kept.some(({ url }) => url.includes(part)));
  }, null, { timeout: 30_000 });
  await ann.context.setOffline(true);
  await play(ann.page, 'liars', 'Ann');
  await awaitTurn(ann.page);
  await playOut([ann.page]);
  for (const [link, heading] of [['Learn', /./], ['Replay', /./]]) {
    await ann.page.getByRole('navigation').getByRole('link', { name: link }).click();
    await ann.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await ann.page.goto(`${host.url}#/rules/liars`);
  await ann.page.getByRole('heading', { level: 1 }).waitFor();
  await ann.page.goto(`${host.url}#/learn/liars`);
  await ann.page.locator('.lesson, main h1').first().waitFor();
  assertQuiet(ann, ['ERR_INTERNET_DISCONNECTED']);
  await ann.context.close();
});

test('what one browser saves, another one takes in', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'));
  const [ann, bob] = [await person(browser, { reducedMotion: 'reduce' }), await person(browser, { reducedMotion: 'reduce' })];
  await play(ann.page, 'claims', 'Ann');
  await awaitTurn(ann.page);
  await ann.page.goto(`${host.url}#/me`);
  const saved = join(folder, 'saved.json');
  const [download] = await Promise.all([ann.page.waitForEvent('download'), ann.page.getByRole('button', { name: 'Save everything to a file' }).click()]);
  writeFileSync(saved, readFileSync(await download.path()));
  await bob.page.goto(`${host.url}#/me`);
  await bob.page.locator('input[type=file]').setInputFiles(saved);
  await bob.page.getByText('Brought in: 1.').waitFor();
  await bob.page.goto(host.url);
  await bob.page.reload();
  await bob.page.getByRole('link', { name: /^Back to your game/ }).click();
  await awaitTurn(bob.page);
  assertQuiet(ann);
  assertQuiet(bob);
  await Promise.all([ann.context.close(), bob.context.close()]);
  rmSync(folder, { recursive: true });
});

test('the home page says what there is and what is missing', { timeout: 60_000 }, async () => {
  for (const [name, options] of [['desk', {}], ['phone', PHONE]]) {
    const ann = await person(browser, options);
    await ann.page.goto(host.url);
    await ann.page.getByText('Friends, the daily challenge and the leaderboards need a house').waitFor();
    await ann.page.locator('select:enabled').first().waitFor();
    assert.equal(await ann.page.getByRole('button', { name: /^Find players/ }).count(), 0);
    assert.equal(await ann.page.getByRole('link', { name: 'Leaders' }).count(), 0);
    await assertNoSidewaysScroll(ann.page, name);
    const { violations } = await new AxeBuilder({ page: ann.page }).analyze();
    assert.deepEqual(violations.map(({ id }) => id), []);
    if (process.env.LOOK) await ann.page.screenshot({ path: join(process.env.LOOK, `home-${name}.png`), fullPage: true });
    assertQuiet(ann);
    await ann.context.close();
  }
});
