// Every language says everything, with the same blanks to fill; and nothing is said that nobody asks for.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import en from '$lib/i18n/en.json';
import { fill, languages, words } from '$lib/i18n/index.svelte';
import { EMOTES, PHRASES } from '$lib/wire/messages';

type Message = string | Record<string, string>;
const read = (language: string): Record<string, Message> => JSON.parse(readFileSync(`src/lib/i18n/${language}.json`, 'utf8'));
const english = en as Record<string, Message>;
const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const blanks = (message: Message): string[] => [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe.each(Object.keys(languages))('%s', (language) => {
  const messages = read(language);

  test('has every message, and no other', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
  });

  test('fills the same blanks', () => {
    for (const [key, message] of Object.entries(messages)) {
      const all = blanks(english[key] ?? '');
      expect({ key, blanks: blanks(message) }).toEqual({ key, blanks: all });
    }
  });

  test('has all plural forms of its language where it has any', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message !== 'string') expect({ key, forms: forms.filter((form) => !(form in message)) }).toEqual({ key, forms: [] });
    }
  });

  test('says nothing in no words', () => {
    expect(Object.entries(messages).filter(([, message]) => texts(message).some((text) => text.trim() === ''))).toEqual([]);
  });
});

test('what other languages say is not English', () => {
  for (const language of Object.keys(languages).filter((one) => one !== 'en')) {
    const messages = read(language);
    const same = Object.keys(english).filter((key) => JSON.stringify(messages[key]) === JSON.stringify(english[key]));
    expect(same.length, `${language}: ${same.join(', ')}`).toBeLessThan(Object.keys(english).length / 20);
  }
});

test('other languages have their own names for the games', () => {
  const names = ['game.liars', 'game.claims', 'game.pairs'].flatMap((key) => texts(english[key] ?? ''));
  for (const language of Object.keys(languages).filter((one) => one !== 'en')) {
    const borrowed = Object.entries(read(language)).filter(([, message]) => texts(message).some((text) => names.some((name) => text.includes(name))));
    expect(borrowed).toEqual([]);
  }
});

test('a time is told in the largest unit that fits', async () => {
  expect([15, 60, 90, 120, 3600, 86_400, 0].map((seconds) => words.duration(seconds)))
    .toEqual(['15 seconds', '1 minute', '90 seconds', '2 minutes', '1 hour', '1 day', '0 seconds']);
  await words.speak('de');
  expect(words.duration(3600)).toBe('1 Stunde');
  await words.speak('en');
});

test('every phrase and emote of the wire has its words', () => {
  for (const phrase of Object.keys(PHRASES)) expect(english).toHaveProperty([`phrase.${phrase}`]);
  for (const emote of Object.keys(EMOTES)) expect(english).toHaveProperty([`emote.${emote}`]);
});

test('every message is used', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(svelte|ts)$/.test(path))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
    .join('\n');
  const parts = [...source.matchAll(/`([a-z]+\.[a-z-]*)\$\{/g)].map((found) => found[1] ?? '');
  // A sentence about whoever looks goes with the one about everybody else.
  const base = (key: string) => key.replace(/-you$/, '');
  const unused = Object.keys(english).filter((key) => !source.includes(`'${base(key)}'`) && !parts.some((part) => key.startsWith(part)));
  expect(unused).toEqual([]);
});

test('plural forms are chosen by the number', () => {
  expect(fill({ one: '{n} die', other: '{n} dice' }, { n: 1 }, 'en')).toBe('1 die');
  expect(fill({ one: '{n} die', other: '{n} dice' }, { n: 3 }, 'en')).toBe('3 dice');
  expect(fill('no {blank}', {}, 'en')).toBe('no {blank}');
});
