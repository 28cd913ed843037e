// How strong a bot is, in the reader's language. The levels are the roster's; one the page does not know is shown as it is.

import { isKey, t } from './i18n/index.svelte';


export function levelWords(level: string): string {
  const key = `level.${level}`;
  return isKey(key) ? t(key) : level;
}
