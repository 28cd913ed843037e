// Whole games with the keyboard alone, from the home page to the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

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

/** How each question is answered without a mouse. What is asked has the focus when the turn comes. */
const answers = {
  /** Arrows choose the number, Enter bids; every second time the bid is called. */
  async liars(page, turn) {
    const desk = page.locator('.desk .turn');
    const bids = (await desk.getByRole('button', { name: /^Bid / }).count()) > 0;
    const calls = (await desk.getByRole('button', { name: 'Call' }).count()) > 0;
    if (bids && (turn % 2 === 1 || !calls)) {
      await page.locator('.picker:focus').waitFor({ timeout: 2000 });
      await press(page, 'ArrowUp', 'ArrowDown', 'Enter');
    } else {
      await tabTo(page, /^Call/);
      await press(page, 'Enter');
    }
  },
  /** The slider takes arrows and Enter; of two answers the first has the focus. */
  async claims(page, turn) {
    if (await page.locator('.desk input[type=range]').count()) await press(page, 'ArrowDown', 'ArrowUp', 'Enter');
    else await press(page, ...(turn % 3 === 0 ? [] : ['Tab']), 'Enter');
  },
  /** The list of splits has every legal one, the best first. */
  async pairs(page) {
    await tabTo(page, /^All \d+ splits|^The only split/);
    await press(page, 'Enter', 'Tab', 'Enter');
    await tabTo(page, /^Confirm$/, 'Shift+Tab');
    await press(page, 'Enter');
  },
};
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
    // What happened was told to those who do not see it.
    assert.ok((await page.locator('ol.log li').count()) > 5);
    assertQuiet(ann);
    await ann.context.close();
  });
}
