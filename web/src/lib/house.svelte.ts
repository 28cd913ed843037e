// What the house offers: its games, rules and bots. Asked for once.

import { api, type BotLine, type Company, type GameRules } from './api';
import type { GameKind } from './game/types';

class House {
  bots = $state.raw<BotLine[]>([]);
  rules = $state.raw<GameRules[]>([]);
  #companies = $state.raw<Company[]>([]);
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

  /** The levels one can choose for a game, from weak to strong. */
  levels(game: GameKind): string[] {
    return this.#companies.filter((one) => one.game === game).map((one) => one.level);
  }

  /** The bots that sit down at this many seats: the same company as everywhere in the house. */
  company(game: GameKind, level: string, seats: number): string[] {
    return (this.#companies.find((one) => one.game === game && one.level === level)?.bots ?? []).slice(0, seats);
  }

  rulesOf(game: GameKind): GameRules | null {
    return this.rules.find((one) => one.game === game) ?? null;
  }

  async #ask(): Promise<void> {
    const [bots, rules, companies] = await Promise.all([api.bots(), api.rules(), api.companies()]);
    this.#companies = companies;
    this.bots = bots;
    this.rules = rules;
  }
}

export const house = new House();
