// Bytes and hashes, as docs/record.md writes them.

const utf8 = new TextEncoder();

export const ascii = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text);

export const sha256 = async (...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', join(...parts)));

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Eight bytes of a number. */
export function eight(value: number, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(8);
  new DataView(all.buffer).setBigUint64(0, BigInt(value), littleEndian);
  return all;
}

/** The dice that bytes make. Those from the largest multiple of the sides on are passed over, so that no face is favoured. */
export function diceOf(data: Uint8Array, sides: number): number[] {
  const limit = 256 - (256 % sides);
  return Array.from(data).filter((byte) => byte < limit).map((byte) => (byte % sides) + 1);
}
