// The worker with the house of this tab.

import { hex } from '../record/bytes';
import { loadedEngine, loadedWeights } from './files';
import type { EngineFiles, FromWorker, ToWorker } from './messages';
import { Runner } from './runner';
import { openShelf } from './shelf';
import { ShortMemory } from './short-memory';

let files: EngineFiles = { engine: '', weights: '' };
const post = (message: FromWorker): void => postMessage(message);

/** The house of every other tab of this browser. */
const others = new BroadcastChannel('dicehouse-tab');

/** Whoever opens a room last has it. Without locks, the log itself sees to it that nothing is written twice. */
function hold(room: string, lost: () => void): () => void {
  let letGo = (): void => {};
  if (!('locks' in navigator)) return letGo;
  const held = new Promise<void>((end) => (letGo = end));
  navigator.locks.request(`dicehouse-room-${room}`, { steal: true }, () => held).catch((error: DOMException) => {
    if (error.name === 'AbortError') lost();
  });
  return letGo;
}

const runner = new Runner({
  engine: () => loadedEngine(files),
  weights: () => loadedWeights(files),
  shelf: () =>
    openShelf().catch(() => {
      post({ type: 'keeps-nothing', why: 'never' });
      return new ShortMemory();
    }),
  post,
  after: (wait, run) => void setTimeout(run, wait),
  hold,
  tellOthers: () => others.postMessage('kept'),
  now: () => Date.now(),
  luck: () => hex(crypto.getRandomValues(new Uint8Array(32))),
});

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') files = data;
  runner.take(data);
});
others.onmessage = () => runner.othersKept();
