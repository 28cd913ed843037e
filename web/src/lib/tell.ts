// What happened, in sentences: for the log, and for those who hear the page.

import { t, type Key } from './i18n/index.svelte';
import { nameOf, type Player } from './game/player';
import { readBid, readClaim, readSplit } from './game/text';
import type { GameEvent, LossReason, Showdown, Standing } from './game/types';

export interface Tellers {
  players: Player[];
  own: number | null;
}

const FACES = 6;

/** Sentences about a player that read otherwise when it is the one who looks. */
type Personal = 'table.opens' | 'bid.by' | 'showdown.bid' | 'showdown.call-right' | 'showdown.exact-right' | 'showdown.exact-wrong' | 'claims.to-claim' | 'claims.claims' | 'claims.asks' | 'claims.claimed';

/** A sentence about the player at a seat: by name, or as "you". */
export const about = (key: Personal, seat: number, { players, own }: Tellers, n = 0): string =>
  seat === own ? t(`${key}-you`, { n }) : t(key, { name: nameOf(players, seat), n });

/** "five", "fives"; faces without a name are numbers. */
export function faceWords(face: number, count: number): string {
  if (face < 1 || face > FACES) return t('face.other', { n: face });
  return t(`face.${face}` as Key, { n: count });
}

export function bidWords(text: string): string {
  const bid = readBid(text);
  return bid ? t('bid.words', { n: bid.quantity, face: faceWords(bid.face, bid.quantity) }) : text;
}

/** What was found and who was right; each loss is told by an event of its own. */
export function verdict(showdown: Showdown, tellers: Tellers): string {
  const face = faceWords(readBid(showdown.bid)?.face ?? 0, showdown.count);
  return `${t('showdown.found', { n: showdown.count, face })} ${judgement(showdown, tellers)}`;
}

/** The verdict with what it costs whom. */
export const verdictAndLoss = (showdown: Showdown, tellers: Tellers): string => `${verdict(showdown, tellers)} ${losersWords(showdown, tellers)}`.trim();

function judgement({ exact, right, caller }: Showdown, tellers: Tellers): string {
  if (exact) return about(right ? 'showdown.exact-right' : 'showdown.exact-wrong', caller, tellers);
  return right ? about('showdown.call-right', caller, tellers) : t('showdown.call-wrong');
}

function losersWords({ losers }: Showdown, { players, own }: Tellers): string {
  if (losers.length === 1 && losers[0] === own) return t('showdown.loses-you');
  const names = losers.map((seat) => nameOf(players, seat));
  return names.length === 0 ? '' : t('showdown.loses', { names: listWords(names), n: names.length });
}

export const listWords = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${t('list.and')} ${names.at(-1)}`;

const reasons: Record<LossReason, Key> = {
  'false-bid': 'lost.false-bid',
  'wrong-call': 'lost.wrong-call',
  'others-exact': 'lost.others-exact',
  'wrong-exact': 'lost.wrong-exact',
  'not-exact': 'lost.not-exact',
  fault: 'lost.fault',
};

/** An act, after a name. */
function actWords(name: string, act: string): string {
  const claim = readClaim(act);
  if (claim !== null) return t('act.claim', { name, sum: claim });
  if (readBid(act)) return t('act.bid', { name, bid: bidWords(act) });
  switch (act) {
    case 'call': return t('act.call', { name });
    case 'exact': return t('act.exact', { name });
    case 'let pass': return t('act.pass', { name });
    case 'immunity': return t('act.immunity', { name });
    case 'no immunity': return t('act.no-immunity', { name });
    default: return `${name}: ${act}`;
  }
}

/** An act by itself, as one chooses it. */
export function actName(act: string): string {
  const claim = readClaim(act);
  if (claim !== null) return t('claims.claim', { n: claim });
  if (readBid(act)) return bidWords(act);
  switch (act) {
    case 'call': return t('pick.call');
    case 'exact': return t('pick.exact');
    case 'let pass': return t('claims.pass');
    case 'immunity': return t('claims.play-card');
    case 'no immunity': return t('claims.keep-card');
    default: return splitWords(act);
  }
}

export function splitWords(text: string): string {
  const split = readSplit(text);
  return split ? t('split.words', { a: split.pairs[0], b: split.pairs[1], removed: split.removed }) : text;
}

/** A sentence for an event; nothing for what need not be told. */
export function tell(event: GameEvent, tellers: Tellers): string | null {
  const name = (seat: number) => nameOf(tellers.players, seat);
  switch (event.event) {
    case 'acted': return actWords(name(event.seat), event.act);
    case 'showdown': return verdict(event, tellers);
    case 'round': return t('tell.round', { n: event.round, name: name(event.opener) });
    case 'claim-round': return t('tell.claim-round', { n: event.round });
    case 'split-round': return t('tell.split-round', { n: event.round });
    case 'rolled': return rolledWords(event, tellers);
    case 'stacked': return t('tell.stacked', { name: name(event.seat) });
    case 'fault': return t(`fault.${event.cause}`, { name: name(event.seat) });
    case 'die-lost': return t('tell.lost', { name: name(event.seat), n: event.left, why: t(reasons[event.why]) });
    case 'die-gained': return t('tell.gained', { name: name(event.seat), n: event.left });
    case 'out': return t('tell.out', { name: name(event.seat) });
    case 'claim-shown':
      return t(event.truthful ? 'tell.shown-true' : 'tell.shown-bluff', { name: name(event.seat), dice: event.dice.join(' + '), sum: event.claim });
    case 'scored': return event.change === 0 ? null : t('tell.scored', { name: name(event.seat), change: signed(event.change), score: event.score });
    case 'tied': return t('tell.tied', { names: listWords(event.seats.map(name)) });
    case 'decided': return null;
    case 'marked': return t(event.free_ride ? 'tell.marked-free' : 'tell.marked', { name: name(event.seat), split: splitWords(event.split), total: signed(event.total) });
    case 'finished': return t('tell.finished', { name: name(event.seat), total: signed(event.total) });
    case 'over': return standingWords(event.standing, tellers);
  }
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

function rolledWords(event: Extract<GameEvent, { event: 'rolled' }>, { own, players }: Tellers): string | null {
  if (event.what === 'shared' && event.shown) return t('tell.shared', { dice: event.shown.join(', ') });
  if (event.seat === undefined || event.seat === null) return null;
  if (event.what === 'hand' && event.seat === own && event.secret && 'dice' in event.secret) {
    return t('tell.your-roll', { dice: event.secret.dice.join(', ') });
  }
  const open = event.what === 'opener-die' || event.what === 'roll-off';
  return open && event.shown ? t('tell.rolls', { name: nameOf(players, event.seat), dice: event.shown.join(', ') }) : null;
}

export function standingWords(standing: Standing, tellers: Tellers): string {
  const winners = standing.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (tellers.players.length === 1) return t('over.alone', { total: signed(standing.scores?.[0] ?? 0) });
  if (tellers.own !== null && winners.length === 1 && winners[0] === tellers.own) return t('over.you-won');
  return t('over.won', { names: listWords(winners.map((seat) => nameOf(tellers.players, seat))), n: winners.length });
}
