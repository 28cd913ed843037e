// Where a house in a tab keeps things when the browser does not.

import type { Person } from '../answers';
import type { Keep, Kept } from './messages';
import type { KeptGame, Shelf } from './shelf';

/** Keeps everything until the tab is closed, for a browser that keeps nothing, or nothing more. */
export class ShortMemory implements Shelf {
  #me: Person | null = null;
  #log = new Map<string, string[]>();
  #games = new Map<string, KeptGame>();

  /** With everything that another shelf has. */
  static async of(shelf: Shelf): Promise<ShortMemory> {
    const { kept, records } = await shelf.all();
    const copy = new ShortMemory();
    copy.#me = kept.me;
    copy.#log = new Map(kept.rooms.map(({ code, entries }) => [code, entries]));
    copy.#games = new Map(kept.games.map((line) => [line.id, { line, record: records.get(line.id) ?? '' }]));
    return copy;
  }

  load(): Promise<Kept> {
    const rooms = [...this.#log].map(([code, entries]) => ({ code, entries }));
    return Promise.resolve({ me: this.#me, rooms, games: [...this.#games.values()].map((game) => game.line) });
  }

  keep(things: Keep[]): Promise<void> {
    for (const thing of things) {
      if (thing.keep === 'me') this.#me = thing.me;
      else if (thing.keep === 'entries') this.#log.set(thing.room, [...(thing.begins ? [] : this.#log.get(thing.room) ?? []), ...thing.entries]);
      else if (thing.keep === 'room-gone') this.#log.delete(thing.room);
      else if (thing.keep === 'game') this.#games.set(thing.line.id, thing);
      else this.#forget();
    }
    return Promise.resolve();
  }

  record(game: string): Promise<string | null> {
    return Promise.resolve(this.#games.get(game)?.record ?? null);
  }

  async all(): Promise<{ kept: Kept; records: Map<string, string> }> {
    return { kept: await this.load(), records: new Map([...this.#games].map(([id, game]) => [id, game.record])) };
  }

  #forget(): void {
    this.#me = null;
    this.#log.clear();
    this.#games.clear();
  }
}

/** Keeps all of it on a shelf. Where the browser has no room left, it goes on in memory. Gives the shelf that is used from now on. */
export async function keepOn(shelf: Shelf, things: Keep[]): Promise<Shelf> {
  try {
    await shelf.keep(things);
    return shelf;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'QuotaExceededError') throw error;
    const memory = await ShortMemory.of(shelf);
    await memory.keep(things);
    return memory;
  }
}
