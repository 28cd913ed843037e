// For those who do not watch all the time, do not want motion, or hear the page instead of seeing it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHouse, fakeRoom } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { called, counted, entries, header, told, view } from './showdown.mjs';
import { browser, house } from './stage.mjs';
import { tables } from './tables.mjs';

async function atTheTable(options = {}) {
  const ann = await person(browser, options);
  await fakeHouse(ann.page);
  const room = await fakeRoom(ann.page, { header, entries, view, legal: { decide: 'nothing' }, shown: entries.length });
  await ann.page.goto(`${house.url}/room/QK7PX`);
  await ann.page.locator('.table').waitFor();
  return { ann, page: ann.page, room };
}

/** The browser says that nobody looks at the page, or that somebody does again. */
const look = (page, hidden) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a hidden tab keeps up, and shows the game as it stands when one comes back', async () => {
  const { ann, page, room } = await atTheTable();
  await look(page, true);
  room.tell(told(11, [{ event: 'acted', seat: 2, act: '10x3' }, { event: 'acted', seat: 3, act: '11x3' }]));
  room.tell(told(12, [{ event: 'acted', seat: 4, act: '12x3' }]));
  // Nothing waits to be shown in its own time.
  await page.locator('.centre [aria-label="12 threes"]').waitFor({ timeout: 1000 });
  await look(page, false);
  assert.equal(await page.getByRole('button', { name: 'Skip ahead' }).count(), 0);
  room.tell(told(13, [{ event: 'acted', seat: 5, act: '13x3' }]));
  await page.locator('.centre [aria-label="13 threes"]').waitFor();
  assertQuiet(ann);
  await ann.context.close();
});

test('with less motion all cups are up at once, and nothing moves', async () => {
  const { ann, page, room } = await atTheTable({ reducedMotion: 'reduce' });
  room.tell(told(11, called));
  await page.locator('.count strong').waitFor();
  assert.equal(await page.locator('.count strong').textContent(), String(counted));
  const moving = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 50).length);
  assert.equal(moving, 0);
  assertQuiet(ann);
  await ann.context.close();
});

test('what happens is said to those who do not see it, in the order it happens', async () => {
  const { ann, page, room } = await atTheTable();
  const heard = [];
  await page.exposeFunction('hear', (text) => heard.push(text));
  await page.evaluate(() => {
    const region = document.querySelector('[aria-live=polite]');
    new MutationObserver(() => globalThis.hear(region.textContent.trim())).observe(region, { childList: true, characterData: true, subtree: true });
  });
  room.tell(told(11, called));
  await page.waitForFunction(() => document.querySelector('[aria-live=polite]').textContent.includes('left'), null, { timeout: 15_000 });
  const place = (words) => heard.findIndex((text) => text.includes(words));
  const places = ['bot 2 calls', `There are ${counted} threes. The bid was true.`, 'bot 2 loses a die: the call was wrong'].map(place);
  assert.ok(places.every((at) => at >= 0), `heard: ${heard.join(' | ')}`);
  assert.deepEqual(places, [...places].sort((one, two) => one - two));
  // Dice and bids have words, too.
  for (const label of ['Your dice: ', '9 threes', 'dice of bot 3']) {
    assert.ok(await page.locator(`[aria-label*="${label}" i]`).count(), `nothing is called "${label}"`);
  }
  assertQuiet(ann);
  await ann.context.close();
});

test('where the device chooses the colours, what is chosen is outlined, and dice and marks stay', async () => {
  const ann = await person(browser, { forcedColors: 'active' });
  const { page } = ann;
  await fakeHouse(page);
  const table = tables.liars(4);
  await fakeRoom(page, { ...table, shown: table.entries.length });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.picker').waitFor();
  const styles = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    return { chosen: style('.face[aria-checked=true]').outlineStyle, other: style('.face[aria-checked=false]').outlineStyle, pip: style('.pips .left').backgroundColor, ground: style('body').backgroundColor };
  });
  assert.deepEqual([styles.chosen, styles.other], ['solid', 'none']);
  assert.notEqual(styles.pip, styles.ground);
  assertQuiet(ann);
  await ann.context.close();
});

test('nothing to press is inside a region that is read out, and a loss is told once', async () => {
  const { ann, page, room } = await atTheTable();
  room.tell(told(11, called));
  await page.getByRole('button', { name: 'Skip ahead' }).waitFor();
  assert.equal(await page.locator(':is([role=status], [role=alert], [aria-live]) :is(button, a)').count(), 0);
  await page.keyboard.press('Escape');
  await page.locator('ol.log li', { hasText: 'loses a die: the call was wrong' }).waitFor();
  assert.equal(await page.locator('ol.log li', { hasText: 'loses a die' }).count(), 1);
  assertQuiet(ann);
  await ann.context.close();
});
