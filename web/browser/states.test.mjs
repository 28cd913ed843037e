// States of life, said in words: the house restarts, the room closes, somebody is away, a bot plays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHouse, fakeRoom, fixture, momentOf } from './fake.mjs';
import { assertQuiet, person } from './people.mjs';
import { browser, house } from './stage.mjs';

/** Ann and Bob among bots. */
const withBob = (room) => ({
  ...room,
  people: [...room.people, { person: 'p2', name: 'Bob', here: true, ready: false, seat: 1 }],
  seats: room.seats.map((seat, at) => (at === 1 ? { holder: { kind: 'person', person: 'p2', name: 'Bob', stand_in: null }, won: 0 } : seat)),
});

async function atTable() {
  const who = await person(browser);
  const { header, entries } = fixture('liars-perudo');
  const { line, view } = momentOf('liars-perudo', (one) => one.to_act === 1);
  const seats = header.seats.map((seat, at) => [{ name: 'Ann', kind: 'person' }, { name: 'Bob', kind: 'person' }][at] ?? seat);
  await fakeHouse(who.page);
  let shown = null;
  const change = (room) => (shown = withBob(room));
  const room = await fakeRoom(who.page, { header: { ...header, seats }, entries, view, legal: { decide: 'nothing' }, shown: line - 1, extra: { change } });
  await who.page.goto(`${house.url}/room/QK7PX`);
  await who.page.locator('.table').waitFor();
  return { who, page: who.page, room, shown };
}

const leave = async ({ who }, expected) => {
  assertQuiet(who, expected);
  await who.context.close();
};

test('a house that restarts says so, and the game is there again', { timeout: 30_000 }, async () => {
  const table = await atTable();
  const { page, room } = table;
  room.tell({ type: 'notice', notice: 'restart', wait: 1500 });
  room.close();
  const banner = page.getByText('The house is restarting. Nothing is lost');
  await banner.waitFor();
  await banner.waitFor({ state: 'detached' });
  await page.locator('.table').waitFor();
  await leave(table);
});

for (const [what, notice, words, way] of [
  ['a room that was closed', { notice: 'closed' }, 'The room is closed.', 'Back home'],
  ['a second window', { notice: 'replaced' }, 'You opened this room in another window', 'Play here'],
  ['somebody who was sent away', { notice: 'refused', refusal: { code: 'kicked', text: 'not these words' } }, 'The host has removed you', 'Back home'],
]) {
  test(`${what} is told in words, with a way on`, { timeout: 30_000 }, async () => {
    const table = await atTable();
    const { page, room } = table;
    room.tell({ type: 'notice', ...notice });
    const banner = page.getByRole('alert');
    await banner.waitFor();
    const said = await banner.innerText();
    assert.ok(said.includes(words), said);
    assert.ok(!said.includes('not these words'), said);
    // What is read out is words alone; the way on stands below them.
    assert.equal(await banner.locator('a, button').count(), 0);
    assert.ok((await page.locator('.banner :is(a, button)', { hasText: way }).count()) > 0, said);
    await leave(table);
  });
}

test('who is away is waited for with a countdown, and then a bot plays', { timeout: 30_000 }, async () => {
  const table = await atTable();
  const { page, room, shown } = table;
  const plate = page.locator('.plate[aria-label=Bob]');
  room.tell({ type: 'presence', person: 'p2', here: false });
  await plate.getByText(/^away/).waitFor();
  const left = await plate.locator('.away').innerText();
  assert.match(left, /^away (1:00|0?:?5\d)/);
  await plate.locator('.away').filter({ hasNotText: left }).waitFor();
  const taken = { ...shown, people: shown.people.map((one) => (one.person === 'p2' ? { ...one, here: false } : one)), seats: shown.seats.map((seat, at) => (at === 1 ? { ...seat, holder: { ...seat.holder, stand_in: { name: 'Odette', bot: 'odds', level: 'hard', version: '1' } } } : seat)) };
  room.tell({ type: 'update', from: 10, version: 11, entries: [], room: taken });
  await plate.getByText('a bot plays').waitFor();
  await leave(table);
});
