// A worker that reviews one game. It is ended when nobody wants the review any more.

import { Engine, EngineRefused } from './engine';
import { loadedEngine, loadedWeights } from './files';
import type { FromReviewer, ToReviewer } from './messages';

const post = (message: FromReviewer): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToReviewer>) => {
  void review(data).then(post, (error: unknown) => post(error instanceof EngineRefused ? { refused: error.message } : { failed: String(error) }));
});

async function review(wanted: ToReviewer): Promise<FromReviewer> {
  const [module, weights] = await Promise.all([loadedEngine(wanted), loadedWeights(wanted)]);
  const engine = new Engine(module, (progress) => post({ progress }));
  engine.bring(weights);
  return { review: engine.review(wanted.record) };
}
