// The real program, serving on this computer with a store of its own.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export const program = process.env.DICEHOUSE ?? fileURLToPath(new URL('../../target/debug/dicehouse', import.meta.url));
const PATIENCE = 20_000;

/** A port that nobody uses at the moment. */
const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

export async function startHouse(more = []) {
  if (process.env.HOUSE_URL) return { url: process.env.HOUSE_URL, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let running = await open(folder, port, url, more);
  return {
    url,
    /** Ends the program at once, as a power cut would, and starts it again on the same store. */
    async crash(signal = 'SIGKILL', pause = 0) {
      await end(running, signal);
      await new Promise((go) => setTimeout(go, pause));
      running = await open(folder, port, url, more);
    },
    async stop() {
      await end(running, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function open(folder, port, url, more) {
  const serve = ['serve', '--listen', `127.0.0.1:${port}`, '--db', join(folder, 'house.db'), '--key', join(folder, 'house.key'), '--no-address-limits', '--bot-pause', '0s', ...more];
  const child = spawn(program, serve, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`dicehouse serve ended: ${said}`);
    const well = await fetch(`${url}/api/health`).then((answer) => answer.ok, () => false);
    if (well) return child;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error(`dicehouse serve does not answer: ${said}`);
}

function end(child, signal) {
  return new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once('exit', ended);
    child.kill(signal);
    // Who does not go when asked is made to.
    setTimeout(() => child.kill('SIGKILL'), 8000).unref();
  });
}
