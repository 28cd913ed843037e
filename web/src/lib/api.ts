// The server's HTTP API, as far as the page uses it.

import type { GameKind } from './game/types';
import type { Language } from './i18n/index.svelte';
import type { Review } from './wire/review';
import type { ActRefusal, Acts, Event, Occasion, Ruleset, SettingsChange, View } from './wire/messages';

/** What the server says when it does not do what was asked. */
export class Refused extends Error {
  constructor(readonly code: string, text: string, readonly wait: number | null = null) {
    super(text);
  }
}

export interface Person {
  id: string;
  name: string;
  kind: string;
  since: number;
}

export interface BotLine {
  name: string;
  /** What it is called at the table. */
  called: string;
  games: GameKind[];
  level: string;
}

/** A house bot as people meet it. */
export interface Character {
  bot: string;
  name: string;
  about: string;
  lines: Partial<Record<Occasion, string[]>>;
}

/** What an option may be, as data. */
export interface OptionInfo {
  name: string;
  allowed: Allowed;
}

export type Allowed =
  | { kind: 'number'; from: number; to: number }
  | { kind: 'up-to-dice'; from: number }
  | { kind: 'switch' }
  | { kind: 'words'; words: string[] }
  | { kind: 'face-or-none'; faces: number };

export interface GameRules {
  game: GameKind;
  fewest_seats: number;
  most_seats: number;
  presets: { name: string; ruleset: Ruleset }[];
  options: OptionInfo[];
}

export interface Explained {
  explanation: { title: string; about: string; sections: { heading: string; lines: string[] }[] };
  ruleset: Ruleset;
}

export interface GameLine {
  id: string;
  finished_at: number;
  game: GameKind;
  preset: string;
  seats: { name: string; kind: string; account: string | null; place: number; score: number | null }[];
}

export interface RatingLine {
  /** The account, or `house:` and the name of a house bot. */
  player: string;
  name: string;
  game: GameKind;
  rules: string;
  rating: number;
  uncertainty: number;
  games: number;
  wins: number;
}

export interface Board {
  game: GameKind;
  rules: string | null;
  boards: string[];
  people: RatingLine[];
  bots: RatingLine[];
}

/** What everybody may know about a player. */
export interface Player {
  who: Person;
  ratings: RatingLine[];
  games: { id: string; finished_at: number; game: GameKind; preset: string; seats: number; result: { place: number; score: number | null } }[];
}

/** The challenge of a day: the same dice for everybody. */
export interface Daily {
  day: string;
  rules: string;
  /** When the day is over, by the house's clock, which shows `now`. */
  until: number;
  now: number;
  commitment: string | null;
  /** What all dice of the day follow from, once it is over. */
  secret: string | null;
  best: { player: string; name: string; score: number | null; game: string | null }[];
  tries: number;
  yours: { state: 'playing' | 'finished' | 'given-up'; room: string | null; score: number | null; place: number | null; game: string | null } | null;
}

export interface LessonMoment {
  step: number;
  steps: number;
  text: string;
  task?: { legal: Acts; expected: string };
  over: boolean;
  view: View;
}

export type LessonInput = 'go-on' | { act: string };

export interface LessonAnswer {
  moment: LessonMoment;
  reply: { events: Event[]; refused?: ActRefusal };
  seats: { name: string; kind: 'person' | 'bot'; bot?: string }[];
}

/** What everybody may know about a room. */
export interface Glance {
  code: string;
  game: GameKind;
  rules: string;
  phase: string;
  seats: number;
  free: number;
  here: number;
}

export interface NewRoom {
  game: GameKind;
  preset?: string;
  options?: string;
  settings?: SettingsChange;
}

export const api = {
  me: () => ask<Person | null>('GET', '/api/me'),
  come: (name: string) => ask<{ me: Person; recovery: string }>('POST', '/api/people', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/api/me', { name }),
  recover: (code: string) => ask<{ me: Person; recovery: string }>('POST', '/api/recover', { code }),
  newRecovery: () => ask<{ recovery: string }>('POST', '/api/me/recovery'),
  forget: () => ask<null>('DELETE', '/api/me'),
  bots: () => ask<BotLine[]>('GET', '/api/bots'),
  voices: (language: Language) => ask<Character[]>('GET', `/api/voices?language=${language}`),
  rules: () => ask<GameRules[]>('GET', '/api/rules'),
  explained: (game: string, preset: string, options: string, language: Language) =>
    ask<Explained>('GET', `/api/rules/${part(game)}/${part(preset)}?options=${part(options)}&language=${language}`),
  rooms: () => ask<Glance[]>('GET', '/api/rooms'),
  openRoom: (room: NewRoom) => ask<{ code: string }>('POST', '/api/rooms', room),
  quickMatch: (game: GameKind) => ask<{ code: string }>('POST', '/api/match', { game }),
  games: () => ask<GameLine[]>('GET', '/api/games?limit=12'),
  board: (game: string, rules: string | null) => ask<Board>('GET', `/api/boards/${part(game)}${rules ? `?rules=${part(rules)}` : ''}`),
  player: (id: string) => ask<Player>('GET', `/api/players/${part(id)}`),
  record: (id: string) => text(`/api/games/${part(id)}/record`),
  review: (id: string) => ask<Review>('GET', `/api/games/${part(id)}/review`),
  reviewSent: (record: string) => ask<Review>('POST', '/api/review', record, 'application/jsonl'),
  contest: () => ask<{ running: boolean; standings: unknown } | null>('GET', '/api/contest'),
  daily: (day: string | null) => ask<Daily>('GET', day ? `/api/daily/${part(day)}` : '/api/daily'),
  beginDaily: () => ask<{ code: string }>('POST', '/api/daily'),
  lesson: (game: string, inputs: LessonInput[], language: Language) => ask<LessonAnswer>('POST', `/api/lessons/${part(game)}`, { inputs, language }),
};

const part = encodeURIComponent;

async function ask<T>(method: string, path: string, body?: unknown, type = 'application/json'): Promise<T> {
  const answer = await fetched(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const value: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return value as T;
  const problem = (value ?? {}) as { code?: string; text?: string; wait?: number };
  throw new Refused(problem.code ?? 'unavailable', problem.text ?? answer.statusText, problem.wait ?? null);
}

async function text(path: string): Promise<string | null> {
  const answer = await fetched(path);
  return answer.ok ? answer.text() : null;
}

async function fetched(path: string, request?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch {
    throw new Refused('no-answer', '');
  }
}
