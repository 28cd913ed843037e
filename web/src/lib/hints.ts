// Hints: what a strong player thinks of a choice. The engine in this tab says it, also on the page of a server; it is given what
// the player sees, and nothing else.

import type { Acts, View } from './game/types';
import { hasEngine } from './tab/has';
import type { RoomState } from './wire/messages';

export type Advice =
  /** How likely bids are by what everybody has bid: for each face the chance of at least 0, 1, 2 … dice. */
  | { bids: number[][] }
  /** How likely the claim is to be true. */
  | { truth: number }
  /** How likely each claim is to be called, from the lowest on. */
  | { calls: number[] }
  /** The total to expect in the end, for each split. */
  | { splits: number[] };

/** Nobody gets advice where people play against each other, or for the same dice. */
export const mayAdvise = (room: RoomState | null, chair: number | null): boolean =>
  hasEngine && room !== null && !room.challenge && !room.settings.rated && room.seats.every(({ holder }, at) => at === chair || holder.kind !== 'person');

/** What a strong player thinks; null where there is nothing to say. */
export async function adviceOn(view: View, legal: Acts): Promise<Advice | null> {
  const { tab } = await import('./tab/tab');
  const answer = await tab().fetch('/api/hints', { method: 'POST', body: JSON.stringify({ view, legal }) });
  return answer.ok ? ((await answer.json()) as Advice | null) : null;
}
