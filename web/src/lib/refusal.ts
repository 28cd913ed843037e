// Why something was not done, in the reader's language.

import { readBid } from './game/text';
import { t } from './i18n/index.svelte';
import { bidWords, faceWords, splitWords } from './tell';
import type { ActRefusal, Refusal } from './wire/messages';

/** Why a room refused a command. */
export const refusalWords = ({ code, rules }: Refusal): string => (rules ? againstWords(rules) : t(`refusal.${code}`));

const faces = (face: number): string => faceWords(face, 2);
const least = (bid: string, n: number): string => bidWords(`${n}x${readBid(bid)?.face ?? 0}`);

/** What the rules have against an act. */
export function againstWords(refusal: ActRefusal): string {
  switch (refusal.code) {
    case 'no-such-face': return t('against.no-such-face', { face: faces(refusal.face), faces: refusal.faces });
    case 'more-than-in-play': return t('against.more-than-in-play', { n: refusal.in_play });
    case 'too-low': return t('against.too-low', { bid: bidWords(refusal.bid), last: bidWords(refusal.last), n: least(refusal.bid, refusal.least) });
    case 'too-few-dice':
      return t('against.too-few-dice', { bid: bidWords(refusal.bid), last: bidWords(refusal.last), n: least(refusal.bid, refusal.least), most: refusal.in_play });
    case 'face-too-low': return t('against.face-too-low', { bid: bidWords(refusal.bid), last: bidWords(refusal.last) });
    case 'wild-cannot-open': return t('against.wild-cannot-open', { faces: faces(refusal.face) });
    case 'face-fixed': return t('against.face-fixed', { faces: faces(refusal.face) });
    case 'no-more-bids': return t('against.no-more-bids', { n: refusal.bids });
    case 'claim-out-of-range': return t('against.claim-out-of-range', { min: refusal.min, max: refusal.max });
    case 'not-these-dice': return t('against.not-these-dice', { split: splitWords(refusal.split), dice: refusal.dice.join(', ') });
    case 'must-remove': return t('against.must-remove', { numbers: refusal.among.join(', ') });
    default: return t(`against.${refusal.code}`);
  }
}
