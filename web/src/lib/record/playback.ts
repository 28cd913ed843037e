// A record as a row of positions, from one seat or with all cups open.

import { startsRound } from '../game/kinds';
import { sceneAfter, sceneAtStart, type Scene } from '../game/scene';
import type { GameEvent, Viewer } from '../game/types';
import { isEvent, isTalk, type GameRecord } from './record';

export type Eyes = number | 'open' | 'public';

export interface Position {
  scene: Scene;
  /** What led here; nothing before the first event. */
  event: GameEvent | null;
  /** What was said before it. */
  talk: { seat: number; talk: string }[];
  /** The line of the record that says so, from 1. */
  line: number;
}

export function positions(record: GameRecord, eyes: Eyes): Position[] {
  const viewer: Viewer = typeof eyes === 'number' ? { seat: eyes } : 'public';
  let scene = sceneAtStart(record.header.ruleset, record.header.seats, viewer);
  let talk: Position['talk'] = [];
  const all: Position[] = [{ scene, event: null, talk, line: 1 }];
  for (const [index, entry] of record.entries.entries()) {
    if (isTalk(entry)) talk = [...talk, entry];
    if (!isEvent(entry)) continue;
    const event = seen(entry, eyes);
    scene = sceneAfter(scene, event);
    all.push({ scene, event, talk, line: index + 2 });
    talk = [];
  }
  return all;
}

function seen(event: GameEvent, eyes: Eyes): GameEvent {
  const hidden = event.secret && eyes !== 'open' && event.secret.seat !== eyes;
  return hidden ? { ...event, secret: null } : event;
}

/** Events worth stopping at: decisions and what they lead to, not every single throw. */
export function isStop({ event }: Position): boolean {
  if (!event) return true;
  return !['rolled', 'decided', 'die-lost', 'die-gained', 'out', 'scored', 'round', 'claim-round'].includes(event.event) || (event.event === 'rolled' && event.what === 'shared');
}

/** The stops, as places in the list of positions. */
export const stops = (all: Position[]): number[] =>
  all.flatMap((position, at) => (isStop(position) ? [lastOfBurst(all, at)] : []))
    .filter((at, index, list) => list.indexOf(at) === index);

/** What follows a decision at once (dice or points lost and won) belongs to its stop. */
function lastOfBurst(all: Position[], at: number): number {
  let end = at;
  const belongs = (next: Position | undefined) => next?.event && ['die-lost', 'die-gained', 'out', 'scored'].includes(next.event.event);
  while (belongs(all[end + 1])) end += 1;
  return end;
}

/** The stops at which a round starts, for jumping. */
export const rounds = (all: Position[]): number[] =>
  all.flatMap(({ event }, at) => (event && startsRound(event) ? [at] : []));
