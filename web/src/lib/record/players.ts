import { shownTalk } from '../foreign';
import type { Player } from '../game/player';
import type { Header } from './record';

/** The players of a record, with what they are just saying. */
export function playersOf(header: Header, talk: { seat: number; talk: string }[] = []): Player[] {
  return header.seats.map((seat, number) => {
    const saidAt = talk.findLastIndex((said) => said.seat === number);
    return {
      name: seat.name,
      bot: seat.kind === 'bot' ? (seat.bot ?? seat.name) : null,
      level: null,
      gamesWon: seat.games_won ?? 0,
      presence: 'here',
      awayUntil: null,
      says: saidAt < 0 ? null : shownTalk(talk[saidAt]?.talk),
      saidAt,
    };
  });
}
