// The review of a game, as `dicehouse review --json` and the server give it (docs/review.md).

import type { GameRecord } from '../record/record';
import type { Considered, DecisionReview, Mark, Review } from '../wire/review';

export type { Considered, DecisionReview, Mark, Review } from '../wire/review';

/** The signs chess players write. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

const ACTS = ['acted', 'decided', 'fault'];

/** The review with decisions on the lines on which they are made; it comes with those on which their consequences end. */
export function byActs(review: Review, { entries }: Pick<GameRecord, 'entries'>): Review {
  const made = ({ line, seat }: DecisionReview) =>
    entries.slice(0, line - 1).findLastIndex((entry) => 'event' in entry && ACTS.includes(String(entry.event)) && 'seat' in entry && entry.seat === seat);
  return { ...review, decisions: review.decisions.map((decision) => ({ ...decision, line: made(decision) + 2 })) };
}

/** The decision made between two lines of the record: after the first, up to and with the second. */
export const decisionIn = (review: Review, after: number, upTo: number): DecisionReview | undefined =>
  review.decisions.findLast(({ line }) => line > after && line <= upTo);

/** The number of the last decision up to a line of the record. */
export const decisionsUpTo = (review: Review, line: number): number => review.decisions.filter((one) => one.line <= line).length;

/** Of the acts looked at, those worth showing: the best few, and the one that was done. */
export function worthShowing(decision: DecisionReview, most = 3): Considered[] {
  return decision.options.filter((option, place) => place < most || option.act === decision.act);
}
