// A whole game with the keyboard alone, from the home page to the result.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startHouse } from './house.mjs';
import { assertQuiet, openBrowser, person } from './people.mjs';

let browser;
let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), startHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Presses Tab until what has the focus is called so. */
async function tabTo(page, name, most = 60) {
  for (let step = 0; step < most; step += 1) {
    const focused = await page.evaluate(() => {
      const one = document.activeElement;
      return one && one !== document.body ? (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() : '';
    });
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never came to ${name}`);
}

test('a game of liars without a mouse', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(house.url);
  await page.getByRole('button', { name: "Play now: Liar's dice" }).waitFor();
  await tabTo(page, /^Play now: Liar's dice/);
  await page.keyboard.press('Enter');
  // The field for the name has the focus already.
  await page.getByLabel('What should the others call you?').waitFor();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Enter');
  let turns = 0;
  const until = Date.now() + 110_000;
  while (Date.now() < until && (await page.locator('.desk .result').count()) === 0) {
    const asked = page.locator('.desk .turn');
    if ((await asked.count()) > 0) {
      turns += 1;
      // The picker takes the focus when the turn comes: Enter bids what it offers; every second time the bid is called.
      if (turns % 2 === 0 && (await asked.getByRole('button', { name: 'Call' }).count()) > 0) {
        await tabTo(page, /^Call/, 40);
        await page.keyboard.press('Enter');
      } else if ((await asked.getByRole('button', { name: /^Bid / }).count()) > 0) {
        await page.locator('.picker:focus').waitFor({ timeout: 2000 }).catch(() => {});
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      } else {
        await tabTo(page, /^Call/, 40);
        await page.keyboard.press('Enter');
      }
      await asked.waitFor({ state: 'detached', timeout: 3000 }).catch(() => {});
    } else {
      // Everything is shown in its own time; Escape skips ahead.
      await page.keyboard.press('Escape');
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
