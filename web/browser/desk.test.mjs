// What one has chosen stays on the desk, whatever others do in the meantime.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHouse, fakeRoom, fixture, momentOf, splitsOf } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

/** A round of pairs in which Ann and the others have yet to decide; gives back how to go on. */
async function sortingDice(page) {
  const { header, entries } = fixture('pairs');
  const { line, view } = momentOf('pairs', (one) => one.to_act.includes(0) && one.to_act.includes(1) && one.round > 2);
  const legal = splitsOf(view);
  await fakeHouse(page);
  const room = await fakeRoom(page, { header, entries, view, legal, shown: line - 1 });
  await page.goto(`${house.url}/room/QK7PX`);
  await page.locator('.tray button').first().waitFor();
  let version = 10;
  /** Something happens that leaves Ann's question as it was, version and all. */
  const meanwhile = (happened, to_act) => {
    version += 1;
    const moment = { view: { ...view, to_act, past: [] }, past_from: 0, legal, asked: 5, due: to_act, until: null };
    room.tell({ type: 'update', from: version - 1, version, entries: [{ version, at: 0, what: 'played', entries: happened, due: to_act, until: null }], moment });
  };
  return { meanwhile, to_act: view.to_act };
}

for (const [what, happened] of [
  ['somebody else decides', [{ event: 'decided', seat: 1 }]],
  ['somebody else lets the time run out', [{ event: 'fault', seat: 1, cause: 'timeout' }, { event: 'decided', seat: 1 }]],
]) {
  test(`dice stay where they were put when ${what}`, { timeout: 30_000 }, async () => {
    const ann = await person(browser);
    const { page } = ann;
    const { meanwhile, to_act } = await sortingDice(page);
    await page.locator('.picker summary').click();
    for (let die = 0; die < 3; die += 1) await page.locator('.tray button').first().click();
    await page.locator('.tray').evaluate((tray) => { tray.dataset.kept = 'the same desk'; });
    meanwhile(happened, to_act.filter((seat) => seat !== 1));
    // The sheet of the other says so once it has been shown.
    await page.locator('.sheet', { hasText: 'has decided' }).first().waitFor();
    assert.equal(await page.locator('.tray').getAttribute('data-kept'), 'the same desk');
    assert.equal(await page.locator('.tray button').count(), 2);
    assert.equal(await page.locator('.slot button').count(), 3);
    assert.ok(await page.locator('.picker details').evaluate((list) => list.open), 'the list of splits was closed');
    for (let die = 0; die < 2; die += 1) await page.locator('.tray button').first().click();
    await page.getByRole('button', { name: /^Confirm$/ }).waitFor();
    assertQuiet(ann);
    await ann.context.close();
  });
}
