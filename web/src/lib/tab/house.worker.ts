// The worker with the house of this tab.

import { hex } from '../record/bytes';
import { loadedEngine, loadedWeights } from './files';
import type { EngineFiles, FromWorker, ToWorker } from './messages';
import { Runner } from './runner';
import { openShelf, ShortMemory } from './shelf';

let files: EngineFiles = { engine: '', weights: '' };
const post = (message: FromWorker): void => postMessage(message);

const runner = new Runner({
  engine: () => loadedEngine(files),
  weights: () => loadedWeights(files),
  shelf: () =>
    openShelf().catch(() => {
      post({ type: 'keeps-nothing' });
      return new ShortMemory();
    }),
  post,
  after: (wait, run) => void setTimeout(run, wait),
  now: () => Date.now(),
  luck: () => hex(crypto.getRandomValues(new Uint8Array(32))),
});

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') files = data;
  runner.take(data);
});
