// Opening a room, and filling it with bots.

import { api } from '$lib/api';
import type { GameKind } from '$lib/game/types';
import { house } from '$lib/house.svelte';
import { planFor } from '$lib/plan';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';

/** How many sit at a table that is opened with one click. */
const SEATS: Record<GameKind, number> = { liars: 4, claims: 4, pairs: 3 };

/** Whoever has never played a game to its end begins among the easy ones. */
export const usualLevel = (levels: string[]): string => (settings.hasPlayed ? levels[1] : levels[0]) ?? '';

/** Bots for the other seats of a table that is opened with one click. */
export const opponents = (game: GameKind, level: string): string[] => house.company(game, level, SEATS[game] - 1);

/** Plays a game against bots of a level, or of the usual one. */
export async function playBots(game: GameKind, level = ''): Promise<void> {
  await house.load();
  await openRoom(game, opponents(game, level || usualLevel(house.levels(game))));
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
