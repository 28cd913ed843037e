// One room as this browser knows it. Messages come in, everything shown is derived from them.

import type { Connection, Connect, Deed, Line, Listener } from '../connection/connection';
import { ownSeat, sceneAfter, sceneAtStart, type Scene } from '../game/scene';
import { Stage } from '../game/stage.svelte';
import type { GameEvent, View } from '../game/types';
import { isEvent, isTalk } from '../record/record';
import type { End, Entry, Header, Moment, Notice, Presence, Refusal, Resumed, RoomEntry, RoomState, Snapshot, Update, WhyOver, You } from '../wire/messages';
import { playersAt, withAllPresent, withPresence, type AwaySince, type Said } from './players';
import { sayWords } from './talk';

/** How long words stay beside their speaker. */
const SPEECH = 5000;
const MOST_LINES = 200;

export interface LogLine {
  number: number;
  /** Who said it; nobody for what happened. */
  name: string | null;
  text: string;
}

export class RoomModel implements Listener {
  line = $state.raw<Line>({ state: 'connecting' });
  room = $state.raw<RoomState | null>(null);
  you = $state.raw<You | null>(null);
  header = $state.raw<Header | null>(null);
  moment = $state.raw<Moment | null>(null);
  end = $state.raw<End | null>(null);
  whyOver = $state<WhyOver | null>(null);
  seedsUntil = $state<number | null>(null);
  paused = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** An act is on its way. */
  busy = $state(false);
  log = $state.raw<LogLine[]>([]);

  readonly stage: Stage;
  #connection: Connection;
  #away = $state.raw<AwaySince>({});
  #said = $state.raw<Said[]>([]);
  #ahead = 0;
  #lines = 0;

  constructor(code: string, connect: Connect, private readonly shown: (event: GameEvent, model: RoomModel) => void) {
    this.stage = new Stage(undefined, (event) => this.shown(event, this));
    this.#connection = connect(code, this);
  }

  get players() {
    return this.header && this.room ? playersAt(this.header, this.room, this.#away, this.#said) : [];
  }

  get isHost(): boolean {
    return this.room !== null && this.you !== null && this.room.host === this.you.person;
  }

  get seat(): number | null {
    const view = this.stage.scene?.view;
    return view ? ownSeat(view) : (this.you?.seat ?? null);
  }

  /** When the time of those who are due is up, by this browser's clock. */
  get deadline(): number | null {
    const until = this.moment?.until ?? null;
    return until === null ? null : until - this.#ahead;
  }

  /** Whether the player is asked something, and everything before it has been shown. */
  get asked(): boolean {
    return this.moment !== null && this.moment.asked !== null && this.stage.settled && this.room?.phase === 'playing';
  }

  async act(act: string): Promise<void> {
    const asked = this.moment?.asked ?? null;
    if (asked === null || this.busy) return;
    this.busy = true;
    await this.send({ do: 'act', act, asked });
    this.busy = false;
  }

  async send(deed: Deed): Promise<boolean> {
    this.refusal = await this.#connection.send(deed);
    return this.refusal === null;
  }

  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    this.#connection.close();
  }

  note(text: string, name: string | null = null): void {
    this.#lines += 1;
    this.log = [...this.log, { number: this.#lines, name, text }].slice(-MOST_LINES);
  }

  // What the connection tells.

  lineIs(line: Line): void {
    this.line = line;
  }

  welcome(snapshot: Snapshot): void {
    this.#ahead = snapshot.now - Date.now();
    this.room = snapshot.room;
    this.you = snapshot.you;
    this.#away = Object.fromEntries(snapshot.room.people.filter((one) => !one.here).map((one) => [one.person, Date.now()]));
    const { game } = snapshot;
    this.header = game?.header ?? null;
    this.moment = game?.now ?? null;
    this.end = game?.end ?? null;
    this.paused = game?.paused ?? false;
    this.seedsUntil = game?.seeds_until ?? null;
    if (game) {
      this.stage.set(withView(sceneFrom(game.header, game.entries, game.now.view as View), game.now));
      this.#seed();
    }
    if (this.log.length === 0) for (const entry of snapshot.talk) this.#entry(entry, false);
  }

  resumed(resumed: Omit<Resumed, 'update'>): void {
    this.#ahead = resumed.now - Date.now();
    this.you = resumed.you;
    if (this.room) this.room = withAllPresent(this.room, resumed.here);
  }

  update(update: Update): void {
    if (update.room) this.room = update.room;
    for (const entry of update.entries) this.#entry(entry, true);
    if (!update.moment) return;
    const past = [...(this.moment?.view.past ?? []).slice(0, update.moment.past_from), ...update.moment.view.past];
    this.moment = { ...update.moment, view: { ...update.moment.view, past } as Moment['view'] };
  }

  presence({ person, here }: Presence): void {
    if (this.room) this.room = withPresence(this.room, person, here);
    const { [person]: _, ...others } = this.#away;
    this.#away = here ? others : { ...others, [person]: Date.now() };
  }

  notice(notice: Notice): void {
    if (notice.notice === 'too-fast') this.refusal = { code: 'too-fast', text: '', wait: notice.wait };
  }

  #entry(entry: RoomEntry, live: boolean): void {
    switch (entry.what) {
      case 'said':
        this.#says(entry.seat, this.room?.people.find((one) => one.person === entry.person)?.name ?? entry.person, sayWords(entry.say), live);
        break;
      case 'started':
        this.#started(entry.header, entry.seeds_until);
        break;
      case 'played':
        this.#played(entry.entries);
        break;
      case 'clock':
        if (this.moment) this.moment = { ...this.moment, until: entry.until };
        break;
      case 'ended':
        this.end = entry.end;
        this.whyOver = entry.why;
        break;
      default:
        break;
    }
  }

  #started(header: Header, seedsUntil: number): void {
    this.header = header;
    this.end = null;
    this.whyOver = null;
    this.moment = null;
    this.paused = false;
    this.seedsUntil = seedsUntil;
    this.stage.set(sceneAtStart(header.ruleset, header.seats, this.you?.seat == null ? 'public' : { seat: this.you.seat }));
    this.#seed();
  }

  /** Adds a seed of this browser's own to the dice, so that the house alone cannot have chosen them. */
  #seed(): void {
    if (this.seedsUntil === null || this.you?.seat == null) return;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    void this.#connection.send({ do: 'seat-seed', seed });
  }

  #played(entries: Entry[]): void {
    for (const entry of entries) {
      if (isTalk(entry)) this.#says(entry.seat, this.header?.seats[entry.seat]?.name ?? '', entry.talk, true);
      if (entry.event === 'paused') this.paused = true;
      if (entry.event === 'goes-on') this.paused = false;
    }
    const events = entries.filter(isEvent);
    if (events.length > 0) this.seedsUntil = null;
    this.stage.take(events);
  }

  #says(seat: number | null, name: string, text: string, live: boolean): void {
    this.note(text, name);
    if (seat === null || !live) return;
    const said = { seat, text };
    this.#said = [...this.#said.filter((one) => one.seat !== seat), said];
    setTimeout(() => (this.#said = this.#said.filter((one) => one !== said)), SPEECH);
  }
}

function sceneFrom(header: Header, entries: Entry[], view: View): Scene {
  const start = sceneAtStart(header.ruleset, header.seats, view.viewer);
  return entries.filter(isEvent).reduce(sceneAfter, start);
}

/** What the room says now counts; the events only led there. */
const withView = (scene: Scene, moment: Moment): Scene => ({ ...scene, view: moment.view as View });
