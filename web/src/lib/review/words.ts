// What a review says about a decision, in the reader's language: the house sends what it was about, with its numbers.

import type { Player } from '../game/player';
import { nameOf } from '../game/player';
import { t, words } from '../i18n/index.svelte';
import { actName, bidWords, faceWords, listWords, signed } from '../tell';
import type { Comment, Considered, DecisionReview, Held } from '../wire/review';

/** Whose decision it was, and when. */
export const whoseWords = (decision: DecisionReview, players: Player[]): string => t('review.who', { name: nameOf(players, decision.seat), n: decision.round });

/** One or two sentences about a decision. */
export function commentWords(decision: DecisionReview, players: Player[]): string {
  const name = nameOf(players, decision.seat);
  if (decision.fault) return t(`fault.${decision.fault}`, { name });
  if (!decision.comment) return t('review.forced');
  return `${lead(decision.comment, decision, name)} ${verdict(decision)}`;
}

/** "79 %"; what is not quite sure is not called so. */
export function percent(chance: number): string {
  const text = (value: number) => value.toLocaleString(words.language, { style: 'percent', maximumFractionDigits: 0 });
  if (chance > 0 && chance < 0.01) return `< ${text(0.01)}`;
  return chance > 0.99 && chance < 1 ? `> ${text(0.99)}` : text(chance);
}

function lead(comment: Comment, decision: DecisionReview, name: string): string {
  const isTrue = decision.truth?.is_true === true;
  switch (comment.kind) {
    case 'bid': return bidLead(comment, decision, name);
    case 'not-called': return t('review.call', { held: heldWords(comment.held, name), bid: bidWords(comment.bid), chance: percent(comment.chance) });
    case 'call':
      if (decision.mark) return t('review.call', { held: heldWords(comment.held, name), bid: bidWords(comment.bid), chance: percent(comment.chance) });
      return t(isTrue ? 'review.call-wrong' : 'review.call-right', { bid: bidWords(comment.bid), chance: percent(comment.chance) });
    case 'exact': return t('review.exact', { bid: bidWords(comment.bid), chance: percent(comment.chance) });
    case 'claim': return t(isTrue ? 'review.claim-true' : 'review.claim-bluff', { name, sum: comment.sum, claim: comment.claim });
    case 'claim-called': return t(isTrue ? 'review.called-true' : 'review.called-bluff', { claim: comment.claim, chance: percent(comment.bluff) });
    case 'claim-passed': return t(isTrue ? 'review.passed-true' : 'review.passed-bluff', { name, claim: comment.claim, chance: percent(comment.bluff) });
    case 'card-played': return t('review.card-played', { name });
    case 'card-kept': return t('review.card-kept', { name });
    case 'split': return splitLead(comment.opened, decision);
  }
}

function bidLead({ held, bid, chance, better }: Extract<Comment, { kind: 'bid' }>, decision: DecisionReview, name: string): string {
  const blanks = { held: heldWords(held, name), bid: bidWords(bid), chance: percent(chance) };
  if (better) return t('review.bid-better', { ...blanks, better: bidWords(better.bid), other: percent(better.chance) });
  if (decision.mark) return t('review.bid', blanks);
  return t(decision.truth?.is_true ? 'review.bid-true' : 'review.bid-false', blanks);
}

function heldWords({ face, count, wild }: Held, name: string): string {
  if (count === 0) return t('review.held-none', { name, face: faceWords(face, 2) });
  return t(wild ? 'review.held-wild' : 'review.held', { name, n: count, face: faceWords(face, count) });
}

function splitLead(opened: number[], decision: DecisionReview): string {
  const score = chosenOf(decision)?.score ?? 0;
  const split = t('review.split', { split: actName(decision.act ?? ''), score: signed(Math.round(score)) });
  if (!decision.mark || opened.length === 0) return split;
  return `${split} ${t('review.opened', { n: opened.length, numbers: listWords(opened.map(String)) })}`;
}

const chosenOf = (decision: DecisionReview): Considered | undefined => decision.options.find(({ act }) => act === decision.act);

function verdict(decision: DecisionReview): string {
  const [best] = decision.options;
  const chosen = chosenOf(decision);
  if (decision.mark && best && chosen) return t('review.instead', { best: actName(best.act), win: percent(best.win), low: percent(chosen.win) });
  return t(best?.act === decision.act ? 'review.best' : 'review.fair');
}
