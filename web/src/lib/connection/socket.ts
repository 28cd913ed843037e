// A connection over a WebSocket: sockets and timers around a Mirror, which decides everything else.

import type { Refusal, ToClient } from '../wire/messages';
import type { Connect, Connection, Deed, Line, Listener } from './connection';
import { Mirror } from './mirror';
import type { Output, WhyGaveUp } from './output';

/** The part of a WebSocket that a connection uses. A room in this tab has something like it. */
export type Socket = Pick<WebSocket, 'onopen' | 'onclose' | 'onmessage' | 'readyState' | 'send' | 'close'>;

/** What a connection needs of its surroundings, so that tests can stand in for them. */
export interface Surroundings {
  open(code: string): Socket;
  after(wait: number, run: () => void): number;
  cancel(timer: number): void;
  now(): number;
}

const browser: Surroundings = {
  open: (code) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/rooms/${encodeURIComponent(code)}/socket`),
  after: (wait, run) => window.setTimeout(run, wait),
  cancel: (timer) => window.clearTimeout(timer),
  now: () => Date.now(),
};

/** Connects by sockets that are opened like this. */
export const connectTo = (open: Surroundings['open']): Connect => (code, listener) => {
  const connection = new SocketConnection(code, listener, { ...browser, open });
  connection.open();
  return connection;
};

export const connectBySocket: Connect = connectTo(browser.open);

export class SocketConnection implements Connection {
  #mirror = new Mirror();
  #socket: Socket | null = null;
  #answers = new Map<number, (refusal: Refusal | null) => void>();
  /** Opens the next socket. */
  #opening = 0;
  /** Wakes the mirror. */
  #wake = 0;
  /** The house has said that it restarts. */
  #restarts = false;

  constructor(
    private readonly code: string,
    private readonly listener: Listener,
    private readonly around: Surroundings,
  ) {}

  open(): void {
    this.#drop();
    this.#tell({ state: 'connecting' });
    const socket = this.around.open(this.code);
    this.#socket = socket;
    const current = (input: (now: number) => void) => () => socket === this.#socket && this.#input(input);
    socket.onopen = current((now) => this.#mirror.connected(now));
    socket.onclose = current((now) => this.#mirror.lost(now));
    socket.onmessage = (event) => current((now) => this.#mirror.take(now, JSON.parse(String(event.data)) as ToClient))();
  }

  send(deed: Deed): Promise<Refusal | null> {
    return new Promise((answered) => {
      this.#input((now) => this.#answers.set(this.#mirror.want(now, deed), answered));
    });
  }

  close(): void {
    this.#drop();
    this.around.cancel(this.#wake);
  }

  hurry(): void {
    this.#input((now) => this.#mirror.hurry(now));
  }

  /** Tells the mirror something, and does what it asks for. */
  #input(tell: (now: number) => void): void {
    tell(this.around.now());
    for (let output = this.#mirror.poll(); output; output = this.#mirror.poll()) this.#do(output);
    this.around.cancel(this.#wake);
    const wake = this.#mirror.wakeAt;
    if (wake !== null) this.#wake = this.around.after(Math.max(0, wake - this.around.now()), () => this.#input((now) => this.#mirror.tick(now)));
  }

  #do(output: Output): void {
    switch (output.kind) {
      case 'send':
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(output.message));
        return;
      case 'shown':
        this.#tell({ state: 'open' });
        this.listener.welcome(output.snapshot);
        return;
      case 'happened':
        this.listener.update(output.update);
        return;
      case 'changed':
        if ('presence' in output) {
          this.listener.presence(output.presence);
        } else {
          this.#tell({ state: 'open' });
          this.listener.resumed(output.resumed);
        }
        return;
      case 'answered':
        this.#answers.get(output.ticket)?.('refused' in output.answer ? output.answer.refused : null);
        this.#answers.delete(output.ticket);
        return;
      case 'noticed':
        this.#restarts = output.notice.notice === 'restart';
        this.listener.notice(output.notice);
        return;
      case 'slow':
        this.listener.slow = output.slow;
        return;
      case 'reconnect':
        this.#reconnect(output.after);
        return;
      case 'gave-up':
        this.#drop();
        this.#tell(ended(output.why));
        return;
    }
  }

  #reconnect(after: number): void {
    this.#drop();
    this.#tell({ state: 'lost', retryAt: this.around.now() + after, why: this.#restarts ? 'restart' : 'network' });
    this.#restarts = false;
    this.#opening = this.around.after(after, () => this.open());
  }

  /** Nothing more is heard of the socket that is there, or of one that is about to be opened. */
  #drop(): void {
    this.around.cancel(this.#opening);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #tell(line: Line): void {
    this.listener.lineIs(line);
  }
}

function ended(why: WhyGaveUp): Line {
  if (typeof why === 'string') return { state: 'ended', why };
  const refusal: Refusal = 'refused' in why ? why.refused : { code: 'not-here', text: why['turned-away'] };
  return { state: 'ended', why: 'refused', refusal };
}
