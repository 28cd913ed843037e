// The house of a tab is run with what is kept first and told then, whatever breaks in between.

import { expect, test, vi } from 'vitest';
import type { Around } from '$lib/tab/around';
import type { FromWorker, Keep, Kept, Reply } from '$lib/tab/messages';
import { Runner } from '$lib/tab/runner';
import { follows, type Shelf } from '$lib/tab/shelf';
import { ShortMemory } from '$lib/tab/short-memory';

/** An engine that answers what a test says. */
const replies = vi.hoisted(() => ({ next: [] as (Partial<Reply> | Error)[], calls: [] as { call: string; [more: string]: unknown }[], engines: 0 }));
vi.mock('$lib/tab/engine', () => ({
  Engine: class {
    constructor() {
      replies.engines += 1;
    }
    open(): void {}
    bring(): void {}
    call(_now: number, _luck: string, what: { call: string }): Reply {
      replies.calls.push(what);
      const next = replies.next.shift() ?? {};
      if (next instanceof Error) throw next;
      return { keep: [], said: [], ended: [], ...next };
    }
  },
}));

class Watched extends ShortMemory implements Shelf {
  broken = false;
  full = false;
  constructor(private readonly happened: string[]) {
    super();
  }
  override async keep(things: Keep[]): Promise<void> {
    await Promise.resolve();
    if (this.broken) throw new Error('the disk is broken');
    if (this.full) throw new DOMException('no room is left', 'QuotaExceededError');
    this.happened.push(`kept ${things.map((thing) => thing.keep).join()}`);
    await super.keep(things);
  }
}

function started() {
  replies.next = [];
  replies.calls = [];
  replies.engines = 0;
  const happened: string[] = [];
  const shelf = new Watched(happened);
  const timers: (() => void)[] = [];
  const taken: (() => void)[] = [];
  const around: Around = {
    engine: () => Promise.resolve({} as WebAssembly.Module),
    weights: () => Promise.resolve(new Uint8Array()),
    shelf: () => Promise.resolve(shelf),
    post: (message: FromWorker) => void happened.push([message.type, 'line' in message ? message.line : '', 'text' in message ? message.text : ''].join(' ').trim()),
    after: (_, run) => void timers.push(run),
    hold: (room, lost) => {
      happened.push(`holds ${room}`);
      taken.push(lost);
      return () => void happened.push(`lets go of ${room}`);
    },
    tellOthers: () => {},
    now: () => 5,
    luck: () => '',
  };
  return { runner: new Runner(around), around, happened, shelf, timers, taken };
}

const entries: Keep = { keep: 'entries', room: 'ROOM', version: 1, entries: ['{}'], begins: false };

test('what happens is kept before anybody is told', async () => {
  const { runner, happened } = started();
  replies.next = [{}, { keep: [entries], said: [{ line: 1, text: 'yes' }] }];
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  runner.take({ type: 'send', line: 1, text: '{}' });
  await runner.settled();
  expect(happened).toEqual(['holds ROOM', 'opened 1', 'kept entries', 'said 1 yes']);
});

test('what cannot be kept has not happened: nobody is told, and the next engine starts from what was kept', async () => {
  const { runner, happened, shelf } = started();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  await runner.settled();
  shelf.broken = true;
  replies.next = [{ keep: [entries], said: [{ line: 1, text: 'no' }] }];
  runner.take({ type: 'send', line: 1, text: '{}' });
  await runner.settled();
  expect(happened).toEqual(['holds ROOM', 'opened 1', 'lets go of ROOM', 'closed 1']);
  shelf.broken = false;
  runner.take({ type: 'open', line: 2, code: 'ROOM' });
  await runner.settled();
  expect(replies.engines).toBe(2);
  expect(happened.at(-1)).toBe('opened 2');
});

test('an engine that breaks is said, and those who asked are answered', async () => {
  const { runner, happened } = started();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  replies.next = [{}, new Error('unreachable')];
  runner.take({ type: 'request', id: 7, method: 'GET', path: '/api/bots', body: null });
  runner.take({ type: 'request', id: 8, method: 'GET', path: '/api/bots', body: null });
  await runner.settled();
  expect(happened.filter((what) => !what.startsWith('answer'))).toEqual(['holds ROOM', 'opened 1', 'failed', 'lets go of ROOM', 'closed 1']);
  expect(happened.filter((what) => what.startsWith('answer'))).toHaveLength(1);
});

