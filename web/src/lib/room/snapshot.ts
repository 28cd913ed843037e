// What a snapshot of a room says about its game.

import { sceneAfter, sceneAtStart, type Scene } from '../game/scene';
import type { View } from '../game/types';
import { hex } from '../record/bytes';
import { isEvent } from '../record/record';
import type { GameSnapshot, Moment, Update } from '../wire/messages';

/** The scene after these entries, with the view that the room sends now: where they differ, the view is right. */
export function sceneOfGame({ header, entries, now }: GameSnapshot): Scene {
  const start = sceneAtStart(header.ruleset, header.seats, now.view.viewer);
  const scene = entries.filter(isEvent).reduce(sceneAfter, start);
  return { ...scene, view: now.view as View };
}

/** The moment of an update. Its view leaves out the past that this browser has. */
export function momentAfter(old: Moment | null, { moment }: Update): Moment | null {
  if (!moment) return old;
  const past = [...(old?.view.past ?? []).slice(0, moment.past_from), ...moment.view.past];
  return { ...moment, view: { ...moment.view, past } as Moment['view'] };
}

/** 32 random bytes, as hexadecimal text. */
export const newSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));
