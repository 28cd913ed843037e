// What people say, in the reader's language.

import { t, type Key } from '../i18n/index.svelte';
import { EMOTES, PHRASES, type Emote, type Phrase, type Say } from '../wire/messages';

export const phrases = Object.keys(PHRASES) as Phrase[];
export const emotes = Object.keys(EMOTES) as Emote[];

export const phraseWords = (phrase: Phrase): string => t(`phrase.${phrase}` as Key);
/** The emote that was sent as this sign, if it is one. */
export const emoteOf = (sign: string): Emote | undefined => emotes.find((emote) => EMOTES[emote] === sign);

export function sayWords(say: Say): string {
  if ('phrase' in say) return say.phrase in PHRASES ? phraseWords(say.phrase) : say.phrase;
  if ('emote' in say) return EMOTES[say.emote] ?? '';
  return say.text;
}
