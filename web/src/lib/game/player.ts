// Who sits at a seat, as the table draws it.

export interface Player {
  name: string;
  /** The house bot or program in the seat, or what took it over. */
  bot: string | null;
  /** How hard a house bot is to beat, where that is known. */
  level: string | null;
  gamesWon: number;
  /** How the player is reached now. */
  presence: 'here' | 'away' | 'taken-over';
  /** Until when the seat is kept before a bot takes it, by this browser's clock. */
  awayUntil: number | null;
  /** What the player said last, shown beside them for a while. */
  says: string | null;
  /** When, in the order of all that is shown now. */
  saidAt: number;
}

export const nameOf = (players: Player[], seat: number): string => players[seat]?.name ?? `#${seat + 1}`;

/** Where the others are drawn round the table: the fraction of the way round, clockwise from the bottom. */
export function place(index: number, others: number, ownBelow: boolean): number {
  // Without an own place below, the first sits there and the others follow round.
  if (!ownBelow) return index / others;
  // The bottom belongs to one's own dice, so the others keep some distance from it.
  const edge = others > 3 ? 0.19 : 0.25;
  return others === 1 ? 0.5 : edge + (index / (others - 1)) * (1 - 2 * edge);
}

/** The place as shares of the table's width and height, from its top left. */
export function spot(fraction: number): { x: number; y: number } {
  const angle = 2 * Math.PI * fraction;
  return { x: 50 - 36 * Math.sin(angle), y: 49 + 33 * Math.cos(angle) };
}
