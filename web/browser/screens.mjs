// Every screen, at the size of a phone, a tablet and a desktop, in low light and in daylight: nothing wider than the
// screen, nothing that keeps anybody out (axe), nothing on the console. The pictures are kept to be looked at.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { bidsOf, fakeHouse, fakeRoom, fixture, momentOf, reviewOf, splitsOf } from './fake.mjs';
import { startHouse } from './house.mjs';
import { assertNoSidewaysScroll, assertQuiet, openBrowser, person } from './people.mjs';

const SIZES = { phone: [360, 780], tablet: [768, 1024], desktop: [1280, 900] };
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
const named = (game) => ({ ...game, header: { ...game.header, seats: game.header.seats.map((seat, at) => (at === 0 ? { name: 'Ann', kind: 'person' } : seat)) } });

/** Names as long as they may be. */
const LONG = ['Maximiliana von Altenbach', 'Bartholomäus Wolkenstein', 'ABCDEFGHIJKLMNOPQRSTUVWX', 'Señora de la Concepción'];
const longNamed = (game) => ({ ...game, header: { ...game.header, seats: game.header.seats.map((seat, at) => ({ ...seat, name: (LONG[at % LONG.length] ?? '').slice(0, 24) })) } });

async function room(page, name, options) {
  const game = (options.names ?? named)(fixture(name));
  const moment = momentOf(name, options.when);
  await fakeHouse(page);
  const until = options.phase === 'over' ? null : Date.now() + 42_000;
  return fakeRoom(page, { ...game, shown: moment.line - 1, view: moment.view, legal: options.legal(moment.view, moment), until, phase: options.phase, extra: options.extra });
}

const bids = (_, moment) => bidsOf('liars-perudo', moment);
const nothing = () => ({ decide: 'nothing' });
const ownTurn = (view) => view.to_act === 0 && view.bids.length > 1;

const away = (room) => ({ ...room, people: [...room.people, { person: 'p2', name: 'Bob', here: false, ready: false, seat: 1 }], seats: room.seats.map((seat, at) => (at === 1 ? { holder: { kind: 'person', person: 'p2', name: 'Bob', stand_in: null }, won: 0 } : seat)) });
const taken = (room) => ({ ...room, seats: room.seats.map((seat, at) => (at === 0 ? { ...seat, holder: { ...seat.holder, stand_in: { name: 'odds', bot: 'odds', level: 'hard', version: '1' } } } : seat)) });

const screens = {
  home: async (page) => { await fakeHouse(page); return '/'; },
  'ask-name': async (page) => { await fakeHouse(page, { known: false }); return '/room/QK7PX'; },
  lobby: async (page) => { await fakeHouse(page); await fakeRoom(page, { ...named(fixture('liars-perudo')), shown: 0, view: null, legal: nothing(), phase: 'lobby' }); return '/room/QK7PX'; },
  liars: async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: bids }); return '/room/QK7PX'; },
  'liars-names': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: bids, names: longNamed }); return '/room/QK7PX'; },
  'claims-names': async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim !== null && view.shown === null, legal: () => ({ decide: 'answer' }), names: longNamed }); return '/room/QK7PX'; },
  'pairs-names': async (page) => { await room(page, 'pairs', { when: (view) => view.to_act.includes(0) && view.round > 8, legal: splitsOf, names: longNamed }); return '/room/QK7PX'; },
  'liars-away': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: nothing, extra: { change: away } }); return '/room/QK7PX'; },
  'liars-taken-over': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: nothing, extra: { change: taken } }); return '/room/QK7PX'; },
  claims: async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim === null && view.round > 1, legal: () => ({ decide: 'claim', min: 2, max: 12 }) }); return '/room/QK7PX'; },
  'claims-answer': async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim !== null && view.shown === null, legal: () => ({ decide: 'answer' }) }); return '/room/QK7PX'; },
  pairs: async (page) => { await room(page, 'pairs', { when: (view) => view.to_act.includes(0) && view.round > 8, legal: splitsOf }); return '/room/QK7PX'; },
  'liars-over': async (page) => { await room(page, 'liars-perudo', { when: null, legal: nothing, phase: 'over', extra: { game: { end: { standing: { places: [1, 2, 4, 3] }, reveal: null } } } }); return '/room/QK7PX'; },
  'pairs-over': async (page) => { await room(page, 'pairs', { when: null, legal: nothing, phase: 'over', extra: { game: { end: { standing: { places: [1, 2, 3], scores: [-70, -280, -1200] }, reveal: null } } } }); return '/room/QK7PX'; },
  preferences: async (page) => { await fakeHouse(page); return '/'; },
  'line-lost': async (page) => { lost = await room(page, 'liars-perudo', { when: ownTurn, legal: bids }); return '/room/QK7PX'; },
  // These are shown by the real house.
  learn: async () => '/learn',
  'lesson-liars': async () => '/learn/liars',
  'lesson-claims': async () => '/learn/claims',
  'lesson-pairs': async () => '/learn/pairs',
  rules: async () => '/rules/liars/perudo',
  leaders: async () => '/leaders',
  lost: async (page) => { await fakeHouse(page); return '/no/such/place/at/all'; },
  me: async (page) => { await fakeHouse(page); return '/me'; },
  contest: async (page) => { await fakeHouse(page); return '/contest'; },
  replay: async (page) => { await fakeHouse(page, { record: fixture('liars-perudo').record }); return '/replay/g1'; },
  review: async (page) => { const game = fixture('liars-perudo'); await fakeHouse(page, { record: game.record, review: reviewOf(game) }); return '/replay/g1'; },
  'contest-running': async (page) => { await fakeHouse(page); await page.addInitScript(() => { window.showDirectoryPicker = () => navigator.storage.getDirectory(); }); return '/contest'; },
  daily: async (page) => { await fakeHouse(page); return '/daily'; },
  'replay-drop': async (page) => { await fakeHouse(page); return '/replay'; },
};

