// A new build of the page while the old one is open: no window gets files of both, no game is lost, and a bad line is no reason to wait.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertQuiet, openBrowser, person } from './people.mjs';
import { startPlainHost } from './plain.mjs';
import { answer, awaitTurn, introduce, playOut } from './table.mjs';

let browser;
let host;
let next;
before(async () => {
  [browser, host] = await Promise.all([openBrowser(), startPlainHost()]);
  next = nextBuild(host.folder);
});
after(async () => {
  await browser?.close();
  await host?.stop();
  if (next) rmSync(next, { recursive: true, force: true });
});

const OLD = 'You are playing in this tab';
const NEW = 'You are playing in the next build';

/** Another build: every file below assets has another name, and one sentence is another. */
function nextBuild(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'next-'));
  cpSync(folder, copy, { recursive: true });
  const assets = readdirSync(join(copy, 'assets'));
  const renamed = (name) => name.replace(/(\.\w+)$/, 'x$1');
  for (const name of assets) renameSync(join(copy, 'assets', name), join(copy, 'assets', renamed(name)));
  const texts = readdirSync(copy, { recursive: true }).filter((name) => ['.js', '.css', '.html'].includes(extname(name)));
  for (const name of texts) {
    let text = readFileSync(join(copy, name), 'utf8');
    for (const asset of assets) text = text.replaceAll(asset, renamed(asset));
    text = text.replaceAll(OLD, NEW).replace(/(`dicehouse-\$\{")(\w+)("\}`)/, '$1$2x$3');
    writeFileSync(join(copy, name), text);
  }
  return copy;
}

/** Asks the page until it says yes. */
async function until(page, question, what) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await page.evaluate(question, what)) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`never: ${question}`);
}

/** Waits until the one cache there is belongs to this build, with everything in it. */
const cached = (page, isNext) =>
  until(page, async (wanted) => {
    const names = (await caches.keys()).filter((name) => name.startsWith('dicehouse-'));
    if (names.length !== 1 || names[0].endsWith('x') !== wanted) return false;
    const kept = await (await caches.open(names[0])).keys();
    return ['RoomScreen', 'LearnScreen', '.wasm', '.bin'].every((part) => kept.some(({ url }) => url.includes(part)));
  }, isNext);

const fetchAll = (page) => page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.active.postMessage('fetch-all')));

async function begin() {
  host.now.folder = host.folder;
  host.now.mood = 'well';
  host.missed.length = 0;
  const ann = await person(browser, { reducedMotion: 'reduce', serviceWorkers: 'allow' });
  await ann.page.goto(host.url);
  await ann.page.getByText(OLD).waitFor();
  await fetchAll(ann.page);
  await cached(ann.page, false);
  return ann;
}

test('a build that comes in the middle of a game is never mixed with the old one, and the game goes on', { timeout: 180_000 }, async () => {
  const ann = await begin();
  const { page, context } = ann;
  await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  await introduce(page, 'Ann');
  await awaitTurn(page);
  host.now.folder = next;
  // The open window stays what it is: what it has not shown yet is of its own build, too.
  await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Back to your game' }).click();
  await awaitTurn(page);
  await answer(page, () => 1);
  // The next load is of the new build, with the same game.
  await page.reload();
  await awaitTurn(page);
  await page.goto(host.url);
  await page.getByText(NEW).waitFor();
  // It is the only window, so the new build takes over by itself.
  await until(page, async () => (await caches.keys()).every((name) => name.endsWith('x')));
  await fetchAll(page);
  await cached(page, true);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(NEW).waitFor();
  await page.getByRole('link', { name: 'Back to your game' }).click();
  await awaitTurn(page);
  await playOut([page]);
  assert.deepEqual(host.missed, [], 'files that no build has');
  assertQuiet(ann, ['ERR_INTERNET_DISCONNECTED']);
  await context.close();
});

test('as long as another window shows the old build, the new one waits', { timeout: 120_000 }, async () => {
  const ann = await begin();
  const second = await ann.context.newPage();
  await second.goto(host.url);
  await second.getByText(OLD).waitFor();
  host.now.folder = next;
  await ann.page.reload();
  await ann.page.getByText(NEW).waitFor();
  await until(ann.page, async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed');
  // Screens that the old window has never shown come from its own build.
  await second.getByRole('navigation').getByRole('link', { name: 'Replay' }).click();
  await second.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(host.missed, []);
  assertQuiet(ann);
  await ann.context.close();
});

for (const [mood, what] of [['silent', 'a line that brings nothing'], ['trouble', 'a host in trouble']]) {
  test(`${what} does not keep anybody from playing`, { timeout: 120_000 }, async () => {
    const ann = await begin();
    const { page } = ann;
    host.now.mood = mood;
    await page.goto(`${host.url}#/learn`);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${host.url}#/`);
    await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
    await introduce(page, 'Ann');
    await awaitTurn(page);
    // A browser that asks for a new service worker meanwhile is told of the trouble, and says so.
    assertQuiet(ann, ['502', 'ERR_']);
    host.now.mood = 'well';
    await ann.context.close();
  });
}
