// Every sound as the browser makes it, measured: short, about as loud as the others, and never harsh.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { openBrowser } from './people.mjs';

const RATE = 44_100;
/** What is softer than this, of the full scale, nobody hears. */
const SILENCE = 0.001;
const decibels = (level) => 20 * Math.log10(level);

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/** The page's own sounds, without the page around them. */
const source = ts
  .transpileModule(readFileSync(new URL('../src/lib/sound.ts', import.meta.url), 'utf8'), { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
  .outputText.replace(/^import .*$/m, 'const settings = {};')
  .concat('\nglobalThis.sounds = sounds;');

test('sounds are short, clear and about equally loud', { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  await page.addScriptTag({ content: source, type: 'module' });
  await page.waitForFunction(() => 'sounds' in globalThis);
  const heard = await page.evaluate(
    async ([rate, silence]) => {
      const measured = {};
      for (const [name, make] of Object.entries(globalThis.sounds)) {
        const audio = new OfflineAudioContext(1, 2 * rate, rate);
        make(audio, 0);
        const samples = (await audio.startRendering()).getChannelData(0);
        const end = samples.findLastIndex((sample) => Math.abs(sample) > silence) + 1;
        const sounding = samples.subarray(0, end);
        measured[name] = {
          length: end / rate,
          peak: sounding.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
          // The loudest twentieth of a second: that is how loud a short sound seems.
          loud: Math.max(...Array.from({ length: Math.ceil(end / (rate / 40)) }, (_, step) => {
            const part = samples.subarray(step * (rate / 40), step * (rate / 40) + rate / 20);
            return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
          })),
        };
      }
      return measured;
    },
    [RATE, SILENCE],
  );
  console.log(Object.entries(heard).map(([name, { length, peak, loud }]) => `${name}: ${(1000 * length).toFixed(0)} ms, peak ${decibels(peak).toFixed(1)} dB, loudest ${decibels(loud).toFixed(1)} dB`).join('; '));
  const louds = Object.values(heard).map(({ loud }) => decibels(loud));
  for (const [name, { length, peak }] of Object.entries(heard)) {
    assert.ok(length > 0.02 && length < 0.6, `${name} lasts ${length} s`);
    assert.ok(decibels(peak) < -6, `${name} reaches ${decibels(peak)} dB`);
  }
  assert.equal(louds.length, 7);
  assert.ok(Math.max(...louds) - Math.min(...louds) < 12, `between ${Math.min(...louds)} and ${Math.max(...louds)} dB`);
});
