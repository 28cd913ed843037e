// A house made of a record, for screens that a real one shows rarely: everything the page asks for is answered here.

import { readFileSync } from 'node:fs';

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
  const lines = record.trim().split('\n').slice(0, line).map((text) => JSON.parse(text));
  return { line, view: { ...view, rules, past: ruleset.game === 'pairs' ? pastSplits(lines, view.totals.length) : [] } };
}

/** The totals after each round of pairs so far. */
function pastSplits(lines, seats) {
  const past = [];
  let totals = Array(seats).fill(0);
  for (const entry of lines) {
    if (entry.event === 'split-round' && entry.round > 1) past.push({ round: entry.round - 1, totals });
    if (entry.event === 'marked') totals = totals.map((total, seat) => (seat === entry.seat ? entry.total : total));
  }
  return past;
}

/** What may be bid by the rules of perudo after the last bid of a view; what was bid then must be among it. */
export function bidsOf(name, { line, view }) {
  const [quantity, face] = view.bids.at(-1).bid.split('x').map(Number);
  const { wild } = view;
  const least = Array.from({ length: view.rules.faces }, (_, at) => {
    const other = at + 1;
    if (face === wild) return other === wild ? quantity + 1 : 2 * quantity + 1;
    if (other === wild) return Math.ceil(quantity / 2);
    return other > face ? quantity : quantity + 1;
  });
  const most = view.dice.reduce((sum, dice) => sum + dice, 0);
  const { act } = fixture(name).entries.slice(line - 1).find((entry) => entry.event === 'acted');
  const bid = /^(\d+)x(\d+)$/.exec(act);
  if (bid && !(least[bid[2] - 1] <= bid[1] && bid[1] <= most)) throw new Error(`${act} is not among the bids after ${quantity}x${face}`);
  return { decide: 'bid', least: least.map((one) => (one <= most ? one : null)), most, call: true, exact: view.rules.exact !== false };
}

export const fixture = (name) => {
  const { record } = read(name);
  const [header, ...entries] = record.trim().split('\n').map((line) => JSON.parse(line));
  return { record, header, entries };
};

/** What the program said in its review of a fixture's game. */
export const reviewed = (name) => read(`${name}-review`);

const rated = (player, name, rating, games, wins, rules = 'perudo', game = 'liars') => ({ player, name, game, rules, rating, uncertainty: 1.4, games, wins });

/** The strongest at a game. */
const BOARD = {
  game: 'liars', rules: 'perudo', boards: ['perudo', 'house (dice=3)'],
  people: [rated('p7', 'Bartholomäus Wolkenstein', 31.2, 48, 21), rated('p1', 'Ann', 27.4, 12, 4)],
  bots: [rated('house:master', 'Master', 38.9, 212, 120), rated('p9', 'Kit', 22.1, 30, 3)],
};

/** What everybody may know about Ann. */
const PLAYER = {
  who: { id: 'p1', name: 'Ann', kind: 'person', since: Date.UTC(2026, 0, 3) },
  ratings: [rated('p1', 'Ann', 27.4, 12, 4), rated('p1', 'Ann', 24.8, 3, 1, 'standard', 'pairs')],
  games: [
    { id: 'g1', finished_at: Date.UTC(2026, 0, 31), game: 'liars', preset: 'perudo', seats: 4, result: { place: 1, score: null } },
    { id: 'g2', finished_at: Date.UTC(2026, 0, 30), game: 'pairs', preset: 'standard', seats: 3, result: { place: 2, score: -120 } },
  ],
};

/** Answers the page's requests. */
export async function fakeHouse(page, { known = true, record = '', review = null, rooms = [] } = {}) {
  await page.route('**/api/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    const answers = {
      '/api/me/bots': [],
      '/api/me/devices': [
        { id: 'd1', label: 'Firefox, Linux', since: 0, this: true },
        { id: 'd2', label: 'Chrome, Android', since: 0, this: false },
      ],
      '/api/me/rooms': rooms,
      '/api/me': known ? { id: 'p1', name: 'Ann', kind: 'person', since: 0 } : null,
      '/api/people': { me: { id: 'p1', name: 'Ann', kind: 'person', since: 0 }, recovery: 'a-b-c' },
      '/api/contest': null,
      '/api/boards/liars': BOARD,
      '/api/players/p1': PLAYER,
      '/api/rooms': [{ code: 'QK7PX', game: 'liars', rules: 'liars perudo', phase: 'lobby', seats: 4, free: 2, here: 2, host: 'Bo', players: ['Bo', 'Gil'] }],
      '/api/games': [{ id: 'g1', finished_at: 0, game: 'liars', preset: 'perudo', seats: [{ name: 'Ann', kind: 'person', account: 'p1', place: 1, score: null }] }],
    };
    // What the house knows by heart is asked of the real one.
    if (['/api/rules', '/api/bots', '/api/voices', '/api/companies'].includes(path)) return route.continue();
    if (path.endsWith('/review') && review) return route.fulfill({ json: review });
    if (path === '/api/rooms/QK7PX') return route.fulfill({ json: answers['/api/rooms'][0] });
    if (path.startsWith('/api/daily')) return route.fulfill({ json: DAILY });
    if (path.endsWith('/record')) return route.fulfill({ body: record });
    return path in answers ? route.fulfill({ json: answers[path] }) : route.fulfill({ status: 404, json: { code: 'not-found', text: 'This does not exist here.' } });
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
  const sent = [];
  await page.routeWebSocket(/\/socket$/, (socket) => {
    lines.push(socket);
    const tell = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'come') tell({ type: 'welcome', protocol: 1, version: 10, now: Date.now(), you: { person: 'p1', seat, next_command: 1 }, room: shownRoom, game, talk: [] });
      if (message.type === 'command') sent.push(message);
      if (message.type === 'command') tell({ type: 'answer', id: message.id, done: 11 });
    });
  });
  return { sent, tell: (message) => lines.at(-1)?.send(JSON.stringify(message)), close: () => lines.at(-1)?.close() };
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
