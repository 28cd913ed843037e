// The server's HTTP API, as far as the page uses it.

import type { Board, BotLine, Character, Company, Daily, Device, Explained, GameLine, GameRules, Glance, LessonAnswer, LessonInput, NewRoom, Person, PlayerPage, ReviewProgress, ShownContest } from './answers';
import type { GameKind } from './game/types';
import type { Language } from './i18n/index.svelte';
import { place } from './place.svelte';
import { hasEngine } from './tab/has';
import type { Review } from './wire/review';

export type { Allowed, Board, BotLine, Character, Company, Daily, Device, Explained, GameLine, GameRules, Glance, LessonAnswer, LessonInput, LessonMoment, NewRoom, OptionInfo, Person, PlayerPage, RatingLine, ReviewProgress, ShownContest } from './answers';

/** What the server says when it does not do what was asked. */
export class Refused extends Error {
  constructor(readonly code: string, text: string, readonly wait: number | null = null) {
    super(text);
  }
}

export const api = {
  me: () => ask<Person | null>('GET', '/api/me'),
  come: (name: string) => ask<{ me: Person; recovery: string | null }>('POST', '/api/people', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/api/me', { name }),
  recover: (code: string) => ask<{ me: Person; recovery?: string }>('POST', '/api/recover', { code }),
  newRecovery: () => ask<{ recovery: string }>('POST', '/api/me/recovery'),
  forget: () => ask<null>('DELETE', '/api/me'),
  devices: () => ask<Device[]>('GET', '/api/me/devices'),
  addDevice: () => ask<{ code: string; seconds: number }>('POST', '/api/me/devices'),
  endDevice: (id: string) => ask<null>('DELETE', `/api/me/devices/${part(id)}`),
  ownBots: () => ask<Person[]>('GET', '/api/me/bots'),
  newBot: (name: string) => ask<{ bot: Person; token: string }>('POST', '/api/me/bots', { name }),
  bots: () => ask<BotLine[]>('GET', '/api/bots'),
  voices: (language: Language) => ask<Character[]>('GET', `/api/voices?language=${language}`),
  rules: () => ask<GameRules[]>('GET', '/api/rules'),
  explained: (game: string, preset: string, options: string, language: Language) =>
    ask<Explained>('GET', `/api/rules/${part(game)}/${part(preset)}?options=${part(options)}&language=${language}`),
  rooms: () => ask<Glance[]>('GET', '/api/rooms'),
  ownRooms: () => ask<Glance[]>('GET', '/api/me/rooms'),
  room: (code: string) => ask<Glance>('GET', `/api/rooms/${part(code)}`),
  companies: () => ask<Company[]>('GET', '/api/companies'),
  openRoom: (room: NewRoom) => ask<{ code: string }>('POST', '/api/rooms', room),
  quickMatch: (game: GameKind) => ask<{ code: string }>('POST', '/api/match', { game }),
  games: () => ask<GameLine[]>('GET', '/api/games?limit=12'),
  board: (game: string, rules: string | null) => ask<Board>('GET', `/api/boards/${part(game)}${rules ? `?rules=${part(rules)}` : ''}`),
  player: (id: string) => ask<PlayerPage>('GET', `/api/players/${part(id)}`),
  record: (id: string) => text(`/api/games/${part(id)}/record`),
  /** The review of a game of the house; `working` is told how far it is. */
  review: (id: string, working: Working, stop?: AbortSignal) => job<Review>({ path: `/api/games/${part(id)}/review` }, { working, stop }),
  /** The review of a record from elsewhere. It is made in this tab where that is possible, and nothing is sent then. */
  async reviewOf(record: string, working: Working, stop?: AbortSignal): Promise<Review> {
    const request = { path: '/api/review', method: 'POST', headers: { 'content-type': 'application/jsonl' }, body: record };
    try {
      if (hasEngine) return await job<Review>(request, { working, stop, from: fetchedHere });
    } catch (error) {
      // An engine that does not come, or breaks, leaves it to the house.
      if (error instanceof Refused && error.code !== 'tab-broke') throw error;
    }
    return job(request, { working, stop });
  },
  contest: () => ask<ShownContest | null>('GET', '/api/contest'),
  daily: (day: string | null) => ask<Daily>('GET', day ? `/api/daily/${part(day)}` : '/api/daily'),
  beginDaily: () => ask<{ code: string }>('POST', '/api/daily'),
  lesson: (game: string, inputs: LessonInput[], language: Language) => ask<LessonAnswer>('POST', `/api/lessons/${part(game)}`, { inputs, language }),
};

const part = encodeURIComponent;

type Working = (progress: ReviewProgress) => void;
/** How often the house is asked how far it is. It waits a second itself. */
const EVERY = 500;

interface Job {
  working: Working;
  /** Says that nobody wants it any more. */
  stop?: AbortSignal | undefined;
  /** Whom to ask. */
  from?: typeof fetched;
}

/** Something the house works on in the background: asked for until it is there. */
async function job<T>(first: { path: string } & RequestInit, { working, stop, from = fetched }: Job): Promise<T> {
  let { path, ...request } = first;
  for (;;) {
    const answer = await from(path, { ...request, headers: { ...request.headers, prefer: 'respond-async' } });
    const value: unknown = await answer.json().catch(() => null);
    if (answer.status !== 202) return taken<T>(answer, value);
    working(value as ReviewProgress);
    path = answer.headers.get('location') ?? path;
    request = {};
    await new Promise((again) => setTimeout(again, EVERY));
    if (stop?.aborted) {
      // A server goes on for others who may want it. In a tab there is nobody else.
      if (place.inTab || from === fetchedHere) await fetchedHere(path, { method: 'DELETE' });
      throw new Refused('stopped', '');
    }
  }
}

async function ask<T>(method: string, path: string, body?: unknown, type = 'application/json'): Promise<T> {
  const answer = await fetched(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return taken(answer, answer.status === 204 ? null : await answer.json().catch(() => null));
}

/** What was asked for, or why not. */
function taken<T>(answer: Response, value: unknown): T {
  if (answer.ok) return value as T;
  const problem = (value ?? {}) as { error?: string; text?: string; wait?: number };
  throw new Refused(problem.error ?? 'unavailable', problem.text ?? answer.statusText, problem.wait ?? null);
}

/** The text at a path; null when there is nothing. */
async function text(path: string): Promise<string | null> {
  const answer = await fetched(path);
  if (answer.ok) return answer.text();
  if (answer.status === 404) return null;
  throw new Refused('unavailable', answer.statusText);
}

/** Asks the house, wherever it is. */
async function fetched(path: string, request?: RequestInit): Promise<Response> {
  if (place.inTab) return fetchedHere(path, request);
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused('no-answer', '');
  }
  place.answered(answer);
  return place.inTab ? fetchedHere(path, request) : answer;
}

/** Asks the house in this tab, which is loaded when it is needed. */
async function fetchedHere(path: string, request?: RequestInit): Promise<Response> {
  const { tab } = await import('./tab/tab');
  return tab().fetch(path, request);
}
