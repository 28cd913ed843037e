// The client's side of a room, without a socket and without a clock: what happens comes in, what to do comes out. It is the
// counterpart of crates/room/src/mirror.rs; fixtures/client-cases.json holds both to the same behaviour.

import type { Answer, Notice, ToClient, Update } from '../wire/messages';
import type { Deed } from './connection';
import { LineKeeper, type Up } from './line';
import { Pending } from './pending';

/** A command that waits longer than this is worth a word to the person. All times are in milliseconds. */
const SLOW = 1000;
/** How long the room may take to answer a command before it is asked again. */
const ANSWER = 6000;
/** How often the room is asked again for answers that do not come, before that is the end. */
const ASKED_AGAIN = 8;
/** After this long without a word from the room, it is asked whether it is there. */
const PING = 15_000;
/** How long it may take to answer that. A line this quiet is dead, whatever the browser thinks of it. */
const PONG = 12_000;

export class Mirror extends LineKeeper {
  #pending = new Pending();
  #slow = false;

  /** A message of the room came. */
  take(now: number, message: ToClient): void {
    const { up } = this;
    if (!up) return;
    up.heard = now;
    up.pinged = null;
    switch (message.type) {
      case 'welcome': {
        const { type: _, ...snapshot } = message;
        this.known = message.version;
        this.outputs.push({ kind: 'shown', snapshot });
        this.#greeted(now, up, message.you.next_command);
        return;
      }
      case 'resumed': {
        const { type: _, update, ...resumed } = message;
        this.#greeted(now, up, message.you.next_command);
        this.#update(now, update);
        this.outputs.push({ kind: 'changed', resumed });
        return;
      }
      case 'update': {
        const { type: _, ...update } = message;
        this.#update(now, update);
        return;
      }
      case 'answer': {
        const { type: _, ...answer } = message;
        this.#answered(now, up, answer as Answer);
        return;
      }
      case 'presence':
        this.outputs.push({ kind: 'changed', presence: { person: message.person, here: message.here } });
        return;
      case 'notice': {
        const { type: _, ...notice } = message;
        this.#noticed(now, up, notice as Notice);
        return;
      }
      case 'pong':
        return;
    }
  }

  /** The person wants something. It gets its number when it is sent for the first time, and is sent until it is answered. */
  want(now: number, deed: Deed): number {
    const ticket = this.#pending.add(now, deed);
    this.#sendNew(now);
    return ticket;
  }

  /** Time goes by. */
  tick(now: number): void {
    this.#sayWhetherSlow(now);
    const { up } = this;
    if (!up) return;
    if (up.heldUntil !== null) {
      if (now < up.heldUntil) return;
      up.heldUntil = null;
      if (up.greetingBy !== null) this.come(now);
      else this.#sendAgain(now);
    } else if ((up.greetingBy !== null && now >= up.greetingBy) || (up.pinged !== null && now >= up.pinged + PONG)) {
      this.tryAgain(now);
    } else if (this.#isOwed(up) && now >= up.quietSince + ANSWER) {
      this.#askAgain(now);
    } else if (up.pinged === null && now >= up.heard + PING) {
      up.pinged = now;
      this.send({ type: 'ping' });
    }
  }

  /** When to tick at the latest; null when time changes nothing. */
  get wakeAt(): number | null {
    const times: number[] = [];
    const { up } = this;
    const { oldest } = this.#pending;
    if (oldest !== null && !this.#slow && !this.isOver) times.push(oldest + SLOW);
    if (up && up.heldUntil !== null) times.push(up.heldUntil);
    else if (up) {
      if (up.greetingBy !== null) times.push(up.greetingBy);
      if (this.#isOwed(up)) times.push(up.quietSince + ANSWER);
      times.push(up.pinged === null ? up.heard + PING : up.pinged + PONG);
    }
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** How many commands have no answer. */
  get waiting(): number {
    return this.#pending.count;
  }

  #greeted(now: number, up: Up, next: number): void {
    this.#pending.continueAt(next);
    if (this.greetedAsAsked(up)) this.#sendAgain(now);
  }

  #update(now: number, update: Update): void {
    // What is known already may come again, or late.
    if (this.known !== null && update.version <= this.known) return;
    if (update.from !== this.known) {
      // Something was missed: it is asked for, once.
      if (this.up?.greetingBy === null) this.come(now);
      return;
    }
    this.known = update.version;
    this.outputs.push({ kind: 'happened', update });
  }

  #noticed(now: number, up: Up, notice: Notice): void {
    this.outputs.push({ kind: 'noticed', notice });
    if (notice.notice === 'replaced' || notice.notice === 'closed') this.giveUp(notice.notice);
    if (notice.notice === 'refused') this.giveUp({ refused: notice.refusal });
    if (notice.notice === 'restart') this.tryAgain(now, notice.wait);
    if (notice.notice === 'too-slow') this.tryAgain(now);
    // Something was not read. Which, nobody knows: it is all sent again after the wait.
    if (notice.notice === 'too-fast') up.heldUntil = now + notice.wait;
  }

  // The commands.

  /** Whether the room owes an answer. */
  #isOwed(up: Up): boolean {
    return this.#pending.isAnySent && up.greetingBy === null;
  }

  #isOpen(up: Up | null): up is Up {
    return up !== null && up.greeted && up.heldUntil === null;
  }

  /** Sends what was not sent before. */
  #sendNew(now: number): void {
    if (!this.#isOpen(this.up)) return;
    if (!this.#pending.isAnySent) this.up.quietSince = now;
    for (const message of this.#pending.numberNew()) this.send(message);
  }

  /** Sends everything that has no answer: first, with its number, what was sent before. */
  #sendAgain(now: number): void {
    if (!this.#isOpen(this.up)) return;
    this.up.quietSince = now;
    for (const message of this.#pending.again()) this.send(message);
    this.#sendNew(now);
  }

  #answered(now: number, up: Up, answer: Answer): void {
    const ticket = this.#pending.answered(answer);
    if (ticket === null) return;
    this.askedAgain = 0;
    up.quietSince = now;
    this.outputs.push({ kind: 'answered', ticket, answer });
    this.#sayWhetherSlow(now);
  }

  /** The room owes an answer. Coming again shows whether it is there, and sends the commands again. */
  #askAgain(now: number): void {
    this.askedAgain += 1;
    if (this.askedAgain > ASKED_AGAIN) this.giveUp('no-answer');
    else this.come(now);
  }

  #sayWhetherSlow(now: number): void {
    const { oldest } = this.#pending;
    const slow = oldest !== null && now >= oldest + SLOW;
    if (slow === this.#slow || this.isOver) return;
    this.#slow = slow;
    this.outputs.push({ kind: 'slow', slow });
  }
}