/** The room whose line is cut. */
let lost;

/** What to do before the picture is taken. */
const then = {
  preferences: (page) => page.getByRole('button', { name: 'Preferences' }).click(),
  'line-lost': async (page) => { await page.locator('.table').waitFor(); await page.routeWebSocket(/\/socket$/, (socket) => socket.close()); lost.close(); await page.getByText('The connection is lost').waitFor(); },
  contest: (page) => page.setInputFiles('input[accept]', { name: 'standings.json', mimeType: 'application/json', buffer: readFileSync(new URL('../fixtures/standings.json', import.meta.url)) }),
  pairs: async (page) => { for (let die = 0; die < 5; die += 1) await page.locator('.tray button').first().click(); },
  review: async (page) => {
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.locator('.chart').waitFor();
    await page.locator('.moments button').first().click();
  },
  'contest-running': async (page) => {
    await page.evaluate(async ([contest, journal]) => {
      const folder = await navigator.storage.getDirectory();
      for (const [name, text] of [['contest.json', contest], ['journal.jsonl', journal]]) {
        const writer = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writer.write(text);
        await writer.close();
      }
    }, [JSON.stringify({ config: { bots: [{ name: 'odds' }, { name: 'dicey' }], ruleset: { game: 'liars', preset: 'contest' } } }), `${JSON.stringify({ games: [{ seats: [0, 1], places: [1, 2] }] })}\n`]);
    await page.getByRole('button', { name: 'Watch a running contest' }).click();
    await page.getByText('The contest goes on').waitFor();
  },
  replay: (page) => page.getByRole('button', { name: 'To the end' }).click(),
};

let browser;
let house;
before(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await openBrowser();
  house = await startHouse();
});
after(async () => {
  await browser.close();
  await house.stop();
});

async function assertOpenToAll(page, what) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`), [], what);
}

/** Names, which are the same in every language: of people and bots here, and of commands. */
const NAMES = [...LONG, ...LONG.map((name) => name.slice(0, 24)), 'odds', 'gambler', 'dicey', 'bluffer', 'dicehouse contest --out', 'dicehouse serve --contest'];
/** Screens that differ from another by names or a banner alone are looked at in one language, and so are menus. */
const ONE_LANGUAGE = ['liars-names', 'claims-names', 'pairs-names', 'liars-away', 'preferences', 'line-lost', 'contest-running'];

/** What a screen says in lines of at least three words, names apart: shorter ones may read the same in two languages. */
async function said(page) {
  const text = await page.locator('main').innerText();
  const lines = text.split('\n').map((line) => NAMES.reduce((rest, name) => rest.replaceAll(name, ''), line).trim());
  return lines.filter((line) => (line.match(/\p{Letter}{2,}/gu) ?? []).length >= 3);
}

/** Chooses another language where one is. Words are longer then, a phone is as narrow as ever, and what reads as in English was forgotten. */
async function assertSpoken(page, name) {
  const [width, height] = SIZES.phone;
  await page.setViewportSize({ width, height });
  const english = await said(page);
  for (const language of ['de', 'es']) {
    await page.locator('[aria-controls=preferences]').click();
    await page.locator('#preferences select').first().selectOption(language);
    await page.keyboard.press('Escape');
    await page.locator(`html[lang=${language}]`).waitFor();
    // Rules and lessons come from the house again, in the new language.
    let forgotten = english;
    for (let look = 0; look < 100 && forgotten.length > 0; look += 1) {
      forgotten = (await said(page)).filter((line) => english.includes(line));
      if (forgotten.length > 0) await page.waitForTimeout(50);
    }
    assert.deepEqual(forgotten, [], `${name} in ${language}`);
    await assertNoSidewaysScroll(page, `${name} in ${language}`);
    await page.screenshot({ path: `${folder}${name}-${language}.png`, fullPage: true });
  }
}

/** Looks at those screens whose names are wanted. Two files look at a part each, so that two browsers share the work. */
export function lookAt(wanted) {
  for (const [name, prepare] of Object.entries(screens).filter(([one]) => wanted(one))) lookAtOne(name, prepare);
}

function lookAtOne(name, prepare) {
  test(name, async () => {
    const [width, height] = SIZES.phone;
    const who = await person(browser, { viewport: { width, height }, colorScheme: 'dark', reducedMotion: 'reduce' });
    const { page } = who;
    await page.goto(house.url + (await prepare(page)));
    await page.locator('main :is(h1, h2, .text)').first().waitFor();
    await then[name]?.(page);
    for (const [size, [wide, high]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width: wide, height: high });
      await assertNoSidewaysScroll(page, `${name} on a ${size}`);
      await page.screenshot({ path: `${folder}${name}-${size}.png`, fullPage: true });
      if (size === 'phone') await assertOpenToAll(page, `${name}, low light`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: `${folder}${name}-daylight.png`, fullPage: true });
    await assertOpenToAll(page, `${name}, daylight`);
    if (!ONE_LANGUAGE.includes(name)) await assertSpoken(page, name);
    assertQuiet(who, name === 'line-lost' ? ['WebSocket'] : []);
    await who.context.close();
  });
}

/** Screens in front of a table. */
export const atTable = (name) => /^(liars|claims|pairs|lobby|line|lesson)/.test(name);
