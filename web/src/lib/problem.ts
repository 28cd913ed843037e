// What went wrong, in words.

import { Refused } from './api';
import { t } from './i18n/index.svelte';

export function problemWords(error: unknown): string {
  if (error instanceof Refused) return error.code === 'no-answer' ? t('problem.no-answer') : error.message;
  return t('problem.unknown');
}
