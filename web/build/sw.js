// The page without a line. Every build has a cache of its own, and what is in it belongs together: a page never gets files
// of two builds. A new build waits until no window of the old one is left, so nobody's game is interrupted.

const CACHE = `dicehouse-${'VERSION'}`;
/** Fetched when this build is installed. */
const FIRST = 'FIRST';
/** Large: fetched when it is needed, or when the page has nothing else to do. */
const LATER = 'LATER';

/** A line that brings no document for this many milliseconds is as good as none. */
const PATIENCE = 4000;

const root = new URL('./', self.location.href);
const at = (file) => new URL(file === 'index.html' ? '' : file, root).href;
const ours = new Set([...FIRST, ...LATER].map(at));

self.addEventListener('install', (event) => {
  // Not from the browser's own cache: a document of another build could be in there.
  const wanted = FIRST.map((file) => new Request(at(file), { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('dicehouse-') && name !== CACHE).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== root.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith(`${root.pathname}api`)) event.respondWith(documentFor(request));
  else if (ours.has(href)) event.respondWith(file(request, href));
  else if (pathname.startsWith(`${root.pathname}assets/`)) event.respondWith(fileOfAnother(request, href));
});

/** The newest document, as long as there is a line that brings it. It names the files of its own build. */
async function documentFor(request) {
  const kept = await caches.open(CACHE).then((cache) => cache.match(at('index.html')));
  if (!kept) return fetch(request);
  // A host that is in trouble, as while it restarts, says so with a page of its own: the kept one does more.
  const fresh = fetch(request).then((answer) => (answer.status >= 500 ? kept : answer), () => kept);
  const late = new Promise((give) => setTimeout(() => give(kept), PATIENCE));
  return Promise.race([fresh, late]);
}

/** A file of a build that is not this one: its window was opened since. Without a line it is taken from where that build has put it. */
async function fileOfAnother(request, href) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(href);
    if (kept) return kept;
    throw error;
  }
}

/** A file of this build. */
async function file(request, href) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(href);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(href, answer.clone());
  return answer;
}

self.addEventListener('message', (event) => {
  // The page has nothing else to do: what is large can come now.
  if (event.data === 'fetch-all') event.waitUntil(Promise.all(LATER.map((name) => file(new Request(at(name)), at(name)))));
  // The window that says so has these files already. Once it is the only one, nobody needs the build before.
  else if (ours.has(event.data?.runs)) event.waitUntil(takeOver());
});

async function takeOver() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length === 1) await self.skipWaiting();
}

// Somebody was told that it is their turn, and wants to go there.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then(([window]) => window?.focus()));
});
