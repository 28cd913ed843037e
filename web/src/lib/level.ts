// How strong a bot is, in the reader's language. The levels are the roster's; one the page does not know is shown as it is.

import { isKey, t } from './i18n/index.svelte';

/** From weak to strong. */
const LEVELS = ['easy', 'medium', 'hard', 'expert'];

export function levelWords(level: string): string {
  const key = `level.${level}`;
  return isKey(key) ? t(key) : level;
}

/** How far apart two levels are. */
export const apart = (one: string, two: string): number => Math.abs(LEVELS.indexOf(one) - LEVELS.indexOf(two));

/** Levels in order, from weak to strong. */
export const inOrder = (levels: string[]): string[] => [...new Set(levels)].sort((one, two) => LEVELS.indexOf(one) - LEVELS.indexOf(two));
