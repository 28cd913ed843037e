// The daily challenge: one try with the dice that everybody gets, left and come back to, and the table of the day.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { introduce } from './table.mjs';

const firstDice = (page) => page.locator('.tray button').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')).join());

/** Plays the try to its end inside the page: other tests use mouse and keys for whole games. */
async function playOn(page) {
  await page.evaluate(async () => {
    while (!document.querySelector('.desk .result')) {
      const picker = document.querySelector('.desk .picker');
      if (!picker) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      else if (picker.querySelector('.tray button')) picker.querySelector('details button').click();
      else picker.querySelector('.button.main').click();
      await new Promise((on) => setTimeout(on, 10));
    }
  });
}

async function begin(name) {
  const who = await person(browser, { reducedMotion: 'reduce' });
  await who.page.goto(`${house.url}/daily`);
  await who.page.getByRole('button', { name: "Play today's dice" }).click();
  await introduce(who.page, name);
  await who.page.locator('.tray button').first().waitFor();
  return who;
}

test('everybody gets the same dice once, and the best are at the top', { timeout: 180_000 }, async () => {
  const [ann, bob] = [await begin('Ann'), await begin('Bob')];
  assert.equal(await firstDice(ann.page), await firstDice(bob.page));
  // Whoever leaves finds the try as it was.
  await ann.page.goto(`${house.url}/daily`);
  await ann.page.getByRole('button', { name: 'Continue your try' }).click();
  await ann.page.locator('.tray button').first().waitFor();
  assert.equal(await firstDice(ann.page), await firstDice(bob.page));
  // Nobody waits for Ann: what she commits to can be changed until the next roll.
  await ann.page.locator('.picker summary').click();
  await ann.page.locator('.picker details button').first().click();
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await ann.page.getByRole('button', { name: 'Change it' }).click();
  await ann.page.locator('.slot button').first().click();
  assert.equal(await ann.page.locator('.tray button').count(), 1);
  await playOn(ann.page);
  await ann.page.getByRole('link', { name: "To today's results" }).click();
  await ann.page.getByText(/Your try: .* points, place 1 of 1/).waitFor();
  assert.equal(await ann.page.getByRole('button', { name: "Play today's dice" }).count(), 0);
  assert.match(await ann.page.getByRole('row', { name: /Ann/ }).innerText(), /^1\s+Ann\s*· you/);
  // The home page of somebody else says who is best.
  await bob.page.goto(house.url);
  await bob.page.getByText('Best of the day').waitFor();
  await bob.page.getByRole('button', { name: 'Continue your try' }).waitFor();
  assertQuiet(ann);
  assertQuiet(bob);
  await ann.context.close();
  await bob.context.close();
});
