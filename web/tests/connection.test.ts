// The connection against a room that loses its line, doubles answers and leaves gaps.

import { beforeEach, expect, test, vi } from 'vitest';
import { SocketConnection, type Surroundings } from '$lib/connection/socket';
import type { Line, Listener } from '$lib/connection/connection';
import type { Snapshot, ToRoom } from '$lib/wire/messages';

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  sent: ToRoom[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  tells(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

vi.stubGlobal('WebSocket', FakeSocket);

let sockets: FakeSocket[];
let timers: { run: () => void; wait: number }[];
let lines: Line[];
let now: number;
let listener: Listener;
let connection: SocketConnection;

const welcome = (version: number, next_command = 1) => ({ type: 'welcome', protocol: 1, version, now: 0, you: { person: 'p', seat: 0, next_command } }) as unknown as Snapshot;

beforeEach(() => {
  sockets = [];
  timers = [];
  lines = [];
  now = 1000;
  listener = { lineIs: (line) => lines.push(line), welcome: vi.fn(), resumed: vi.fn(), update: vi.fn(), presence: vi.fn(), notice: vi.fn(), slow: false };
  const around: Surroundings = {
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    after: (wait, run) => timers.push({ wait, run }),
    cancel: () => {},
    now: () => now,
  };
  connection = new SocketConnection('QK7PX', listener, around);
  connection.open();
});

const last = () => sockets.at(-1) as FakeSocket;

/** Runs the timer that was set last for this wait. */
const after = (wait: number) => timers.filter((timer) => timer.wait === wait).at(-1)?.run();

test('a line that is gone is opened again, and the promise of a command outlives it', async () => {
  last().onopen();
  last().tells(welcome(1, 7));
  const done = connection.send({ do: 'start' });
  expect(last().sent.at(-1)).toEqual({ type: 'command', id: 7, do: 'start' });
  last().close();
  expect(lines.at(-1)).toEqual({ state: 'lost', retryAt: now + 200, why: 'network' });
  after(200);
  expect(sockets).toHaveLength(2);
  last().onopen();
  expect(last().sent).toEqual([{ type: 'come', protocol: 1, have: 1 }]);
  last().tells({ type: 'resumed', protocol: 1, now: 0, you: { person: 'p', seat: 0, next_command: 8 }, here: [], update: { from: 1, version: 1, entries: [] } });
  expect(lines.at(-1)).toEqual({ state: 'open' });
  expect(last().sent.at(-1)).toEqual({ type: 'command', id: 7, do: 'start' });
  last().tells({ type: 'answer', id: 7, done: 2 });
  expect(await done).toBeNull();
});

test('a refusal reaches who asked', async () => {
  last().onopen();
  last().tells(welcome(1));
  const done = connection.send({ do: 'start' });
  last().tells({ type: 'answer', id: 1, refused: { code: 'not-host', text: 'only the host can do that' } });
  expect(await done).toEqual({ code: 'not-host', text: 'only the host can do that' });
});

test('a restart is waited for as long as the house says; a closed room is left for good', () => {
  last().onopen();
  last().tells(welcome(1));
  last().tells({ type: 'notice', notice: 'restart', wait: 2000 });
  expect(lines.at(-1)).toEqual({ state: 'lost', retryAt: now + 2000, why: 'restart' });
  after(2000);
  last().onopen();
  last().tells({ type: 'notice', notice: 'closed' });
  expect(lines.at(-1)).toEqual({ state: 'ended', why: 'closed' });
  expect(sockets).toHaveLength(2);
});

test('a command that waits for a second is told, until it is answered', () => {
  last().onopen();
  last().tells(welcome(1));
  void connection.send({ do: 'start' });
  now += 1000;
  after(1000);
  expect(listener.slow).toBe(true);
  last().tells({ type: 'answer', id: 1, done: 2 });
  expect(listener.slow).toBe(false);
});

test('what an old socket says is not heard, and a closed connection opens no other', () => {
  last().onopen();
  last().tells(welcome(1));
  const old = last();
  last().close();
  after(200);
  old.tells({ type: 'update', from: 1, version: 2, entries: [] });
  expect(listener.update).not.toHaveBeenCalled();
  connection.close();
  expect(sockets).toHaveLength(2);
});
