// Commands without an answer.

import type { Answer, CommandId, ToRoom } from '../wire/messages';
import type { Deed } from './connection';

interface Waiting {
  ticket: number;
  /** Its number, once it was sent. It stays the same, so that the room does it once. */
  id: CommandId | null;
  deed: Deed;
  since: number;
}

/** Commands without an answer, oldest first. Those that were sent come before the others. */
export class Pending {
  #waiting: Waiting[] = [];
  #tickets = 0;
  #next = 1;

  add(now: number, deed: Deed): number {
    this.#tickets += 1;
    this.#waiting.push({ ticket: this.#tickets, id: null, deed, since: now });
    return this.#tickets;
  }

  /** Goes on with the number that the room says, or with a higher one. */
  continueAt(next: CommandId): void {
    this.#next = Math.max(this.#next, next);
  }

  /** Gives numbers to the commands that have none; these are to be sent. */
  numberNew(): ToRoom[] {
    return this.#waiting
      .filter((one) => one.id === null)
      .map((one) => {
        one.id = this.#next;
        this.#next += 1;
        return { type: 'command', id: one.id, ...one.deed };
      });
  }

  /** The commands that were sent. */
  again(): ToRoom[] {
    return this.#waiting.flatMap(({ id, deed }) => (id === null ? [] : [{ type: 'command', id, ...deed }]));
  }

  /** The command that is answered waits no longer. Gives its ticket. */
  answered(answer: Answer): number | null {
    const place = this.#waiting.findIndex((one) => one.id === answer.id);
    const [answered] = place < 0 ? [] : this.#waiting.splice(place, 1);
    return answered?.ticket ?? null;
  }

  /** Since when the oldest waits. */
  get oldest(): number | null {
    return this.#waiting[0]?.since ?? null;
  }

  get isAnySent(): boolean {
    return (this.#waiting[0]?.id ?? null) !== null;
  }

  get count(): number {
    return this.#waiting.length;
  }
}
