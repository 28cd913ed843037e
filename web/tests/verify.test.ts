// The example of docs/record.md, which the program itself made, and what becomes of it when somebody changes a line.

import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readRecord, RecordProblem } from '$lib/record/record';
import { plainHmac, plainSha256 } from '$lib/record/sha256';
import { verify } from '$lib/record/verify';

const docs = readFileSync('../docs/record.md', 'utf8');
const example = /```jsonl\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
const lines = example.trim().split('\n');

/** What a careful forger does: changes a line and makes all checks right again. */
function mended(changed: string[]): string {
  let before = Buffer.alloc(8);
  return changed
    .map((line) => {
      const start = line.slice(0, line.lastIndexOf(',"check"'));
      before = createHash('sha256').update(before).update(start).digest().subarray(0, 8);
      return `${start},"check":"${before.toString('hex')}"}`;
    })
    .join('\n');
}

const change = (line: number, from: string | RegExp, to: string) => lines.map((text, at) => (at === line - 1 ? text.replace(from, to) : text));
const first = async (text: string) => (await verify(readRecord(text))).problems[0];
const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;

test('the example is verified, seat seed included', async () => {
  const verdict = await verify(readRecord(example));
  expect(verdict.problems).toEqual([]);
  expect(verdict.throws).toBe(2);
  expect(verdict.seatSeeds).toEqual([{ seat: 0, seed: "ann's" }]);
});

describe('over an open line, where the browser keeps its cryptography to itself', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('a record is checked all the same', async () => {
    vi.stubGlobal('crypto', {});
    const verdict = await verify(readRecord(example));
    expect(verdict.problems).toEqual([]);
    expect(verdict.throws).toBe(2);
    const seed = verdict.seed ?? '';
    const forged = change(lineOf('"server_seed"'), seed, `${seed.startsWith('0') ? '1' : '0'}${seed.slice(1)}`);
    expect((await first(mended(forged)))?.what).toBe('commitment');
  });

  test('its hashes are those of everybody', () => {
    const some = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 151 + length) % 256);
    for (let length = 0; length < 260; length += 1) {
      expect(Buffer.from(plainSha256(some(length))).toString('hex')).toBe(createHash('sha256').update(some(length)).digest('hex'));
      const [key, data] = [some(length % 100), some(length)];
      expect(Buffer.from(plainHmac(key, data)).toString('hex')).toBe(createHmac('sha256', key).update(data).digest('hex'));
    }
  });
});

test('what the forger does well changes nothing by itself', () => {
  expect(mended(lines)).toBe(lines.join('\n'));
});

describe('a changed record is found out', () => {
  test('a line without its check mended', async () => {
    expect(await first(change(lineOf('"act":"1x2"'), '1x2', '1x3').join('\n'))).toEqual({ what: 'check', line: lineOf('"act":"1x2"') });
  });

  test.each([
    ['a hand', '"secret":{"seat":0', /"dice":\[\d\]/, '"dice":[2]', 'throw'],
    ['a name', '"dicehouse":1', '"Ann"', '"Eve"', 'commitment'],
    ['the server seed', '"server_seed"', 'c8ea', 'c8eb', 'commitment'],
    ['a seat seed', '"seat-seed"', "ann's", "eve's", 'throw'],
    ['the showdown', '"event":"showdown"', /"hands":\[\[\d\]/, '"hands":[[1]', 'shown'],
    ['the result', '"end"', '[2,1]', '[1,2]', 'standing'],
  ])('%s', async (_, part, from, to, what) => {
    const text = mended(change(lineOf(part), from, to));
    expect(text).not.toBe(lines.join('\n'));
    const { problems } = await verify(readRecord(text));
    expect(problems.map((problem) => problem.what)).toContain(what);
  });

  test('a line left out', async () => {
    const text = mended(lines.filter((line) => !line.includes('"seat":1,"count"')));
    expect((await verify(readRecord(text))).problems.map((problem) => problem.what)).toContain('shown');
  });
});

test.each([
  ['no sides', '"sides":6', '"sides":0'],
  ['many dice', '"count":1', '"count":1000000'],
  ['no count', '"count":1,', ''],
])('a throw of %s is no throw', async (_, from, to) => {
  const text = mended(change(lineOf('"what":"hand"'), from, to));
  expect((await verify(readRecord(text))).problems.map((problem) => problem.what)).toContain('throw');
});

test('a record that breaks off is not verified, and not called changed', async () => {
  expect(await first(lines.slice(0, -1).join('\n'))).toEqual({ what: 'unfinished', line: lines.length - 1 });
});

test.each([
  ['', 'empty', 1],
  ['no json', 'json', 1],
  ['{"dicehouse":1}', 'header', 1],
  [`${lines[0]}\n[]`, 'json', 2],
])('%j is no record', (text, what, line) => {
  expect(() => readRecord(text)).toThrow(RecordProblem);
  expect(() => readRecord(text)).toThrow(`line ${line}: ${what}`);
});

describe('games whose dice are a deal', () => {
  test.each(['claims-full', 'claims-simple', 'liars-house', 'liars-markovok', 'liars-perudo', 'pairs'])('%s, as the program made it', async (name) => {
    const { record } = JSON.parse(readFileSync(`fixtures/${name}.json`, 'utf8')) as { record: string };
    const verdict = await verify(readRecord(record));
    expect(verdict.problems).toEqual([]);
    expect(verdict.throws).toBe(record.split('"event":"rolled"').length - 1);
    // The same game with the secret of another contest.
    const text = record.trim().split('\n').map((line) => line.replace(/("contest_secret":")../, '$100'));
    const forged = await verify(readRecord(mended(text)));
    expect(forged.problems.map((problem) => problem.what)).toEqual(expect.arrayContaining(['commitment', 'throw']));
  });

  test('dice that were given are not called changed, and not verified', async () => {
    const { record } = JSON.parse(readFileSync('fixtures/liars-house.json', 'utf8')) as { record: string };
    const given = record.trim().split('\n').map((line, at) => (at === 0 ? line.replace(/"dice":\{"source".*?\}/, '"dice":{"source":"given"}') : line));
    expect((await verify(readRecord(mended(given)))).problems).toEqual([{ what: 'given', line: 1 }]);
  });
});

describe('a record that is signed', () => {
  const signed = docs.split('### A signed record')[1]?.split('```jsonl\n')[1]?.split('```')[0] ?? '';
  const all = signed.trim().split('\n');
  const problems = async (changed: string[]) => (await verify(readRecord(mended(changed)))).problems.map((problem) => problem.what);

  test('is verified, signature included', async () => {
    const verdict = await verify(readRecord(signed));
    expect(verdict.problems).toEqual([]);
    expect(verdict.signatureChecked).toBe(true);
    expect(verdict.signedBy).toBe('8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c');
  });

  test('says so when a bid was changed that the dice do not prove', async () => {
    const bid = all.findIndex((line) => line.includes('"event":"acted"'));
    expect(await problems(all.map((line, at) => (at === bid ? line.replace(/"act":"[^"]*"/, '"act":"1x1"') : line)))).toEqual(['signature']);
  });

  test('says so when something was said that was not, or the signature is missing', async () => {
    expect(await problems([...all.slice(0, 3), '{"event":"talk","seat":0,"talk":"gg","check":""}', ...all.slice(3)])).toEqual(['signature']);
    expect(await problems(all.slice(0, -1))).toEqual(['unsigned']);
    expect(await problems([...all.slice(0, -1), all.at(-1)!.replace(/[0-9a-f]","check/, 'Z","check')])).toContain('signature');
  });

  test('is not signed by somebody whom line 1 does not name', async () => {
    expect(await problems([...lines, all.at(-1)!])).toEqual(['signature']);
  });
});
