// A record: one game, a line of JSON to each entry (docs/record.md).

import { isOfThisWorld, shownName } from '../foreign';
import { isGame } from '../game/kinds';
import type { GameEvent, Ruleset, SeatInfo, Standing } from '../game/types';

export interface Header {
  dicehouse: number;
  id: string;
  started?: number;
  ruleset: Ruleset;
  seats: SeatInfo[];
  /** The key of the one who signs the record; left out when nobody does. */
  signed_by?: string;
  dice: { source: string; commitment?: string; deal?: number };
  /** What the dice are bound to, where a name was taken out of the line. */
  header_hash?: string;
}

export interface End {
  standing: Standing | null;
  reveal?: { server_seed?: string; contest_secret?: string } | null;
}

/** An entry of a record; what is not known here is kept, and passed over when it is shown. */
export type Entry = (GameEvent | { seat: number; talk: string } | Record<string, unknown>) & { check?: string };

export interface GameRecord {
  header: Header;
  entries: Entry[];
  end: End | null;
  /** What the one named in the header signed it with. */
  signature: string | null;
  /** The lines as they stand in the file. */
  lines: string[];
}

export class RecordProblem extends Error {
  constructor(readonly line: number, readonly what: 'empty' | 'json' | 'header' | 'absurd') {
    super(`line ${line}: ${what}`);
  }
}

/** The largest file that is read. The longest games take a few hundred kilobytes. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** As many as fit round a table. */
const MOST_SEATS = 10;

export function readRecord(text: string): GameRecord {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new RecordProblem(1, 'empty');
  const values = lines.map(parsed);
  const header = values[0] as Partial<Header>;
  if (typeof header.dicehouse !== 'number' || !Array.isArray(header.seats) || !isGame(header.ruleset?.game)) {
    throw new RecordProblem(1, 'header');
  }
  if (header.seats.length === 0 || header.seats.length > MOST_SEATS || !isOfThisWorld(header.ruleset)) throw new RecordProblem(1, 'absurd');
  const absurd = values.findIndex((value, index) => index > 0 && isEvent(value) && !isOfThisWorld(value));
  if (absurd > 0) throw new RecordProblem(absurd + 1, 'absurd');
  header.seats = header.seats.map((seat) => ({ ...seat, name: shownName(seat.name) }));
  const signature = values.length > 2 && typeof values.at(-1)?.signature === 'string' ? String(values.pop()?.signature) : null;
  const last = values.at(-1);
  const end = values.length > 1 && last && 'end' in last ? (last.end as End) : null;
  return { header: header as Header, entries: values.slice(1, end ? -1 : undefined) as Entry[], end, signature, lines };
}

function parsed(line: string, index: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the problem below.
  }
  throw new RecordProblem(index + 1, 'json');
}

/** The name of every event; the types ask for a new one. */
const EVENTS: Record<GameEvent['event'], true> = {
  rolled: true, acted: true, fault: true, over: true, round: true, stacked: true, showdown: true, 'die-lost': true, 'die-gained': true, out: true,
  'claim-round': true, 'claim-shown': true, scored: true, tied: true, 'split-round': true, decided: true, marked: true, finished: true,
};

/** Whether an entry is an event of the game, and not talk, a note or a change at a seat. */
export const isEvent = (entry: object): entry is GameEvent => 'event' in entry && Object.hasOwn(EVENTS, String(entry.event));

export const isTalk = (entry: object): entry is { seat: number; talk: string } =>
  'talk' in entry && typeof entry.talk === 'string' && 'seat' in entry;
