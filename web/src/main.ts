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
}
