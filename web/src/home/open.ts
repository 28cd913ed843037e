// Opening a room, and filling it with bots.

import { api, type BotLine } from '$lib/api';
import type { GameKind } from '$lib/game/types';
import { apart } from '$lib/level';
import { planFor } from '$lib/plan';
import { router } from '$lib/router.svelte';

/** How many sit at a table that is opened with one click. */
const SEATS: Record<GameKind, number> = { liars: 4, claims: 4, pairs: 3 };

/** Bots for the other seats: those of the level first, then their neighbours, so that a table has several characters. */
export function opponents(bots: BotLine[], level: string, game: GameKind): string[] {
  const nearest = bots.filter((bot) => apart(bot.level, level) < 2).sort((one, two) => apart(one.level, level) - apart(two.level, level));
  if (nearest.length === 0) return [];
  return Array.from({ length: SEATS[game] - 1 }, (_, at) => nearest[at % nearest.length]?.name ?? '');
}

/** Opens a room and goes there. With bots, the game starts at once. */
export async function openRoom(game: GameKind, bots: string[] | null): Promise<void> {
  const alone = bots !== null;
  const settings = alone ? { seats: bots.length + 1, listed: false, clock: { per_turn: null } } : { seats: SEATS[game] };
  const { code } = await api.openRoom({ game, settings });
  planFor({ code, bots: bots ?? [], start: alone });
  router.go(`/room/${code}`);
}

/** Goes to a table where somebody waits for players, or opens one and waits there. */
export async function findTable(game: GameKind): Promise<void> {
  const { code } = await api.quickMatch(game);
  planFor({ code, bots: [], start: false });
  router.go(`/room/${code}`);
}
