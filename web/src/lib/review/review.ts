// The review of a game, as `dicehouse review --json` and the server give it (docs/review.md).

import type { Cause, GameKind, Standing } from '../game/types';
import type { GameRecord } from '../record/record';

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
  /** Its line of the record. */
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

/** Reads the review of this game from a file; null when it is something else, or of another game. */
export function readReview(text: string, id: string): Review | null {
  try {
    const value = JSON.parse(text) as Partial<Review> | null;
    const whole = [value?.players, value?.decisions, value?.chart, value?.moments].every(Array.isArray);
    return whole && value?.id === id ? (value as Review) : null;
  } catch {
    return null;
  }
}

const ACTS = ['acted', 'decided', 'fault'];

/** The review with decisions on the lines on which they are made; it comes with those on which their consequences end. */
export function byActs(review: Review, { entries }: Pick<GameRecord, 'entries'>): Review {
  const made = ({ line, seat }: Decision) =>
    entries.slice(0, line - 1).findLastIndex((entry) => 'event' in entry && ACTS.includes(String(entry.event)) && 'seat' in entry && entry.seat === seat);
  return { ...review, decisions: review.decisions.map((decision) => ({ ...decision, line: made(decision) + 2 })) };
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
