// The client of the page does what that of the program does: the cases are made from it (`cargo xtask bless`).

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Deed } from '$lib/connection/connection';
import { Mirror } from '$lib/connection/mirror';
import type { Output } from '$lib/connection/output';
import type { ToClient } from '$lib/wire/messages';

type Input = 'connected' | 'lost' | 'tick' | 'hurry' | { message: ToClient } | { want: Deed } | { 'turned-away': string };
interface Step {
  at: number;
  in: Input;
  out: unknown[];
  wake: number | null;
  version: number | null;
  live: boolean;
  waiting: number;
}

const cases = JSON.parse(readFileSync(new URL('../fixtures/client-cases.json', import.meta.url), 'utf8')) as { name: string; steps: Step[] }[];

function tell(mirror: Mirror, now: number, input: Input): void {
  if (typeof input === 'string') mirror[input](now);
  else if ('message' in input) mirror.take(now, input.message);
  else if ('want' in input) mirror.want(now, input.want);
  else mirror.turnedAway(input['turned-away']);
}

/** An output as the cases have it: what is shown is the business of the model. */
function written(output: Output): unknown {
  switch (output.kind) {
    case 'shown':
    case 'changed':
      return output.kind;
    case 'happened':
      return { happened: output.update.entries };
    case 'send':
      return { send: output.message };
    case 'answered':
      return { answered: output.answer };
    case 'noticed':
      return { noticed: output.notice };
    case 'slow':
      return { slow: output.slow };
    case 'reconnect':
      return { reconnect: output.after };
    case 'gave-up':
      return { 'gave-up': output.why };
  }
}

describe('the client', () => {
  test.each(cases)('$name', ({ steps }) => {
    const mirror = new Mirror();
    for (const step of steps) {
      tell(mirror, step.at, step.in);
      const out: unknown[] = [];
      for (let output = mirror.poll(); output; output = mirror.poll()) out.push(written(output));
      const { wakeAt: wake, version, isLive: live, waiting } = mirror;
      expect({ in: step.in, out, wake, version, live, waiting }).toEqual({ in: step.in, out: step.out, wake: step.wake, version: step.version, live: step.live, waiting: step.waiting });
    }
  });
});
