// Bytes and hashes, as docs/record.md writes them.

import { plainHmac, plainSha256 } from './sha256';

const utf8 = new TextEncoder();

export const ascii = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text);

/** The browser's own cryptography. Pages that came over an open line do not have it. */
const own = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const data = join(...parts);
  const digest = await own()?.digest('SHA-256', data);
  return digest ? new Uint8Array(digest) : plainSha256(data);
}

/** HMAC-SHA256 with a key. */
export async function hmac(key: Uint8Array<ArrayBuffer>): Promise<(data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>> {
  const subtle = own();
  if (!subtle) return (data) => Promise.resolve(plainHmac(key, data));
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (data) => new Uint8Array(await subtle.sign('HMAC', imported, data));
}

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
