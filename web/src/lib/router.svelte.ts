// Which screen the address asks for.

import { place } from './place.svelte';

export type Route =
  | { screen: 'home' }
  | { screen: 'room'; code: string }
  | { screen: 'replay'; game: string | null }
  | { screen: 'learn'; lesson: string | null }
  | { screen: 'leaders' }
  | { screen: 'player'; player: string }
  | { screen: 'daily'; day: string | null }
  | { screen: 'me' }
  | { screen: 'contest' }
  | { screen: 'rules'; game: string | null; preset: string | null; options: string }
  | { screen: 'lost' };

export function routeOf(path: string, query = ''): Route {
  const [first = '', second = '', third = '', ...rest] = path.split('/').filter(Boolean).map(decode);
  if (rest.length > 0) return { screen: 'lost' };
  switch (first) {
    case '': return { screen: 'home' };
    case 'room': return second ? { screen: 'room', code: second.toUpperCase() } : { screen: 'home' };
    case 'replay': return { screen: 'replay', game: second || null };
    case 'learn': return { screen: 'learn', lesson: second || null };
    case 'daily': return { screen: 'daily', day: second || null };
    case 'leaders': return { screen: 'leaders' };
    case 'player': return second ? { screen: 'player', player: second } : { screen: 'leaders' };
    case 'me': return { screen: 'me' };
    case 'contest': return { screen: 'contest' };
    case 'rules': return { screen: 'rules', game: second || null, preset: third || null, options: new URLSearchParams(query).get('options') ?? '' };
    default: return { screen: 'lost' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function linkAt({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null;
}

/** The path of a screen, with its query. On a plain web host it stands behind a #. */
function pathOf(at: Location | HTMLAnchorElement): string {
  if (!place.isPlain) return at.pathname + at.search;
  if (at.hash.startsWith('#/')) return at.hash.slice(1);
  return at instanceof HTMLAnchorElement && (at.getAttribute('href') ?? '').startsWith('/') ? at.pathname + at.search : '/';
}

/** The address of a screen. */
const addressOf = (path: string): string => (place.isPlain ? `#${path}` : path);

class Router {
  route = $state.raw<Route>({ screen: 'home' });

  start(): void {
    this.#read();
    addEventListener('popstate', () => this.#read());
    // Links inside the page do not load it anew.
    document.addEventListener('click', (event) => {
      const link = linkAt(event);
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const inside = link && link.origin === location.origin && !link.download && !link.target && !link.pathname.startsWith('/api');
      if (!plain || !inside || event.defaultPrevented) return;
      event.preventDefault();
      this.go(pathOf(link));
    });
    if (!place.isPlain) return;
    // Opened in another window, a link must name a file that the host has: this one.
    for (const kind of ['pointerdown', 'focusin']) {
      document.addEventListener(kind, (event) => {
        const link = linkAt(event);
        if (link && (link.getAttribute('href') ?? '').startsWith('/')) link.href = addressOf(pathOf(link));
      });
    }
  }

  go(path: string): void {
    if (path !== pathOf(location)) history.pushState(null, '', addressOf(path));
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    const { pathname, search } = new URL(pathOf(location), location.origin);
    this.route = routeOf(pathname, search);
  }
}

export const router = new Router();
