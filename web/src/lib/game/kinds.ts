// The games of the house, in the order in which they are shown.

import type { GameEvent, GameKind } from './types';

export const GAMES = ['liars', 'claims', 'pairs'] as const satisfies GameKind[];

export const isGame = (value: unknown): value is GameKind => GAMES.some((game) => game === value);

/** Whether a round starts with this event; every game calls it otherwise. */
export const startsRound = ({ event }: GameEvent): boolean => event === 'round' || event === 'claim-round' || event === 'split-round';
