import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `cargo run -- serve` listens. The house takes requests from pages of its own address alone. */
const HOUSE = process.env['HOUSE'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: here('./src/lib'), $parts: here('./src/parts') } },
  // Everything is a file of its own: the page's policy forbids scripts and styles inside the document.
  base: './',
  // The engine of a house in a tab: build.mjs names its files. Without them there is none.
  define: { __ENGINE__: process.env['DICEHOUSE_ENGINE'] ?? 'null' },
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: HOUSE, ws: true, headers: { origin: HOUSE } } } },
  test: { environment: 'node', include: ['tests/**/*.test.ts'] },
});
