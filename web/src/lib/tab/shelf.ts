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

export interface KeptGame {
  line: GameLine;
  record: string;
}

/** Another tab has gone on with the same room: what this one knows of it is old. */
export class MovedOn extends Error {}

/** Opens the database. It fails in a browser that keeps nothing. */
export async function openShelf(factory: IDBFactory = indexedDB): Promise<Shelf> {
  const shelf = new Database(factory);
  await shelf.opened();
  return shelf;
}

class Database implements Shelf {
  #open: Promise<IDBDatabase> | null = null;

  constructor(private readonly factory: IDBFactory) {}

  /** The open database. Browsers close it when they like: when data is cleared, or when a page was in the background for long. */
  opened(): Promise<IDBDatabase> {
    const mine = (this.#open ??= this.#opening());
    mine.catch(() => this.#forget(mine));
    return mine;
  }

  async #opening(): Promise<IDBDatabase> {
    const opening = this.factory.open(NAME, VERSION);
    opening.onupgradeneeded = () => STORES.forEach((store) => opening.result.createObjectStore(store));
    const database = await done(opening);
    const mine = this.#open;
    database.onclose = () => this.#forget(mine);
    // Another tab with a newer page must not wait for this one.
    database.onversionchange = () => {
      this.#forget(mine);
      database.close();
    };
    return database;
  }

  #forget(gone: Promise<IDBDatabase> | null): void {
    if (this.#open === gone) this.#open = null;
  }

  /** Begins a transaction. A database that was closed without a word is opened once more. */
  async #begin(stores: readonly (typeof STORES)[number][], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const begin = async () => (await this.opened()).transaction(stores, mode, { durability: 'strict' });
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      this.#open = null;
      return begin();
    }
  }

  async load(): Promise<Kept> {
    return (await this.all()).kept;
  }

  async all(): Promise<{ kept: Kept; records: Map<string, string> }> {
    const reading = await this.#begin(STORES, 'readonly');
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

  async keep(things: Keep[]): Promise<void> {
    const writing = await this.#begin(STORES, 'readwrite');
    const ended = new Promise<void>((kept, lost) => {
      writing.oncomplete = () => kept();
      writing.onabort = () => lost(writing.error ?? new Error('the browser kept nothing'));
    });
    try {
      for (const thing of things) await put(writing, thing);
    } catch (error) {
      abort(writing);
      await ended.catch(() => {});
      // The browser's own reason says more than that a request was given up.
      throw writing.error ?? error;
    }
    return ended;
  }

  async record(game: string): Promise<string | null> {
    const reading = await this.#begin(['games'], 'readonly');
    const kept = await done(reading.objectStore('games').get(game) as IDBRequest<KeptGame | undefined>);
    return kept?.record ?? null;
  }
}

/** Gives a transaction up, unless it has given up by itself. */
function abort(writing: IDBTransaction): void {
  try {
    writing.abort();
  } catch {
    // It is over already.
  }
}

/** Every entry of a room, whatever its version. */
const wholeLog = (room: string): IDBKeyRange => IDBKeyRange.bound([room, 0], [room, Number.MAX_SAFE_INTEGER]);

async function put(writing: IDBTransaction, thing: Keep): Promise<void> {
  const log = writing.objectStore('log');
  switch (thing.keep) {
    case 'me':
      writing.objectStore('me').put(thing.me, 'me');
      return;
    case 'entries': {
      const last = await done(log.openKeyCursor(wholeLog(thing.room), 'prev'));
      const version = (last?.key as [string, number] | undefined)?.[1] ?? null;
      if (!follows(thing, version)) throw new MovedOn(`another tab is ahead in ${thing.room}`);
      if (thing.begins) log.delete(wholeLog(thing.room));
      thing.entries.forEach((entry, at) => log.add(entry, [thing.room, thing.version + at]));
      return;
    }
    case 'room-gone':
      log.delete(wholeLog(thing.room));
      return;
    case 'game':
      writing.objectStore('games').put({ line: thing.line, record: thing.record }, thing.line.id);
      return;
    case 'nothing':
      STORES.forEach((store) => writing.objectStore(store).clear());
      return;
  }
}

/**
 * Whether entries come right after the last one that is kept. What does not was made by a tab that has not seen what another one
 * did: with it the log would have a gap, and could never be read again.
 */
export function follows({ version, begins }: { version: number; begins: boolean }, last: number | null): boolean {
  return last === null ? begins : last === version - 1;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((success, failure) => {
    request.onsuccess = () => success(request.result);
    request.onerror = () => failure(request.error ?? new Error('the database failed'));
  });
}
