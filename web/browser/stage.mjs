// A browser and a house for the tests of a file: there before the first one, gone after the last. Each file runs in a process of its
// own, so each has its own.

import { after, before } from 'node:test';
import { startHouse } from './house.mjs';
import { openBrowser } from './people.mjs';

export let browser;
export let house;

before(async () => {
  [browser, house] = await Promise.all([openBrowser(), startHouse()]);
});
after(async () => {
  await browser?.close();
  await house?.stop();
});
