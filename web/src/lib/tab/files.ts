// The files of the engine, fetched when they are needed and then kept: a new engine does not fetch them again.

import type { EngineFiles } from './messages';

let module: Promise<WebAssembly.Module> | null = null;
let weights: Promise<Uint8Array> | null = null;

/** The engine. Not compiled while it comes in: a plain web host may not know what kind of file it is. */
export function loadedEngine({ engine }: EngineFiles): Promise<WebAssembly.Module> {
  module ??= fetched(engine).then((bytes) => WebAssembly.compile(bytes));
  module.catch(() => (module = null));
  return module;
}

export function loadedWeights(files: EngineFiles): Promise<Uint8Array> {
  weights ??= fetched(files.weights).then((bytes) => new Uint8Array(bytes));
  weights.catch(() => (weights = null));
  return weights;
}

async function fetched(file: string): Promise<ArrayBuffer> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}
