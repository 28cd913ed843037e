// When a bot's remark is heard: after what it is about, and before anything new begins.

import type { Remark } from '../wire/messages';
import { startsRound } from './kinds';
import type { GameEvent } from './types';

/** Something the stage shows: an event, or words to one. */
export type Step = GameEvent | { event: 'remark'; remark: Remark };

export function withRemark(events: GameEvent[], remark: Remark | undefined): Step[] {
  if (!remark) return events;
  const at = place(events, remark);
  return [...events.slice(0, at), { event: 'remark', remark }, ...events.slice(at)];
}

function place(events: GameEvent[], { occasion }: Remark): number {
  switch (occasion) {
    case 'greets':
      return events.length;
    case 'bold':
    case 'calls':
    case 'card':
      return events.findIndex(({ event }) => event === 'acted') + 1;
    default: {
      const next = events.findIndex(startsRound);
      return next < 0 ? events.length : next;
    }
  }
}
