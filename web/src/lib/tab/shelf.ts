// Where a house in a tab keeps what has to last: the browser's own database.

import type { GameLine, Person } from '../answers';
import type { Keep, Kept, KeptRoom } from './messages';

const NAME = 'dicehouse';
const VERSION = 1;
const STORES = ['games', 'log', 'me'] as const;

export interface Shelf {
  load(): Promise<Kept>;
  /** Keeps all of it or nothing. */
  keep(things: Keep[]): Promise<void>;
  record(game: string): Promise<string | null>;
  /** Everything, with the records of the games. */
  all(): Promise<{ kept: Kept; records: Map<string, string> }>;
}

interface KeptGame {
  line: GameLine;
  record: string;
}

/** Opens the database. It fails in a browser that keeps nothing. */
export async function openShelf(factory: IDBFactory = indexedDB): Promise<Shelf> {
  const opening = factory.open(NAME, VERSION);
  opening.onupgradeneeded = () => STORES.forEach((store) => opening.result.createObjectStore(store));
  return new Database(await done(opening));
}

class Database implements Shelf {
  constructor(private readonly database: IDBDatabase) {
    // Another tab with a newer page must not wait for this one.
    database.onversionchange = () => database.close();
  }

  async load(): Promise<Kept> {
    return (await this.all()).kept;
  }

  async all(): Promise<{ kept: Kept; records: Map<string, string> }> {
    const reading = this.database.transaction(STORES, 'readonly');
    const [me, versions, entries, games] = await Promise.all([
      done(reading.objectStore('me').get('me') as IDBRequest<Person | undefined>),
      done(reading.objectStore('log').getAllKeys()) as Promise<[string, number][]>,
      done(reading.objectStore('log').getAll() as IDBRequest<string[]>),
      done(reading.objectStore('games').getAll() as IDBRequest<KeptGame[]>),
    ]);
    const rooms = new Map<string, KeptRoom>();
    versions.forEach(([code], at) => {
      const room = rooms.get(code) ?? { code, entries: [] };
      room.entries.push(entries[at] ?? '');
      rooms.set(code, room);
    });
    return {
      kept: { me: me ?? null, rooms: [...rooms.values()], games: games.map((game) => game.line) },
      records: new Map(games.map(({ line, record }) => [line.id, record])),
    };
  }

  keep(things: Keep[]): Promise<void> {
    return new Promise((kept, lost) => {
      const writing = this.database.transaction(STORES, 'readwrite', { durability: 'strict' });
      writing.oncomplete = () => kept();
      writing.onabort = () => lost(writing.error ?? new Error('the browser kept nothing'));
      for (const thing of things) put(writing, thing);
    });
  }

  async record(game: string): Promise<string | null> {
    const reading = this.database.transaction('games', 'readonly');
    const kept = await done(reading.objectStore('games').get(game) as IDBRequest<KeptGame | undefined>);
    return kept?.record ?? null;
  }
}

/** A version that is there already makes the whole transaction fail: another tab has gone on with the room. */
function put(writing: IDBTransaction, thing: Keep): void {
  const log = writing.objectStore('log');
  switch (thing.keep) {
    case 'me':
      writing.objectStore('me').put(thing.me, 'me');
      return;
    case 'entries':
      if (thing.begins && thing.version > 1) log.delete(IDBKeyRange.bound([thing.room, 0], [thing.room, thing.version - 1]));
      thing.entries.forEach((entry, at) => log.add(entry, [thing.room, thing.version + at]));
      return;
    case 'room-gone':
      log.delete(IDBKeyRange.bound([thing.room, 0], [thing.room, Number.MAX_SAFE_INTEGER]));
      return;
    case 'game':
      writing.objectStore('games').put({ line: thing.line, record: thing.record }, thing.line.id);
      return;
    case 'nothing':
      STORES.forEach((store) => writing.objectStore(store).clear());
      return;
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((success, failure) => {
    request.onsuccess = () => success(request.result);
    request.onerror = () => failure(request.error ?? new Error('the database failed'));
  });
}

/** Keeps everything until the tab is closed, for a browser that keeps nothing. */
export class ShortMemory implements Shelf {
  #me: Person | null = null;
  #log = new Map<string, string[]>();
  #games = new Map<string, KeptGame>();

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
