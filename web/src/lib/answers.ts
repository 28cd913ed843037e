// What the server's HTTP API is asked for and answers, as far as the page uses it.

import type { GameKind } from './game/types';
import type { ActRefusal, Acts, Event, Occasion, Phase, Ruleset, SettingsChange, View } from './wire/messages';

export interface Person {
  id: string;
  name: string;
  kind: string;
  since: number;
}

/** A device that can act for somebody. */
export interface Device {
  id: string;
  /** As "Firefox, Android"; empty when it did not say. */
  label: string;
  since: number;
  this: boolean;
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
export interface PlayerPage {
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
  phase: Phase;
  seats: number;
  free: number;
  here: number;
  host: string | null;
  players: string[];
}

/** The bots that sit down at a level, in order. */
export interface Company {
  game: GameKind;
  level: string;
  bots: string[];
}

/** How far a review is; nothing is counted while others come first. */
export interface ReviewProgress {
  done: number;
  decisions: number;
}

export interface NewRoom {
  game: GameKind;
  preset?: string;
  options?: string;
  settings?: SettingsChange;
}

/** The contest that a house shows. */
export interface ShownContest {
  running: boolean;
  standings: unknown;
}
