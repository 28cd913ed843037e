// Runs the house of a tab: one call after another, kept first and told then. What breaks is started anew from what was kept.

import { Engine } from './engine';
import type { FromWorker, KeptRoom, Reply, ToWorker, What } from './messages';
import type { Shelf } from './shelf';

/** What the house needs of where it runs, so that tests can stand in for it. */
export interface Around {
  engine(): Promise<WebAssembly.Module>;
  weights(): Promise<Uint8Array>;
  shelf(): Promise<Shelf>;
  post(message: FromWorker): void;
  after(wait: number, run: () => void): void;
  now(): number;
  /** 32 random bytes in hexadecimal digits. */
  luck(): string;
}

/** The version of what is given out. */
const FORMAT = 1;

export class Runner {
  #engine: Engine | null = null;
  #hasWeights = false;
  #shelf: Promise<Shelf> | null = null;
  /** The lines that are open. */
  #lines = new Set<number>();
  /** Calls wait for the one before them. */
  #last: Promise<void> = Promise.resolve();
  /** The timer that counts; older ones do nothing. */
  #wake = 0;

  constructor(private readonly around: Around) {}

  take(message: ToWorker): void {
    switch (message.type) {
      case 'start':
        return;
      case 'request':
        this.#answering(message.id, () => this.#request(message.method, message.path, message.body));
        return;
      case 'take-in':
        this.#answering(message.id, async () => (await this.#call({ call: 'take-in', text: message.text })).answer ?? LOST);
        return;
      case 'give-out':
        this.#answering(message.id, async () => ({ status: 200, body: await this.#everything() }));
        return;
      case 'open':
        this.#queue(() => this.#open(message.line, message.code));
        return;
      case 'send':
        this.#queue(() => this.#told(message.line, { call: 'said', line: message.line, text: message.text }));
        return;
      case 'close':
        this.#queue(async () => {
          if (this.#lines.delete(message.line)) await this.#call({ call: 'gone', line: message.line });
        });
        return;
    }
  }

  /** Everything that was asked for so far is done. */
  settled(): Promise<void> {
    return this.#last;
  }

  #queue(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => this.#broke(error));
  }

  #answering(id: number, answer: () => Promise<{ status: number; body: string }>): void {
    this.#queue(async () => {
      try {
        this.around.post({ type: 'answer', id, ...(await answer()) });
      } catch (error) {
        this.around.post({ type: 'failed', id, why: String(error) });
        throw error;
      }
    });
  }

  async #request(method: string, path: string, body: string | null): Promise<{ status: number; body: string }> {
    const game = method === 'GET' ? /^\/api\/games\/([^/]+)\/record$/.exec(path)?.[1] : undefined;
    if (game === undefined) return (await this.#call({ call: 'request', method, path, body })).answer ?? LOST;
    const record = await (await this.#opened()).record(decodeURIComponent(game));
    return record === null ? LOST : { status: 200, body: record };
  }

  async #open(line: number, code: string): Promise<void> {
    this.#lines.add(line);
    await this.#bringWeights();
    this.around.post({ type: 'opened', line });
    await this.#call({ call: 'connect', line, code });
  }

  async #told(line: number, what: What): Promise<void> {
    if (this.#lines.has(line)) await this.#call(what);
  }

  /** Tells the house something, keeps what follows, and tells the page. */
  async #call(what: What): Promise<Reply> {
    const engine = await this.#running();
    const reply = engine.call(this.around.now(), this.around.luck(), what);
    if (reply.keep.length > 0) await (await this.#opened()).keep(reply.keep);
    for (const { line, text } of reply.said) this.around.post({ type: 'said', line, text });
    for (const line of reply.ended) if (this.#lines.delete(line)) this.around.post({ type: 'closed', line });
    this.#wakeAt(reply.wake);
    return reply;
  }

  #wakeAt(time: number | undefined): void {
    this.#wake += 1;
    const mine = this.#wake;
    if (time === undefined) return;
    this.around.after(Math.max(0, time - this.around.now()), () => {
      if (mine === this.#wake) this.#queue(async () => void (await this.#call({ call: 'tick' })));
    });
  }

  async #running(): Promise<Engine> {
    if (this.#engine) return this.#engine;
    const [module, shelf] = await Promise.all([this.around.engine(), this.#opened()]);
    const engine = new Engine(module);
    engine.open(this.around.now(), this.around.luck(), await shelf.load());
    this.#engine = engine;
    this.#hasWeights = false;
    return engine;
  }

  async #bringWeights(): Promise<void> {
    const engine = await this.#running();
    if (this.#hasWeights) return;
    engine.bring(await this.around.weights());
    this.#hasWeights = true;
  }

  #opened(): Promise<Shelf> {
    this.#shelf ??= this.around.shelf();
    return this.#shelf;
  }

  async #everything(): Promise<string> {
    const { kept, records } = await (await this.#opened()).all();
    const games = kept.games.map((line) => ({ line, record: records.get(line.id) ?? '' }));
    const rooms: KeptRoom[] = kept.rooms;
    return JSON.stringify({ dicehouse_tab: FORMAT, me: kept.me, rooms, games });
  }

  /** What was not kept has not happened: the lines end, those who open them again get what was kept. */
  #broke(error: unknown): void {
    console.warn(`the house in this tab starts anew: ${String(error)}`);
    this.#engine = null;
    this.#wake += 1;
    for (const line of this.#lines) this.around.post({ type: 'closed', line });
    this.#lines.clear();
  }
}

const LOST = { status: 404, body: JSON.stringify({ error: 'not-found', text: 'There is no such thing here.' }) };
