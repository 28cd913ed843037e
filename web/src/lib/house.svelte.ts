// What the house offers: its games, rules and bots. Asked for once.
import type { GameKind } from './game/types';

export interface BotInfo {
  name: string;
  level: string;
}

class House {
  #bots = $state.raw<Partial<Record<GameKind, BotInfo[]>>>({});
  botsFor(game: GameKind): BotInfo[] {
    return this.#bots[game] ?? [];
  }
}

export const house = new House();
