// What a house in a tab is told and answers (crates/tab/src/call.rs), and what the page and its workers tell each other.

import type { GameLine, Person } from '../answers';
import type { Progress } from './engine';

/** What the house is told. */
export type What =
  | { call: 'open'; kept: Kept }
  | { call: 'request'; method: string; path: string; body?: string | null }
  | { call: 'connect'; line: number; code: string }
  | { call: 'said'; line: number; text: string }
  | { call: 'gone'; line: number }
  | { call: 'tick' }
  | { call: 'take-in'; text: string };

/** What was kept. */
export interface Kept {
  me: Person | null;
  rooms: KeptRoom[];
  games: GameLine[];
}

export interface KeptRoom {
  code: string;
  entries: string[];
}

/** What the house answers. First everything in `keep` is kept, all of it or nothing; then everybody is told. */
export interface Reply {
  keep: Keep[];
  answer?: { status: number; body: string };
  said: { line: number; text: string }[];
  ended: number[];
  /** When to tell the time at the latest. */
  wake?: number;
}

export type Keep =
  | { keep: 'me'; me: Person }
  | { keep: 'entries'; room: string; version: number; entries: string[]; begins: boolean }
  | { keep: 'room-gone'; room: string }
  | { keep: 'game'; line: GameLine; record: string }
  | { keep: 'nothing' };

/** Where the files of the engine are. */
export interface EngineFiles {
  engine: string;
  weights: string;
}

/** From the page to the worker with the house. */
export type ToWorker =
  | ({ type: 'start' } & EngineFiles)
  | { type: 'request'; id: number; method: string; path: string; body: string | null }
  | { type: 'give-out'; id: number }
  | { type: 'take-in'; id: number; text: string }
  | { type: 'open'; line: number; code: string }
  | { type: 'send'; line: number; text: string }
  | { type: 'close'; line: number };

/** From the worker with the house to the page. */
export type FromWorker =
  | { type: 'answer'; id: number; status: number; body: string }
  /** The engine broke, or nothing can be kept. What was kept before is still there. */
  | { type: 'failed'; id: number; why: string }
  | { type: 'opened'; line: number }
  | { type: 'said'; line: number; text: string }
  | { type: 'closed'; line: number }
  /** This browser keeps nothing, or has no room for more: a reload loses what comes from now on. */
  | { type: 'keeps-nothing'; why: WhyNotKept };

export type WhyNotKept = 'never' | 'full';

/** To a worker that reviews a game, and from it. */
export type ToReviewer = { record: string } & EngineFiles;
export type FromReviewer = { progress: Progress } | { review: unknown } | { refused: string } | { failed: string };
