// A room as messages make it.

import { beforeEach, expect, test, vi } from 'vitest';
import type { Deed, Listener } from '$lib/connection/connection';
import { RoomModel } from '$lib/room/model.svelte';
import type { Entry, Header, Moment, Refusal, RoomState, Snapshot, Update } from '$lib/wire/messages';

vi.stubGlobal('document', { hidden: true });

const ruleset = { game: 'liars', preset: 'house', dice: 2, faces: 6, wild: 'none' } as unknown as Header['ruleset'];
const header: Header = { dicehouse: 1, id: 'g', started: 0, ruleset, seats: [{ name: 'Ann', kind: 'person' }, { name: 'odds', kind: 'bot', bot: 'odds', version: '1' }], dice: { source: 'trusted', commitment: 'c' } };
const room = (phase: RoomState['phase'] = 'lobby'): RoomState =>
  ({ code: 'QK7PX', phase, host: 'p1', games: 0, settings: { ruleset, seats: 2, clock: { per_turn: 30 }, absence: { grace: 60, stand_in: null }, talk: 'free' }, people: [{ person: 'p1', name: 'Ann', here: true, ready: false, seat: 0 }], seats: [{ holder: { kind: 'person', person: 'p1', name: 'Ann', stand_in: null }, won: 0 }, { holder: { kind: 'bot', name: 'odds', bot: 'odds', level: 'hard', version: '1' }, won: 0 }] }) as unknown as RoomState;
const view = (hand: number[]) => ({ game: 'liars', viewer: { seat: 0 }, rules: { dice: 2, faces: 6, wild: 'none', exact: false }, round: 1, opener: 0, to_act: 0, hand, dice: [2, 2], lost: [0, 0], wild: null, palifico: false, fixed_face: null, bids: [], past: [], standing: null });
const moment = (asked: number | null, hand = [3, 4]): Moment => ({ view: view(hand), past_from: 0, legal: { decide: 'bid', least: [1, 1, 1, 1, 1, 1], most: 4, call: false, exact: false }, asked, due: [0], until: 61_000 }) as unknown as Moment;
const start: Entry[] = [
  { event: 'round', round: 1, opener: 0, palifico: false },
  { event: 'rolled', what: 'hand', seat: 0, count: 2, sides: 6, secret: { seat: 0, dice: [3, 4] } },
  { event: 'rolled', what: 'hand', seat: 1, count: 2, sides: 6 },
];

let listener: Listener;
let sent: Deed[];
let refuse: Refusal | null;
let model: RoomModel;

beforeEach(() => {
  sent = [];
  refuse = null;
  model = new RoomModel('QK7PX', (_, given) => {
    listener = given;
    return { send: async (deed) => (sent.push(deed), refuse), hurry: () => {}, close: () => {} };
  }, () => {});
});

const welcome = (game: Snapshot['game'] = null) => listener.welcome({ protocol: 1, version: 1, now: Date.now() + 1000, you: { person: 'p1', seat: 0, next_command: 1 }, room: room(game ? 'playing' : 'lobby'), game, talk: [] });
const update = (entries: object[], more: Partial<Update> = {}) => listener.update({ from: 1, version: 2, entries: entries.map((entry) => ({ version: 2, at: 0, ...entry })), ...more } as Update);
const began = () => {
  welcome();
  update([{ what: 'started', header, seeds_until: 5 }], { room: room('playing') });
};

