// What a browser was sent must hold no die that its person may not see.

import assert from 'node:assert/strict';

/** Every value anywhere in a message. */
function* within(value) {
  if (Array.isArray(value)) {
    for (const item of value) yield* within(item);
  } else if (value !== null && typeof value === 'object') {
    yield value;
    for (const item of Object.values(value)) yield* within(item);
  }
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Looks at all that came over the wire to `seat`, before the record was opened. */
export function assertNoHiddenDice(traffic, seat) {
  let secrets = 0;
  for (const text of traffic) {
    // A record, with every die, is for when the game is over; its lines are no single JSON value.
    const message = parsed(text);
    for (const part of within(message)) {
      if (part.secret) {
        secrets += 1;
        assert.equal(part.secret.seat, seat, `a secret of seat ${part.secret.seat} reached seat ${seat}: ${text.slice(0, 300)}`);
      }
      if (part.event === 'rolled' && part.what === 'hand') assert.ok(!part.shown, 'a hidden roll was shown');
      if (part.event === 'note' || part.event === 'detail') assert.fail(`what is for the record alone was sent: ${text.slice(0, 300)}`);
      if (part.viewer && part.game) assert.deepEqual(part.viewer, { seat }, 'a view of somebody else');
    }
  }
  return secrets;
}
