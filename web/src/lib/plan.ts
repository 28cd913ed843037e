// What to do as soon as one is in a room: sit down among bots and start, for a game with one click.

export interface Plan {
  code: string;
  /** Bots for the other seats, in order. */
  bots: string[];
  start: boolean;
}

let plan: Plan | null = null;

export function planFor(next: Plan): void {
  plan = next;
}

/** The plan for this room, once. */
export function takePlan(code: string): Plan | null {
  const taken = plan?.code === code ? plan : null;
  plan = null;
  return taken;
}
