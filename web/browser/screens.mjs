// Every screen: how a browser comes to see it, and what is done before its picture is taken.

import { readFileSync } from 'node:fs';
import { bidsOf, fakeHouse, fakeRoom, fixture, momentOf, reviewed, splitsOf } from './fake.mjs';
import { called as calledOut, entries, header, told, view } from './showdown.mjs';

/** What the bots of the fixtures are called where people meet them. */
const CALLED = { gambler: 'Gil', dicey: 'Dot', bluffer: 'Bruno', honest: 'Hanna', chancer: 'Chaz', greedy: 'Greta', legal: 'Lee' };
const called = (name) => name.replace(/^\w+/, (bot) => CALLED[bot] ?? bot);
const named = (game) => ({ ...game, header: { ...game.header, seats: game.header.seats.map((seat, at) => (at === 0 ? { name: 'Ann', kind: 'person' } : { ...seat, name: called(seat.name) })) } });

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

/** How long words stay beside their speaker (src/lib/room/voices.svelte.ts). */
const SPEECH = 5000;
/** Every bot says something; what Ann says is in the log. */
async function everybodyTalks(page) {
  await page.locator('.table').waitFor();
  for (const [seat, occasion] of [[1, 'held'], [2, 'calls'], [3, 'bold']]) {
    talking.tell({ type: 'update', from: 9 + seat, version: 10 + seat, entries: [{ version: 10 + seat, at: 0, what: 'played', entries: [], due: [0], until: null, remark: { seat, occasion, line: 1 } }] });
  }
  talking.tell({ type: 'update', from: 13, version: 14, entries: [{ version: 14, at: 0, what: 'said', person: 'p1', seat: 0, say: { phrase: 'i-dont-believe-you' } }] });
  await page.getByText('My grandmother bids higher.').first().waitFor({ state: 'attached' });
  await page.locator('.says').nth(2).waitFor({ state: 'attached' });
}

const away = (room) => ({ ...room, people: [...room.people, { person: 'p2', name: 'Bob', here: false, ready: false, seat: 1 }], seats: room.seats.map((seat, at) => (at === 1 ? { holder: { kind: 'person', person: 'p2', name: 'Bob', stand_in: null }, won: 0 } : seat)) });
const taken = (room) => ({ ...room, seats: room.seats.map((seat, at) => (at === 0 ? { ...seat, holder: { ...seat.holder, stand_in: { name: 'odds', bot: 'odds', level: 'hard', version: '1' } } } : seat)) });

