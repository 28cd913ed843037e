// A contest that goes on: what its journal says so far.

import { shownName } from '$lib/foreign';
import { list, object, parsed, type Loose } from './loose';

export interface RunningRow {
  name: string;
  games: number;
  /** Games won, a shared first place counted in parts. */
  wins: number;
  /** Points against each opponent at the table, as a part of all. */
  score: number | null;
}

export interface Manifest {
  game: string;
  preset: string;
  bots: string[];
}

const numbers = (value: unknown): number[] => list(value).map(Number);

/** Reads contest.json; null when it is something else. */
export function readManifest(text: string): Manifest | null {
  const config = object(parsed(text)?.config);
  const ruleset = object(config.ruleset);
  if (!Array.isArray(config.bots) || typeof ruleset.game !== 'string') return null;
  return { game: ruleset.game, preset: String(ruleset.preset ?? ''), bots: config.bots.map((bot) => shownName(object(bot).name)) };
}

/** Adds up the journal, which grows at its end. */
export class Running {
  games = 0;
  #read = 0;
  #rest = '';
  readonly #sums: { games: number; wins: number; points: number; against: number }[];

  constructor(readonly manifest: Manifest) {
    this.#sums = manifest.bots.map(() => ({ games: 0, wins: 0, points: 0, against: 0 }));
  }

  /** Takes what was written since the last look. */
  async look(journal: Blob): Promise<void> {
    const text = this.#rest + (await journal.slice(this.#read).text());
    this.#read = journal.size;
    const lines = text.split('\n');
    // The last line may still be being written.
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#unit(parsed(line));
  }

  get rows(): RunningRow[] {
    return this.#sums
      .map(({ games, wins, points, against }, bot) => ({ name: this.manifest.bots[bot] ?? '', games, wins, score: against > 0 ? points / against : null }))
      .sort((one, two) => (two.score ?? -1) - (one.score ?? -1));
  }

  #unit(unit: Loose | null): void {
    for (const game of list(unit?.games)) {
      this.games += 1;
      this.#game(numbers(object(game).seats), numbers(object(game).places));
    }
  }

  #game(seats: number[], places: number[]): void {
    const first = places.filter((place) => place === 1).length;
    seats.forEach((bot, seat) => {
      const sum = this.#sums[bot];
      const place = places[seat];
      if (!sum || place === undefined) return;
      sum.games += 1;
      if (place === 1) sum.wins += 1 / first;
      places.forEach((other, at) => {
        if (at === seat) return;
        sum.against += 1;
        sum.points += place < other ? 1 : place === other ? 0.5 : 0;
      });
    });
  }
}
