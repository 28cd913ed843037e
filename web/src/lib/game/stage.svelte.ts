// Events come in bursts; people see them one after the other. The stage holds what is shown now and
// lets the next event on when the last has had its time. It catches up at once when nobody looks.

import { pace, pause } from './pace';
import { sceneAfter, seatsOf, type Scene } from './scene';
import type { GameEvent } from './types';

interface Clock {
  after(wait: number, run: () => void): void;
  /** Whether time for looking would be lost: a hidden tab, or less motion asked for. */
  hurried(): boolean;
}

const browser: Clock = {
  after: (wait, run) => void setTimeout(run, wait),
  hurried: () => document.hidden,
};

/** A reader this far behind would rather be where the game is. */
const MOST_WAITING = 60;

export class Stage {
  scene = $state.raw<Scene | null>(null);
  /** The event shown last. */
  last = $state.raw<GameEvent | null>(null);
  /** Whether everything that happened has been shown. */
  settled = $state(true);

  #waiting: GameEvent[] = [];
  #run = 0;

  constructor(
    private readonly clock: Clock = browser,
    /** Told of every event when it is shown; those that were skipped come at once. */
    private readonly shown: (event: GameEvent, skipped: boolean) => void = () => {},
    private readonly rests: () => void = () => {},
  ) {}

  /** Shows this, whatever was on its way. */
  set(scene: Scene): void {
    this.#run += 1;
    this.#waiting = [];
    this.scene = scene;
    this.last = null;
    this.settled = true;
  }

  /** Takes events that happened after those taken before. */
  take(events: GameEvent[]): void {
    this.#waiting.push(...events);
    if (this.clock.hurried() || this.#waiting.length > MOST_WAITING) {
      this.skip();
    } else if (this.settled && this.#waiting.length > 0) {
      this.settled = false;
      this.#next(this.#run);
    }
  }

  /** Shows all that is waiting at once. */
  skip(): void {
    this.#run += 1;
    for (const event of this.#waiting.splice(0)) this.#show(event, true);
    this.#settle();
  }

  #settle(): void {
    this.settled = true;
    this.rests();
  }

  #next(run: number): void {
    if (run !== this.#run) return;
    const event = this.#waiting[0];
    if (!event || !this.scene) return this.#settle();
    const before = pause(event, this.scene.showdown !== null);
    if (before > 0) this.clock.after(before, () => this.#showNext(run));
    else this.#showNext(run);
  }

  #showNext(run: number): void {
    if (run !== this.#run) return;
    const event = this.#waiting.shift();
    if (!event || !this.scene) return;
    this.#show(event, false);
    this.clock.after(pace(event, seatsOf(this.scene.view)), () => this.#next(run));
  }

  #show(event: GameEvent, skipped: boolean): void {
    if (!this.scene) return;
    this.scene = sceneAfter(this.scene, event);
    this.last = event;
    this.shown(event, skipped);
  }
}
