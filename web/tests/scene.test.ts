// Scenes are held against the views of the program itself: see fixtures/make.mjs.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sceneAfter, sceneAtStart, type Scene } from '$lib/game/scene';
import type { GameEvent, GameKind, Ruleset, SeatInfo, Viewer } from '$lib/game/types';

interface Fixture {
  record: string;
  views: { seat: number | null; steps: { line: number; view: Record<string, unknown> }[] }[];
}

const read = (name: string): Fixture => JSON.parse(readFileSync(`fixtures/${name}.json`, 'utf8'));

const asSeen = (event: GameEvent, seat: number | null): GameEvent =>
  event.secret && event.secret.seat !== seat ? { ...event, secret: undefined } : event;

const games = ['liars-perudo', 'liars-house', 'liars-markovok', 'claims-full', 'claims-simple', 'pairs'];

describe.each(games)('%s', (name) => {
  const { record, views } = read(name);
  const [header, ...lines] = record.trim().split('\n').map((line) => JSON.parse(line));

  test.each(views)('as seat $seat sees it', ({ seat, steps }) => {
    const viewer: Viewer = seat === null ? 'public' : { seat };
    let scene: Scene = sceneAtStart(header.ruleset as Ruleset, header.seats as SeatInfo[], viewer);
    let done = 0;
    for (const { line, view } of steps) {
      for (; done < line - 1; done += 1) {
        const entry = lines[done];
        if (entry.event) scene = sceneAfter(scene, asSeen(entry, seat));
      }
      expect({ line, ...told(scene.view) }).toEqual({ line, ...told(view) });
    }
    expect(scene.view.standing).not.toBeNull();
  });

  test('the past tells as many rounds', () => {
    const last = views[0]?.steps.at(-1);
    let scene = sceneAtStart(header.ruleset as Ruleset, header.seats as SeatInfo[], 'public');
    for (const entry of lines) if (entry.event) scene = sceneAfter(scene, asSeen(entry, null));
    expect(scene.view.past.length).toBe(last?.view.past);
  });
});

/** What both tell at every step. Between rounds the program already speaks of the next one. */
function told(view: Record<string, any>): Record<string, unknown> {
  const asked = Array.isArray(view.to_act) ? view.to_act.length > 0 : view.to_act !== null;
  const whole = asked && (view.game !== 'claims' || view.claim !== null);
  const game = view.game as GameKind;
  const all = [...ALWAYS[game], ...(whole ? WHILE_ASKED[game] : [])];
  return Object.fromEntries(all.filter((name) => name !== 'hand' || view.hand).map((name) => [name, view[name]]));
}

const ALWAYS: Record<GameKind, string[]> = {
  liars: ['dice', 'lost', 'hand'],
  claims: ['scores', 'cards'],
  pairs: ['sheets', 'totals'],
};

const WHILE_ASKED: Record<GameKind, string[]> = {
  liars: ['bids', 'wild', 'fixed_face', 'to_act', 'round'],
  claims: ['claim', 'claimant', 'caller', 'shown', 'to_act', 'round', 'order', 'hand', 'elimination'],
  pairs: ['to_act', 'playing', 'decision', 'dice', 'round'],
};
