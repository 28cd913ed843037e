// Runs the house of a tab: one call after another, kept first and told then. What breaks is started anew from what was kept.

import type { Around } from './around';
import { Engine } from './engine';
import { Lines } from './lines';
import type { Keep, Reply, ToWorker, What } from './messages';
import type { Shelf } from './shelf';
import { keepOn } from './short-memory';

/** The version of what is given out. */
const FORMAT = 1;

export class Runner {
  #engine: Engine | null = null;
  #hasWeights = false;
  #shelf: Promise<Shelf> | null = null;
  #lines: Lines;
  /** Another tab has kept something that this one does not know. */
  #isStale = false;
  /** Calls wait for the one before them. */
  #last: Promise<void> = Promise.resolve();
  /** The timer that counts; older ones do nothing. */
  #wake = 0;

  constructor(private readonly around: Around) {
    this.#lines = new Lines(around.hold, (room) => this.#queue(() => this.#taken(room)));
  }

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
          if (this.#lines.end(message.line)) await this.#call({ call: 'gone', line: message.line });
        });
        return;
    }
  }

  /** Another tab of this browser has kept something. */
  othersKept(): void {
    this.#isStale = true;
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
    if (game === undefined) return this.#asked(method, path, body);
    const record = await (await this.#opened()).record(decodeURIComponent(game));
    return record === null ? LOST : { status: 200, body: record };
  }

  async #asked(method: string, path: string, body: string | null): Promise<{ status: number; body: string }> {
    this.#freshen();
    // Hints are what the bots think.
    if (path === '/api/hints') await this.#bringWeights();
    return (await this.#call({ call: 'request', method, path, body })).answer ?? LOST;
  }

  async #open(line: number, code: string): Promise<void> {
    this.#freshen();
    this.#lines.open(line, code);
    await this.#bringWeights();
    this.around.post({ type: 'opened', line });
    await this.#call({ call: 'connect', line, code });
  }

  /** Somebody opened the room in another tab: as in every house, the older line is told and ends. */
  async #taken(code: string): Promise<void> {
    const mine = this.#lines.to(code);
    for (const line of mine) {
      this.around.post({ type: 'said', line, text: JSON.stringify({ type: 'notice', notice: 'replaced' }) });
      this.#close(line);
    }
    // The other one goes on with the room: what is known of it here is old from now on.
    if (mine.length > 0) this.#startAnew();
  }

  #close(line: number): void {
    if (this.#lines.end(line)) this.around.post({ type: 'closed', line });
  }

  /** What other tabs have kept is read before it is needed. While somebody plays here, it waits. */
  #freshen(): void {
    if (this.#isStale && this.#lines.count === 0) this.#startAnew();
  }

  async #told(line: number, what: What): Promise<void> {
    if (this.#lines.has(line)) await this.#call(what);
  }

  /** Tells the house something, keeps what follows, and tells the page. */
  async #call(what: What): Promise<Reply> {
    const engine = await this.#running();
    const reply = engine.call(this.around.now(), this.around.luck(), what);
    if (reply.keep.length > 0) await this.#keep(reply.keep);
    for (const { line, text } of reply.said) this.around.post({ type: 'said', line, text });
    for (const line of reply.ended) this.#close(line);
    this.#wakeAt(reply.wake);
    return reply;
  }

  async #keep(things: Keep[]): Promise<void> {
    const shelf = await this.#opened();
    const used = await keepOn(shelf, things);
    if (used === shelf) return this.around.tellOthers();
    this.#shelf = Promise.resolve(used);
    this.around.post({ type: 'keeps-nothing', why: 'full' });
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
    this.#isStale = false;
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
    return JSON.stringify({ dicehouse_tab: FORMAT, me: kept.me, rooms: kept.rooms, games });
  }

  /** What was not kept has not happened: the lines end, those who open them again get what was kept. */
  #broke(error: unknown): void {
    console.warn(`the house in this tab starts anew: ${String(error)}`);
    this.#startAnew();
  }

  #startAnew(): void {
    this.#engine = null;
    this.#wake += 1;
    for (const line of this.#lines.to()) this.#close(line);
  }
}

const LOST = { status: 404, body: JSON.stringify({ error: 'not-found', text: 'There is no such thing here.' }) };
