// How a score sheet of pairs reads. The server counts; this only says what a sheet would show.

import { readSplit } from './text';
import type { Sheet, SplitText } from './types';

/** What a mark beyond the fifth is worth, for the numbers 2 to 12. */
const VALUES = [100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100];
const FIRST = 2;
/** From one mark on a number costs this, until it is even. */
const COST = -200;
const EVEN = 5;
const MOST = 10;

export const numbers: number[] = VALUES.map((_, index) => index + FIRST);

export const valueOf = (number: number): number => VALUES[number - FIRST] ?? 0;

/** Points of a number marked this often. */
export function points(number: number, marks: number): number {
  if (marks === 0) return 0;
  if (marks < EVEN) return COST;
  return (Math.min(marks, MOST) - EVEN) * valueOf(number);
}

/** Grey: not begun. Red: begun, costs points. Plain: even. Green: earns points. */
export type RowState = 'grey' | 'red' | 'plain' | 'green';

export function rowState(marks: number): RowState {
  if (marks === 0) return 'grey';
  if (marks < EVEN) return 'red';
  return marks === EVEN ? 'plain' : 'green';
}

export const total = (sheet: Sheet): number =>
  sheet.marks.reduce((sum, marks, index) => sum + points(index + FIRST, marks), 0);

/** The sheet with a split on it. */
export function marked(sheet: Sheet, text: SplitText, freeRide: boolean): Sheet {
  const split = readSplit(text);
  if (!split) return sheet;
  const marks = sheet.marks.map((count, index) => count + split.pairs.filter((sum) => sum === index + FIRST).length);
  return { marks, removed: freeRide ? sheet.removed : counted(sheet.removed, split.removed) };
}

function counted(removed: Sheet['removed'], number: number): Sheet['removed'] {
  const known = removed.some((line) => line.number === number);
  if (!known) return [...removed, { number, count: 1 }];
  return removed.map((line) => (line.number === number ? { number, count: line.count + 1 } : line));
}

/** Whether removing this number would be a free ride: all places are taken, and by other numbers. */
export const isFreeRide = (sheet: Sheet, number: number, places: number): boolean =>
  sheet.removed.length >= places && !sheet.removed.some((line) => line.number === number);

export interface Preview {
  split: SplitText;
  total: number;
  change: number;
  freeRide: boolean;
  rows: { number: number; before: number; after: number }[];
}

/** What a split would do to a sheet. */
export function preview(sheet: Sheet, text: SplitText, places: number): Preview {
  const split = readSplit(text);
  const freeRide = split !== null && isFreeRide(sheet, split.removed, places);
  const after = marked(sheet, text, freeRide);
  const change = total(after) - total(sheet);
  const rows = numbers
    .map((number, index) => ({ number, before: sheet.marks[index] ?? 0, after: after.marks[index] ?? 0 }))
    .filter((row) => row.before !== row.after);
  return { split: text, total: total(after), change, freeRide, rows };
}
