// ChaCha with 8 rounds and a stream number of 64 bits, as the dice of contests use it.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const DOUBLE_ROUNDS = 4;
/** The words of a quarter round: columns first, then diagonals. */
const QUARTERS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] as const;

const turn = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function quarter(words: Uint32Array, [a, b, c, d]: (typeof QUARTERS)[number]): void {
  const mix = (to: number, from: number, into: number, by: number) => {
    words[to] = (words[to] ?? 0) + (words[from] ?? 0);
    words[into] = turn((words[into] ?? 0) ^ (words[to] ?? 0), by);
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

/** The sixteen words of a block of a stream. */
export function chacha8(key: Uint8Array<ArrayBuffer>, block: number, stream: number): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = Uint32Array.from([
    ...CONSTANTS,
    ...Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at, true)),
    block >>> 0, Math.floor(block / 2 ** 32),
    stream >>> 0, Math.floor(stream / 2 ** 32),
  ]);
  const words = start.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round += 1) for (const four of QUARTERS) quarter(words, four);
  return words.map((word, at) => word + (start[at] ?? 0));
}
