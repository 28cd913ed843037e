// Reviews made in this tab, each in a worker of its own. They are asked for until they are there, like those of a server.

import type { EngineFiles, FromReviewer, ToReviewer } from './messages';
import type { Progress } from './engine';

/** How long somebody waits who asks how far it is. */
const GLANCE = 400;
/** How many reviews are remembered. */
const MOST = 8;

interface Work {
  progress: Progress;
  done: Promise<Response>;
  stop: () => void;
}

export class Reviews {
  /** By the text of the record. */
  #works = new Map<string, Work>();
  #names: string[] = [];

  constructor(private readonly start: () => Worker, private readonly files: EngineFiles) {}

  /** The review of a record, or how far it is. */
  of(record: string): Promise<Response> {
    const known = this.#works.get(record);
    const work = known ?? this.#begin(record);
    return this.#look(work, `/api/review/${this.#nameOf(record)}`);
  }

  again(path: string): Promise<Response> {
    const record = this.#names[Number(path.split('/').at(-1))];
    const work = record === undefined ? undefined : this.#works.get(record);
    return work && record !== undefined ? this.#look(work, path) : Promise.resolve(new Response('{"error":"not-found"}', { status: 404 }));
  }

  /** Nobody wants it any more: its worker ends. */
  stop(path: string): Promise<Response> {
    this.#works.get(this.#names[Number(path.split('/').at(-1))] ?? '')?.stop();
    return Promise.resolve(new Response(null, { status: 204 }));
  }

  async #look(work: Work, location: string): Promise<Response> {
    const waited = new Promise<null>((wait) => setTimeout(() => wait(null), GLANCE));
    const done = await Promise.race([work.done, waited]);
    return done?.clone() ?? new Response(JSON.stringify(work.progress), { status: 202, headers: { location } });
  }

  #nameOf(record: string): number {
    const known = this.#names.indexOf(record);
    return known < 0 ? this.#names.push(record) - 1 : known;
  }

  #begin(record: string): Work {
    const worker = this.start();
    const work: Work = { progress: { done: 0, decisions: 0 }, done: Promise.resolve(new Response()), stop: () => {} };
    work.done = new Promise((done) => {
      const end = (status: number, body: unknown) => {
        worker.terminate();
        // What did not succeed may be asked for again.
        if (status === 503) this.#works.delete(record);
        done(new Response(JSON.stringify(body), { status }));
      };
      work.stop = () => end(503, { error: 'stopped', text: '' });
      worker.onerror = () => end(503, { error: 'tab-broke', text: '' });
      worker.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
        if ('progress' in data) work.progress = data.progress;
        else if ('review' in data) end(200, data.review);
        else if ('refused' in data) end(409, { error: 'conflict', text: data.refused });
        else end(503, { error: 'tab-broke', text: data.failed });
      };
      worker.postMessage({ record, ...this.files } satisfies ToReviewer);
    });
    const oldest = this.#works.keys().next().value;
    if (this.#works.size >= MOST && oldest !== undefined) this.#works.delete(oldest);
    this.#works.set(record, work);
    return work;
  }
}
