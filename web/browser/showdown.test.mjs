// The largest showdown there is: ten players with five dice each. Cups lift one after the other, what counts is counted,
// and the picture does not stutter.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fakeHouse, fakeRoom } from './fake.mjs';
import { startHouse } from './house.mjs';
import { assertNoSidewaysScroll, assertQuiet, openBrowser, person } from './people.mjs';

const SEATS = 10;
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
let browser;
let house;
before(async () => {
  mkdirSync(folder, { recursive: true });
  [browser, house] = await Promise.all([openBrowser(), startHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

const ruleset = { game: 'liars', preset: 'house', dice: 5, faces: 6, wild: 1, exact: false, palifico: false };
const header = { dicehouse: 1, id: 'g1', started: 0, ruleset, seats: Array.from({ length: SEATS }, (_, at) => (at === 0 ? { name: 'Ann', kind: 'person' } : { name: `bot ${at}`, kind: 'bot', bot: ['odds', 'gambler', 'dicey'][at % 3], version: '1' })), dice: { source: 'trusted', commitment: '00' } };
const hands = Array.from({ length: SEATS }, (_, seat) => Array.from({ length: 5 }, (_, die) => ((seat * 5 + die * 2) % 6) + 1));
const counted = hands.flat().filter((face) => face === 3 || face === 1).length;
const rolls = hands.map((dice, seat) => ({ event: 'rolled', what: 'hand', seat, count: 5, sides: 6, secret: { seat, dice } }));
const entries = [{ event: 'round', round: 1, opener: 1, palifico: false }, ...rolls, { event: 'acted', seat: 1, act: '9x3' }];
const view = { game: 'liars', viewer: { seat: 0 }, rules: ruleset, round: 1, opener: 1, to_act: 2, hand: hands[0], dice: Array(SEATS).fill(5), lost: Array(SEATS).fill(0), wild: 1, palifico: false, fixed_face: null, bids: [{ seat: 1, bid: '9x3' }], past: [], standing: null };
const showdown = { event: 'showdown', round: 1, bid: '9x3', bidder: 1, caller: 2, exact: false, right: false, count: counted, wild: 1, hands, losers: [2] };

test('ten cups lift one after the other', { timeout: 60_000 }, async () => {
  const ann = await person(browser);
  const { page } = ann;
  await fakeHouse(page);
  const room = await fakeRoom(page, { header, entries, view, legal: { decide: 'nothing' }, shown: entries.length });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.table').waitFor();
  const frames = page.evaluate(
    () =>
      new Promise((done) => {
        const times = [];
        const frame = (now) => {
          times.push(now);
          if (now - times[0] < 5000) requestAnimationFrame(frame);
          else done(times.slice(1).map((time, at) => time - times[at]));
        };
        requestAnimationFrame(frame);
      }),
  );
  room.tell({ type: 'update', from: 10, version: 11, entries: [{ version: 11, at: 0, what: 'played', entries: [{ event: 'acted', seat: 2, act: 'call' }, showdown, { event: 'die-lost', seat: 2, left: 4, why: 'wrong-call' }], due: [], until: null }] });
  const counter = page.locator('.count strong');
  await counter.waitFor();
  const seen = new Set();
  while (Number(await counter.textContent()) < counted) seen.add(await counter.textContent());
  assert.ok(seen.size > 3, `the count went ${[...seen].join(', ')}`);
  await page.getByText('The bid was true.').first().waitFor();
  await page.screenshot({ path: `${folder}showdown-desktop.png`, fullPage: true });
  const waits = (await frames).sort((a, b) => a - b);
  const median = waits[Math.floor(waits.length / 2)];
  console.log(`frames: median ${median.toFixed(1)} ms, ${waits.filter((wait) => wait > 34).length} of ${waits.length} late`);
  // A third of the speed of the screen on a machine that has other work to do; alone it is the full speed.
  assert.ok(median < 50, `a frame took ${median} ms`);
  await page.setViewportSize({ width: 360, height: 780 });
  await assertNoSidewaysScroll(page, 'the showdown on a phone');
  await page.screenshot({ path: `${folder}showdown-phone.png`, fullPage: true });
  assertQuiet(ann);
  await ann.context.close();
});
