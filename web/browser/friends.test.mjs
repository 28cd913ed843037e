// Bringing friends to a table: who invites to what, a seat for whoever comes, and nothing that cannot be undone without a question.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { introduce, openRoom, playOut } from './table.mjs';

test('an invitation says who invites to what, to people and to programs that show links', { timeout: 60_000 }, async () => {
  const ann = await person(browser);
  const code = await openRoom(ann.page, house, "Liar's dice", 'Ann & <Bo>');
  await ann.page.getByRole('button', { name: 'Stand up' }).waitFor();
  const document = await (await fetch(`${house.url}/room/${code}`)).text();
  for (const part of ['property="og:title" content="Ann &amp; &lt;Bo&gt; invites you to Liar\'s dice"', 'of 4 seats taken: Ann &amp; &lt;Bo&gt;', `content="${house.url}/room/${code}"`]) assert.ok(document.includes(part), `${part} is not in ${document}`);
  const picture = /property="og:image" content="([^"]+)"/.exec(document)[1];
  assert.equal((await fetch(picture)).headers.get('content-type'), 'image/png');
  const bob = await person(browser, { reducedMotion: 'reduce' });
  await bob.page.goto(`${house.url}/room/${code}`);
  await bob.page.getByRole('heading', { name: "Ann & <Bo> invites you to Liar's dice" }).waitFor();
  await bob.page.getByText('1 of 4 seats taken').waitFor();
  await introduce(bob.page, 'Bob');
  await bob.page.getByRole('button', { name: 'Stand up' }).waitFor();
  for (const who of [ann, bob]) {
    assertQuiet(who);
    await who.context.close();
  }
});

test('bots fill all seats with one press, and a code can be taken from the screen', { timeout: 60_000 }, async () => {
  const ann = await person(browser);
  const { page } = ann;
  await openRoom(page, house, 'Claims', 'Ann');
  await page.getByText('Show a QR code').click();
  await page.getByRole('img', { name: /^QR code with the link http/ }).waitFor();
  await page.getByRole('button', { name: 'Fill with bots' }).click();
  await page.locator('[aria-label^="Remove"]').nth(2).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Sit here' }).count(), 0);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.table').waitFor();
  assertQuiet(ann);
  await ann.context.close();
});

test('leaving, ending the game and closing the room are asked about first', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(house.url);
  await page.getByRole('button', { name: "Play now: Liar's dice" }).click();
  await introduce(page, 'Ann');
  await page.locator('.table').waitFor();
  for (const what of ['End the game now', 'Close the room', 'Leave the room']) {
    await page.getByText('More', { exact: true }).click();
    await page.locator('.menu').getByRole('button', { name: what }).click();
    const question = page.getByRole('dialog');
    // What cannot be undone is not what a key that comes too late presses.
    assert.match(await question.locator(':focus').innerText(), /stay/);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
  }
  assert.equal(await page.locator('.table').count(), 1);
  await page.getByText('More', { exact: true }).click();
  await page.locator('.menu').getByRole('button', { name: 'Leave the room' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the room' }).click();
  await page.waitForURL(`${house.url}/`);
  assertQuiet(ann);
  await ann.context.close();
});

test('a rematch leaves the result of the last game to those who have not read it', { timeout: 120_000 }, async () => {
  const [ann, bob] = [await person(browser, { reducedMotion: 'reduce' }), await person(browser, { reducedMotion: 'reduce' })];
  const code = await openRoom(ann.page, house, "Liar's dice", 'Ann');
  await ann.page.locator('label', { hasText: /^Seats/ }).locator('select').selectOption('2');
  await ann.page.locator('label', { hasText: /^Rules/ }).locator('select').selectOption('openspiel');
  await bob.page.goto(`${house.url}/room/${code}`);
  await introduce(bob.page, 'Bob');
  await bob.page.getByRole('button', { name: 'Stand up' }).waitFor();
  await ann.page.getByRole('button', { name: 'Start the game' }).click();
  await playOut([ann.page, bob.page], { patience: 60_000 });
  const result = await bob.page.locator('.desk .result h2').innerText();
  await ann.page.getByRole('button', { name: 'Play again' }).click();
  await bob.page.getByText('How the last game ended').click();
  assert.equal(await bob.page.locator('.side .result h2').innerText(), result);
  for (const who of [ann, bob]) {
    assertQuiet(who);
    await who.context.close();
  }
});
