// The rooms this browser's player has a seat in: the way back to a game, from every page.

import { api, type Glance } from './api';
import { me } from './me.svelte';

const EVERY = 15_000;

class Mine {
  rooms = $state.raw<Glance[]>([]);

  /** The game that goes on, if one does. */
  get game(): Glance | null {
    return this.rooms.find((room) => room.phase === 'playing') ?? null;
  }

  /** Asks the house, which those whom it does not know need not. */
  async look(): Promise<void> {
    if (document.hidden) return;
    try {
      this.rooms = (await me.known()) ? await api.ownRooms() : [];
    } catch {
      // What was known is shown until the house answers again.
    }
  }

  /** Asks now and then; gives back how to stop. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), EVERY);
    return () => clearInterval(timer);
  }
}

export const mine = new Mine();
