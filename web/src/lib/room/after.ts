// The room, entry by entry: who is there, who sits where, what is going on.

import type { BotSeat, Person, RoomEntry, RoomState, SeatHolder } from '../wire/messages';

export function roomAfter(room: RoomState, entry: RoomEntry): RoomState {
  switch (entry.what) {
    case 'opened':
      return { ...room, code: entry.code, settings: entry.settings };
    case 'came':
      return came(room, entry.person, entry.name);
    case 'left':
      return without(room, entry.person);
    case 'host':
      return { ...room, host: entry.person };
    case 'sat':
      return seated(stood(room, entry.person), entry.person, entry.seat);
    case 'stood':
      return stood(room, entry.person);
    case 'ready':
      return withPerson(room, entry.person, (person) => ({ ...person, ready: entry.ready }));
    case 'bot-sat':
      return withHolder(room, entry.seat, { kind: 'bot', ...entry.bot });
    case 'bot-removed':
      return withHolder(room, entry.seat, { kind: 'free' });
    case 'changed':
      return changed(room, entry.settings);
    case 'started':
      return { ...room, phase: 'playing', games: room.games + 1, people: room.people.map((person) => ({ ...person, ready: false })) };
    case 'played':
      return entry.entries.reduce((now, one) => {
        if (one.event === 'taken-over') return standIn(now, one.seat, { name: one.bot, bot: one.bot, level: '', version: one.version });
        return one.event === 'given-back' ? standIn(now, one.seat, null) : now;
      }, room);
    case 'ended':
      return ended(room, entry.end.standing?.places ?? null);
    case 'closed':
      return { ...room, phase: 'closed' };
    case 'said':
    case 'clock':
      return room;
  }
}

/** Somebody is connected now, or no longer. */
export const withPresence = (room: RoomState, person: string, here: boolean): RoomState =>
  withPerson(room, person, (one) => ({ ...one, here }));

export const withAllPresent = (room: RoomState, here: string[]): RoomState => ({
  ...room,
  people: room.people.map((person) => ({ ...person, here: here.includes(person.person) })),
});

function came(room: RoomState, person: string, name: string): RoomState {
  const known = room.people.some((one) => one.person === person);
  const people = known
    ? room.people.map((one) => (one.person === person ? { ...one, name } : one))
    : [...room.people, { person, name, here: true, ready: false, seat: null }];
  const seats = room.seats.map((seat) =>
    seat.holder.kind === 'person' && seat.holder.person === person ? { ...seat, holder: { ...seat.holder, name } } : seat,
  );
  return { ...room, people, seats };
}

const withPerson = (room: RoomState, person: string, change: (one: Person) => Person): RoomState => ({
  ...room,
  people: room.people.map((one) => (one.person === person ? change(one) : one)),
});

function withHolder(room: RoomState, seat: number, holder: SeatHolder): RoomState {
  return { ...room, seats: room.seats.map((one, at) => (at === seat ? { holder, won: 0 } : one)) };
}

function seated(room: RoomState, person: string, seat: number): RoomState {
  const name = room.people.find((one) => one.person === person)?.name ?? person;
  const next = withHolder(room, seat, { kind: 'person', person, name, stand_in: null });
  return withPerson(next, person, (one) => ({ ...one, seat }));
}

function stood(room: RoomState, person: string): RoomState {
  const seats = room.seats.map((seat) =>
    seat.holder.kind === 'person' && seat.holder.person === person ? { holder: { kind: 'free' as const }, won: 0 } : seat,
  );
  return withPerson({ ...room, seats }, person, (one) => ({ ...one, seat: null, ready: false }));
}

/** During a game the seat stays: a bot plays it to the end. */
function without(room: RoomState, person: string): RoomState {
  const next = room.phase === 'playing' ? room : stood(room, person);
  return { ...next, people: next.people.filter((one) => one.person !== person) };
}

function changed(room: RoomState, settings: RoomState['settings']): RoomState {
  const free = { holder: { kind: 'free' as const }, won: 0 };
  const seats = Array.from({ length: settings.seats }, (_, seat) => room.seats[seat] ?? free);
  const people = room.people.map((person) => (person.seat !== null && person.seat >= settings.seats ? { ...person, seat: null } : person));
  return { ...room, settings, seats, people };
}

function standIn(room: RoomState, seat: number, bot: BotSeat | null): RoomState {
  const seats = room.seats.map((one, at) =>
    at === seat && one.holder.kind === 'person' ? { ...one, holder: { ...one.holder, stand_in: bot } } : one,
  );
  return { ...room, seats };
}

function ended(room: RoomState, places: number[] | null): RoomState {
  const here = new Set(room.people.map((person) => person.person));
  const seats = room.seats.map((seat, at) => {
    const gone = seat.holder.kind === 'person' && !here.has(seat.holder.person);
    if (gone) return { holder: { kind: 'free' as const }, won: 0 };
    return { ...seat, won: seat.won + (places?.[at] === 1 ? 1 : 0) };
  });
  return { ...room, phase: 'over', seats };
}
