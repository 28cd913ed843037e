// Dice being sorted into two pairs and one removed die.

import { preview, type Preview } from '$lib/game/sheet';
import { readSplit, splitText, type Split } from '$lib/game/text';
import type { Sheet, SplitText } from '$lib/game/types';

/** Where a die lies: in the first pair, the second, removed, or still in the tray. */
export type Group = 'a' | 'b' | 'removed' | null;
const ROOM: Record<Exclude<Group, null>, number> = { a: 2, b: 2, removed: 1 };

export const roomIn = (groups: Group[], group: Exclude<Group, null>): boolean =>
  groups.filter((one) => one === group).length < ROOM[group];

/** The first place with room, in reading order. */
export function nextPlace(groups: Group[]): Group {
  return (['a', 'b', 'removed'] as const).find((group) => roomIn(groups, group)) ?? null;
}

/** The groups with a die put elsewhere; whatever has no room there goes back to the tray. */
export function moved(groups: Group[], die: number, to: Group): Group[] {
  const next = groups.map((group, at) => (at === die ? null : group));
  if (to !== null && !roomIn(next, to)) {
    const out = next.lastIndexOf(to);
    next[out] = groups[die] ?? null;
  }
  next[die] = to;
  return next;
}

/** The split the groups make; null while dice are missing. */
export function splitOf(dice: number[], groups: Group[]): string | null {
  const of = (group: Group) => dice.filter((_, at) => groups[at] === group);
  const [a, b, removed] = [of('a'), of('b'), of('removed')];
  if (a.length !== 2 || b.length !== 2 || removed.length !== 1) return null;
  const sum = (pair: number[]) => pair.reduce((all, die) => all + die, 0);
  return splitText(sum(a), sum(b), removed[0] ?? 0);
}

/** Groups that make this split; null when these dice cannot. */
export function groupsFor(dice: number[], split: string): Group[] | null {
  const ways: Group[][] = [];
  const place = (groups: Group[], at: number): void => {
    if (at === dice.length) {
      ways.push(groups);
      return;
    }
    for (const group of ['a', 'b', 'removed'] as const) {
      if (roomIn(groups, group)) place([...groups, group], at + 1);
    }
  };
  place([], 0);
  return ways.find((groups) => splitOf(dice, groups) === split) ?? null;
}

export interface RankedSplit {
  text: SplitText;
  split: Split | null;
  effect: Preview;
  /** The total to expect of it in the end, where there are hints. */
  expected: number | null;
}

/** Splits with what each does to a sheet, the best first: the best in the end where that is known, the best now otherwise. */
export const bySplitEffect = (splits: SplitText[], sheet: Sheet, places: number, expected: number[] | null = null): RankedSplit[] =>
  splits
    .map((text, at) => ({ text, split: readSplit(text), effect: preview(sheet, text, places), expected: expected?.[at] ?? null }))
    .sort((one, two) => (two.expected ?? two.effect.change) - (one.expected ?? one.effect.change));
