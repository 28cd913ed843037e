// What the viewer shows of a contest's folder: its results, or how it stands while it goes on, and its games.

import type { ShownContest } from '$lib/api';
import type { ContestFolder } from './folder';
import { readManifest, Running, type RunningRow } from './running';
import { readStandings, standingsOf, type Contest } from './standings';

/** How often a contest that is watched is looked at. */
const LOOK = 2000;
/** The most bytes of a file that are read. */
const MOST = 16 * 1024 * 1024;

export class Viewer {
  contest = $state.raw<Contest | null>(null);
  rows = $state.raw<RunningRow[] | null>(null);
  games = $state(0);
  records = $state.raw<Awaited<ReturnType<ContestFolder['records']>>>([]);
  live = $state(false);
  #running: Running | null = null;
  /** Counts what was shown, so that an answer that comes late is known. */
  #looks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether there is something to show. */
  get open(): boolean {
    return this.contest !== null || this.rows !== null;
  }

  /** Shows a folder; false when it is none of a contest. */
  async show(folder: ContestFolder): Promise<boolean> {
    this.close();
    await this.#look(folder);
    return this.open;
  }

  /** Shows a folder, and looks again until its contest is over. */
  async watch(folder: ContestFolder): Promise<boolean> {
    const found = await this.show(folder);
    this.live = found && this.contest === null;
    if (this.live) this.#again(folder);
    return found;
  }

  /** Shows the contest of this house, if it shows one, and asks again until it is over or something else is shown. */
  async follow(ask: () => Promise<ShownContest | null>, look = this.#looks): Promise<void> {
    const shown = await ask().catch(() => null);
    if (look !== this.#looks) return;
    this.contest = (shown && standingsOf(shown.standings)) ?? this.contest;
    this.live = shown ? shown.running : this.live;
    if (this.live) this.#timer = setTimeout(() => void this.follow(ask, look), LOOK);
  }

  close(): void {
    this.#looks += 1;
    clearTimeout(this.#timer);
    this.contest = null;
    this.rows = null;
    this.records = [];
    this.live = false;
    this.#running = null;
  }

  #again(folder: ContestFolder): void {
    this.#timer = setTimeout(async () => {
      await this.#look(folder).catch(() => {});
      if (this.contest) this.live = false;
      else if (this.live) this.#again(folder);
    }, LOOK);
  }

  async #look(folder: ContestFolder): Promise<void> {
    const standings = await folder.file('standings.json');
    this.contest = standings && standings.size <= MOST ? readStandings(await standings.text()) : null;
    if (this.contest) this.rows = null;
    else await this.#journal(folder);
    this.records = await folder.records();
  }

  async #journal(folder: ContestFolder): Promise<void> {
    const [about, journal] = await Promise.all([folder.file('contest.json'), folder.file('journal.jsonl')]);
    const manifest = about && about.size <= MOST ? readManifest(await about.text()) : null;
    if (!manifest) return;
    this.#running ??= new Running(manifest);
    if (journal) await this.#running.look(journal);
    this.rows = this.#running.rows;
    this.games = this.#running.games;
  }
}
