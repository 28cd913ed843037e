// A game of pairs, event by event.

import type { Scene } from './scene';
import { marked } from './sheet';
import type { GameEvent, PairsView, Ruleset, Seat, Sheet, SplitText, Viewer } from './types';

type PairsScene = Scene<PairsView>;

/** Numbers that a pair can make: 2 to 12. */
const NUMBERS = 11;

export function pairsAtStart(ruleset: Ruleset, seats: number, viewer: Viewer): PairsView {
  const { game: _, preset: __, ...rules } = ruleset;
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return {
    game: 'pairs',
    viewer,
    rules: rules as unknown as PairsView['rules'],
    round: 1,
    dice: null,
    playing: all,
    to_act: [],
    decision: null,
    sheets: all.map((): Sheet => ({ marks: Array(NUMBERS).fill(0), removed: [] })),
    totals: all.map(() => 0),
    past: [],
    standing: null,
  };
}

export function pairsAfter(scene: PairsScene, event: GameEvent): PairsScene {
  const { view } = scene;
  switch (event.event) {
    case 'split-round': {
      const { round, playing } = event;
      return { ...scene, changes: [], view: { ...view, round, playing, dice: null, to_act: [], decision: null } };
    }
    case 'rolled':
      return { ...scene, rolled: 0, view: { ...view, dice: event.shown ?? null, to_act: view.playing } };
    case 'decided':
      return decided(scene, event.seat, event.secret && 'split' in event.secret ? event.secret.split : null);
    case 'marked':
      return onSheet(scene, event);
    case 'finished':
      return { ...scene, view: { ...view, playing: view.playing.filter((seat) => seat !== event.seat) } };
    case 'over':
      return { ...scene, view: { ...view, standing: event.standing, dice: null, to_act: [], decision: null } };
    default:
      return scene;
  }
}

function decided(scene: PairsScene, seat: Seat, split: SplitText | null): PairsScene {
  const { view } = scene;
  const own = view.viewer !== 'public' && view.viewer.seat === seat;
  const to_act = view.to_act.filter((due) => due !== seat);
  return { ...scene, rolled: null, view: { ...view, to_act, decision: own && split ? split : view.decision } };
}

function onSheet(scene: PairsScene, event: Extract<GameEvent, { event: 'marked' }>): PairsScene {
  const { view } = scene;
  const at = <T>(list: T[], change: (item: T) => T) => list.map((item, seat) => (seat === event.seat ? change(item) : item));
  const sheets = at(view.sheets, (sheet) => marked(sheet, event.split, event.free_ride));
  const by = event.total - (view.totals[event.seat] ?? 0);
  const totals = at(view.totals, () => event.total);
  const past = pastWith(view, event.seat, event.split, totals);
  const next = { ...view, sheets, totals, past, to_act: [] };
  return { ...scene, changes: [...scene.changes, { seat: event.seat, by }], view: next };
}

/** The past rounds with a split of this one; the round's first split opens its line. */
function pastWith(view: PairsView, seat: Seat, split: SplitText, totals: number[]): PairsView['past'] {
  const open = view.past.length === view.round;
  const before = open ? view.past.slice(0, -1) : view.past;
  const splits = open ? (view.past.at(-1)?.splits ?? []) : totals.map(() => null);
  const line = { dice: view.dice ?? [], splits: splits.map((old, at) => (at === seat ? split : old)), totals };
  return [...before, line];
}
