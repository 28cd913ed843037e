// Days, places and time left.

const DAY = 86_400_000;

/** The day before, as "2026-01-30". */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

/** Places of scores that are in order: equal ones share a place. */
export const placesOf = (scores: (number | null)[]): number[] => scores.map((score) => 1 + scores.findIndex((other) => other === score));

/** "5 h 07 min". */
export function hoursAndMinutes(left: number): string {
  const minutes = Math.max(0, Math.ceil(left / 60_000));
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
