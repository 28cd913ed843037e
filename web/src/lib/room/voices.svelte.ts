// What is said and told in a room: a log of lines, and the words beside their speakers for a while.

import { remarkWords } from '../cast';
import type { SeatInfo } from '../game/types';
import { settings } from '../settings.svelte';
import type { Remark } from '../wire/messages';
import type { Said } from './players';

/** How long words stay beside their speaker. */
const SPEECH = 5000;
const MOST_LINES = 200;

export interface LogLine {
  number: number;
  /** Who said it; nobody for what happened. */
  name: string | null;
  text: string;
}

export class Voices {
  log = $state.raw<LogLine[]>([]);
  said = $state.raw<Said[]>([]);
  #lines = 0;

  note(text: string, name: string | null = null): void {
    this.#lines += 1;
    this.log = [...this.log, { number: this.#lines, name, text }].slice(-MOST_LINES);
  }

  /** A bot says something to what happened, if it is let. */
  async remark(seated: SeatInfo | undefined, remark: Remark, live: boolean): Promise<void> {
    if (!settings.voices || seated?.kind !== 'bot') return;
    const text = await remarkWords(seated.bot, remark, settings.language);
    if (text) this.says(remark.seat, seated.name, text, live);
  }

  /** Somebody speaks; what was said before this browser came is in the log alone. */
  says(seat: number | null, name: string, text: string, live: boolean): void {
    this.note(text, name);
    if (seat === null || !live) return;
    const said = { seat, text };
    this.said = [...this.said.filter((one) => one.seat !== seat), said];
    setTimeout(() => (this.said = this.said.filter((one) => one !== said)), SPEECH);
  }
}
