// The characters of the house bots: what they say, in the reader's language. Asked for when the first of them speaks.

import { api, type Character } from './api';
import type { Language } from './i18n/index.svelte';
import type { Remark } from './wire/messages';

const asked = new Map<Language, Promise<Character[]>>();

function cast(language: Language): Promise<Character[]> {
  const known = asked.get(language);
  if (known) return known;
  const asking = api.voices(language).catch((): Character[] => {
    // After a failure the house is asked again the next time.
    asked.delete(language);
    return [];
  });
  asked.set(language, asking);
  return asking;
}

/** The words of a remark; nothing for a line this house does not have. */
export async function remarkWords(bot: string, remark: Remark, language: Language): Promise<string | null> {
  const name = bot.split(':')[0];
  const character = (await cast(language)).find((one) => one.bot === name);
  return character?.lines[remark.occasion]?.[remark.line] ?? null;
}
