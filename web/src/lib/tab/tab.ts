// The house in this tab, as the page sees it: requests and lines, like those of a server, answered by a worker.

import houseWorker from './house.worker?worker&url';
import reviewWorker from './review.worker?worker&url';
import type { Socket } from '../connection/socket';
import { place } from '../place.svelte';
import type { EngineFiles, FromWorker, ToWorker } from './messages';
import { Reviews } from './reviews';
import { startWorker } from './worker';

/** The house in this tab; null in a page that was built without an engine. */
let running: Tab | null = null;

/** Starts the house in this tab, unless it runs. */
export function tab(): Tab {
  if (__ENGINE__ === null) throw new Error('this page was built without the engine of a house');
  const at = (file: string) => new URL(file, import.meta.env.DEV ? location.href : import.meta.url).href;
  running ??= new Tab({ engine: at(__ENGINE__.engine), weights: at(__ENGINE__.weights) });
  return running;
}

class Tab {
  #worker: Worker;
  #answers = new Map<number, (message: FromWorker) => void>();
  #sockets = new Map<number, TabSocket>();
  #reviews: Reviews;
  #count = 0;

  constructor(files: EngineFiles) {
    this.#worker = startWorker(houseWorker);
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#heard(data);
    // A worker that cannot even start answers nothing.
    this.#worker.onerror = () => this.#failed();
    this.tell({ type: 'start', ...files });
    this.#reviews = new Reviews(() => startWorker(reviewWorker), files);
  }

  /** Answers a request as a server would. */
  async fetch(path: string, request: RequestInit = {}): Promise<Response> {
    const method = request.method ?? 'GET';
    const body = typeof request.body === 'string' ? request.body : null;
    const game = /^\/api\/games\/([^/]+)\/review$/.exec(path)?.[1];
    if (game !== undefined) {
      const record = await this.fetch(`/api/games/${game}/record`);
      return record.ok ? this.#reviews.of(await record.text()) : record;
    }
    if (path === '/api/review' && body !== null) return this.#reviews.of(body);
    if (path.startsWith('/api/review/')) return method === 'DELETE' ? this.#reviews.stop(path) : this.#reviews.again(path);
    return this.#ask((id) => ({ type: 'request', id, method, path, body }));
  }

  /** Everything that this browser keeps of the house, as text. */
  async givenOut(): Promise<string> {
    return (await this.#ask((id) => ({ type: 'give-out', id }))).text();
  }

  /** Takes in what another tab has given out. */
  takeIn(text: string): Promise<Response> {
    return this.#ask((id) => ({ type: 'take-in', id, text }));
  }

  open(code: string): Socket {
    this.#count += 1;
    const socket = new TabSocket(this.#count, this);
    this.#sockets.set(this.#count, socket);
    this.tell({ type: 'open', line: this.#count, code });
    return socket;
  }

  tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  forget(line: number): void {
    this.#sockets.delete(line);
  }

  async #ask(message: (id: number) => ToWorker): Promise<Response> {
    this.#count += 1;
    const id = this.#count;
    const heard = await new Promise<FromWorker>((answered) => {
      this.#answers.set(id, answered);
      this.tell(message(id));
    });
    if (heard.type === 'answer') return new Response(heard.body, { status: heard.status });
    const problem = { error: 'tab-broke', text: heard.type === 'failed' ? heard.why : '' };
    return new Response(JSON.stringify(problem), { status: 503 });
  }

  #heard(message: FromWorker): void {
    switch (message.type) {
      case 'answer':
      case 'failed':
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
        return;
      case 'keeps-nothing':
        place.keepsNothing = message.why;
        return;
      case 'opened':
        this.#sockets.get(message.line)?.isOpen();
        return;
      case 'said':
        this.#sockets.get(message.line)?.hears(message.text);
        return;
      case 'closed':
        this.#sockets.get(message.line)?.isGone();
        return;
    }
  }

  #failed(): void {
    for (const [id, answered] of this.#answers) answered({ type: 'failed', id, why: 'the worker broke' });
    this.#answers.clear();
    for (const socket of [...this.#sockets.values()]) socket.isGone();
  }
}

/** A line to a room in this tab. */
class TabSocket implements Socket {
  onopen: WebSocket['onopen'] = null;
  onclose: WebSocket['onclose'] = null;
  onmessage: WebSocket['onmessage'] = null;
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING;

  constructor(private readonly line: number, private readonly house: Tab) {}

  send(text: string): void {
    this.house.tell({ type: 'send', line: this.line, text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.house.forget(this.line);
    this.house.tell({ type: 'close', line: this.line });
  }

  isOpen(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  }

  hears(text: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data: text }));
  }

  isGone(): void {
    this.readyState = WebSocket.CLOSED;
    this.house.forget(this.line);
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close'));
  }
}
