// The results of a contest, as its folder has them: standings.json.

import { shownName } from '$lib/foreign';
import { isGame } from '$lib/game/kinds';
import type { GameKind } from '$lib/game/types';
import { list, number, object, parsed } from './loose';

export interface ContestRow {
  rank: number;
  name: string;
  /** Its place in the list of entrants. */
  entrant: number;
  games: number;
  wins: number;
  shared: number;
  score: number | null;
  scoreRange: [number, number] | null;
  elo: number | null;
  eloRange: [number, number] | null;
  faults: number;
  forfeits: number;
}

export interface Contest {
  game: GameKind;
  preset: string;
  games: number;
  seats: number;
  ended: string;
  entrants: string[];
  rows: ContestRow[];
  /** The score of each entrant against each, by their places in the list. */
  pairs: { one: number; two: number; score: number | null }[];
}

/** Reads the file; null when it is something else. */
export const readStandings = (text: string): Contest | null => standingsOf(parsed(text));

/** The same from what the house sends. */
export function standingsOf(value: unknown): Contest | null {
  const file = object(value);
  const ruleset = object(file.ruleset);
  if (!Array.isArray(file.standings) || !isGame(ruleset.game)) return null;
  return {
    game: ruleset.game,
    preset: String(ruleset.preset ?? ''),
    games: number(file.games) ?? 0,
    seats: number(file.seats) ?? 0,
    ended: typeof file.ended === 'string' ? file.ended : (Object.keys(object(file.ended))[0] ?? ''),
    entrants: list(file.entrants).slice(0, MOST_ROWS).map(shownName),
    rows: once(file.standings.slice(0, MOST_ROWS).map(row)),
    pairs: list(file.pairs).slice(0, MOST_ROWS ** 2).map(pair),
  };
}

/** More entrants than any contest has. */
const MOST_ROWS = 200;

/** Each entrant once, whatever the file says. */
const once = (rows: ContestRow[]): ContestRow[] => rows.filter(({ entrant }, at) => rows.findIndex((other) => other.entrant === entrant) === at);

function row(value: unknown): ContestRow {
  const line = object(value);
  const score = estimate(line.score);
  const elo = estimate(line.elo);
  return {
    rank: number(line.rank) ?? 0,
    name: shownName(line.name),
    entrant: number(line.entrant) ?? 0,
    games: number(line.games) ?? 0,
    wins: number(line.wins) ?? 0,
    shared: number(line.shared) ?? 0,
    score: score.value,
    scoreRange: score.range,
    elo: elo.value,
    eloRange: elo.range,
    faults: list(line.faults).reduce((sum: number, fault) => sum + (number(object(fault).times) ?? 0), 0),
    forfeits: number(line.forfeits) ?? 0,
  };
}

/** A mean or a rating with the bounds it lies between. */
function estimate(value: unknown): { value: number | null; range: [number, number] | null } {
  const found = object(value);
  const middle = number(found.mean) ?? number(found.elo);
  const interval = object(found.interval);
  const low = number(interval.low);
  const high = number(interval.high);
  return { value: middle, range: low !== null && high !== null ? [low, high] : null };
}

function pair(value: unknown): Contest['pairs'][number] {
  const line = object(value);
  return { one: number(line.entrant) ?? 0, two: number(line.opponent) ?? 0, score: estimate(line.score).value };
}
