// Files come from anywhere: numbers in them may be absurd, and texts may be made to mislead.

/** Larger than any number of a game that is drawn: dice, rounds, points. */
const MOST = 1_000_000;
/** More than anything in a game has parts: dice of a throw, players, marks. */
const MOST_PARTS = 1000;

/** Whether every number and list in a value is of a size that a game can have. */
export function isOfThisWorld(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= MOST;
  if (Array.isArray(value)) return value.length <= MOST_PARTS && value.every(isOfThisWorld);
  return typeof value !== 'object' || value === null || Object.values(value).every(isOfThisWorld);
}

/** The longest name that is shown, and the longest talk; in a house names have 24 characters. */
const LONGEST_NAME = 40;
const LONGEST_TALK = 200;
/** Signs that are not seen but change how the others are read: direction, control. The one that joins emoji is none of them. */
const UNSEEN = /(?!\u200D)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A text as it may be shown: what is not seen is marked, and what is too long is cut. */
function shown(text: unknown, longest: number): string {
  const signs = [...String(text ?? '').slice(0, 10 * longest).replace(UNSEEN, '\uFFFD')];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('');
}

export const shownName = (name: unknown): string => shown(name, LONGEST_NAME);
export const shownTalk = (talk: unknown): string => shown(talk, LONGEST_TALK);
