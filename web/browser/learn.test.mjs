// The guided first games: every lesson can be taken to its end in the browser, doing what it asks for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';
import { introduce } from './table.mjs';

/** Does on the screen what the lesson's next step expects, as the server last said it. */
async function obey(page, expected) {
  const bid = /^(\d+)x(\d+)$/.exec(expected);
  const split = /^(\d+)\+(\d+)-(\d+)$/.exec(expected);
  const claim = /^claim (\d+)$/.exec(expected);
  const button = (name) => page.getByRole('button', { name });
  if (bid) {
    await page.locator('.picker .face').nth(Number(bid[2]) - 1).click();
    await page.locator('.picker .choice', { hasText: new RegExp(`^${bid[1]}$`) }).click();
    await button(/^Bid /).click();
  } else if (claim) {
    await page.locator('.sum', { hasText: new RegExp(`^${claim[1]}$`) }).click();
    await button(/^Claim /).click();
  } else if (split) {
    await page.locator('.picker summary').click();
    await page.locator('.picker details button', { hasText: `${split[1]} + ${split[2]}` }).filter({ hasText: `without ${split[3]}` }).click();
    await button(/^Confirm$/).click();
    if (await button('Roll the next dice').count()) await button('Roll the next dice').click();
  } else {
    const names = { call: /^Call/, exact: 'Exact', 'let pass': 'Let it pass', immunity: 'Play the card', 'no immunity': 'Keep the card' };
    await button(names[expected]).click();
  }
}

for (const game of ['liars', 'claims', 'pairs']) {
  test(`the lesson of ${game}`, { timeout: 90_000 }, async () => {
    const ann = await person(browser, { reducedMotion: 'reduce' });
    const { page } = ann;
    let moment = null;
    page.on('response', async (response) => {
      if (response.url().includes('/api/lessons/') && response.ok()) moment = (await response.json().catch(() => ({}))).moment ?? moment;
    });
    await page.goto(`${house.url}/learn/${game}`);
    const section = page.locator('section[aria-label=Lesson]');
    await section.waitFor();
    let steps = 0;
    const counted = [];
    for (; steps < 80 && !(await page.getByRole('button', { name: 'Play a game' }).count()); steps += 1) {
      const before = moment;
      if (moment) counted.push(moment.step);
      if (await section.getByRole('button', { name: 'Continue' }).count()) await section.getByRole('button', { name: 'Continue' }).click();
      else if (moment?.task) await page.locator('.desk .picker, .desk .choice').first().waitFor().then(() => obey(page, moment.task.expected));
      for (let wait = 0; wait < 100 && moment === before; wait += 1) await page.waitForTimeout(30);
    }
    assert.ok(steps >= 8 && steps < 80, `${steps} steps`);
    assert.deepEqual(counted, [...counted].sort((one, two) => one - two));
    assert.equal(Math.max(...counted.map((step, at) => step - (counted[at - 1] ?? 0))), 1, `steps are left out: ${counted}`);
    // The end leads into a game.
    await page.getByRole('button', { name: 'Play a game' }).click();
    await introduce(page, 'Ann');
    await page.locator('.desk').waitFor();
    assertQuiet(ann);
    await ann.context.close();
  });
}

test('a wrong answer is said, and the next one can be given at once', { timeout: 60_000 }, async () => {
  const ann = await person(browser, { reducedMotion: 'reduce' });
  const { page } = ann;
  await page.goto(`${house.url}/learn/pairs`);
  const section = page.locator('section[aria-label=Lesson]');
  await section.getByRole('button', { name: 'Continue' }).click();
  await section.getByText('The dice are').waitFor();
  await section.getByRole('button', { name: 'Continue' }).click();
  const commit = async (split) => {
    await page.locator('.picker summary').click();
    await page.locator('.picker details button', { hasText: split }).first().click();
    await page.getByRole('button', { name: /^Confirm$/ }).click();
    await page.getByRole('button', { name: 'Roll the next dice' }).click();
  };
  await page.locator('.picker').waitFor();
  await commit(/^5 \+ 6|^4 \+ 9|^5 \+ 10|^4 \+ 10/);
  await section.getByText('costs 400, too').waitFor();
  await commit('6 + 8');
  await section.getByText('Two numbers are open now').waitFor();
  assertQuiet(ann);
  await ann.context.close();
});
