// The home page knows who comes: newcomers are offered the lesson, and whoever is in a game finds the way back to it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHouse } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { awaitTurn, introduce } from './table.mjs';

test('a newcomer on a phone sees the lesson and a button to play on the first screen', { timeout: 60_000 }, async () => {
  for (const [locale, play] of [['en-US', 'Play now'], ['de-DE', 'Jetzt spielen'], ['es-ES', 'Jugar']]) {
    const ann = await person(browser, { viewport: { width: 360, height: 640 }, hasTouch: true, locale });
    const { page } = ann;
    await page.goto(house.url);
    await page.locator(`html[lang=${locale.slice(0, 2)}]`).waitFor();
    const button = page.locator('.games .button.main').first();
    await button.filter({ hasText: play }).waitFor();
    const { y, height } = await button.boundingBox();
    assert.ok(y + height <= 640, `${locale}: the button ends at ${y + height}`);
    const lesson = page.locator('.hero a[href="/learn/liars"]');
    assert.ok((await lesson.boundingBox()).y < 640);
    await page.screenshot({ path: new URL(`../screens/home-360x640-${locale}.png`, import.meta.url).pathname });
    assertQuiet(ann);
    await ann.context.close();
  }
});

test('the way back to a game is on every page while it runs', { timeout: 90_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(house.url);
  await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  await introduce(page, 'Ann');
  await awaitTurn(page);
  const room = page.url();
  const back = page.getByRole('link', { name: 'Back to your game' });
  assert.equal(await back.count(), 0, 'one is there already');
  for (const path of ['/', '/learn', '/rules/pairs', '/leaders', '/daily', '/replay', '/me', '/contest', '/no/such/page']) {
    await page.goto(house.url + path);
    await back.waitFor();
  }
  await page.goto(house.url);
  await page.getByRole('region', { name: 'Your rooms' }).getByRole('link').waitFor();
  await back.click();
  assert.equal(page.url(), room);
  await awaitTurn(page);
  assertQuiet(ann);
  await ann.context.close();
});

test('whoever has played before sees their own games, and no lesson', { timeout: 60_000 }, async () => {
  const ann = await person(browser);
  const { page } = ann;
  await page.addInitScript(() => localStorage.setItem('dicehouse', JSON.stringify({ hasPlayed: true })));
  await fakeHouse(page);
  await page.goto(house.url);
  const games = page.getByRole('region', { name: 'Your last games' });
  await games.getByText('1 of 4').waitFor();
  assert.equal(await page.locator('.hero a').count(), 0);
  assertQuiet(ann);
  await ann.context.close();
});