test('the time is told when it was asked for, and only the last wish counts', async () => {
  const { runner, timers } = started();
  replies.next = [{ wake: 9 }, { wake: 12 }];
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  runner.take({ type: 'send', line: 1, text: '{}' });
  await runner.settled();
  expect(timers).toHaveLength(2);
  timers.forEach((run) => run());
  await runner.settled();
  expect(replies.calls.map(({ call }) => call)).toEqual(['connect', 'said', 'tick']);
});

test('a record comes from the shelf, and everything can be given out', async () => {
  const { shelf, around } = started();
  const line = { id: 'g 1', finished_at: 1, game: 'liars', preset: 'house', seats: [] } as unknown as Kept['games'][number];
  await shelf.keep([{ keep: 'game', line, record: 'the record' }, entries]);
  const answers: FromWorker[] = [];
  const runner = new Runner({ ...around, post: (message) => void answers.push(message) });
  runner.take({ type: 'request', id: 1, method: 'GET', path: '/api/games/g%201/record', body: null });
  runner.take({ type: 'request', id: 2, method: 'GET', path: '/api/games/other/record', body: null });
  runner.take({ type: 'give-out', id: 3 });
  await runner.settled();
  expect(answers.map((answer) => ('status' in answer ? [answer.id, answer.status] : []))).toEqual([[1, 200], [2, 404], [3, 200]]);
  expect(answers[0]).toMatchObject({ body: 'the record' });
  const given = JSON.parse((answers[2] as { body: string }).body) as { games: { record: string }[]; rooms: unknown[] };
  expect(given.games[0]?.record).toBe('the record');
  expect(given.rooms).toEqual([{ code: 'ROOM', entries: ['{}'] }]);
});

test('where no room is left the game goes on, the page is told, and what was kept before is still known', async () => {
  const { happened, shelf, around } = started();
  await shelf.keep([{ keep: 'entries', room: 'OTHER', version: 1, entries: ['{}'], begins: true }]);
  shelf.full = true;
  const said: FromWorker[] = [];
  const runner = new Runner({ ...around, post: (message) => void said.push(message) });
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  replies.next = [{}, { keep: [{ ...entries, begins: true }], said: [{ line: 1, text: 'yes' }] }];
  runner.take({ type: 'send', line: 1, text: '{}' });
  runner.take({ type: 'give-out', id: 3 });
  await runner.settled();
  expect(said.map(({ type }) => type)).toEqual(['opened', 'keeps-nothing', 'said', 'answer']);
  expect(said[1]).toMatchObject({ why: 'full' });
  expect(JSON.parse((said[3] as { body: string }).body)).toMatchObject({ rooms: [{ code: 'OTHER' }, { code: 'ROOM' }] });
  expect(happened).toEqual(['kept entries', 'holds ROOM']);
});

test('a room that is opened in another tab is left to it, and what that one did is read when it is needed', async () => {
  const { runner, happened, taken } = started();
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  runner.take({ type: 'open', line: 2, code: 'ROOM' });
  await runner.settled();
  expect(taken).toHaveLength(1);
  taken[0]?.();
  await runner.settled();
  const replaced = '{"type":"notice","notice":"replaced"}';
  expect(happened).toEqual(['holds ROOM', 'opened 1', 'opened 2', `said 1 ${replaced}`, 'closed 1', `said 2 ${replaced}`, 'lets go of ROOM', 'closed 2']);
  // A line that was closed long ago hears nothing.
  taken[0]?.();
  runner.take({ type: 'request', id: 1, method: 'GET', path: '/api/bots', body: null });
  await runner.settled();
  expect(replies.engines).toBe(2);
  // News of others are read at the next request; while somebody plays here, they wait.
  runner.othersKept();
  runner.take({ type: 'request', id: 2, method: 'GET', path: '/api/bots', body: null });
  await runner.settled();
  expect(replies.engines).toBe(3);
  runner.take({ type: 'open', line: 3, code: 'ROOM' });
  await runner.settled();
  runner.othersKept();
  runner.take({ type: 'request', id: 3, method: 'GET', path: '/api/bots', body: null });
  await runner.settled();
  expect(replies.engines).toBe(3);
});

test('entries are written only right after those that are kept', () => {
  for (const [last, version, begins, may] of [
    // A new room, or one that was brought here.
    [null, 1, true, true],
    [null, 40, true, true],
    // The room is gone, by another tab.
    [null, 41, false, false],
    [6, 7, false, true],
    // Another game begins: what was before goes.
    [6, 7, true, true],
    // Another tab has written this one, has gone on, or has begun another game.
    [7, 7, false, false],
    [9, 7, false, false],
    [9, 7, true, false],
    [5, 7, false, false],
  ] as const) {
    expect(follows({ version, begins }, last), `${version} after ${last}`).toBe(may);
  }
});
