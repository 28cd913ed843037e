// The page without a line. Every build has a cache of its own, and what is in it belongs together: a page never gets files
// of two builds. A new build waits until the windows of the old one are closed, so nobody's game is interrupted.

const CACHE = `dicehouse-${'VERSION'}`;
/** Fetched when this build is installed. */
const FIRST = 'FIRST';
/** Large: fetched when it is needed, or when the page has nothing else to do. */
const LATER = 'LATER';

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
});

/** The newest document, as long as there is a line. It names the files of its own build. */
async function documentFor(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.open(CACHE).then((cache) => cache.match(at('index.html')));
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

// The page has nothing else to do: what is large can come now.
self.addEventListener('message', (event) => {
  if (event.data === 'fetch-all') event.waitUntil(Promise.all(LATER.map((name) => file(new Request(at(name)), at(name)))));
});
