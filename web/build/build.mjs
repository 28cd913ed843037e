// Builds the page into a folder, compresses its files, and lists them: node build/build.mjs FOLDER
// crates/page embeds what it leaves there.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const folder = process.argv[2];
await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false } });

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();
const lines = files.map((file) => {
  const type = TYPES[extname(file)];
  if (!type) throw new Error(`${file}: no type is known for this ending`);
  const bytes = readFileSync(join(folder, file));
  const text = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params: text }));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `${file}\t${type}\t${hash}\n`;
});
writeFileSync(join(folder, 'files.txt'), lines.join(''));
