// Two people, each with a browser of their own, play whole games of every kind with each other and bots, through the real server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { assertNoHiddenDice } from './secrets.mjs';
import { browser, house } from './stage.mjs';
import { introduce, openRoom, playOut } from './table.mjs';

/** A few dice make games short. */
const SHORT = { liars: { 'Dice per player': '2' }, claims: { Rounds: '2' }, pairs: { 'Removals of one number': '2' } };
const TITLES = { liars: "Liar's dice", claims: 'Claims', pairs: 'Pairs' };

/** The review of the game that is shown: the house makes it, and the page shows its chart, marks and alternatives. */
async function assertReviewed(page) {
  const asked = page.waitForResponse((response) => /\/api\/games\/[^/]+\/review$/.test(response.url()) && response.status() === 200);
  await page.getByRole('button', { name: 'Review this game' }).click();
  const review = await (await asked).json();
  const chart = page.locator('svg.chart');
  await chart.waitFor();
  assert.equal(await chart.locator('polyline').count(), 3);
  const faulty = review.decisions.filter(({ mark }) => mark === 'mistake' || mark === 'blunder');
  assert.equal(await chart.locator('.dot').count(), faulty.length);
  for (const { name, accuracy, marks } of review.players) {
    const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
    const shown = [accuracy === null ? '—' : accuracy.toFixed(1), marks.inaccuracies, marks.mistakes, marks.blunders].map(String);
    assert.deepEqual(await row.getByRole('cell').allTextContents(), shown);
  }
  assert.equal(await page.locator('.moments button').count(), review.moments.length);
  // Going through the game shows what was possible at each decision, and which act was chosen.
  const options = page.locator('.said tbody tr');
  for (let step = 0; step < 200 && (await options.count()) < 2; step += 1) await page.keyboard.press('ArrowRight');
  assert.ok((await options.count()) >= 2, 'no decision had a choice');
  assert.equal(await page.locator('.said tr.done').count(), 1);
  assert.match(await page.locator('.said p').innerText(), /\w.*\.$/s);
}

/** From one's own things to what everybody may know of one: the game just played is the newest, and leads to its replay. */
async function assertOnPlayersPage(page, title) {
  await page.getByRole('link', { name: 'Me' }).click();
  await page.getByRole('link', { name: 'Your games and ratings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor();
  const [ratings, games] = [page.getByRole('region', { name: 'Ratings' }), page.getByRole('region', { name: 'Latest games' })];
  assert.match(await ratings.locator('tbody tr').first().innerText(), new RegExp(`${title}.*±.*\\s1\\s`, 's'));
  assert.match(await games.locator('tbody tr').first().innerText(), /[123] of 3/);
  await games.getByRole('link', { name: title }).first().click();
  await page.getByText('Verified', { exact: true }).waitFor();
}

for (const game of ['liars', 'claims', 'pairs']) {
  test(`${game}: two browsers and a bot`, { timeout: 120_000 }, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce' });
    const bob = await person(browser, { reducedMotion: 'reduce' });
    const code = await openRoom(ann.page, house, TITLES[game], 'Ann');
    await ann.page.locator('label', { hasText: /^Seats/ }).locator('select').selectOption('3');
    await ann.page.getByText('Custom rules').click();
    for (const [option, value] of Object.entries(SHORT[game])) {
      const field = ann.page.locator('.options label', { hasText: option }).first().locator('input');
      await field.fill(value);
      await field.press('Tab');
    }
    await bob.page.goto(`${house.url}/room/${code}`);
    await introduce(bob.page, 'Bob');
    // Whoever comes by the link has a seat.
    await bob.page.getByRole('button', { name: 'Stand up' }).waitFor();
    assert.equal(await ann.page.getByRole('button', { name: 'Sit here' }).count(), 0, 'somebody who sits is asked to sit down');
    await ann.page.getByText('Bob').first().waitFor();
    await ann.page.getByLabel('A bot for seat 3').selectOption({ index: 1 });
    // A game counts when everybody agrees to that.
    await ann.page.getByLabel('Rated: games count').check();
    // Bob agrees to what he sees: who was ready before it changed no longer is.
    await bob.page.locator('.rating', { hasText: 'Rated' }).waitFor();
    await bob.page.getByRole('button', { name: 'I am ready' }).click();
    await bob.page.getByRole('button', { name: 'Ready', exact: true }).waitFor();
    await ann.page.getByRole('button', { name: 'Start the game' }).click();
    const turns = await playOut([ann.page, bob.page], { patience: 60_000 });
    assert.ok(turns > 3, `${turns} turns`);
    for (const [who, seat] of [[ann, 0], [bob, 1]]) {
      const secrets = assertNoHiddenDice(who.traffic, seat);
      if (game !== 'pairs') assert.ok(secrets > 0, 'nobody ever saw their own dice');
      assertQuiet(who);
    }
    // The record of the game is one click away, and verified in the browser.
    await ann.page.getByRole('link', { name: 'Watch it again' }).click();
    await ann.page.getByText('Verified', { exact: true }).waitFor();
    await assertReviewed(ann.page);
    await assertOnPlayersPage(ann.page, TITLES[game]);
    assertQuiet(ann);
    await ann.context.close();
    await bob.context.close();
  });
}
