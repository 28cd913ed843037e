// The one way the page learns about a room and acts in it. Nothing else knows that a socket is behind it, so tests
// stand in for it.

import type { Command, Notice, Presence, Refusal, Resumed, Snapshot, Update } from '../wire/messages';

/** What a person can do in a room. */
export type Deed = WithoutId<Command>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** How a line to the room is doing. */
export type Line =
  | { state: 'connecting' }
  | { state: 'open' }
  /** Lost, and tried again at this time. */
  | { state: 'lost'; retryAt: number; why: 'network' | 'restart' }
  /** Ended for good. */
  | { state: 'ended'; why: 'replaced' | 'closed' | 'refused' | 'unreachable' | 'no-answer'; refusal?: Refusal };

export interface Listener {
  lineIs(line: Line): void;
  welcome(snapshot: Snapshot): void;
  resumed(resumed: Omit<Resumed, 'update'>): void;
  /** Updates come in order and without gaps. */
  update(update: Update): void;
  presence(presence: Presence): void;
  notice(notice: Notice): void;
  /** Whether a command waits for its answer for longer than a second. */
  slow: boolean;
}

export interface Connection {
  /** Sends a command; answers once the room has kept or refused it, also across lost connections. */
  send(deed: Deed): Promise<Refusal | null>;
  /** Tries again at once if the line is lost or could not be opened for long: the browser is online again, or somebody asks. */
  hurry(): void;
  close(): void;
}

/** Opens a connection to a room. */
export type Connect = (code: string, listener: Listener) => Connection;
