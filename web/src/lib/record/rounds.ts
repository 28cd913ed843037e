// Which round a throw belongs to (docs/record.md, "Dice", `deal`).

import { startsRound } from '../game/kinds';
import { isEvent, type GameRecord } from './record';

/** The round of each entry: that of the last line that begins one, 0 before the first. */
export function roundsOf({ header, entries }: GameRecord): number[] {
  const begins = entries.map((entry) => (isEvent(entry) && startsRound(entry) && 'round' in entry ? Number(entry.round) : null));
  let round = 0;
  return entries.map((entry, at) => {
    round = begins[at] ?? round;
    return header.ruleset.game === 'claims' && isForNext(entry) ? (nextRound(entries, begins, at) ?? round) : round;
  });
}

/** In claims the shuffle and the lot for the first claimant belong to the round that they are for. */
const isForNext = (entry: object): boolean => isEvent(entry) && entry.event === 'rolled' && (entry.what === 'shuffle' || entry.what === 'lot');

/** The round that begins next; none when the game is over before: then the lot was for the winner. */
function nextRound(entries: GameRecord['entries'], begins: (number | null)[], at: number): number | null {
  const rest = entries.slice(at).findIndex((entry, step) => (begins[at + step] ?? null) !== null || (isEvent(entry) && entry.event === 'over'));
  return rest < 0 ? null : (begins[at + rest] ?? null);
}
