// A house made of a record, for screens that a real one shows rarely: everything the page asks for is answered here.

import { readFileSync } from 'node:fs';

const RULES = ['liars', 'claims', 'pairs'].map((game) => ({
  game,
  about: '',
  fewest_seats: game === 'pairs' ? 1 : 2,
  most_seats: 10,
  presets: [{ name: 'house', about: '', ruleset: { game, preset: 'house', dice: 5 } }],
  options: [{ name: 'dice', about: 'dice per player', allowed: { kind: 'number', from: 1, to: 10 } }],
}));
const BOTS = [
  ['odds', 'liars', 'hard'], ['gambler', 'liars', 'medium'], ['dicey', 'liars', 'medium'], ['truthful', 'liars', 'easy'],
  ['shark', 'claims', 'hard'], ['chancer', 'claims', 'medium'], ['planner', 'pairs', 'hard'], ['steady', 'pairs', 'medium'],
].map(([name, game, level]) => ({ name, games: [game], level, about: '' }));

const HOUR = 3_600_000;
const DAILY = {
  day: '2026-01-31', rules: 'pairs standard', until: 9 * HOUR, now: 0, commitment: '4f'.repeat(32), secret: null, tries: 57,
  best: [['p7', 'Bartholomäus Wolkenstein', 480], ['p1', 'Ann', 350], ['p3', 'Señora de la Concepción', 350], ['p4', 'odds', -120]].map(([player, name, score]) => ({ player, name, score, game: `g-${player}` })),
  yours: { state: 'finished', room: null, score: 350, place: 2, game: 'g-p1' },
};

const read = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));

/** The first moment of a fixture's game that is as wanted, or the last of all, as the first seat sees it. */
export function momentOf(name, wanted) {
  const { record, views } = read(name);
  const { ruleset } = JSON.parse(record.slice(0, record.indexOf('\n')));
  const steps = views.find(({ seat }) => seat === 0).steps;
  const { line, view } = wanted === null ? steps.at(-1) : steps.find((step) => step.view.to_act !== null && wanted(step.view));
  const { game: _, preset: __, ...rules } = ruleset;
  return { line, view: { ...view, rules, past: [] } };
}

export const fixture = (name) => {
  const { record } = read(name);
  const [header, ...entries] = record.trim().split('\n').map((line) => JSON.parse(line));
  return { record, header, entries };
};

/** Answers the page's requests. */
export async function fakeHouse(page, { known = true, record = '', review = null } = {}) {
  await page.route('**/api/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    const answers = {
      '/api/me': known ? { id: 'p1', name: 'Ann', kind: 'person', since: 0 } : null,
      '/api/people': { me: { id: 'p1', name: 'Ann', kind: 'person', since: 0 }, recovery: 'a-b-c' },
      '/api/rules': RULES,
      '/api/bots': BOTS,
      '/api/rooms': [{ code: 'QK7PX', game: 'liars', rules: 'liars perudo', phase: 'lobby', seats: 4, free: 2, here: 2 }],
      '/api/games': [{ id: 'g1', finished_at: 0, game: 'liars', preset: 'perudo', seats: [{ name: 'Ann', kind: 'person', place: 1, score: null }] }],
    };
    if (path.endsWith('/review') && review) return route.fulfill({ json: review });
    if (path.startsWith('/api/daily')) return route.fulfill({ json: DAILY });
    if (path.endsWith('/record')) return route.fulfill({ body: record });
    return path in answers ? route.fulfill({ json: answers[path] }) : route.fulfill({ status: 404, json: { code: 'not-found', text: 'There is no such thing here.' } });
  });
}

