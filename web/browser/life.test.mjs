// What happens to people: they reload, lose their line, leave for a while; the house falls over and gets up again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { awaitTurn, introduce, playOut } from './table.mjs';

/** What Chromium writes on its console when a line it had is cut. */
const CUT = ['WebSocket connection to', 'net::ERR', 'Failed to load resource'];

async function playNow(who, name) {
  await who.page.goto(house.url);
  await who.page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  await introduce(who.page, name);
  await awaitTurn(who.page);
}

const ownDice = (page) => page.locator('.own .hand [role=img]').first().getAttribute('aria-label');

/** The bots have the names and the voices of the house's characters. */
async function assertGreeted(page) {
  const cast = await (await fetch(`${house.url}/api/voices`)).json();
  const names = await page.locator('.plate .name').allTextContents();
  const bots = cast.filter(({ name }) => names.includes(name));
  assert.equal(bots.length, 3, names.join(', '));
  const [name, words] = (await page.locator('ol.log .said').first().innerText()).split(': ');
  assert.ok(bots.find((bot) => bot.name === name)?.lines.greets.includes(words), `${name}: ${words}`);
}

test('one click plays against bots, who have names and voices; a reload keeps seat and dice', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await playNow(ann, 'Ann');
  await assertGreeted(ann.page);
  const before = await ownDice(ann.page);
  await ann.page.reload();
  await awaitTurn(ann.page);
  assert.equal(await ownDice(ann.page), before);
  assertQuiet(ann);
  await ann.context.close();
});

test('whoever writes a bot gets a token for it on the page', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(`${house.url}/me`);
  await introduce(page, 'Ann');
  await page.getByLabel('Name of the bot').fill('Deep Dice');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const command = await page.locator('section code').innerText();
  const token = /--token (\w+) /.exec(command)?.[1];
  const known = await fetch(`${house.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  const { name, kind } = await known.json();
  assert.deepEqual({ name, kind }, { name: 'Deep Dice', kind: 'bot' });
  // It is there when one comes back; its token is not.
  await page.reload();
  await page.getByRole('link', { name: 'Deep Dice' }).waitFor();
  assert.equal(await page.locator('section code').count(), 0);
  assertQuiet(ann);
  await ann.context.close();
});

test('a lost line is said in words, and the game is there again afterwards', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await playNow(ann, 'Ann');
  const before = await ownDice(ann.page);
  await ann.context.setOffline(true);
  // Chromium keeps open sockets when it goes offline; the page's own connection must be cut for that.
  await house.crash('SIGKILL', 600);
  await ann.page.getByText('The connection is lost').waitFor({ timeout: 20_000 });
  await ann.context.setOffline(false);
  await ann.page.getByText('The connection is lost').waitFor({ state: 'detached', timeout: 20_000 });
  await awaitTurn(ann.page);
  assert.equal(await ownDice(ann.page), before);
  assertQuiet(ann, CUT);
  await ann.context.close();
});

test('the house is killed in the middle of a game, and the game is played to its end', { timeout: 120_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  await playNow(ann, 'Ann');
  let crashed = 0;
  await playOut([ann.page], {
    patience: 110_000,
    between: async (turns) => {
      // At the second turn and the fifth: whoever loses all five dice has had as many.
      if (turns === [1, 4][crashed]) {
        crashed += 1;
        await house.crash();
        await awaitTurn(ann.page);
      }
    },
  });
  assert.equal(crashed, 2);
  assertQuiet(ann, CUT);
  await ann.context.close();
});
