// What the house offers: its games, rules and bots. Asked for once.

import { api, type BotLine, type GameRules } from './api';
import type { GameKind } from './game/types';

class House {
  bots = $state.raw<BotLine[]>([]);
  rules = $state.raw<GameRules[]>([]);
  #asked: Promise<void> | null = null;

  /** Asks the server, unless it was asked before. */
  load(): Promise<void> {
    this.#asked ??= this.#ask().catch((error: unknown) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  botsFor(game: GameKind): BotLine[] {
    return this.bots.filter((bot) => bot.games.includes(game));
  }

  rulesOf(game: GameKind): GameRules | null {
    return this.rules.find((one) => one.game === game) ?? null;
  }

  async #ask(): Promise<void> {
    const [bots, rules] = await Promise.all([api.bots(), api.rules()]);
    this.bots = bots;
    this.rules = rules;
  }
}

export const house = new House();
