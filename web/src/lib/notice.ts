// It is one's turn while one looks elsewhere: the device is shaken, and the browser says so where it is allowed to.

import { t } from './i18n/index.svelte';
import { settings } from './settings.svelte';

/** One at a time, however many turns were missed. */
const TAG = 'dicehouse-turn';

/** Asks whether the browser may tell; false when it may not. */
export async function mayNotify(): Promise<boolean> {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
}

/** Tells somebody who does not look that it is their turn; gives back how to take it back. */
export function callBack(): () => void {
  if (!document.hidden || !settings.notify) return () => {};
  navigator.vibrate?.([120, 80, 120]);
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return () => {};
  const told = tell().catch(() => () => {});
  return () => void told.then((takeBack) => takeBack());
}

async function tell(): Promise<() => void> {
  const message = { body: t('seat.your-turn'), tag: TAG };
  try {
    const told = new Notification('Dicehouse', message);
    told.onclick = () => { globalThis.focus(); told.close(); };
    return () => told.close();
  } catch {
    // On phones a page cannot tell by itself; its service worker can.
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification('Dicehouse', message);
    return () => void registration.getNotifications({ tag: TAG }).then((shown) => shown.forEach((one) => one.close()));
  }
}
