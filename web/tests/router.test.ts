import { expect, test } from 'vitest';
import { routeOf } from '$lib/router.svelte';
import { rulesLink } from '$lib/rulesLink';

test.each([
  ['/', { screen: 'home' }],
  ['/room/qk7px', { screen: 'room', code: 'QK7PX' }],
  ['/room', { screen: 'home' }],
  ['/replay', { screen: 'replay', game: null }],
  ['/replay/123-abc', { screen: 'replay', game: '123-abc' }],
  ['/learn/liars', { screen: 'learn', lesson: 'liars' }],
  ['/me', { screen: 'me' }],
  ['/player/Q1', { screen: 'player', player: 'Q1' }],
  ['/player', { screen: 'leaders' }],
  ['/nothing', { screen: 'lost' }],
  ['/a/b/c/d', { screen: 'lost' }],
  ['/room/%E0%A4%A', { screen: 'room', code: '%E0%A4%A' }],
])('%s', (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

test('the rules of the very ruleset being played have an address', () => {
  const [path, query] = rulesLink({ game: 'liars', preset: 'perudo', dice: 3, wild: 'none' }).split('?');
  expect(routeOf(path ?? '', query)).toEqual({ screen: 'rules', game: 'liars', preset: 'perudo', options: 'dice=3,wild=none' });
});
