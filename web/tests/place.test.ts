// Where the house is, by what answers first.

import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('$lib/tab/has', () => ({ hasEngine: true }));

async function placeAfter(...answers: Response[]): Promise<boolean> {
  vi.resetModules();
  const { place } = await import('$lib/place.svelte');
  answers.forEach((answer) => place.answered(answer));
  return place.inTab;
}

const html = (status: number) => new Response('<h1>', { status, headers: { 'content-type': 'text/html' } });

beforeEach(() => vi.unstubAllGlobals());

test('a house answers with JSON, also when it refuses; a plain web host does not', async () => {
  expect(await placeAfter(Response.json(null))).toBe(false);
  expect(await placeAfter(Response.json({ error: 'not-found' }, { status: 404 }))).toBe(false);
  expect(await placeAfter(html(404))).toBe(true);
  expect(await placeAfter(html(200))).toBe(true);
});

test('a proxy whose house restarts is no reason to leave it', async () => {
  expect(await placeAfter(html(502))).toBe(false);
  expect(await placeAfter(Response.json(null), html(404))).toBe(false);
});

test('what somebody chose holds until the window is closed', async () => {
  const kept = new Map([['dicehouse-place', 'tab']]);
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null });
  expect(await placeAfter()).toBe(true);
});