/** A room that shows `game` as `seat` sees it after the first `shown` entries, and then plays on to `until`. */
export async function fakeRoom(page, { header, entries, view, legal, seat = 0, shown, extra = {}, phase = 'playing', until = null }) {
  const seen = entries.slice(0, shown).map((entry) => asSeen(entry, seat));
  const seats = header.seats.map((one, at) => (at === seat
    ? { holder: { kind: 'person', person: 'p1', name: 'Ann', stand_in: null }, won: 2 }
    : { holder: { kind: 'bot', name: one.name, bot: one.bot ?? one.name, level: 'medium', version: '1' }, won: 0 }));
  const room = {
    code: 'QK7PX',
    settings: { ruleset: header.ruleset, seats: seats.length, clock: { per_turn: 60 }, listed: false, watching: { who: 'anyone', delay: 0 }, talk: 'free', absence: { grace: 60, stand_in: 'odds' }, start_when_ready: false },
    phase, host: 'p1', people: [{ person: 'p1', name: 'Ann', here: true, ready: false, seat }], seats, games: 1,
  };
  const shownRoom = extra.change ? extra.change(room) : room;
  const now = { view, past_from: 0, legal, asked: legal.decide === 'nothing' ? null : 5, due: [seat], until };
  const game = phase === 'lobby' ? null : { header, entries: seen, now, seeds_until: null, paused: false, end: null, ...extra.game };
  const lines = [];
  await page.routeWebSocket(/\/socket$/, (socket) => {
    lines.push(socket);
    const tell = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'come') tell({ type: 'welcome', protocol: 1, version: 10, now: Date.now(), you: { person: 'p1', seat, next_command: 1 }, room: shownRoom, game, talk: [] });
      if (message.type === 'command') tell({ type: 'answer', id: message.id, done: 11 });
    });
  });
  return { tell: (message) => lines.at(-1)?.send(JSON.stringify(message)), close: () => lines.at(-1)?.close() };
}

export const asSeen = (entry, seat) => (entry.secret && entry.secret.seat !== seat ? { ...entry, secret: undefined } : entry);

/** Every split of the dice, as if all were legal. */
export function splitsOf(view) {
  const { dice } = view;
  const found = new Set();
  dice.forEach((removed, at) => {
    const [a, b, c, d] = dice.filter((_, other) => other !== at);
    for (const [one, two] of [[a + b, c + d], [a + c, b + d], [a + d, b + c]]) found.add(`${Math.min(one, two)}+${Math.max(one, two)}-${removed}`);
  });
  return { decide: 'split', splits: [...found] };
}

/** A review of a fixture's game in its true shape, with figures made up: what it looks like does not depend on them. */
export function reviewOf({ header, entries }) {
  const acted = entries.flatMap((entry, at) => (entry.event === 'acted' ? [{ ...entry, line: at + 2 }] : []));
  const marks = [null, null, 'inaccuracy', null, 'mistake', null, null, 'blunder'];
  const decisions = acted.map(({ seat, act, line }, at) => {
    const win = 0.2 + 0.6 * Math.abs(Math.sin(at * 1.7 + seat));
    const options = [{ act: 'call', win, error: 0.01, often: 0.5 }, { act: '5x4', win: win - 0.08, error: 0.01, often: 0.3 }, { act: '3x6', win: win - 0.1, error: 0.01, often: 0.2 }];
    const mark = marks[at % marks.length] ?? null;
    return { number: at + 1, at: line, line, round: 1, seat, act, forced: false, options: [...options.filter((one) => one.act !== act), { act, win: win - 0.15, error: 0.01, often: 0.05 }], loss: 0.1, mark, comment: 'The bid was true in 31 % of all hands the others could hold.' };
  });
  const chances = (at) => header.seats.map((_, seat) => Math.abs(Math.sin(at / 5 + seat))).map((one, _, all) => one / all.reduce((sum, other) => sum + other, 0));
  return {
    id: header.id, game: header.ruleset.game, ruleset: header.ruleset, standing: entries.at(-1)?.standing ?? null, decisions,
    players: header.seats.map((seated, seat) => ({ ...seated, seat, accuracy: 92.4 - 11 * seat, judged: 9, forced: 1, faults: 0, marks: { inaccuracies: seat, mistakes: 1, blunders: seat % 2 }, loss: 0.2 })),
    moments: decisions.filter(({ mark }) => mark === 'blunder').slice(0, 3).map(({ number, seat, mark }) => ({ decision: number, seat, mark, lesson: 'A call was worth more: the bid needed four of nine hidden dice.' })),
    chart: [{ decision: 0, at: 0, round: 1, chances: chances(0) }, ...decisions.map(({ number, at }) => ({ decision: number, at, round: 1, chances: chances(number) }))],
  };
}
