// Who sits at the table, drawn from the game's header and from what the room knows of the seats.

import type { Player } from '../game/player';
import type { Header, RoomState } from '../wire/messages';

export interface Said {
  seat: number;
  text: string;
}

/** Since when people have been away, by this browser's clock. */
export type AwaySince = Record<string, number>;

/** Who is away, counted from now on. */
export const awayIn = (room: RoomState, now: number): AwaySince =>
  Object.fromEntries(room.people.filter((one) => !one.here).map((one) => [one.person, now]));

export function playersAt(header: Header, room: RoomState, away: AwaySince, said: Said[]): Player[] {
  return header.seats.map((seated, seat) => {
    const holder = room.seats[seat]?.holder;
    const person = holder?.kind === 'person' ? room.people.find((one) => one.person === holder.person) : undefined;
    const standIn = holder?.kind === 'person' || holder?.kind === 'gone' ? holder.stand_in : null;
    const gone = holder?.kind === 'person' && !person?.here && !standIn;
    const saidAt = said.findLastIndex((one) => one.seat === seat);
    const since = holder?.kind === 'person' ? away[holder.person] : undefined;
    return {
      name: seated.name,
      bot: seated.kind === 'bot' ? seated.bot : (standIn?.bot ?? null),
      level: holder?.kind === 'bot' ? holder.level : null,
      gamesWon: Math.max(seated.games_won ?? 0, room.seats[seat]?.won ?? 0),
      presence: standIn ? 'taken-over' : gone ? 'away' : 'here',
      awayUntil: gone && since !== undefined ? since + room.settings.absence.grace * 1000 : null,
      says: said[saidAt]?.text ?? null,
      saidAt,
    };
  });
}

/** Somebody is connected now, or no longer. */
export const withPresence = (room: RoomState, person: string, here: boolean): RoomState => ({
  ...room,
  people: room.people.map((one) => (one.person === person ? { ...one, here } : one)),
});

export const withAllPresent = (room: RoomState, here: string[]): RoomState => ({
  ...room,
  people: room.people.map((one) => ({ ...one, here: here.includes(one.person) })),
});
