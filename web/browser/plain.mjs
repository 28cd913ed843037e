// The page on a plain web host, in a folder of it: files, and no house behind them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { program } from './house.mjs';

const FOLDER = '/games/dice/';
/** As few as a host can know. What it does not know, WebAssembly among it, is just bytes. */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' };

/** Writes the page into a folder and serves it. */
export async function startPlainHost() {
  const folder = process.env.PLAIN_PAGE ?? mkdtempSync(join(tmpdir(), 'plain-'));
  if (!process.env.PLAIN_PAGE) execFileSync(program, ['page', '--out', folder]);
  const asked = [];
  const missed = [];
  /** The build that is served, and how the host is doing. */
  const now = { folder, mood: 'well' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    asked.push(pathname);
    if (now.mood === 'silent') return;
    if (now.mood === 'trouble') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    const name = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) || 'index.html' : '';
    try {
      // Nothing that a browser asks for leads out of the folder: it has taken away every `..` itself.
      const bytes = readFileSync(join(now.folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      missed.push(pathname);
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    }
  });
  await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://127.0.0.1:${server.address().port}${FOLDER}`,
    folder,
    /** The paths that were asked for. */
    asked,
    /** Those that are not there. */
    missed,
    now,
    async stop() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      if (!process.env.PLAIN_PAGE) rmSync(folder, { recursive: true, force: true });
    },
  };
}
