// The engine as WebAssembly, for the tests: node engine.mjs ENGINE WEIGHTS. Each line that comes in is a call, as JSON; each
// line that goes out is what the engine answers. A line "review RECORD" has a record, as JSON text, reviewed.

import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [engine, weights] = process.argv.slice(2);
let exports;
const text = (address, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
const tell = (address, length) => process.env.TELL && console.error(text(address, length));
({ exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(engine)), { tab: { tell } }));

function ask(what, bytes) {
  const room = exports.room_for(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const address = exports[what](bytes.length);
  return text(address + 4, new DataView(exports.memory.buffer).getUint32(address, true));
}

if (ask('bring_weights', readFileSync(weights)) !== '{}') throw new Error('the weights were refused');
const times = [];
for await (const line of createInterface({ input: process.stdin })) {
  const started = performance.now();
  const answer = line.startsWith('review ') ? ask('review', Buffer.from(JSON.parse(line.slice(7)))) : ask('call', Buffer.from(line));
  times.push(performance.now() - started);
  // All of it before the next line is read.
  for (let bytes = Buffer.from(`${answer}\n`); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
if (process.env.TELL) console.error(`longest ${Math.max(...times).toFixed(1)} ms, ${(exports.memory.buffer.byteLength / 2 ** 20).toFixed(1)} MiB`);
