// The lines of this tab to its rooms. A room with a line is held: no other tab of this browser plays in it.

/** Takes a room from every other tab, until another one takes it; gives back how to let go of it. */
export type Hold = (room: string, lost: () => void) => () => void;

export class Lines {
  /** The room that each open line leads to. */
  #rooms = new Map<number, string>();
  /** How to let go of each room that is held. */
  #held = new Map<string, () => void>();

  constructor(private readonly hold: Hold, private readonly taken: (room: string) => void) {}

  get count(): number {
    return this.#rooms.size;
  }

  has(line: number): boolean {
    return this.#rooms.has(line);
  }

  /** The lines to a room, or all of them. */
  to(room?: string): number[] {
    return [...this.#rooms].filter(([, one]) => room === undefined || one === room).map(([line]) => line);
  }

  open(line: number, room: string): void {
    this.#rooms.set(line, room);
    if (!this.#held.has(room)) this.#held.set(room, this.hold(room, () => this.taken(room)));
  }

  /** A line is over; false if it was before. The last one to a room lets go of it. */
  end(line: number): boolean {
    const room = this.#rooms.get(line);
    if (room === undefined) return false;
    this.#rooms.delete(line);
    if (this.to(room).length > 0) return true;
    this.#held.get(room)?.();
    this.#held.delete(room);
    return true;
  }
}
