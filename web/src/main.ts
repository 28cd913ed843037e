import { mount } from 'svelte';
import App from './App.svelte';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';
import './styles/base.css';
import './styles/buttons.css';
import './styles/forced.css';
import './styles/lists.css';
import './styles/tables.css';

const target = document.getElementById('page');
if (target) {
  settings.start();
  router.start();
  mount(App, { target });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) addEventListener('load', () => setTimeout(keepForOffline, QUIET));
}

/** How long the first load has the line for itself. */
const QUIET = 3000;

function keepForOffline(): void {
  // A browser that does not want to keep anything plays all the same.
  void import('$lib/offline').then((offline) => offline.keepForOffline()).catch(() => {});
}
