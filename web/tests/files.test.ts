// Every file of the page has one subject, and ends where it ends.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MOST_LINES = 200;

test('no file of the page has more than 200 lines', () => {
  const written = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(svelte|ts|css)$/.test(path) && !path.startsWith('lib/wire/'));
  expect(written.length).toBeGreaterThan(100);
  const long = written.filter((path) => readFileSync(`src/${path}`, 'utf8').split('\n').length > MOST_LINES + 1);
  expect(long).toEqual([]);
});
