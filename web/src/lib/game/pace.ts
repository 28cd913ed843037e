// How long each event stays before the next is shown, in milliseconds.

import type { GameEvent } from './types';

const LIFT = 380;
const VERDICT = 2300;

/** The time a cup's lift takes, and the count of its dice. */
export const liftTime = LIFT;

export function pace(event: GameEvent, seats: number): number {
  switch (event.event) {
    case 'rolled':
      return event.what === 'opener-die' || event.what === 'roll-off' ? 450 : 60;
    case 'acted':
      return 550;
    case 'showdown':
      return LIFT * (seats + 1);
    case 'die-lost':
    case 'die-gained':
      return 700;
    case 'out':
      return 900;
    case 'claim-shown':
      return VERDICT / 2;
    case 'scored':
      return 350;
    case 'stacked':
      return 1500;
    case 'fault':
      return 1400;
    case 'marked':
      return 60;
    case 'round':
    case 'claim-round':
    case 'split-round':
      return 420;
    case 'over':
    case 'tied':
    case 'finished':
    case 'decided':
      return 250;
  }
}

/** The time before an event, so that what came before it can be read. */
export function pause(event: GameEvent, showdown: boolean): number {
  const ends = event.event === 'round' || event.event === 'over';
  return ends && showdown ? VERDICT : 0;
}
