// Throws that follow from a server seed, the header and the players' seeds (docs/record.md, "Dice").

import { join } from './verify';

type Throws = (number: number, count: number, sides: number) => Promise<number[]>;

export async function throws(seed: Uint8Array<ArrayBuffer>, headerHash: Uint8Array, seatSeeds: { seat: number; seed: string }[]): Promise<Throws> {
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const seeds = seatSeeds.map(({ seat, seed: text }) => join(Uint8Array.of(seat, text.length), utf8.encode(text)));
  const start = join(utf8.encode('dicehouse dice 1'), headerHash, Uint8Array.of(seatSeeds.length), ...seeds);
  return async (number, count, sides) => {
    // Bytes from the largest multiple of the sides on are passed over, so that no face is favoured.
    const limit = 256 - (256 % sides);
    const dice: number[] = [];
    for (let block = 0; dice.length < count; block += 1) {
      const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, join(start, bigEndian(number), bigEndian(block))));
      for (const byte of mac) if (byte < limit && dice.length < count) dice.push((byte % sides) + 1);
    }
    return dice;
  };
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
