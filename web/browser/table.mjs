// How a person plays through the page: sees what is asked, and clicks.

import assert from 'node:assert/strict';

/** Gives oneself a name; the first thing a new browser is asked. */
export async function introduce(page, name) {
  await page.getByLabel('What should the others call you?').fill(name);
  await page.getByRole('button', { name: 'Enter' }).click();
}

/** Opens a room for a game from the home page, as the host. Gives back its code. */
export async function openRoom(page, house, game, name) {
  await page.goto(house.url);
  await page.getByRole('button', { name: `Open a room: ${game}` }).click();
  await introduce(page, name);
  await page.waitForURL(/\/room\//);
  return new URL(page.url()).pathname.split('/').at(-1);
}

const asked = (page) => page.locator('.desk .turn');
const result = (page) => page.locator('.desk .result');

/** Waits for one's turn. What has happened is shown in its own time; a person in a hurry skips ahead. */
export async function awaitTurn(page, patience = 30_000) {
  const until = Date.now() + patience;
  for (;;) {
    while (Date.now() < until && (await asked(page).count()) === 0) {
      await page.keyboard.press('Escape');
      await page.waitForTimeout(40);
    }
    // What was seen may have been the last question, on its way out.
    const shown = asked(page).waitFor({ timeout: 1000 });
    if (Date.now() > until) return shown;
    if (await shown.then(() => true, () => false)) return;
  }
}

/** A question may be gone before the click; the next look says what is asked then. */
const SOON = 2000;

/** Answers one question in a lively but legal way. */
export async function answer(page, pick = Math.random) {
  const turn = asked(page);
  const button = (name) => turn.getByRole('button', { name });
  const press = (what) => what.click({ timeout: SOON });
  if (await button(/^Confirm$/).count()) {
    await press(turn.locator('summary'));
    await press(turn.locator('details button').first());
    await press(button(/^Confirm$/));
    if (await button('Roll the next dice').count()) await press(button('Roll the next dice'));
  } else if (await button(/^Claim /).count()) {
    await press(turn.locator('.sum').nth(Math.floor(pick() * 11)));
    await press(button(/^Claim /));
  } else if (await button('Let it pass').count()) {
    await press(button(pick() < 0.4 ? 'Call the bluff' : 'Let it pass'));
  } else if (await button('Play the card').count()) {
    await press(button('Play the card'));
  } else if ((await button('Call').count()) && pick() < 0.4) {
    await press(button('Call'));
  } else if (await button(/^Bid /).count()) {
    await press(button(/^Bid /));
  } else {
    await press(button('Call'));
  }
}

/** Plays until the game is over, in as many browsers as sit at the table. */
export async function playOut(pages, { patience = 120_000, between = async () => {} } = {}) {
  const until = Date.now() + patience;
  let turns = 0;
  while (Date.now() < until) {
    const over = await Promise.all(pages.map((page) => result(page).count()));
    if (over.every((count) => count > 0)) return turns;
    for (const page of pages) {
      if ((await asked(page).count()) === 0) {
        // What has happened is shown in its own time; a person in a hurry skips ahead.
        await page.keyboard.press('Escape');
        continue;
      }
      await between(turns, page);
      await answer(page).catch((error) => {
        // The question may have gone (time, another window) between the look and the click.
        if (Date.now() > until) throw error;
      });
      turns += 1;
    }
    await new Promise((go) => setTimeout(go, 40));
  }
  const desks = await Promise.all(pages.map((page) => page.locator('main').innerText().catch(String)));
  assert.fail(`the game did not end in time, after ${turns} turns:\n${desks.join('\n---\n')}`);
}
