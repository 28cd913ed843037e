// Checks a record as docs/record.md says, with the browser's own cryptography. It trusts nobody but the file:
// lines in order, the commitment, every throw, and that shown dice are those that were thrown.

import { isEvent, type GameRecord } from './record';
import { throws } from './throws';

export interface Problem {
  what: 'check' | 'commitment' | 'throw' | 'shown' | 'standing' | 'unfinished' | 'unsupported' | 'no-crypto';
  /** The line of the file, from 1. */
  line: number;
}

export interface Verdict {
  problems: Problem[];
  /** What was checked. */
  throws: number;
  commitment: string | null;
  serverSeed: string | null;
  seatSeeds: { seat: number; seed: string }[];
}

const utf8 = new TextEncoder();

/** Says what is wrong with a record; nothing when it is what it says. */
export async function verify(record: GameRecord): Promise<Verdict> {
  const { header, end } = record;
  const commitment = header.dice.commitment ?? null;
  const serverSeed = end?.reveal?.server_seed ?? null;
  const verdict: Verdict = { problems: [], throws: 0, commitment, serverSeed, seatSeeds: seedsOf(record) };
  // Browsers keep their cryptography from pages that came over an open line.
  if (!globalThis.crypto?.subtle) return { ...verdict, problems: [{ what: 'no-crypto', line: 1 }] };
  const problems = [...(await brokenChecks(record)), ...brokenDice(record), ...brokenStanding(record)];
  if (header.dice.source !== 'trusted') return { ...verdict, problems: [...problems, { what: 'unsupported', line: 1 }] };
  if (serverSeed === null || commitment === null) return { ...verdict, problems: [...problems, { what: 'unfinished', line: record.lines.length }] };
  const dice = await diceOf(record, serverSeed, commitment, verdict.seatSeeds);
  return { ...verdict, problems: [...problems, ...dice.problems].sort((a, b) => a.line - b.line), throws: dice.throws };
}

function seedsOf(record: GameRecord): Verdict['seatSeeds'] {
  const found = record.entries.filter((entry) => 'event' in entry && entry.event === 'seat-seed');
  return found.map((entry) => ({ seat: Number((entry as { seat?: unknown }).seat), seed: String((entry as { seed?: unknown }).seed) })).sort((a, b) => a.seat - b.seat);
}

/** Every line carries a check over itself and the line before. */
async function brokenChecks({ lines }: GameRecord): Promise<Problem[]> {
  let before: Uint8Array<ArrayBuffer> = new Uint8Array(8);
  const problems: Problem[] = [];
  for (const [index, line] of lines.entries()) {
    const at = line.lastIndexOf(',"check":"');
    const written = at < 0 ? '' : line.slice(at + 10, at + 26);
    const hash = await sha256(join(before, utf8.encode(at < 0 ? line : line.slice(0, at))));
    before = hash.slice(0, 8);
    if (written !== hex(before)) return [...problems, { what: 'check', line: index + 1 }];
  }
  return problems;
}

async function diceOf(record: GameRecord, serverSeed: string, commitment: string, seatSeeds: Verdict['seatSeeds']): Promise<{ problems: Problem[]; throws: number }> {
  const seed = bytes(serverSeed);
  const headerHash = await sha256(utf8.encode(hashedPart(record.lines[0] ?? '')));
  const problems: Problem[] = [];
  const committed = hex(await sha256(join(utf8.encode('dicehouse commitment 1'), seed, headerHash)));
  if (committed !== commitment) problems.push({ what: 'commitment', line: 1 });
  const source = await throws(seed, headerHash, seatSeeds);
  let made = 0;
  for (const [index, entry] of record.entries.entries()) {
    if (!isEvent(entry) || entry.event !== 'rolled') continue;
    if (!isThrow(entry.count, entry.sides)) return { problems: [...problems, { what: 'throw', line: index + 2 }], throws: made };
    const fell = entry.shown ?? (entry.secret && 'dice' in entry.secret ? entry.secret.dice : null);
    const expected = await source(made, entry.count, entry.sides);
    made += 1;
    if (fell === null || fell.join() !== expected.join()) problems.push({ what: 'throw', line: index + 2 });
  }
  return { problems, throws: made };
}

/** No game throws more, or dice with more sides; a file may say anything. */
const isThrow = (count: unknown, sides: unknown): boolean =>
  Number.isInteger(count) && Number.isInteger(sides) && Number(count) >= 0 && Number(count) <= 100 && Number(sides) >= 1 && Number(sides) <= 256;

/** The dice are bound to the header's line up to its dice. */
const hashedPart = (line: string): string => line.slice(0, Math.max(0, line.indexOf(',"dice":{')));

/** Dice that are shown later must be those that were thrown. */
function brokenDice(record: GameRecord): Problem[] {
  const hands = new Map<number, string>();
  const problems: Problem[] = [];
  for (const [index, event] of record.entries.entries()) {
    if (!isEvent(event)) continue;
    const broken = () => problems.push({ what: 'shown', line: index + 2 });
    if (event.event === 'round') hands.clear();
    if (event.event === 'rolled' && event.what === 'hand' && event.secret && 'dice' in event.secret) hands.set(event.secret.seat, event.secret.dice.join());
    if (event.event === 'showdown' && event.hands.some((hand, seat) => hand.join() !== (hands.get(seat) ?? ''))) broken();
    if ((event.event === 'claim-shown' || event.event === 'stacked') && event.dice.join() !== hands.get(event.seat)) broken();
  }
  return problems;
}

function brokenStanding(record: GameRecord): Problem[] {
  const over = record.entries.find((entry) => isEvent(entry) && entry.event === 'over');
  const told = over && 'standing' in over ? JSON.stringify(over.standing) : 'null';
  const ended = JSON.stringify(record.end?.standing ?? null);
  return record.end && told !== ended ? [{ what: 'standing', line: record.lines.length }] : [];
}

const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await crypto.subtle.digest('SHA-256', data));

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
