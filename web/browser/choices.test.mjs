// What one chooses: what may not be done says why, what cannot be undone is asked about, and what one likes is remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidsOf, fakeHouse, fakeRoom, fixture, momentOf, splitsOf } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

/** Somebody at a table of a fixture's game, when it is their turn; gives back what they have sent, too. */
async function atTable(name, when, legalOf, kept = null) {
  const who = await person(browser);
  const { page } = who;
  if (kept) await page.addInitScript((text) => localStorage.setItem('dicehouse', text), JSON.stringify(kept));
  const { header, entries } = fixture(name);
  const moment = momentOf(name, when);
  await fakeHouse(page);
  const { sent } = await fakeRoom(page, { header, entries, view: moment.view, legal: legalOf(moment), shown: moment.line - 1 });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.desk .turn').waitFor();
  return { who, page, moment, sent: () => sent.flatMap((message) => (message.do === 'act' ? [message.act] : [])) };
}

const bidding = (kept) => atTable('liars-perudo', (view) => view.to_act === 0 && view.bids.length > 1, (moment) => bidsOf('liars-perudo', moment), kept);
const sorting = () => atTable('pairs', (view) => view.to_act.includes(0) && view.round > 2, ({ view }) => splitsOf(view));
/** What was sent, once there is something; it is one act. */
async function sentOnce(sent) {
  for (let look = 0; look < 200 && sent().length === 0; look += 1) await new Promise((again) => setTimeout(again, 20));
  assert.equal(sent().length, 1);
  return sent();
}

const done = async ({ who }) => {
  assertQuiet(who);
  await who.context.close();
};

test('a bid that is too low or too high says why, and is not sent', { timeout: 30_000 }, async () => {
  const table = await bidding();
  const { page, moment, sent } = table;
  const { least, most } = bidsOf('liars-perudo', moment);
  const face = least.findIndex((one) => one !== null && one > 2) + 1;
  await page.locator('.picker .face').nth(face - 1).click();
  await page.locator('.picker').focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  const why = page.locator('.picker .why');
  await why.filter({ hasText: `you need at least ${least[face - 1]}` }).waitFor();
  const bid = page.getByRole('button', { name: /^Bid / });
  assert.equal(await bid.getAttribute('aria-disabled'), 'true');
  await bid.click({ force: true });
  await page.keyboard.press('Enter');
  for (let step = 0; step < most; step += 1) await page.keyboard.press('ArrowUp');
  await why.filter({ hasText: `you can bid ${most} at most` }).waitFor();
  // The buttons do what the keys do.
  while ((await bid.getAttribute('aria-disabled')) === 'true') await page.getByRole('button', { name: 'One less' }).click();
  await why.filter({ hasText: /% likely/ }).waitFor();
  assert.deepEqual(sent(), []);
  await bid.click();
  await sentOnce(sent);
  // The rules of this very table are one click away.
  await page.locator('a[href^="/rules/liars/perudo"]').first().waitFor();
  await done(table);
});

test('whoever wants to be asked before calling is asked', { timeout: 30_000 }, async () => {
  const table = await bidding({ confirm: true });
  const { page, sent } = table;
  await page.getByRole('button', { name: /^Call/ }).click();
  await page.getByRole('button', { name: /^Really call\?/ }).waitFor();
  assert.deepEqual(sent(), []);
  await page.getByRole('button', { name: /^Really call\?/ }).click();
  assert.deepEqual(await sentOnce(sent), ['call']);
  await done(table);
});

test('whoever wants to be asked before calling is asked about a claim, too, and no answer has the focus first', { timeout: 30_000 }, async () => {
  const table = await atTable('claims-full', (view) => view.to_act === 0 && view.claim !== null && view.shown === null, () => ({ decide: 'answer' }), { confirm: true });
  const { page, sent } = table;
  await page.locator('.choice:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Really call?' }).waitFor();
  assert.deepEqual(sent(), []);
  await page.keyboard.press('c');
  assert.deepEqual(await sentOnce(sent), ['call']);
  await done(table);
});

test('whoever is new sees the odds of each bid and what the numbers mean; whoever does not want odds turns them off', { timeout: 30_000 }, async () => {
  const table = await bidding();
  const { page } = table;
  await page.locator('.picker .why', { hasText: 'the fewest you may bid' }).waitFor();
  const shown = (await page.locator('.picker .chance').allTextContents()).filter(Boolean).map((text) => Number(text.replace('%', '')));
  assert.ok(shown.length >= 6 && shown.every((one) => one >= 0 && one <= 100), `${shown}`);
  await page.locator('.picker .face').nth(2).click();
  await page.locator('.picker .why', { hasText: /% likely, by your dice/ }).waitFor();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByLabel('Show the odds').uncheck();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.picker .chance').count(), 0);
  await done(table);
});

test('what one likes is remembered: sounds, voices, odds, light, language', { timeout: 30_000 }, async () => {
  const ann = await person(browser, { colorScheme: 'dark' });
  const { page } = ann;
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Preferences' }).click();
  for (const label of ['Mute sounds', 'Ask before I call', 'Hints from a strong player']) await page.getByLabel(label).check();
  for (const label of ['Bots talk', 'Show the odds']) await page.getByLabel(label).uncheck();
  await page.getByLabel('Theme').selectOption('light');
  await page.getByLabel('Language').selectOption('de');
  await page.reload();
  await page.locator('html[lang=de][data-theme=light]').waitFor();
  await page.locator('[aria-controls=preferences]').click();
  const boxes = await page.locator('#preferences input').evaluateAll((all) => all.map((one) => one.checked));
  assert.deepEqual(boxes, [false, true, true, false, true, false]);
  await done({ who: ann });
});

test('dice are dragged into pairs; what a split does is shown, and only a whole one is committed', { timeout: 30_000 }, async () => {
  const table = await sorting();
  const { page, sent } = table;
  const commit = page.getByRole('button', { name: 'Confirm' });
  assert.equal(await commit.getAttribute('aria-disabled'), 'true');
  for (const [slot, dice] of [['First pair', 2], ['Second pair', 2], ['removed', 1]]) {
    for (let die = 0; die < dice; die += 1) await page.locator('.tray button').first().dragTo(page.locator(`.slot[aria-label="${slot}"]`));
  }
  await page.locator('.picker .why', { hasText: /points: .* in all/ }).waitFor();
  // The marks it would make are drawn into one's own sheet.
  assert.ok((await page.locator('.sheet .new').count()) > 0, 'nothing is drawn into the sheet');
  assert.equal(await commit.getAttribute('aria-disabled'), 'false');
  // One goes back into the tray: the rest is no split.
  await page.locator('.slot button').first().click();
  assert.equal(await commit.getAttribute('aria-disabled'), 'true');
  await page.locator('.tray button').first().click();
  await commit.click();
  await sentOnce(sent);
  await done(table);
});
