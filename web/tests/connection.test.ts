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
let listener: Listener;
let connection: SocketConnection;

const welcome = (version: number, next_command = 1) => ({ type: 'welcome', protocol: 1, version, now: 0, you: { person: 'p', seat: 0, next_command } }) as unknown as Snapshot;

beforeEach(() => {
  sockets = [];
  timers = [];
  lines = [];
  listener = { lineIs: (line) => lines.push(line), welcome: vi.fn(), resumed: vi.fn(), update: vi.fn(), presence: vi.fn(), notice: vi.fn() };
  const around: Surroundings = {
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    after: (wait, run) => timers.push({ wait, run }),
    cancel: () => {},
    now: () => 1000,
  };
  connection = new SocketConnection('QK7PX', listener, around);
  connection.open();
});

const last = () => sockets.at(-1) as FakeSocket;

test('it comes without a version first, and with the one it has after a loss', () => {
  last().onopen();
  expect(last().sent).toEqual([{ type: 'come', protocol: 1 }]);
  last().tells(welcome(41));
  last().tells({ type: 'update', from: 41, version: 42, entries: [] });
  last().close();
  expect(lines.at(-1)).toEqual({ state: 'lost', retryAt: 1400, why: 'network' });
  timers.at(-1)?.run();
  last().onopen();
  expect(last().sent).toEqual([{ type: 'come', protocol: 1, have: 42 }]);
});

test('a command that was not answered is sent again with its number', async () => {
  last().onopen();
  last().tells(welcome(1, 7));
  const done = connection.send({ do: 'start' });
  expect(last().sent.at(-1)).toEqual({ type: 'command', id: 7, do: 'start' });
  last().close();
  timers.at(-1)?.run();
  last().onopen();
  last().tells({ type: 'resumed', protocol: 1, now: 0, you: { person: 'p', seat: 0, next_command: 8 }, here: [], update: { from: 1, version: 1, entries: [] } });
  expect(last().sent.at(-1)).toEqual({ type: 'command', id: 7, do: 'start' });
  last().tells({ type: 'answer', id: 7, done: 2 });
  last().tells({ type: 'answer', id: 7, done: 2 });
  expect(await done).toBeNull();
  void connection.send({ do: 'stand' });
  expect(last().sent.at(-1)).toMatchObject({ id: 8 });
});

test('updates come in order: what is old is dropped, a gap is asked for', () => {
  last().onopen();
  last().tells(welcome(10));
  last().tells({ type: 'update', from: 8, version: 9, entries: [] });
  last().tells({ type: 'update', from: 10, version: 12, entries: [] });
  last().tells({ type: 'update', from: 10, version: 12, entries: [] });
  expect(listener.update).toHaveBeenCalledTimes(1);
  last().tells({ type: 'update', from: 13, version: 14, entries: [] });
  expect(listener.update).toHaveBeenCalledTimes(1);
  expect(last().sent.at(-1)).toEqual({ type: 'come', protocol: 1, have: 12 });
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
  last().close();
  expect(lines.at(-1)).toEqual({ state: 'lost', retryAt: 3000, why: 'restart' });
  timers.at(-1)?.run();
  last().onopen();
  last().tells({ type: 'notice', notice: 'closed' });
  expect(lines.at(-1)).toEqual({ state: 'ended', why: 'closed' });
  expect(sockets).toHaveLength(2);
});

test('a line that stays silent after a ping is given up', () => {
  last().onopen();
  last().tells(welcome(1));
  timers.at(-1)?.run();
  expect(last().sent.at(-1)).toEqual({ type: 'ping' });
  timers.at(-1)?.run();
  expect(lines.at(-1)?.state).toBe('lost');
});
