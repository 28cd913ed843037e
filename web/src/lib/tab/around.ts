// What a house in a tab needs of the browser.

import type { Hold } from './lines';
import type { FromWorker } from './messages';
import type { Shelf } from './shelf';

/** What the house needs of where it runs, so that tests can stand in for it. */
export interface Around {
  engine(): Promise<WebAssembly.Module>;
  weights(): Promise<Uint8Array>;
  shelf(): Promise<Shelf>;
  post(message: FromWorker): void;
  after(wait: number, run: () => void): void;
  hold: Hold;
  /** Other tabs learn that something new is kept. */
  tellOthers(): void;
  now(): number;
  /** 32 random bytes in hexadecimal digits. */
  luck(): string;
}
