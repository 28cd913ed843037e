// On every phone and at every table the decision is in view: one's own dice, what is to be answered, and the main button. Nothing is
// too small to hit, nothing covers dice or bids, and nothing moves while one thinks.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fakeHouse, fakeRoom } from './fake.mjs';
import { assertNoSidewaysScroll, assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { tables } from './tables.mjs';

const SIZES = [[360, 640], [390, 664], [390, 844], [844, 390]];
const TOUCH = 44;
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** What must be seen to decide. */
const NEEDED = {
  liars: ['.own .hand', '.centre .big', '.button.bid', '.button.call', '.button.exact'],
  claims: ['.own .hand', '.picker .sums', '.picker .button.main'],
  answers: ['.centre .claim', '.choice .button.main', '.choice .button.call'],
  pairs: ['.tray', '.slots', '.picker .button.main'],
};

async function atTable(game, seats, options = {}) {
  const who = await person(browser, { hasTouch: true, reducedMotion: 'reduce', viewport: { width: 360, height: 640 }, ...options });
  const { page } = who;
  await fakeHouse(page);
  const table = tables[game](seats);
  const room = await fakeRoom(page, { ...table, shown: table.entries.length, until: Date.now() + 42_000 });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.desk .turn').waitFor();
  return { who, page, room, table };
}

/** What of these is not wholly on the screen, or lies under something else. */
const hidden = (page, needed) =>
  page.evaluate((selectors) => selectors.flatMap((selector) => {
    const one = document.querySelector(selector);
    if (!one) return [`${selector} is not there`];
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (width === 0 || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return [`${selector} at ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)} of ${innerWidth}×${innerHeight}`];
    const corners = [[left + 3, top + 3], [right - 3, bottom - 3], [left + width / 2, top + height / 2]];
    const covered = corners.map(([x, y]) => document.elementFromPoint(x, y)).find((found) => found && !one.contains(found) && !found.contains(one));
    return covered ? [`${selector} lies under ${covered.className || covered.tagName}`] : [];
  }), needed);

/** Everything to press in the bar and on the desk that is smaller than a fingertip. */
const tooSmall = (page) =>
  page.evaluate((touch) => [...document.querySelectorAll('header.bar :is(a, button, summary), .desk :is(a, button, summary)')].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    const inText = getComputedStyle(one).display === 'inline';
    if (width === 0 || inText || (width >= touch - 0.5 && height >= touch - 0.5)) return [];
    return [`${one.getAttribute('aria-label') ?? one.textContent.trim()}: ${width.toFixed(0)}×${height.toFixed(0)}`];
  }), TOUCH);

/** Numbers that are broken into two lines, or wider than their place. */
const wrapped = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.choices .choice, .from, .chance, .bid .quantity, .sum, .score, .total')].flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.firstChild ?? one);
    const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 4)));
    return tops.size > 1 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 ? [`${one.className}: ${one.textContent}`] : [];
  }));

/** What a player holds or has bid that does not fit on their plaque. */
const spilled = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.plate')].flatMap((plate) => {
    const frame = plate.getBoundingClientRect();
    return [...plate.querySelectorAll('.pips, .bid, .score, .order, .immunity, .name')].flatMap((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < frame.left - 1 || right > frame.right + 1) ? [`${one.className.baseVal ?? one.className} of ${plate.getAttribute('aria-label')}`] : [];
    });
  }));

for (const game of Object.keys(tables)) {
  test(`${game}: what one decides is in view on every phone, with 2 to 10 players`, { timeout: 180_000 }, async () => {
    for (let seats = 2; seats <= 10; seats += 1) {
      const { who, page } = await atTable(game, seats);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const what = `${game}, ${seats} players, ${width}×${height}`;
        if ([2, 5, 10].includes(seats)) await page.screenshot({ path: `${folder}phone-${game}-${seats}-${width}x${height}.png` });
        assert.deepEqual(await hidden(page, NEEDED[game]), [], what);
        assert.deepEqual(await tooSmall(page), [], what);
        assert.deepEqual(await wrapped(page), [], what);
        assert.deepEqual(await spilled(page), [], what);
        await assertNoSidewaysScroll(page, what);
        assert.equal(await page.evaluate(() => scrollY), 0, what);
      }
      assertQuiet(who);
      await who.context.close();
    }
  });
}

/** Buttons whose words do not fit. */
const overfull = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.desk .button')].filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent.trim()));

for (const locale of ['de-DE', 'es-ES']) {
  test(`longer words leave the decision in view: ${locale}`, { timeout: 120_000 }, async () => {
    for (const game of Object.keys(tables)) {
      const { who, page } = await atTable(game, 10, { locale });
      await page.locator(`html[lang=${locale.slice(0, 2)}]`).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const what = `${game}, ${locale}, ${width}×${height}`;
        await page.screenshot({ path: `${folder}phone-${game}-${locale}-${width}x${height}.png` });
        assert.deepEqual(await hidden(page, NEEDED[game]), [], what);
        assert.deepEqual(await tooSmall(page), [], what);
        assert.deepEqual(await overfull(page), [], what);
      }
      assertQuiet(who);
      await who.context.close();
    }
  });
}

/** Boxes that words lie over: dice, bids, and how many dice are left. */
const coveredByWords = (page) =>
  page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const precious = boxes('.table .die, .table .bid, .table .pips, .table .cup, .centre p');
    return boxes('.says, .voices span').filter((words) => precious.some((box) => meet(words, box))).length;
  });

/** Notes from now on what moves without having been touched. */
const watchShifts = (page) =>
  page.evaluate(() => {
    globalThis.shifts = [];
    const told = ({ value, sources }) => `${value.toFixed(4)}: ${sources.map(({ node, previousRect: was, currentRect: is }) => `${node?.className ?? node?.nodeName} from ${[was.x, was.y].map(Math.round)} to ${[is.x, is.y].map(Math.round)}`).join(', ')}`;
    new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map(told))).observe({ type: 'layout-shift' });
  });

const OCCASIONS = ['calls', 'bold', 'held'];
for (const [game, seats] of [['liars', 4], ['liars', 10], ['claims', 5], ['answers', 5], ['pairs', 3]]) {
  test(`${game} with ${seats}: what others say covers neither dice nor bids, and nothing moves while one decides`, { timeout: 120_000 }, async () => {
    for (const [width, height] of [...SIZES, [768, 1024], [1280, 900]]) {
      const { who, page, room } = await atTable(game, seats, { viewport: { width, height } });
      const what = `${game}, ${seats} players, ${width}×${height}`;
      await watchShifts(page);
      for (let seat = 1; seat < seats; seat += 1) {
        const version = 10 + seat;
        room.tell({ type: 'update', from: version - 1, version, entries: [{ version, at: 0, what: 'played', entries: [], due: [0], until: null, remark: { seat, occasion: OCCASIONS[seat % 3], line: 1 } }] });
      }
      await page.locator('.says').nth(seats - 2).waitFor({ state: 'attached' });
      // Longer than anything takes that comes with it.
      await page.waitForTimeout(300);
      assert.equal(await coveredByWords(page), 0, what);
      assert.deepEqual(await page.evaluate(() => globalThis.shifts), [], what);
      if (seats === 10) await page.screenshot({ path: `${folder}talk-${width}x${height}.png` });
      assertQuiet(who);
      await who.context.close();
    }
  });
}
