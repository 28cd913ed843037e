// Browsers and the people in front of them. Everything that should not happen is written down while they play.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--no-first-run', '--disable-quic', '--autoplay-policy=no-user-gesture-required',
];
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

export async function openBrowser(more = []) {
  const executablePath = process.env.CHROMIUM ?? (await found());
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

async function found() {
  const { access } = await import('node:fs/promises');
  const folders = (process.env.PATH ?? '').split(':');
  for (const program of PROGRAMS) {
    for (const folder of folders) {
      const path = `${folder}/${program}`;
      if (await access(path).then(() => true, () => false)) return path;
    }
  }
  throw new Error(`no browser: install one of ${PROGRAMS.join(', ')}`);
}

/** What the page's service worker is told where a test does not want it: it would stand between the page and what the test answers. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** A person with a browser of their own. */
export async function person(browser, options = {}) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', ...options });
  // A policy that is broken tells the page; the page tells us.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  const page = await context.newPage();
  const complaints = [];
  const traffic = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !message.text().startsWith(BLOCKED) && complaints.push(`${message.text()} ${message.location().url}`.trim()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => traffic.push(String(payload))));
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const body = await response.text().catch(() => '');
    traffic.push(body);
  });
  return { context, page, complaints, traffic };
}

/** Nothing went wrong in this browser, but for what a test brought about itself. */
export function assertQuiet({ complaints }, expected = []) {
  assert.deepEqual(complaints.filter((text) => !expected.some((part) => text.includes(part))), []);
}

/** Nothing is wider than the screen. */
export async function assertNoSidewaysScroll(page, what) {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wider <= 0, `${what} is ${wider} pixels wider than the screen`);
}
