// SHA-256 (FIPS 180-4) for pages that came over an open line, as from a house on the same Wi-Fi: browsers keep their own
// cryptography from those.

const BLOCK = 64;

/** The fractional part of a root of a prime, as 32 bits. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
const primes = Array.from({ length: 312 }, (_, at) => at).filter((one) => one > 1 && !Array.from({ length: one }, (_, at) => at).some((by) => by > 1 && one % by === 0));
const ROUND = Uint32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function plainSha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(data.length) * 8n);
  const state = Uint32Array.from(START);
  for (let block = 0; block < length; block += BLOCK) mix(state, Uint32Array.from({ length: 16 }, (_, word) => view.getUint32(block + word * 4)));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => out.setUint32(at * 4, word));
  return new Uint8Array(out.buffer);
}

/** Takes a block of 16 words into the state. */
function mix(state: Uint32Array, block: Uint32Array): void {
  const words = new Uint32Array(64);
  words.set(block);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 16; at < 64; at += 1) {
    const [near, far] = [word(at - 2), word(at - 15)];
    words[at] = word(at - 16) + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + word(at - 7) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[at] ?? 0) + word(at)) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at] ?? 0) + word));
}

/** HMAC (RFC 2104) by it. */
export function plainHmac(key: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK ? plainSha256(key) : key;
  const padded = (by: number): number[] => Array.from({ length: BLOCK }, (_, at) => (short[at] ?? 0) ^ by);
  return plainSha256(Uint8Array.from([...padded(0x5c), ...plainSha256(Uint8Array.from([...padded(0x36), ...data]))]));
}
