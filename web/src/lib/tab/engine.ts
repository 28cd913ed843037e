// The engine of a house in a tab: WebAssembly, with text in and text out. crates/tab/src/wasm.rs is the other side.

import type { Kept, Reply, What } from './messages';

/** What the engine exports. */
interface Exports {
  memory: WebAssembly.Memory;
  room_for(length: number): number;
  call(length: number): number;
  review(length: number): number;
  bring_weights(length: number): number;
}

/** The engine does not do what it was told, and says why. */
export class EngineRefused extends Error {}

export interface Progress {
  done: number;
  decisions: number;
}

export class Engine {
  #exports: Exports;
  /** Why the engine broke, in its own words. */
  #broke: string | null = null;

  constructor(module: WebAssembly.Module, private readonly progress: (how: Progress) => void = () => {}) {
    const tell = (address: number, length: number) => this.#told(this.#text(address, length));
    this.#exports = new WebAssembly.Instance(module, { tab: { tell } }).exports as unknown as Exports;
  }

  /** Tells the house something. */
  call(now: number, luck: string, what: What): Reply {
    return (this.#ask('call', encoded({ now, luck, ...what })) as { reply: Reply }).reply;
  }

  open(now: number, luck: string, kept: Kept): Reply {
    return this.call(now, luck, { call: 'open', kept });
  }

  /** Reviews a record, and gives the review as JSON knows it. */
  review(record: string): unknown {
    return (this.#ask('review', new TextEncoder().encode(record)) as { review: unknown }).review;
  }

  /** Brings the weights of the bots, without which none of them can play. */
  bring(weights: Uint8Array): void {
    this.#ask('bring_weights', weights);
  }

  /** How many bytes of memory it has. */
  get size(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #ask(what: 'call' | 'review' | 'bring_weights', bytes: Uint8Array): unknown {
    if (this.#broke !== null) throw new Error(this.#broke);
    try {
      const room = this.#exports.room_for(bytes.length);
      if (room === 0 && bytes.length > 0) throw new EngineRefused('too much at once');
      new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
      const address = this.#exports[what](bytes.length);
      const length = new DataView(this.#exports.memory.buffer).getUint32(address, true);
      const answer = JSON.parse(this.#text(address + 4, length)) as { refused?: string };
      if (answer.refused !== undefined) throw new EngineRefused(answer.refused);
      return answer;
    } catch (error) {
      // Whatever it had begun is not finished: only a new engine can go on.
      if (!(error instanceof EngineRefused)) this.#broke ??= String(error);
      throw error instanceof EngineRefused ? error : new Error(this.#broke ?? String(error));
    }
  }

  #told(text: string): void {
    const told = JSON.parse(text) as Progress | { broke: string };
    if ('broke' in told) this.#broke = told.broke;
    else this.progress(told);
  }

  #text(address: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
  }
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
