// A QR code (ISO/IEC 18004) for a link: bytes, error correction level M, versions 1 to 6, mask 0.

/** By version: code words in all, those for correction in each block, and how many blocks. */
const VERSIONS = [[26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4]] as const;

/** The squares of the code, row by row, dark or light; null when the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex(([all, ec, blocks]) => bytes.length + 2 <= all - ec * blocks);
  const found = VERSIONS[index];
  return found ? drawn(index + 1, interleaved(padded(bytes, found[0] - found[1] * found[2]), found[1], found[2])) : null;
}

/** Mode, length, bytes, the end, and filling up to the room there is. */
function padded(bytes: number[], room: number): number[] {
  const bits = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: bits.length >> 1 }, (_, at) => ((bits[2 * at] ?? 0) << 4) | (bits[2 * at + 1] ?? 0));
  while (words.length < room) words.push((words.length - bytes.length) % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** The blocks, each with its correction, word by word. */
function interleaved(data: number[], ec: number, count: number): number[] {
  const size = data.length / count;
  const blocks = Array.from({ length: count }, (_, at) => data.slice(at * size, (at + 1) * size));
  const corrections = blocks.map((block) => correction(block, ec));
  const across = (rows: number[][], length: number) => Array.from({ length }, (_, at) => rows.map((row) => row[at] ?? 0)).flat();
  return [...across(blocks, size), ...across(corrections, ec)];
}

/** Reed and Solomon's remainder, over the field of 256 with 285. */
function correction(block: number[], length: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < length; power += 1, root = times(root, 2)) {
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root));
  }
  const rest = [...block, ...Array<number>(length).fill(0)];
  block.forEach((_, at) => {
    const factor = rest[at] ?? 0;
    generator.forEach((value, step) => { rest[at + step] = (rest[at + step] ?? 0) ^ times(value, factor); });
  });
  return rest.slice(block.length);
}

function times(one: number, two: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7) * 0x11d;
    if ((two >> bit) & 1) product ^= one;
  }
  return product;
}

function drawn(version: number, words: number[]): boolean[][] {
  const size = 17 + 4 * version;
  const fixed = patterns(version, size);
  const code = fixed.map((row) => row.map((square) => square ?? false));
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, at) => ((word >> (7 - at)) & 1) === 1));
  let next = 0;
  // Two columns at a time from the right, up and down in turn; the sixth column is the ruler's.
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = code[row];
        if (fixed[row]?.[column] !== null || !line) continue;
        line[column] = (bits[next] ?? false) !== ((row + column) % 2 === 0);
        next += 1;
      }
    }
  }
  return code;
}

/** What is the same in every code of a version; null where the words go. */
function patterns(version: number, size: number): (boolean | null)[][] {
  const squares = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean) => { const line = squares[row]; if (line && column >= 0 && column < size) line[column] = dark; };
  const rings = (row: number, column: number, reach: number, dark: (ring: number) => boolean) => {
    for (let down = -reach; down <= reach; down += 1) for (let across = -reach; across <= reach; across += 1) set(row + down, column + across, dark(Math.max(Math.abs(down), Math.abs(across))));
  };
  for (let at = 0; at < size; at += 1) { set(6, at, at % 2 === 0); set(at, 6, at % 2 === 0); }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) rings(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) rings(size - 7, size - 7, 2, (ring) => ring !== 1);
  // Level M and mask 0, with their own correction.
  const format = 0x5412;
  const bit = (at: number) => ((format >> at) & 1) === 1;
  const beside = [0, 1, 2, 3, 4, 5, 7, 8];
  for (let at = 0; at < 8; at += 1) { set(beside[at] ?? 0, 8, bit(at)); set(8, size - 1 - at, bit(at)); }
  for (let at = 8; at < 15; at += 1) { set(8, at === 8 ? 7 : 14 - at, bit(at)); set(size - 15 + at, 8, bit(at)); }
  set(size - 8, 8, true);
  return squares;
}
