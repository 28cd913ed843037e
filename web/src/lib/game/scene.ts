// What the table shows: the view of whoever looks, kept up to date event by event. Play, watching and
// replay all come through here, so they cannot show different games.

import { claimsAfter, claimsAtStart } from './claims';
import { liarsAfter, liarsAtStart } from './liars';
import { pairsAfter, pairsAtStart } from './pairs';
import type { GameEvent, LossReason, Ruleset, Seat, SeatInfo, Showdown, View, Viewer } from './types';

/** A change that the last round brought a seat, shown beside its name until the next round. */
export interface Change {
  seat: Seat;
  /** Dice lost or gained, or points. */
  by: number;
  why?: LossReason;
}

export interface Scene<V extends View = View> {
  view: V;
  /** The dice whoever looks may see, by seat. */
  hands: (number[] | null)[];
  /** All cups are up. */
  showdown: Showdown | null;
  /** The dice of a called claim, and whose they are. */
  shown: { seat: Seat; dice: number[]; truthful: boolean } | null;
  changes: Change[];
  /** Who has just rolled. */
  rolled: Seat | null;
}

export function sceneOf<V extends View>(view: V): Scene<V> {
  const own = view.viewer === 'public' ? null : view.viewer.seat;
  const seats = seatsOf(view);
  const hand = view.game === 'pairs' ? null : view.hand;
  const hands = Array.from({ length: seats }, (_, seat) => (seat === own ? hand : null));
  return { view, hands, showdown: null, shown: null, changes: [], rolled: null };
}

export function seatsOf(view: View): number {
  switch (view.game) {
    case 'liars':
      return view.dice.length;
    case 'claims':
      return view.scores.length;
    case 'pairs':
      return view.totals.length;
  }
}

/** The scene before anything has happened. */
export function sceneAtStart(ruleset: Ruleset, seats: SeatInfo[], viewer: Viewer): Scene {
  switch (ruleset.game) {
    case 'liars':
      return sceneOf(liarsAtStart(ruleset, seats.length, viewer));
    case 'claims':
      return sceneOf(claimsAtStart(ruleset, seats, viewer));
    case 'pairs':
      return sceneOf(pairsAtStart(ruleset, seats.length, viewer));
  }
}

/** The scene after an event. The scene given stays as it is. */
export function sceneAfter(scene: Scene, event: GameEvent): Scene {
  const { view } = scene;
  switch (view.game) {
    case 'liars':
      return liarsAfter({ ...scene, view }, event);
    case 'claims':
      return claimsAfter({ ...scene, view }, event);
    case 'pairs':
      return pairsAfter({ ...scene, view }, event);
  }
}

/** The seats whose turn it is. */
export function dueSeats(view: View): Seat[] {
  if (view.game === 'pairs') return view.to_act;
  return view.to_act === null ? [] : [view.to_act];
}

/** Whether a seat has nothing more to decide in this game. */
export function isOut(view: View, seat: Seat): boolean {
  switch (view.game) {
    case 'liars': return view.round > 0 && view.dice[seat] === 0;
    case 'claims': return !view.contenders.includes(seat);
    case 'pairs': return !view.playing.includes(seat);
  }
}

/** The seat of whoever looks. */
export const ownSeat = (view: View): Seat | null => (view.viewer === 'public' ? null : view.viewer.seat);