export const screens = {
  home: async (page) => { await fakeHouse(page); return '/'; },
  'ask-name': async (page) => { await fakeHouse(page, { known: false }); return '/room/QK7PX'; },
  lobby: async (page) => { await fakeHouse(page); await fakeRoom(page, { ...named(fixture('liars-perudo')), shown: 0, view: null, legal: nothing(), phase: 'lobby' }); return '/room/QK7PX'; },
  liars: async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: bids }); return '/room/QK7PX'; },
  'liars-names': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: bids, names: longNamed }); return '/room/QK7PX'; },
  'claims-names': async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim !== null && view.shown === null, legal: () => ({ decide: 'answer' }), names: longNamed }); return '/room/QK7PX'; },
  'pairs-names': async (page) => { await room(page, 'pairs', { when: (view) => view.to_act.includes(0) && view.round > 8, legal: splitsOf, names: longNamed }); return '/room/QK7PX'; },
  'liars-away': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: nothing, extra: { change: away } }); return '/room/QK7PX'; },
  'liars-taken-over': async (page) => { await room(page, 'liars-perudo', { when: ownTurn, legal: nothing, extra: { change: taken } }); return '/room/QK7PX'; },
  'liars-talk': async (page) => {
    // Words stay for the pictures.
    await page.addInitScript((speech) => { const after = window.setTimeout; window.setTimeout = (run, wait, ...rest) => after(run, wait === speech ? 1e6 : wait, ...rest); }, SPEECH);
    talking = await room(page, 'liars-perudo', { when: ownTurn, legal: bids });
    return '/room/QK7PX';
  },
  claims: async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim === null && view.round > 1, legal: () => ({ decide: 'claim', min: 2, max: 12 }) }); return '/room/QK7PX'; },
  'claims-answer': async (page) => { await room(page, 'claims-full', { when: (view) => view.to_act === 0 && view.claim !== null && view.shown === null, legal: () => ({ decide: 'answer' }) }); return '/room/QK7PX'; },
  pairs: async (page) => { await room(page, 'pairs', { when: (view) => view.to_act.includes(0) && view.round > 8, legal: splitsOf }); return '/room/QK7PX'; },
  'liars-over': async (page) => { await room(page, 'liars-perudo', { when: null, legal: nothing, phase: 'over', extra: { game: { end: { standing: { places: [1, 2, 4, 3] }, reveal: null } } } }); return '/room/QK7PX'; },
  'pairs-over': async (page) => { await room(page, 'pairs', { when: null, legal: nothing, phase: 'over', extra: { game: { end: { standing: { places: [1, 2, 3], scores: [-70, -280, -1200] }, reveal: null } } } }); return '/room/QK7PX'; },
  'liars-showdown': async (page) => { await fakeHouse(page); showing = await fakeRoom(page, { header, entries, view, legal: nothing(), shown: entries.length }); return '/room/QK7PX'; },
  preferences: async (page) => { await fakeHouse(page); return '/'; },
  'line-lost': async (page) => { lost = await room(page, 'liars-perudo', { when: ownTurn, legal: bids }); return '/room/QK7PX'; },
  // These are shown by the real house.
  learn: async () => '/learn',
  'lesson-liars': async () => '/learn/liars',
  'lesson-claims': async () => '/learn/claims',
  'lesson-pairs': async () => '/learn/pairs',
  rules: async () => '/rules/liars/perudo',
  leaders: async (page) => { await fakeHouse(page); return '/leaders'; },
  player: async (page) => { await fakeHouse(page); return '/player/p1'; },
  lost: async (page) => { await fakeHouse(page); return '/no/such/place/at/all'; },
  me: async (page) => { await fakeHouse(page); return '/me'; },
  contest: async (page) => { await fakeHouse(page); return '/contest'; },
  replay: async (page) => { await fakeHouse(page, { record: fixture('liars-perudo').record }); return '/replay/g1'; },
  review: async (page) => { await fakeHouse(page, { record: fixture('liars-markovok').record, review: reviewed('liars-markovok') }); return '/replay/g1'; },
  'contest-running': async (page) => { await fakeHouse(page); await page.addInitScript(() => { window.showDirectoryPicker = () => navigator.storage.getDirectory(); }); return '/contest'; },
  daily: async (page) => { await fakeHouse(page); return '/daily'; },
  'replay-drop': async (page) => { await fakeHouse(page); return '/replay'; },
};

/** The room whose line is cut. */
let lost;
/** The room in which everybody talks. */
let talking;
/** The room in which all cups are lifted. */
let showing;

/** What to do before the picture is taken. */
export const then = {
  preferences: (page) => page.getByRole('button', { name: 'Preferences' }).click(),
  'liars-talk': everybodyTalks,
  'liars-showdown': async (page) => { await page.locator('.table').waitFor(); showing.tell(told(11, calledOut)); await page.locator('.verdict').waitFor(); },
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
    await page.getByText('The contest is still running').waitFor();
  },
  replay: (page) => page.getByRole('button', { name: 'To the end' }).click(),
};

/** Names, which are the same in every language: of people and bots here, and of commands. */
export const NAMES = [...LONG, ...LONG.map((name) => name.slice(0, 24)), 'odds', 'gambler', 'dicey', 'bluffer', ...Object.values(CALLED), 'dicehouse contest --out', 'dicehouse serve --contest'];
/** Screens that differ from another by names or a banner alone are looked at in one language, and so are menus. */
export const ONE_LANGUAGE = ['liars-names', 'claims-names', 'pairs-names', 'liars-away', 'preferences', 'line-lost', 'liars-talk', 'liars-showdown', 'contest-running'];

/** Screens in front of a table. */
export const atTable = (name) => /^(liars|claims|pairs|lobby|line|lesson)/.test(name);
