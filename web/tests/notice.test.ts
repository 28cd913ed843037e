// It is one's turn while one looks elsewhere: told by the page where that works, by its service worker on phones.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callBack } from '$lib/notice';
import { settings } from '$lib/settings.svelte';

const shown: string[] = [];
const worker = {
  showNotification: (title: string, { tag }: { tag: string }) => Promise.resolve(void shown.push(`worker: ${title} ${tag}`)),
  getNotifications: () => Promise.resolve([{ close: () => void shown.push('worker: closed') }]),
};

class Told {
  static permission = 'granted';
  onclick: unknown = null;
  constructor(title: string) {
    shown.push(`page: ${title}`);
  }
  close(): void {
    shown.push('page: closed');
  }
}

/** On phones a page cannot make one. */
class Forbidden {
  static permission = 'granted';
  constructor() {
    throw new TypeError('Illegal constructor');
  }
}

beforeEach(() => {
  shown.length = 0;
  settings.notify = true;
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('navigator', { vibrate: () => shown.push('shaken'), serviceWorker: { ready: Promise.resolve(worker) } });
});
afterEach(() => vi.unstubAllGlobals());

const soon = () => new Promise((go) => setTimeout(go));

for (const [Notification, by] of [[Told, 'page: Dicehouse'], [Forbidden, 'worker: Dicehouse dicehouse-turn']] as const) {
  test(`a turn is told, and taken back when it is over (${by})`, async () => {
    vi.stubGlobal('Notification', Notification);
    const takeBack = callBack();
    await soon();
    expect(shown).toEqual(['shaken', by]);
    takeBack();
    await soon();
    expect(shown.at(-1)).toMatch(/closed$/);
  });
}

test('nobody is told who looks, who does not want it, or whose browser may not', async () => {
  vi.stubGlobal('Notification', class extends Told { static override permission = 'denied'; });
  callBack()();
  await soon();
  expect(shown).toEqual(['shaken']);
  shown.length = 0;
  vi.stubGlobal('Notification', Told);
  settings.notify = false;
  callBack()();
  settings.notify = true;
  vi.stubGlobal('document', { hidden: false });
  callBack()();
  await soon();
  expect(shown).toEqual([]);
});

test('a browser that lets neither of them tell is no reason to stop', async () => {
  vi.stubGlobal('Notification', Forbidden);
  vi.stubGlobal('navigator', {});
  callBack()();
  await soon();
  expect(shown).toEqual([]);
});
