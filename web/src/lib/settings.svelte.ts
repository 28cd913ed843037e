// What the reader likes, remembered in this browser.

import { isLanguage, words, type Language } from './i18n/index.svelte';

export type Theme = 'system' | 'dark' | 'light';

interface Kept {
  theme: Theme;
  language: Language;
  muted: boolean;
  voices: boolean;
  odds: boolean;
  hints: boolean;
  confirm: boolean;
  hasBid: boolean;
  hasPlayed: boolean;
  notify: boolean;
}

const KEY = 'dicehouse';

class Settings {
  theme = $state<Theme>('system');
  language = $state<Language>('en');
  muted = $state(false);
  /** Let the bots talk. */
  voices = $state(true);
  /** Show the chance of each bid: whoever is new sees it, and can turn it off. */
  odds = $state(true);
  /** Hints from a strong player, where nobody else plays. */
  hints = $state(false);
  /** Ask before calling. */
  confirm = $state(false);
  /** Tell about one's turn while the page is hidden. */
  notify = $state(false);
  /** Has made a bid before, and need not be told how. */
  hasBid = $state(false);
  /** Has played a game to its end. */
  hasPlayed = $state(false);

  /** Takes what was kept, shows it, and keeps what changes from now on. */
  start(): void {
    Object.assign(this, read());
    const daylight = matchMedia('(prefers-color-scheme: light)');
    daylight.addEventListener('change', () => this.#show());
    $effect.root(() => {
      $effect(() => this.#show());
      $effect(() => void words.speak(this.language));
      $effect(() => keep({ theme: this.theme, language: this.language, muted: this.muted, voices: this.voices, odds: this.odds, hints: this.hints, confirm: this.confirm, hasBid: this.hasBid, hasPlayed: this.hasPlayed, notify: this.notify }));
    });
  }

  #show(): void {
    const daylight = matchMedia('(prefers-color-scheme: light)').matches;
    const light = this.theme === 'light' || (this.theme === 'system' && daylight);
    document.documentElement.dataset.theme = light ? 'light' : 'dark';
  }
}

/** What was kept, in a language there is: that of the browser, unless another was chosen. */
export function read(): Partial<Kept> {
  const language = navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return { ...kept, language: kept.language && isLanguage(kept.language) ? kept.language : language };
  } catch {
    return { language };
  }
}

function keep(settings: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether the reader asked for less motion. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const settings = new Settings();
