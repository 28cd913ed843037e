// What went wrong, in words.

import { Refused } from './api';
import { isKey, t } from './i18n/index.svelte';

export function problemWords(error: unknown): string {
  const key = `problem.${error instanceof Refused ? error.code : 'unknown'}`;
  return t(isKey(key) ? key : 'problem.unknown');
}
