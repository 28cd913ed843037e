// The staged showdown: cups lift one after the other, from the bidder on, and what counts is counted.

import { liftTime } from '$lib/game/pace';
import type { Showdown } from '$lib/game/types';
import { counts } from '$lib/odds';
import { readBid } from '$lib/game/text';

export class Reveal {
  /** How many cups are up. */
  #up = $state(0);
  #order: number[] = [];
  readonly #counts: (face: number) => boolean;

  constructor(readonly showdown: Showdown, all: boolean) {
    const seats = showdown.hands.length;
    const round = Array.from({ length: seats }, (_, step) => (showdown.bidder + step) % seats);
    this.#order = round.filter((seat) => (showdown.hands[seat]?.length ?? 0) > 0);
    const face = readBid(showdown.bid)?.face ?? 0;
    this.#counts = (die) => counts(die, face, showdown.wild ?? null);
    if (all) this.#up = this.#order.length;
  }

  /** Lifts the cups in time; gives back how to stop. */
  start(lifted: () => void): () => void {
    const timer = setInterval(() => {
      if (this.done) return clearInterval(timer);
      this.#up += 1;
      lifted();
    }, liftTime);
    return () => clearInterval(timer);
  }

  isUp(seat: number): boolean {
    return this.#order.indexOf(seat) < this.#up && this.#order.includes(seat);
  }

  counting = (face: number): boolean => this.#counts(face);

  get counted(): number {
    const up = this.#order.slice(0, this.#up);
    return up.reduce((sum, seat) => sum + (this.showdown.hands[seat] ?? []).filter(this.#counts).length, 0);
  }

  get done(): boolean {
    return this.#up >= this.#order.length;
  }
}
