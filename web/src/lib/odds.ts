// The chance of a bid, for all that one's own dice say.

/** The chance that at least `least` of `dice` unseen dice count, each with `chance`. */
export function atLeast(least: number, dice: number, chance: number): number {
  if (least <= 0) return 1;
  let sum = 0;
  for (let hits = least; hits <= dice; hits += 1) sum += exactly(hits, dice, chance);
  return Math.min(1, sum);
}

function exactly(hits: number, dice: number, chance: number): number {
  let ways = 1;
  for (let step = 1; step <= hits; step += 1) ways = (ways * (dice - hits + step)) / step;
  return ways * chance ** hits * (1 - chance) ** (dice - hits);
}

export interface Knowledge {
  hand: number[];
  /** Dice on the table, one's own included. */
  inPlay: number;
  faces: number;
  wild: number | null;
}

export const counts = (die: number, face: number, wild: number | null): boolean =>
  die === face || (wild !== null && die === wild);

/** The chance that a bid is true. */
export function chanceOf(quantity: number, face: number, known: Knowledge): number {
  const own = known.hand.filter((die) => counts(die, face, known.wild)).length;
  const sides = known.wild !== null && face !== known.wild ? 2 : 1;
  return atLeast(quantity - own, known.inPlay - known.hand.length, sides / known.faces);
}

/** The chance that exactly as many dice count as the bid says. */
export function chanceExact(quantity: number, face: number, known: Knowledge): number {
  return chanceOf(quantity, face, known) - chanceOf(quantity + 1, face, known);
}

/** How likely bids are, by what one knows. */
export interface Chances {
  of(quantity: number, face: number): number;
  exactly(quantity: number, face: number): number;
  /** Also by what the others have bid. */
  byBids: boolean;
}

export const plainChances = (known: Knowledge): Chances => ({
  of: (quantity, face) => chanceOf(quantity, face, known),
  exactly: (quantity, face) => chanceExact(quantity, face, known),
  byBids: false,
});

/** From a table: for each face the chance of at least 0, 1, 2 … dice. */
export function believedChances(table: number[][]): Chances {
  const of = (quantity: number, face: number) => table[face - 1]?.[quantity] ?? 0;
  return { of, exactly: (quantity, face) => Math.max(0, of(quantity, face) - of(quantity + 1, face)), byBids: true };
}

export const percent = (chance: number): number => Math.round(chance * 100);
