// What the reader likes, as the browser kept it: whatever is found there, the page speaks a language it has.

import { afterEach, expect, test, vi } from 'vitest';
import { isKey, isLanguage } from '$lib/i18n/index.svelte';
import { read } from '$lib/settings.svelte';
import { portraitOf } from '$parts/portrait';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [['de-AT', 'en'], null, 'de'],
  [['fr', 'es-MX'], null, 'es'],
  [['fr'], null, 'en'],
  [['de'], '{"language":"es","muted":true}', 'es'],
  [['de'], '{"language":"klingon"}', 'de'],
  [['de'], '{"language":"toString"}', 'de'],
  [['de'], '{"language":7}', 'de'],
  [['de'], 'null', 'de'],
  [['de'], 'no JSON', 'de'],
])('a browser that prefers %j and kept %j speaks %s', (languages, kept, language) => {
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', { getItem: () => kept });
  expect(read().language).toBe(language);
});

test('names that every object knows mean nothing', () => {
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
    expect(isKey(name)).toBe(false);
    expect(isLanguage(name)).toBe(false);
    expect(portraitOf(name).hue).toBeGreaterThanOrEqual(0);
    expect(portraitOf(name).eyes).toBeTypeOf('string');
  }
  expect(portraitOf('odds:depth=3')).toEqual(portraitOf('odds'));
});
