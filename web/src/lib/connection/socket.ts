// A connection over a WebSocket: comes back by itself, asks for what it missed, and sends what was not answered again.

import type { Answer, Refusal, ToClient, ToRoom } from '../wire/messages';
import type { Connect, Connection, Deed, Line, Listener } from './connection';

const PROTOCOL = 1;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
/** A line this quiet after a ping is dead, whatever the browser thinks of it. */
const SILENCE = 12_000;

interface Pending {
  deed: Deed;
  answered: (refusal: Refusal | null) => void;
}

/** What a connection needs of its surroundings, so that tests can stand in for them. */
export interface Surroundings {
  open(code: string): WebSocket;
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

export const connectBySocket: Connect = (code, listener) => {
  const connection = new SocketConnection(code, listener, browser);
  connection.open();
  return connection;
};

export class SocketConnection implements Connection {
  #socket: WebSocket | null = null;
  #version: number | null = null;
  #nextCommand: number | null = null;
  #pending = new Map<number, Pending>();
  #unsent: Pending[] = [];
  #tries = 0;
  #timer = 0;
  #ended = false;
  #wait: number | null = null;

  constructor(
    private readonly code: string,
    private readonly listener: Listener,
    private readonly around: Surroundings,
  ) {}

  open(): void {
    this.#tell({ state: 'connecting' });
    const socket = this.around.open(this.code);
    this.#socket = socket;
    socket.onopen = () => this.#come(socket);
    socket.onmessage = (event) => this.#take(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  send(deed: Deed): Promise<Refusal | null> {
    return new Promise((answered) => {
      this.#unsent.push({ deed, answered });
      this.#flush();
    });
  }

  close(): void {
    this.#ended = true;
    this.around.cancel(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  hurry(): void {
    if (this.#ended || this.#socket) return;
    this.around.cancel(this.#timer);
    this.open();
  }

  #come(socket: WebSocket): void {
    const come: ToRoom = { type: 'come', protocol: PROTOCOL };
    socket.send(JSON.stringify(this.#version === null ? come : { ...come, have: this.#version }));
  }

  #take(message: ToClient): void {
    this.#beat();
    switch (message.type) {
      case 'welcome':
        this.#version = message.version;
        this.#ready(message.you.next_command);
        this.listener.welcome(message);
        return;
      case 'resumed':
        this.#ready(message.you.next_command);
        this.listener.resumed(message);
        this.#update(message.update);
        return;
      case 'update':
        this.#update(message);
        return;
      case 'answer':
        this.#answer(message);
        return;
      case 'presence':
        this.listener.presence(message);
        return;
      case 'notice':
        this.#notice(message);
        return;
      case 'pong':
        return;
    }
  }

  #update(update: Extract<ToClient, { type: 'update' }> | Omit<Extract<ToClient, { type: 'update' }>, 'type'>): void {
    if (this.#version === null || update.version <= this.#version) return;
    if (update.from !== this.#version) {
      if (this.#socket) this.#come(this.#socket);
      return;
    }
    this.#version = update.version;
    this.listener.update(update);
  }

  /** The room knows us: commands can go, first those that were not answered. */
  #ready(nextCommand: number): void {
    this.#tries = 0;
    this.#wait = null;
    this.#nextCommand = Math.max(nextCommand, this.#nextCommand ?? 0);
    this.#tell({ state: 'open' });
    for (const [id, pending] of this.#pending) this.#write({ type: 'command', id, ...pending.deed });
    this.#flush();
  }

  #flush(): void {
    if (this.#nextCommand === null) return;
    for (const pending of this.#unsent.splice(0)) {
      const id = this.#nextCommand;
      this.#nextCommand += 1;
      this.#pending.set(id, pending);
      this.#write({ type: 'command', id, ...pending.deed });
    }
  }

  #write(message: ToRoom): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #answer(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    pending?.answered('refused' in answer ? answer.refused : null);
  }

  #notice(notice: Extract<ToClient, { type: 'notice' }>): void {
    this.listener.notice(notice);
    if (notice.notice === 'restart') this.#wait = notice.wait;
    if (notice.notice === 'replaced' || notice.notice === 'closed') this.#end({ state: 'ended', why: notice.notice });
    if (notice.notice === 'refused') this.#end({ state: 'ended', why: 'refused', refusal: notice.refusal });
  }

  #end(line: Line): void {
    this.close();
    this.#tell(line);
  }

  #lost(): void {
    this.#socket = null;
    this.around.cancel(this.#timer);
    if (this.#ended) return;
    const restart = this.#wait !== null;
    const wait = this.#wait ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#wait = null;
    this.#tries += 1;
    this.#tell({ state: 'lost', retryAt: this.around.now() + wait, why: restart ? 'restart' : 'network' });
    this.#timer = this.around.after(wait, () => this.open());
  }

  /** The line is alive; ask again after a while, and give it up when it stays silent. */
  #beat(): void {
    this.around.cancel(this.#timer);
    this.#timer = this.around.after(PING_EVERY, () => {
      this.#write({ type: 'ping' });
      this.#timer = this.around.after(SILENCE, () => {
        this.#socket?.close();
        this.#lost();
      });
    });
  }

  #tell(line: Line): void {
    this.listener.lineIs(line);
  }
}
