// Hints from a strong player: in a tab, and on the page of a server, whose engine in the tab gives them. They are for games against bots.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { startPlainHost } from './plain.mjs';
import { browser, house } from './stage.mjs';
import { awaitTurn, introduce, openRoom } from './table.mjs';

let host;
before(async () => {
  host = await startPlainHost();
});
after(() => host?.stop());

const TITLES = { liars: "Liar's dice", claims: 'Claims', pairs: 'Pairs' };

/** Where each game shows what a strong player thinks. */
const shown = {
  async liars(page) {
    await page.locator('.picker .face[aria-disabled=false]').first().click();
    await page.locator('.picker .why', { hasText: /\d % likely, by your dice and what was bid/ }).waitFor();
  },
  claims: (page) => page.locator('.desk .turn .hint', { hasText: /\d %/ }).waitFor(),
  async pairs(page) {
    await page.locator('.picker').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.picker .why', { hasText: /about .\d+ in the end/ }).waitFor();
  },
};

async function hinted() {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await ann.page.addInitScript(() => localStorage.setItem('dicehouse', JSON.stringify({ hints: true, hasPlayed: true })));
  return ann;
}

for (const [game, look] of Object.entries(shown)) {
  for (const where of ['a tab', 'the page of a server']) {
    test(`${game}: what a strong player thinks, in ${where}`, { timeout: 60_000 }, async () => {
      const ann = await hinted();
      const { page } = ann;
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(where === 'a tab' ? host.url : house.url);
      await page.getByRole('button', { name: `Play now: ${TITLES[game]}` }).click();
      await introduce(page, 'Ann');
      await awaitTurn(page);
      await look(page);
      assert.ok(!asked.some((path) => path.includes('hints')), 'no house is asked');
      assertQuiet(ann);
      await ann.context.close();
    });
  }
}

test('where people play against each other nobody gets a hint', { timeout: 60_000 }, async () => {
  const [ann, bob] = [await hinted(), await person(browser, { reducedMotion: 'reduce' })];
  const code = await openRoom(ann.page, house, "Liar's dice", 'Ann');
  await ann.page.locator('label', { hasText: /^Seats/ }).locator('select').selectOption('2');
  await bob.page.goto(`${house.url}/room/${code}`);
  await introduce(bob.page, 'Bob');
  await bob.page.getByRole('button', { name: 'Stand up' }).waitFor();
  const asked = [];
  ann.page.on('request', (request) => asked.push(request.url()));
  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  // Whoever begins bids, and then it is Ann's turn at the latest.
  const turn = (page) => page.locator('.desk .turn');
  await turn(ann.page).or(ann.page.getByText('Waiting for Bob')).first().waitFor();
  if (!(await turn(ann.page).count())) {
    await turn(bob.page).getByRole('button', { name: /^Bid / }).click();
    await awaitTurn(ann.page);
  }
  await ann.page.locator('.picker .face[aria-disabled=false]').first().click();
  await ann.page.locator('.picker .why', { hasText: /% likely, by your dice$/ }).waitFor();
  assert.ok(!asked.some((url) => url.includes('.wasm')), 'the engine is not even fetched');
  for (const who of [ann, bob]) {
    assertQuiet(who);
    await who.context.close();
  }
});
