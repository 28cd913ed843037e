// The throws of a game, made again from what its last line reveals (docs/record.md, "Dice").

import { ascii, bytes, diceOf, eight, hmac, join, sha256 } from './bytes';
import { chacha8 } from './chacha';

export interface Throw {
  /** Its number in the game, from 0. */
  number: number;
  /** The round it belongs to. */
  round: number;
  /** Whose it is; nobody's for the table's own. */
  seat: number | null;
  count: number;
  sides: number;
}

/** What the dice should be. */
export type Source = (thrown: Throw) => Promise<number[]>;

/** The dice of games between people: from the server seed, the header and the players' seeds. */
export async function trusted(seed: Uint8Array<ArrayBuffer>, headerHash: Uint8Array, seatSeeds: { seat: number; seed: string }[]): Promise<Source> {
  const mac = await hmac(seed);
  const seeds = seatSeeds.map(({ seat, seed: text }) => join(Uint8Array.of(seat, text.length), ascii(text)));
  const start = join(ascii('dicehouse dice 1'), headerHash, Uint8Array.of(seatSeeds.length), ...seeds);
  return async ({ number, count, sides }) => {
    const dice: number[] = [];
    for (let block = 0; dice.length < count; block += 1) {
      dice.push(...diceOf(await mac(join(start, eight(number, false), eight(block, false))), sides));
    }
    return dice.slice(0, count);
  };
}

/** Throws of the table itself. */
const TABLE = 255;
const WORDS = 16;

/** The dice of a contest's deal: a stream of its own for every seat and round. */
export async function dealt(secret: string, deal: number): Promise<Source> {
  const key = await sha256(ascii('dicehouse deal 1'), bytes(secret), eight(deal, true));
  const used = new Map<number, number>();
  return async ({ round, seat, count, sides }) => {
    const stream = round * 256 + (seat ?? TABLE);
    const dice: number[] = [];
    let word = used.get(stream) ?? 0;
    for (; dice.length < count; word += 1) {
      const value = chacha8(key, Math.floor(word / WORDS), stream)[word % WORDS] ?? 0;
      dice.push(...diceOf(Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24), sides));
    }
    // What is left of the last word is thrown away.
    used.set(stream, word);
    return dice.slice(0, count);
  };
}
