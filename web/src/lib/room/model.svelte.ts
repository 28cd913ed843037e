// One room as this browser knows it. Messages come in, everything shown is derived from them.

import type { Connection, Connect, Deed, Line, Listener } from '../connection/connection';
import { withRemark } from '../game/remark';
import { ownSeat, sceneAtStart } from '../game/scene';
import { Stage } from '../game/stage.svelte';
import type { Player } from '../game/player';
import type { GameEvent, Standing } from '../game/types';
import { isEvent, isTalk } from '../record/record';
import type { End, Entry, Header, Moment, Notice, Presence, Refusal, Remark, Resumed, RoomEntry, RoomState, Snapshot, Update, You } from '../wire/messages';
import { awayIn, playersAt, withAllPresent, withPresence, type AwaySince } from './players';
import { momentAfter, newSeed, sceneOfGame } from './snapshot';
import { sayWords } from './talk';
import { Voices, type LogLine } from './voices.svelte';

export class RoomModel implements Listener {
  line = $state.raw<Line>({ state: 'connecting' });
  room = $state.raw<RoomState | null>(null);
  you = $state.raw<You | null>(null);
  header = $state.raw<Header | null>(null);
  moment = $state.raw<Moment | null>(null);
  end = $state.raw<End | null>(null);
  /** How the game before this one ended: somebody may not have seen it when the next began. */
  previous = $state.raw<{ standing: Standing; players: Player[]; own: number | null } | null>(null);
  seedsUntil = $state<number | null>(null);
  paused = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** An act is on its way. */
  busy = $state(false);
  slow = $state(false);

  readonly stage: Stage;
  #connection: Connection;
  #voices = new Voices();
  #away = $state.raw<AwaySince>({});
  /** The question that lies before the player, by its version. */
  #before = $state<number | null>(null);
  #ahead = 0;

  constructor(code: string, connect: Connect, private readonly shown: (event: GameEvent, model: RoomModel, skipped: boolean) => void) {
    this.stage = new Stage(undefined, (event, skipped) => this.shown(event, this, skipped), () => this.#ask(), (remark, skipped) => void this.#voices.remark(this.header?.seats[remark.seat], remark, !skipped));
    this.#connection = connect(code, this);
  }

  get players() {
    return this.header && this.room ? playersAt(this.header, this.room, this.#away, this.#voices.said) : [];
  }

  get isHost(): boolean { return this.room !== null && this.you !== null && this.room.host === this.you.person; }

  /** Where one sits in the room, whatever is played. */
  get chair(): number | null { return this.room?.people.find((one) => one.person === this.you?.person)?.seat ?? null; }

  get seat(): number | null {
    const view = this.stage.scene?.view;
    return view ? ownSeat(view) : this.chair;
  }

  /** When the time of those who are due is up, by this browser's clock. */
  get deadline(): number | null {
    const until = this.moment?.until ?? null;
    return until === null ? null : until - this.#ahead;
  }

  get log(): LogLine[] { return this.#voices.log; }

  /**
   * The version of the question the player is asked. It comes once everything before it has been shown, and stays
   * until it is answered: what others do meanwhile takes nothing off the desk.
   */
  get question(): number | null {
    const asked = this.moment?.asked ?? null;
    return asked !== null && asked === this.#before && this.room?.phase === 'playing' ? asked : null;
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

  hurry(): void { this.#connection.hurry(); }

  close(): void { this.#connection.close(); }

  note(text: string): void { this.#voices.note(text); }

  // What the connection tells.

  lineIs(line: Line): void { this.line = line; }

  welcome(snapshot: Snapshot): void {
    this.#keepResult(snapshot.game?.header.id);
    this.#ahead = snapshot.now - Date.now();
    this.room = snapshot.room;
    this.you = snapshot.you;
    this.#away = awayIn(snapshot.room, Date.now());
    const { game } = snapshot;
    this.header = game?.header ?? null;
    this.moment = game?.now ?? null;
    this.end = game?.end ?? null;
    this.paused = game?.paused ?? false;
    this.seedsUntil = game?.seeds_until ?? null;
    if (game) {
      this.stage.set(sceneOfGame(game));
      this.#seed();
    }
    this.#ask();
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
    this.moment = momentAfter(this.moment, update);
    if (this.stage.settled) this.#ask();
  }

  presence({ person, here }: Presence): void {
    if (this.room) this.room = withPresence(this.room, person, here);
    const { [person]: _, ...others } = this.#away;
    this.#away = here ? others : { ...others, [person]: Date.now() };
  }

  notice(notice: Notice): void { if (notice.notice === 'too-fast') this.refusal = { code: 'too-fast', text: '', wait: notice.wait }; else if (notice.notice === 'announcement') this.note(notice.text); }

  /** All that happened has been shown: what is asked now lies before the player. */
  #ask(): void {
    this.#before = this.moment?.asked ?? null;
  }

  #entry(entry: RoomEntry, live: boolean): void {
    switch (entry.what) {
      case 'said':
        this.#voices.says(entry.seat, this.room?.people.find((one) => one.person === entry.person)?.name ?? entry.person, sayWords(entry.say), live);
        break;
      case 'started':
        this.#started(entry.header, entry.seeds_until);
        break;
      case 'played':
        this.#played(entry.entries, entry.remark);
        break;
      case 'clock':
        if (this.moment) this.moment = { ...this.moment, until: entry.until };
        break;
      case 'ended':
        this.end = entry.end;
        break;
      default:
        break;
    }
  }

  #started(header: Header, seedsUntil: number): void {
    this.#keepResult(header.id);
    this.header = header;
    this.end = null;
    this.moment = null;
    this.paused = false;
    this.seedsUntil = seedsUntil;
    this.stage.set(sceneAtStart(header.ruleset, header.seats, this.you?.seat == null ? 'public' : { seat: this.you.seat }));
    this.#seed();
  }

  /** Another game is shown from now on. */
  #keepResult(next: string | undefined): void {
    const { end, header, players, seat: own } = this;
    if (end?.standing && header?.id !== next) this.previous = { standing: end.standing, players, own };
  }

  /** Adds a seed of this browser's own to the dice, so that the house alone cannot have chosen them. */
  #seed(): void {
    if (this.seedsUntil === null || this.you?.seat == null) return;
    void this.#connection.send({ do: 'seat-seed', seed: newSeed() });
  }

  #played(entries: Entry[], remark: Remark | undefined): void {
    for (const entry of entries) {
      if (isTalk(entry)) this.#voices.says(entry.seat, this.header?.seats[entry.seat]?.name ?? '', entry.talk, true);
      if (entry.event === 'paused') this.paused = true;
      if (entry.event === 'goes-on') this.paused = false;
    }
    const events = entries.filter(isEvent);
    if (events.length > 0) this.seedsUntil = null;
    this.stage.take(withRemark(events, remark));
  }
}
