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

export const percent = (chance: number): number => Math.round(chance * 100);
