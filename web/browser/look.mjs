// Looks at screens, at the size of a phone, a tablet and a desktop, in low light and in daylight: nothing wider than the
// screen, nothing that keeps anybody out (axe), nothing on the console. The pictures are kept to be looked at.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { assertNoSidewaysScroll, assertQuiet, person } from './people.mjs';
import { NAMES, ONE_LANGUAGE, screens, then } from './screens.mjs';
import { browser, house } from './stage.mjs';

const SIZES = { phone: [360, 780], tablet: [768, 1024], desktop: [1280, 900] };
const folder = fileURLToPath(new URL('../screens/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** All rules, or those named: daylight changes the colours and nothing else. */
async function assertOpenToAll(page, what, rules = null) {
  // The page has no frames, so nothing is to be gathered from several.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`), [], what);
}

/** What a screen says in lines of at least three words, names apart: shorter ones may read the same in two languages. */
async function said(page) {
  const text = await page.locator('main').innerText();
  const lines = text.split('\n').map((line) => NAMES.reduce((rest, name) => rest.replaceAll(name, ''), line).trim());
  return lines.filter((line) => (line.match(/\p{Letter}{2,}/gu) ?? []).length >= 3);
}

/** Chooses another language where one is. Words are longer then, a phone is as narrow as ever, and what reads as in English was forgotten. */
async function assertSpoken(page, name) {
  const [width, height] = SIZES.phone;
  await page.setViewportSize({ width, height });
  const english = await said(page);
  for (const language of ['de', 'es']) {
    await page.locator('[aria-controls=preferences]').click();
    await page.locator('#preferences select').first().selectOption(language);
    await page.keyboard.press('Escape');
    await page.locator(`html[lang=${language}]`).waitFor();
    // Rules and lessons come from the house again, in the new language.
    let forgotten = english;
    for (let look = 0; look < 100 && forgotten.length > 0; look += 1) {
      forgotten = (await said(page)).filter((line) => english.includes(line));
      if (forgotten.length > 0) await page.waitForTimeout(50);
    }
    assert.deepEqual(forgotten, [], `${name} in ${language}`);
    await assertNoSidewaysScroll(page, `${name} in ${language}`);
    await page.screenshot({ path: `${folder}${name}-${language}.png`, fullPage: true });
  }
}

/** Looks at those screens whose names are wanted. Two files look at a part each, so that two browsers share the work. */
export function lookAt(wanted) {
  for (const [name, prepare] of Object.entries(screens).filter(([one]) => wanted(one))) lookAtOne(name, prepare);
}

function lookAtOne(name, prepare) {
  test(name, async () => {
    const [width, height] = SIZES.phone;
    const who = await person(browser, { viewport: { width, height }, colorScheme: 'dark', reducedMotion: 'reduce' });
    const { page } = who;
    await page.goto(house.url + (await prepare(page)));
    await page.locator(':is(h1, main h2, main .text)').first().waitFor();
    await then[name]?.(page);
    for (const [size, [wide, high]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width: wide, height: high });
      await assertNoSidewaysScroll(page, `${name} on a ${size}`);
      await page.screenshot({ path: `${folder}${name}-${size}.png`, fullPage: true });
      if (size === 'phone') await assertOpenToAll(page, `${name}, low light`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.screenshot({ path: `${folder}${name}-daylight.png`, fullPage: true });
    await assertOpenToAll(page, `${name}, daylight`, ['color-contrast', 'link-in-text-block']);
    if (!ONE_LANGUAGE.includes(name)) await assertSpoken(page, name);
    assertQuiet(who, name === 'line-lost' ? ['WebSocket'] : []);
    await who.context.close();
  });
}
