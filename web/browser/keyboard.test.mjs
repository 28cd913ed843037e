// Whole games with the keyboard alone, from the home page to the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHouse, fakeRoom } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { tables } from './tables.mjs';

const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one && one !== document.body ? (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() : '';
  });

/** Presses Tab (or Shift+Tab) until what has the focus is called so. */
async function tabTo(page, name, key = 'Tab', most = 80) {
  for (let step = 0; step < most; step += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} never came to ${name}`);
}

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** How each question is answered without a mouse. What is asked has the focus when the turn comes, and the keys that answer it are shown. */
const answers = {
  /** Arrows choose the number, Enter bids; every second time the bid is called. */
  async liars(page, turn) {
    const desk = page.locator('.desk .turn');
    const bids = (await desk.getByRole('button', { name: /^Bid / }).count()) > 0;
    const calls = (await desk.locator('.call').count()) > 0;
    await page.locator('.picker:focus').waitFor({ timeout: 2000 });
    if (bids && (turn % 2 === 1 || !calls)) await press(page, 'ArrowUp', 'ArrowDown', 'Enter');
    else await press(page, 'c');
  },
  /** The sums take arrows and Enter; a claim is called or let pass with a letter. */
  async claims(page, turn) {
    await page.locator(':is(.picker, .choice):focus').waitFor({ timeout: 2000 });
    if (await page.locator('.picker .sums').count()) await press(page, 'ArrowDown', 'ArrowUp', 'Enter');
    else if (await page.getByRole('button', { name: 'Play the card' }).count()) await press(page, 'Tab', 'Enter');
    else await press(page, turn % 3 === 0 ? 'c' : 'p');
  },
  /** Every second time the best split of the list; otherwise die by die, as one has them. */
  async pairs(page, turn) {
    await page.locator('.picker:focus').waitFor({ timeout: 2000 });
    if (turn % 2 === 1) return press(page, 'ArrowDown', 'Enter');
    const faces = await page.locator('.tray button').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label').replace(/\D/g, '')));
    await press(page, ...faces, 'Backspace', faces.at(-1));
    // Not every split is legal; the next of the list is.
    if (await page.locator('.picker .button.main[aria-disabled=true]').count()) await press(page, 'ArrowDown');
    await press(page, 'Enter');
  },
};
/** Notes every key that the page heard while nothing had the focus. */
const noteLostFocus = (page) =>
  page.evaluate(() => {
    globalThis.lostFocus = [];
    addEventListener('keydown', (event) => { if (event.target === document.body) globalThis.lostFocus.push(event.key); }, true);
  });

const TITLES = { liars: "Liar's dice", claims: 'Claims', pairs: 'Pairs' };

for (const [game, answer] of Object.entries(answers)) {
  test(`a game of ${game} without a mouse`, { timeout: 180_000 }, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce' });
    const { page } = ann;
    await page.goto(house.url);
    const button = `Play now: ${TITLES[game]}`;
    await page.getByRole('button', { name: button }).waitFor();
    await tabTo(page, new RegExp(`^${button}`));
    await press(page, 'Enter');
    // The field for the name has the focus already.
    await page.getByLabel('What should the others call you?').waitFor();
    await page.keyboard.type('Ann');
    await press(page, 'Enter');
    await page.locator('.desk').waitFor();
    await noteLostFocus(page);
    let turns = 0;
    const until = Date.now() + 160_000;
    while (Date.now() < until && (await page.locator('.desk .result').count()) === 0) {
      const asked = page.locator('.desk .turn');
      if (await asked.count()) {
        turns += 1;
        await answer(page, turns);
        await asked.waitFor({ state: 'detached', timeout: 1000 }).catch(() => {});
      } else {
        // Everything is shown in its own time; Escape skips ahead.
        await press(page, 'Escape');
        await page.waitForTimeout(60);
      }
    }
    assert.equal(await page.locator('.desk .result').count(), 1, `no end after ${turns} turns`);
    assert.ok(turns > 2);
    assert.deepEqual(await page.evaluate(() => globalThis.lostFocus), [], 'keys went to nobody');
    // What happened was told to those who do not see it.
    assert.ok((await page.locator('ol.log li').count()) > 5);
    assertQuiet(ann);
    await ann.context.close();
  });
}

test('groups of faces and numbers are one tab stop each, and arrows choose inside', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await fakeHouse(page);
  const table = tables.liars(4);
  const { sent } = await fakeRoom(page, { ...table, shown: table.entries.length });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.picker:focus').waitFor();
  const chosen = () => page.locator('.picker [aria-checked=true]').evaluateAll((all) => all.map((one) => one.textContent.trim()));
  const before = await chosen();
  const stops = [];
  for (let stop = 0; stop < 5; stop += 1) {
    await press(page, 'Tab');
    stops.push(await page.evaluate(() => document.activeElement.closest('[role=radiogroup]')?.getAttribute('aria-label') ?? document.activeElement.className.match(/bid|call|exact/)?.[0]));
  }
  assert.deepEqual(stops, ['Face', 'How many', 'bid', 'call', 'exact']);
  await press(page, 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'ArrowRight', 'Shift+Tab', 'ArrowRight');
  assert.notDeepEqual(await chosen(), before);
  assert.equal(sent.length, 0);
  // The keys are shown on the buttons they press.
  assert.deepEqual(await page.locator('.picker kbd').allTextContents(), ['⏎', 'C', 'E']);
  assertQuiet(ann);
  await ann.context.close();
});
