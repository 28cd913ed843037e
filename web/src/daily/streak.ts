// The days in a row on which a try was finished, remembered in this browser.

import { dayBefore } from './day';

const KEY = 'dicehouse-days';
/** Longer streaks are not counted further. */
const LONGEST = 100;

function kept(): string[] {
  try {
    const days: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(days) ? days.map(String) : [];
  } catch {
    return [];
  }
}

/** Remembers a day that was finished; gives back how many in a row that makes. */
export function streakWith(day: string): number {
  const days = [...new Set([...kept(), day])].sort().slice(-LONGEST);
  try {
    localStorage.setItem(KEY, JSON.stringify(days));
  } catch {
    // A browser that keeps nothing has streaks of one.
  }
  let length = 1;
  for (let before = dayBefore(day); days.includes(before); before = dayBefore(before)) length += 1;
  return length;
}
