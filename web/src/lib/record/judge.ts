// What a decision was worth: how likely it was to be right for all that its player knew, and whether it was.

import type { Scene } from '../game/scene';
import { readBid, readClaim } from '../game/text';
import type { GameEvent, LiarsView } from '../game/types';
import { chanceExact, chanceOf, counts } from '../odds';

export interface Judgement {
  what: 'bid' | 'call' | 'exact' | 'claim' | 'answer';
  /** How likely it was to be right; nothing where that depends on the other player alone. */
  chance: number | null;
  right: boolean;
}

/** The judgement on an act, made when the table stood as in `before`. All dice of the round must be known. */
export function judge(before: Scene, event: GameEvent): Judgement | null {
  if (event.event !== 'acted') return null;
  const { view, hands } = before;
  if (view.game === 'liars') return judgeLiars(view, hands, event.seat, event.act);
  if (view.game === 'claims') return judgeClaims(before, event.seat, event.act);
  return null;
}

function judgeLiars(view: LiarsView, hands: Scene['hands'], seat: number, act: string): Judgement | null {
  const hand = hands[seat];
  const bid = readBid(act) ?? readBid(view.bids.at(-1)?.bid ?? '');
  if (!hand || !bid || view.dice.some((dice, at) => dice > 0 && !hands[at])) return null;
  const known = { hand, inPlay: view.dice.reduce((sum, dice) => sum + dice, 0), faces: view.rules.faces, wild: view.wild };
  const there = hands.flatMap((dice) => dice ?? []).filter((die) => counts(die, bid.face, view.wild)).length;
  const isTrue = there >= bid.quantity;
  const likely = chanceOf(bid.quantity, bid.face, known);
  if (act === 'call') return { what: 'call', chance: 1 - likely, right: !isTrue };
  if (act === 'exact') return { what: 'exact', chance: chanceExact(bid.quantity, bid.face, known), right: there === bid.quantity };
  return { what: 'bid', chance: likely, right: isTrue };
}

function judgeClaims({ view, hands }: Scene, seat: number, act: string): Judgement | null {
  if (view.game !== 'claims' || view.claimant === null) return null;
  const dice = hands[view.claimant];
  const claim = readClaim(act) ?? view.claim;
  if (!dice || claim === null) return null;
  const isTrue = dice.reduce((sum, die) => sum + die, 0) === claim;
  if (seat === view.claimant) return readClaim(act) === null ? null : { what: 'claim', chance: null, right: isTrue };
  return { what: 'answer', chance: null, right: act === 'call' ? !isTrue : isTrue };
}
