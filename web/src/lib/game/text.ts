// The text forms of acts, as records and bots write them.

export interface Bid {
  quantity: number;
  face: number;
}

export function readBid(text: string): Bid | null {
  const found = /^(\d+)x(\d+)$/.exec(text);
  return found ? { quantity: Number(found[1]), face: Number(found[2]) } : null;
}

export const bidText = (bid: Bid): string => `${bid.quantity}x${bid.face}`;

export interface Split {
  pairs: [number, number];
  removed: number;
}

export function readSplit(text: string): Split | null {
  const found = /^(\d+)\+(\d+)-(\d+)$/.exec(text);
  return found ? { pairs: [Number(found[1]), Number(found[2])], removed: Number(found[3]) } : null;
}

/** The text of a split; the lower pair comes first, as everywhere. */
export function splitText(a: number, b: number, removed: number): string {
  return `${Math.min(a, b)}+${Math.max(a, b)}-${removed}`;
}

export function readClaim(act: string): number | null {
  const found = /^claim (\d+)$/.exec(act);
  return found ? Number(found[1]) : null;
}
