// The review of a game, as `dicehouse review --json` and the server give it (docs/review.md).

import type { Cause, GameKind, Standing } from '../game/types';

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** The signs chess players write. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export interface Considered {
  act: string;
  /** The actor's chance to win the game after it, for what the actor knew. */
  win: number;
  often: number;
  score?: number;
}

export interface Decision {
  /** From 1, everybody's decisions counted. */
  number: number;
  /** The line of the record on which it ends. */
  line: number;
  round: number;
  seat: number;
  act: string | null;
  fault?: Cause;
  forced: boolean;
  /** Best first, the one that was done among them. */
  options: Considered[];
  loss: number;
  mark: Mark | null;
  comment: string;
}

export interface PlayerReview {
  seat: number;
  name: string;
  accuracy: number | null;
  marks: { inaccuracies: number; mistakes: number; blunders: number };
}

export interface ChartPoint {
  /** The decision just made; 0 at the start. */
  decision: number;
  round: number;
  chances: number[];
}

export interface Review {
  id: string;
  game: GameKind;
  standing: Standing | null;
  players: PlayerReview[];
  moments: { decision: number; seat: number; mark: Mark | null; lesson: string }[];
  decisions: Decision[];
  chart: ChartPoint[];
}

/** The decision made between two lines of the record: after the first, up to and with the second. */
export const decisionIn = (review: Review, after: number, upTo: number): Decision | undefined =>
  review.decisions.findLast(({ line }) => line > after && line <= upTo);

/** The last decision up to a line of the record. */
export const decisionsUpTo = (review: Review, line: number): number => review.decisions.filter((one) => one.line <= line).length;

/** Of the acts looked at, those worth showing: the best few, and the one that was done. */
export function worthShowing(decision: Decision, most = 3): Considered[] {
  return decision.options.filter((option, place) => place < most || option.act === decision.act);
}
