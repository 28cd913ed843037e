// Writes the service worker of a build: it has the whole page at hand when there is no line.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What is fetched when a page needs it for the first time, and not before. */
const LATER = ['.wasm', '.bin'];
/** What other programs want and the page does not. */
const NEVER = ['invitation.png'];

const template = readFileSync(new URL('./sw.js', import.meta.url), 'utf8');

/** The service worker for these files, as text. Its version changes whenever one of them does. */
export function serviceWorker(files) {
  const wanted = files.filter(({ file }) => !NEVER.includes(file));
  const version = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 12);
  const names = (later) => wanted.map(({ file }) => file).filter((file) => LATER.some((ending) => file.endsWith(ending)) === later);
  return template
    .replace("'VERSION'", JSON.stringify(version))
    .replace("'FIRST'", JSON.stringify(names(false)))
    .replace("'LATER'", JSON.stringify(names(true)));
}
