// A game of liars, event by event.

import type { Scene } from './scene';
import { readBid } from './text';
import type { GameEvent, LiarsView, Ruleset, Seat, Viewer } from './types';

type LiarsScene = Scene<LiarsView>;

export function liarsAtStart(ruleset: Ruleset, seats: number, viewer: Viewer): LiarsView {
  const { game: _, preset: __, ...rules } = ruleset;
  const dice = Number(rules.dice);
  return {
    game: 'liars',
    viewer,
    rules: rules as unknown as LiarsView['rules'],
    round: 0,
    opener: null,
    to_act: null,
    hand: null,
    dice: Array(seats).fill(dice),
    lost: Array(seats).fill(0),
    wild: typeof rules.wild === 'number' ? rules.wild : null,
    palifico: false,
    fixed_face: null,
    bids: [],
    past: [],
    standing: null,
  };
}

export function liarsAfter(scene: LiarsScene, event: GameEvent): LiarsScene {
  const { view } = scene;
  switch (event.event) {
    case 'round':
      return roundStarts(scene, event);
    case 'rolled':
      return event.what === 'hand' ? handRolled(scene, event) : scene;
    case 'stacked': {
      const hands = scene.hands.map((hand, at) => (at === event.seat ? event.dice : hand));
      const own = view.viewer !== 'public' && view.viewer.seat === event.seat;
      return { ...scene, hands, view: { ...view, to_act: null, hand: own ? null : view.hand } };
    }
    case 'acted':
      return acted(scene, event.seat, event.act);
    case 'fault':
      return {
        ...scene,
        view: {
          ...ended(view),
          past: [...view.past, { end: 'fault', round: view.round, seat: event.seat, cause: event.cause }],
        },
      };
    case 'showdown': {
      const { event: _, secret: __, ...showdown } = event;
      const past = [...view.past, { end: 'showdown' as const, ...showdown }];
      return { ...scene, showdown, hands: showdown.hands, view: { ...ended(view), past } };
    }
    case 'die-lost':
      return withDice(scene, event.seat, event.left, { seat: event.seat, by: -1, why: event.why });
    case 'die-gained':
      return withDice(scene, event.seat, event.left, { seat: event.seat, by: 1 });
    case 'over':
      return { ...scene, view: { ...ended(view), standing: event.standing } };
    default:
      return scene;
  }
}

const ended = (view: LiarsView): LiarsView => ({ ...view, to_act: null, hand: null, opener: null });

function roundStarts(scene: LiarsScene, event: Extract<GameEvent, { event: 'round' }>): LiarsScene {
  const { view } = scene;
  const wild = typeof view.rules.wild === 'number' && !event.palifico ? view.rules.wild : null;
  const { round, opener, palifico } = event;
  const started = { ...view, round, opener, palifico, wild, fixed_face: null, bids: [], to_act: null, hand: null };
  const hands = view.dice.map((): number[] | null => null);
  return { ...scene, view: started, hands, showdown: null, changes: [], rolled: null };
}

function handRolled(scene: LiarsScene, event: Extract<GameEvent, { event: 'rolled' }>): LiarsScene {
  const { view } = scene;
  const seat = event.seat ?? null;
  const dice = event.secret && 'dice' in event.secret ? event.secret.dice : null;
  const hands = scene.hands.map((hand, at) => (at === seat ? dice : hand));
  const own = view.viewer !== 'public' && view.viewer.seat === seat;
  // Everybody rolls before the opener bids, so the opener's turn is as good as there.
  return { ...scene, hands, rolled: seat, view: { ...view, to_act: view.opener, hand: own ? dice : view.hand } };
}

function acted(scene: LiarsScene, seat: Seat, act: string): LiarsScene {
  const { view } = scene;
  const bid = readBid(act);
  if (!bid) return { ...scene, view: { ...view, to_act: null } };
  const fixed = view.palifico && view.bids.length === 0 ? bid.face : view.fixed_face;
  const bids = [...view.bids, { seat, bid: act }];
  return { ...scene, rolled: null, view: { ...view, bids, fixed_face: fixed, to_act: nextIn(view, seat) } };
}

/** The next seat that still has dice. */
function nextIn(view: LiarsView, seat: Seat): Seat {
  const seats = view.dice.length;
  for (let step = 1; step < seats; step += 1) {
    const next = (seat + step) % seats;
    if ((view.dice[next] ?? 0) > 0) return next;
  }
  return seat;
}

function withDice(scene: LiarsScene, seat: Seat, left: number, change: LiarsScene['changes'][number]): LiarsScene {
  const { view } = scene;
  const dice = view.dice.map((count, at) => (at === seat ? left : count));
  const lost = dice.map((count) => Math.max(0, view.rules.dice - count));
  return { ...scene, changes: [...scene.changes, change], view: { ...view, dice, lost } };
}
