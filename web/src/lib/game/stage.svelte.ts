// Events come in bursts; people see them one after the other. The stage holds what is shown now and
// lets the next event on when the last has had its time. It catches up at once when nobody looks.

import type { Remark } from '../wire/messages';
import { pace, pause } from './pace';
import type { Step } from './remark';
import { sceneAfter, seatsOf, type Scene } from './scene';
import type { GameEvent } from './types';

interface Clock {
  after(wait: number, run: () => void): void;
  /** Whether nobody looks: then nothing is worth waiting for. */
  hurried(): boolean;
}

const browser: Clock = {
  after: (wait, run) => void setTimeout(run, wait),
  hurried: () => document.hidden,
};

/** A reader this far behind would rather be where the game is. */
const MOST_WAITING = 300;

export class Stage {
  scene = $state.raw<Scene | null>(null);
  /** The event shown last. */
  last = $state.raw<GameEvent | null>(null);
  /** Whether everything that happened has been shown. */
  settled = $state(true);

  #waiting: Step[] = [];
  /** Somebody wants to see the end and nothing before it. */
  #toTheEnd = false;
  #run = 0;

  constructor(
    private readonly clock: Clock = browser,
    /** Told of every event when it is shown; those that were skipped come at once. */
    private readonly shown: (event: GameEvent, skipped: boolean) => void = () => {},
    private readonly rests: () => void = () => {},
    /** Told of what the bots say to it. */
    private readonly heard: (remark: Remark, skipped: boolean) => void = () => {},
  ) {}

  /** Shows this, whatever was on its way. */
  set(scene: Scene): void {
    this.#run += 1;
    this.#waiting = [];
    this.scene = scene;
    this.last = null;
    this.settled = true;
    this.#toTheEnd = false;
  }

  /** Takes what happened after that taken before. */
  take(steps: Step[]): void {
    this.#waiting.push(...steps);
    if (this.#toTheEnd || this.clock.hurried() || this.#waiting.length > MOST_WAITING) {
      this.skip();
    } else if (this.settled && this.#waiting.length > 0) {
      this.settled = false;
      this.#next(this.#run);
    }
  }

  /** Shows all that is waiting at once. */
  skip(): void {
    this.#run += 1;
    for (const step of this.#waiting.splice(0)) this.#show(step, true);
    this.#settle();
  }

  /** Shows this game from now on as it comes, without waiting. */
  finish(): void {
    this.#toTheEnd = true;
    this.skip();
  }

  #settle(): void {
    this.settled = true;
    this.rests();
  }

  #next(run: number): void {
    if (run !== this.#run) return;
    const step = this.#waiting[0];
    if (!step || !this.scene) return this.#settle();
    const before = step.event === 'remark' ? 0 : pause(step, this.scene.showdown !== null);
    if (before > 0) this.clock.after(before, () => this.#showNext(run));
    else this.#showNext(run);
  }

  #showNext(run: number): void {
    if (run !== this.#run) return;
    const step = this.#waiting.shift();
    if (!step || !this.scene) return;
    this.#show(step, false);
    if (step.event === 'remark') this.#next(run);
    else this.clock.after(pace(step, seatsOf(this.scene.view)), () => this.#next(run));
  }

  #show(step: Step, skipped: boolean): void {
    if (!this.scene) return;
    if (step.event === 'remark') return this.heard(step.remark, skipped);
    this.scene = sceneAfter(this.scene, step);
    this.last = step;
    this.shown(step, skipped);
  }
}