test('a game starts with a seed of this browser, and is drawn from its entries', () => {
  began();
  expect(sent).toMatchObject([{ do: 'seat-seed', seed: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(model.seedsUntil).toBe(5);
  update([{ what: 'played', entries: start, due: [0], until: null }], { moment: moment(2) });
  expect(model.seedsUntil).toBeNull();
  expect(model.stage.scene?.hands).toEqual([[3, 4], null]);
  expect(model.players.map((player) => player.name)).toEqual(['Ann', 'odds']);
});

test('what is asked comes with its version, and time by this browser’s clock', async () => {
  began();
  update([{ what: 'played', entries: start, due: [0], until: 61_000 }], { moment: moment(7) });
  expect(model.question).not.toBeNull();
  expect(model.deadline).toBeLessThanOrEqual(60_001);
  await model.act('1x3');
  expect(sent.at(-1)).toEqual({ do: 'act', act: '1x3', asked: 7 });
  expect(model.busy).toBe(false);
});

test('a refused act is said and changes nothing', async () => {
  began();
  update([{ what: 'played', entries: start, due: [0], until: null }], { moment: moment(7) });
  refuse = { code: 'illegal', text: 'too low' };
  await model.act('1x3');
  expect(model.refusal).toEqual(refuse);
  expect(model.question).not.toBeNull();
});

test('coming back shows the game as it stands', () => {
  welcome({ header, entries: start, now: moment(9, [3, 4]), seeds_until: null, paused: false, end: null });
  expect(model.stage.scene?.view).toMatchObject({ hand: [3, 4], to_act: 0 });
  expect(model.question).not.toBeNull();
});

test('an act of another window takes the question away', () => {
  began();
  update([{ what: 'played', entries: start, due: [0], until: null }], { moment: moment(7) });
  update([{ what: 'played', entries: [{ event: 'acted', seat: 0, act: '1x3' }], due: [1], until: null }], { moment: moment(null) });
  expect(model.question).toBeNull();
});

test('away, taken over and back', () => {
  began();
  listener.presence({ person: 'p1', here: false });
  expect(model.players[0]).toMatchObject({ presence: 'away', awayUntil: expect.any(Number) });
  const taken = room('playing');
  const holder = taken.seats[0]?.holder;
  if (holder?.kind === 'person') holder.stand_in = { name: 'odds', bot: 'odds', level: 'hard', version: '1' };
  update([], { room: taken });
  expect(model.players[0]).toMatchObject({ presence: 'taken-over', bot: 'odds' });
  update([], { room: room('playing') });
  listener.presence({ person: 'p1', here: true });
  expect(model.players[0]).toMatchObject({ presence: 'here', bot: null });
});

test('talk is shown beside who said it, and in the log', () => {
  began();
  update([{ what: 'played', entries: [{ event: 'talk', seat: 1, talk: 'Easy one.' }], due: [], until: null }, { what: 'said', person: 'p1', seat: 0, say: { phrase: 'hello' } }]);
  expect(model.players.map((player) => player.says)).toEqual(['Hello!', 'Easy one.']);
  expect(model.log.map((line) => line.name)).toEqual(['odds', 'Ann']);
});

test('the past is kept where an update leaves it out', () => {
  began();
  const past = [{ end: 'fault', round: 1, seat: 1, cause: 'timeout' }];
  update([], { moment: { ...moment(1), view: { ...view([1]), past } } as unknown as Moment });
  update([], { moment: { ...moment(2), past_from: 1, view: { ...view([1]), past: [{ ...past[0], round: 2 }] } } as unknown as Moment });
  expect(model.moment?.view.past.map((round) => (round as { round: number }).round)).toEqual([1, 2]);
});

test('a pause, and the end with its seed', () => {
  began();
  update([{ what: 'played', entries: [{ event: 'paused' }], due: [], until: null }]);
  expect(model.paused).toBe(true);
  update([{ what: 'played', entries: [{ event: 'goes-on' }], due: [], until: null }, { what: 'ended', end: { standing: null, reveal: { server_seed: 's' } }, why: 'broken-off' }], { room: room('over') });
  expect(model.paused).toBe(false);
  expect(model.end).toEqual({ standing: null, reveal: { server_seed: 's' } });
});

test('a question stays on the desk while what others do is shown', () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  began();
  update([{ what: 'played', entries: start, due: [0], until: null }], { moment: moment(7) });
  // It comes once everything before it has been shown.
  expect(model.question).toBeNull();
  vi.runAllTimers();
  expect(model.question).toBe(7);
  update([{ what: 'played', entries: [{ event: 'fault', seat: 1, cause: 'timeout' }], due: [0], until: null }], { moment: moment(7) });
  expect(model.stage.settled).toBe(false);
  expect(model.question).toBe(7);
  // A new question waits for its turn again.
  update([], { moment: moment(9) });
  expect(model.question).toBeNull();
  vi.runAllTimers();
  expect(model.question).toBe(9);
  vi.stubGlobal('document', { hidden: true });
  vi.useRealTimers();
});
