// What a client has to do, and what it learns.

import type { Answer, Notice, Presence, Refusal, Resumed, Snapshot, ToRoom, Update } from '../wire/messages';

/** Why a line was given up. */
export type WhyGaveUp = 'replaced' | 'closed' | 'unreachable' | 'no-answer' | { refused: Refusal } | { 'turned-away': string };

/** Something to do or to know, in order. */
export type Output =
  | { kind: 'send'; message: ToRoom }
  /** Everything is new. */
  | { kind: 'shown'; snapshot: Snapshot }
  | { kind: 'happened'; update: Update }
  /** Something else changed: who is connected. */
  | { kind: 'changed'; presence: Presence }
  | { kind: 'changed'; resumed: Omit<Resumed, 'update'> }
  | { kind: 'answered'; ticket: number; answer: Answer }
  | { kind: 'noticed'; notice: Notice }
  /** Whether a command waits for longer than a second. */
  | { kind: 'slow'; slow: boolean }
  /** Drop the line, without a word about it, and open another after this wait. */
  | { kind: 'reconnect'; after: number }
  | { kind: 'gave-up'; why: WhyGaveUp };
