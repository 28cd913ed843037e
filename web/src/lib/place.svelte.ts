// Where the house is: on a server, or in this tab.

import { hasEngine } from './tab/has';
import type { WhyNotKept } from './tab/messages';

/** What somebody chose, remembered until the window is closed. */
const KEY = 'dicehouse-place';

class Place {
  /** One plays in this tab, without a server. */
  inTab = $state(false);
  /** The page lies on a plain web host, which knows files and nothing else. */
  readonly isPlain = typeof document !== 'undefined' && document.querySelector('meta[name="dicehouse"][content="plain"]') !== null;
  /** Why this browser keeps nothing of what is played in this tab, if it does not: a reload loses it. */
  keepsNothing = $state<WhyNotKept | null>(null);
  /** A house has answered since the page was loaded. */
  #known = false;

  constructor() {
    this.inTab = this.isPlain || chosen();
  }

  /** Somebody wants to play in this tab. */
  stayHere(): void {
    remember('tab');
    leave();
  }

  /** Somebody wants to go back to the house on the server. */
  goBack(): void {
    remember(null);
    leave();
  }

  /** Something answered. Where that was not a house, one plays in this tab from now on, if the page can. */
  answered(answer: Response): void {
    this.#known ||= answer.status === 204 || /json/.test(answer.headers.get('content-type') ?? '');
    // A host that has a trouble of its own may have a house behind it that comes back.
    if (!this.#known && answer.status < 500 && hasEngine) this.inTab = true;
  }
}

/** The page is loaded anew: nothing is left of what is known about the other house. */
function leave(): void {
  location.assign('/');
}

function chosen(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'tab';
  } catch {
    return false;
  }
}

function remember(what: string | null): void {
  try {
    if (what === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, what);
  } catch {
    // A browser that keeps nothing is at the house again after the next load.
  }
}

export const place = new Place();
