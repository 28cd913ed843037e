// A game of claims, event by event.

import type { Scene } from './scene';
import { readClaim } from './text';
import type { ClaimsView, ExchangeEnd, GameEvent, Ruleset, Seat, SeatInfo, Viewer } from './types';

type ClaimsScene = Scene<ClaimsView>;

export function claimsAtStart(ruleset: Ruleset, seats: SeatInfo[], viewer: Viewer): ClaimsView {
  const { game: _, preset: __, ...rules } = ruleset;
  const all = seats.map((_, seat) => seat);
  return {
    game: 'claims',
    viewer,
    rules: rules as unknown as ClaimsView['rules'],
    round: 1,
    elimination: null,
    contenders: all,
    order: [],
    claimant: null,
    caller: null,
    claim: null,
    shown: null,
    to_act: null,
    hand: null,
    scores: all.map(() => 0),
    games_won: seats.map((seat) => seat.games_won ?? 0),
    cards: rules.immunity ? all : [],
    past: [],
    standing: null,
  };
}

export function claimsAfter(scene: ClaimsScene, event: GameEvent): ClaimsScene {
  const { view } = scene;
  switch (event.event) {
    case 'claim-round':
      return roundStarts(scene, event);
    case 'rolled':
      return event.what === 'hand' ? handRolled(scene, event) : scene;
    case 'acted':
      return acted(scene, event.seat, event.act);
    case 'claim-shown': {
      const { seat, dice, truthful } = event;
      const hands = scene.hands.map((hand, at) => (at === seat ? dice : hand));
      const next = { ...scene, shown: { seat, dice, truthful }, hands, view: { ...view, shown: dice } };
      if (truthful) return exchangeEnds(next, 'truthful');
      return view.cards.includes(seat) ? { ...next, view: { ...next.view, to_act: seat } } : exchangeEnds(next, 'caught');
    }
    case 'fault':
      return fault(scene, event.seat);
    case 'scored': {
      const scores = view.scores.map((score, at) => (at === event.seat ? event.score : score));
      const changes = [...scene.changes, { seat: event.seat, by: event.change }];
      return { ...scene, changes, view: { ...view, scores } };
    }
    case 'tied':
      return { ...scene, view: { ...view, contenders: event.seats } };
    case 'over':
      return { ...scene, view: { ...view, ...nobody, standing: event.standing } };
    default:
      return scene;
  }
}

const nobody = { claimant: null, caller: null, claim: null, shown: null, to_act: null, hand: null };

function roundStarts(scene: ClaimsScene, event: Extract<GameEvent, { event: 'claim-round' }>): ClaimsScene {
  const { round, order } = event;
  const elimination = event.elimination ?? null;
  const contenders = [...order].sort((a, b) => a - b);
  const view = { ...scene.view, ...nobody, round, order, elimination, contenders };
  const hands = scene.hands.map((): number[] | null => null);
  return turnTo({ ...scene, hands, shown: null, changes: [], rolled: null, view }, 0);
}

/** The claim of the seat at this place of the order is asked for. */
function turnTo(scene: ClaimsScene, place: number): ClaimsScene {
  const { order } = scene.view;
  const claimant = order[place];
  if (claimant === undefined) return { ...scene, view: { ...scene.view, ...nobody } };
  const caller = order[(place + 1) % order.length] ?? null;
  // Where a claimant rolls when the turn comes, nobody keeps dice from one exchange to the next.
  const keeps = scene.view.rules.roll === 'round-start';
  const hands = keeps ? scene.hands : scene.hands.map((): number[] | null => null);
  const hand = own(scene, hands);
  return { ...scene, hands, view: { ...scene.view, ...nobody, claimant, caller, to_act: claimant, hand } };
}

const own = (scene: ClaimsScene, hands: ClaimsScene['hands']): number[] | null =>
  scene.view.viewer === 'public' ? null : (hands[scene.view.viewer.seat] ?? null);

function handRolled(scene: ClaimsScene, event: Extract<GameEvent, { event: 'rolled' }>): ClaimsScene {
  const seat = event.seat ?? null;
  const dice = event.secret && 'dice' in event.secret ? event.secret.dice : null;
  const hands = scene.hands.map((hand, at) => (at === seat ? dice : hand));
  return { ...scene, hands, rolled: seat, view: { ...scene.view, hand: own(scene, hands) } };
}

function acted(scene: ClaimsScene, seat: Seat, act: string): ClaimsScene {
  const { view } = scene;
  const claim = readClaim(act);
  if (claim !== null) {
    return { ...scene, shown: null, changes: [], rolled: null, view: { ...view, claim, to_act: view.caller } };
  }
  switch (act) {
    case 'let pass':
      return exchangeEnds(scene, 'passed');
    case 'immunity':
      return exchangeEnds({ ...scene, view: { ...view, cards: view.cards.filter((card) => card !== seat) } }, 'immune');
    case 'no immunity':
      return exchangeEnds(scene, 'caught');
    default:
      return { ...scene, view: { ...view, to_act: null } };
  }
}

function fault(scene: ClaimsScene, seat: Seat): ClaimsScene {
  const { view } = scene;
  if (view.shown) return exchangeEnds(scene, 'caught');
  return exchangeEnds(scene, seat === view.claimant ? 'void' : 'passed');
}

function exchangeEnds(scene: ClaimsScene, end: ExchangeEnd): ClaimsScene {
  const { view } = scene;
  const { round, claimant, caller, claim } = view;
  if (claimant === null || caller === null) return scene;
  const dice = end === 'passed' || end === 'void' ? null : (view.shown ?? scene.shown?.dice ?? null);
  const past = [...view.past, { round, claimant, caller, claim, end, dice }];
  const claimed = { ...scene, view: { ...view, past } };
  return turnTo(claimed, view.order.indexOf(claimant) + 1);
}
