// The page stays when the line goes: a service worker keeps its files.

import { place } from './place.svelte';
import { settings } from './settings.svelte';
import { startServiceWorker } from './tab/worker';

/** How long the page is left alone before the large files come. */
const LATER = 5000;

export async function keepForOffline(): Promise<void> {
  const registration = await startServiceWorker(new URL('sw.js', place.isPlain ? location.href : location.origin).href);
  takeOver(registration);
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', () => takeOver(registration)));
  // What is installed like a program is not to be thrown away when the device wants room.
  if (matchMedia('(display-mode: standalone)').matches) void navigator.storage?.persist?.();
  const { active } = await navigator.serviceWorker.ready;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  // Four megabytes are nothing for somebody who looks in once, or who has asked for less.
  if (connection?.saveData || !(place.inTab || settings.hasPlayed)) return;
  setTimeout(() => active?.postMessage('fetch-all'), LATER);
}

/** Lets the build of this window take over, if it is the one that waits. */
function takeOver({ waiting }: ServiceWorkerRegistration): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  if (script) waiting?.postMessage({ runs: script.src });
}
