// It is one's turn while one looks elsewhere: the device is shaken, and the browser says so where it is allowed to.

import { t } from './i18n/index.svelte';
import { settings } from './settings.svelte';

/** Asks whether the browser may tell; false when it may not. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
}

/** Tells somebody who does not look that it is their turn; gives back how to take it back. */
export function callBack(): () => void {
  if (!document.hidden || !settings.notify) return () => {};
  navigator.vibrate?.([120, 80, 120]);
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return () => {};
  // One at a time, however many turns were missed.
  const told = new Notification('Dicehouse', { body: t('seat.your-turn'), tag: 'dicehouse-turn' });
  told.onclick = () => { globalThis.focus(); told.close(); };
  return () => told.close();
}
