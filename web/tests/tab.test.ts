// The house of a tab is run with what is kept first and told then, whatever breaks in between.

import { expect, test, vi } from 'vitest';
import type { FromWorker, Keep, Kept, Reply } from '$lib/tab/messages';
import { Runner, type Around } from '$lib/tab/runner';
import { ShortMemory, type Shelf } from '$lib/tab/shelf';

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
  full = false;
  constructor(private readonly happened: string[]) {
    super();
  }
  override async keep(things: Keep[]): Promise<void> {
    await Promise.resolve();
    if (this.full) throw new Error('the disk is full');
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
  const around: Around = {
    engine: () => Promise.resolve({} as WebAssembly.Module),
    weights: () => Promise.resolve(new Uint8Array()),
    shelf: () => Promise.resolve(shelf),
    post: (message: FromWorker) => void happened.push([message.type, 'line' in message ? message.line : '', 'text' in message ? message.text : ''].join(' ').trim()),
    after: (_, run) => void timers.push(run),
    now: () => 5,
    luck: () => '',
  };
  return { runner: new Runner(around), around, happened, shelf, timers };
}

const entries: Keep = { keep: 'entries', room: 'ROOM', version: 1, entries: ['{}'], begins: false };

test('what happens is kept before anybody is told', async () => {
  const { runner, happened } = started();
  replies.next = [{}, { keep: [entries], said: [{ line: 1, text: 'yes' }] }];
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  runner.take({ type: 'send', line: 1, text: '{}' });
  await runner.settled();
  expect(happened).toEqual(['opened 1', 'kept entries', 'said 1 yes']);
});

test('what cannot be kept has not happened: nobody is told, and the next engine starts from what was kept', async () => {
  const { runner, happened, shelf } = started();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  runner.take({ type: 'open', line: 1, code: 'ROOM' });
  await runner.settled();
  shelf.full = true;
  replies.next = [{ keep: [entries], said: [{ line: 1, text: 'no' }] }];
  runner.take({ type: 'send', line: 1, text: '{}' });
  await runner.settled();
  expect(happened).toEqual(['opened 1', 'closed 1']);
  shelf.full = false;
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
  expect(happened.filter((what) => !what.startsWith('answer'))).toEqual(['opened 1', 'failed', 'closed 1']);
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
