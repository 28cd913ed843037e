// Builds the page into a folder, compresses its files, and lists them: node build/build.mjs FOLDER [ENGINE WEIGHTS]
// crates/page embeds what it leaves there. ENGINE and WEIGHTS are the files of the house in a tab; without them the page has none.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { serviceWorker } from './service-worker.mjs';

const TYPES = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
/** Where trying harder takes ten seconds or more and brings little. */
const QUALITY = { '.bin': 9, '.png': 5, '.wasm': 9 };

const [folder, engine, weights] = process.argv.slice(2);
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
/** The name of a file that never changes. */
const named = (file, name, ending) => `${name}-${hash(readFileSync(file)).slice(0, 8)}${ending}`;
const files = engine && weights ? { engine: named(engine, 'house', '.wasm'), weights: named(weights, 'bots', '.bin') } : null;
process.env.DICEHOUSE_ENGINE = JSON.stringify(files);

await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false } });
if (files) {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  copyFileSync(engine, join(folder, 'assets', files.engine));
  copyFileSync(weights, join(folder, 'assets', files.weights));
}
// A server shows the document at every address of a screen, so it names its files from the root.
const document = join(folder, 'index.html');
writeFileSync(document, readFileSync(document, 'utf8').replaceAll('="./', '="/'));

const built = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
writeFileSync(join(folder, 'sw.js'), serviceWorker(built().map((file) => ({ file, hash: hash(readFileSync(join(folder, file))) }))));

const lines = built().map((file) => {
  const ending = extname(file);
  const type = TYPES[ending];
  if (!type) throw new Error(`${file}: no type is known for this ending`);
  const bytes = readFileSync(join(folder, file));
  const mode = type.startsWith('text/') ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY[ending] ?? 11, [constants.BROTLI_PARAM_MODE]: mode, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: ending in QUALITY ? 6 : 9 }));
  return `${file}\t${type}\t${hash(bytes).slice(0, 32)}\n`;
});
writeFileSync(join(folder, 'files.txt'), lines.join(''));
