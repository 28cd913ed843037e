// The line to a room: whether it is there, when another is opened, and when it is given up.

import type { ToRoom } from '../wire/messages';
import type { Output, WhyGaveUp } from './output';

const PROTOCOL = 1;
/** How long the room may take to greet somebody who has come. All times are in milliseconds. */
const GREETING = 10_000;
/** How long to wait before a new line is opened, first and at most; it doubles in between. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 5000;
/** How often in a row a line may fail before the room has greeted anybody on it. */
const TRIES = 60;

/** A line that is there, as far as anybody knows. */
export interface Up {
  state: 'up';
  /** Whether the room has greeted us on it. Commands are sent from then on. */
  greeted: boolean;
  /** By when the room has to greet us; null when no greeting is due. */
  greetingBy: number | null;
  /** When something was heard last. */
  heard: number;
  /** When the room was asked whether it is there. */
  pinged: number | null;
  /** Nothing is sent before this time: it was too much at once. */
  heldUntil: number | null;
  /** Since when no command was answered although one waits. */
  quietSince: number;
}

type State = { state: 'none' } | { state: 'lost'; until: number } | Up | { state: 'over'; forGood: boolean };

export class LineKeeper {
  protected known: number | null = null;
  protected outputs: Output[] = [];
  /** How often in a row the room was asked again for answers. */
  protected askedAgain = 0;
  #line: State = { state: 'none' };
  /** How many lines in a row failed before the room greeted us. */
  #tries = 0;

  connected(now: number): void {
    if (this.isOver) return;
    this.#line = { state: 'up', greeted: false, greetingBy: null, heard: now, pinged: null, heldUntil: null, quietSince: now };
    this.come(now);
  }

  /** The line is gone, or could not be opened. */
  lost(now: number): void {
    if (this.isOver) return;
    // Told twice: the line that was asked for is still to be opened.
    if (this.#line.state === 'lost' && now < this.#line.until) this.#reconnect(this.#line.until - now);
    else this.tryAgain(now);
  }

  /** The house does not let this person in, in its own words. */
  turnedAway(why: string): void {
    this.giveUp({ 'turned-away': why });
  }

  /** There is reason to think that a line can be opened again: it is tried at once. */
  hurry(now: number): void {
    const line = this.#line;
    if (line.state !== 'lost' && !(line.state === 'over' && !line.forGood)) return;
    this.#tries = 0;
    this.askedAgain = 0;
    this.#line = { state: 'lost', until: now };
    this.#reconnect(0);
  }

  /** The next thing to do. */
  poll(): Output | undefined {
    return this.outputs.shift();
  }

  /** The version that is shown. */
  get version(): number | null {
    return this.known;
  }

  /** Whether there is a line on which the room has greeted us. */
  get isLive(): boolean {
    return this.up?.greeted ?? false;
  }

  protected get isOver(): boolean {
    return this.#line.state === 'over';
  }

  protected get up(): Up | null {
    return this.#line.state === 'up' ? this.#line : null;
  }

  protected send(message: ToRoom): void {
    this.outputs.push({ kind: 'send', message });
  }

  /** Asks for what follows the version that is shown. */
  protected come(now: number): void {
    if (!this.up) return;
    this.up.greetingBy = now + GREETING;
    const come: ToRoom = { type: 'come', protocol: PROTOCOL };
    this.send(this.known === null ? come : { ...come, have: this.known });
  }

  /** The room has greeted us. Tells whether that was asked for: a welcome comes unasked when a game starts. */
  protected greetedAsAsked(up: Up): boolean {
    const asked = up.greetingBy !== null;
    up.greeted = true;
    up.greetingBy = null;
    this.#tries = 0;
    return asked;
  }

  /** Opens another line after a while, unless it was tried often enough. */
  protected tryAgain(now: number, wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries)): void {
    this.#tries += 1;
    if (this.#tries > TRIES) {
      this.giveUp('unreachable');
      return;
    }
    this.#line = { state: 'lost', until: now + wait };
    this.#reconnect(wait);
  }

  protected giveUp(why: WhyGaveUp): void {
    if (this.isOver) return;
    this.#line = { state: 'over', forGood: why !== 'unreachable' && why !== 'no-answer' };
    this.outputs.push({ kind: 'gave-up', why });
  }

  #reconnect(after: number): void {
    this.outputs.push({ kind: 'reconnect', after });
  }
}
