// What the server says may be bid, turned into what the picker shows: for each bid, legal or why not.

import type { BidActs } from '$lib/game/types';

export type Obstacle =
  | { why: 'face'; face: number }
  | { why: 'too-low'; least: number; face: number }
  | { why: 'too-many'; most: number };

/** What stands in the way of a bid; null when it may be made. */
export function obstacle(acts: BidActs, quantity: number, face: number): Obstacle | null {
  const least = acts.least[face - 1] ?? null;
  if (least === null || least > acts.most) return { why: 'face', face };
  if (quantity < least) return { why: 'too-low', least, face };
  return quantity > acts.most ? { why: 'too-many', most: acts.most } : null;
}

/** The faces that may be bid. */
export const openFaces = (acts: BidActs): number[] =>
  acts.least.flatMap((least, index) => (least === null || least > acts.most ? [] : [index + 1]));

/** Where the picker starts: the cheapest legal bid on the face held most often. */
export function firstBid(acts: BidActs, hand: number[]): { quantity: number; face: number } | null {
  const held = (face: number) => hand.filter((die) => die === face).length;
  const best = openFaces(acts).sort((a, b) => held(b) - held(a) || (acts.least[a - 1] ?? 0) - (acts.least[b - 1] ?? 0))[0];
  return best === undefined ? null : { quantity: acts.least[best - 1] ?? 1, face: best };
}

/** Quantities offered for a direct choice: a few around the chosen one. */
export function nearby(acts: BidActs, quantity: number, shown = 5): number[] {
  const top = Math.max(1, acts.most);
  const from = Math.max(1, Math.min(quantity - Math.floor(shown / 2), top - shown + 1));
  return Array.from({ length: Math.min(shown, top) }, (_, step) => from + step);
}
