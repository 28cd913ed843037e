// Checks a record as docs/record.md says, here in the browser. It trusts nobody but the file:
// lines in order, the commitment, every throw, that shown dice are those that were thrown, and the signature.

import { ascii, bytes, eight, hex, join, sha256 } from './bytes';
import { isEvent, type GameRecord } from './record';
import { roundsOf } from './rounds';
import { dealt, trusted, type Source } from './throws';

export interface Problem {
  what: 'check' | 'commitment' | 'throw' | 'shown' | 'standing' | 'unfinished' | 'given' | 'signature' | 'unsigned';
  /** The line of the file, from 1. */
  line: number;
}

export interface Verdict {
  problems: Problem[];
  /** What was checked. */
  throws: number;
  commitment: string | null;
  /** What the dice follow from: the server seed, or the secret of a contest. */
  seed: string | null;
  seatSeeds: { seat: number; seed: string }[];
  /** The key of the one who signed; null when nobody is named. */
  signedBy: string | null;
  /** Whether the signature could be checked: some browsers do not know this kind. */
  signatureChecked: boolean;
}

/** Says what is wrong with a record; nothing when it is what it says. */
export async function verify(record: GameRecord): Promise<Verdict> {
  const { header, end } = record;
  const commitment = header.dice.commitment ?? null;
  const seed = (header.dice.source === 'deal' ? end?.reveal?.contest_secret : end?.reveal?.server_seed) ?? null;
  const verdict: Verdict = { problems: [], throws: 0, commitment, seed, seatSeeds: seedsOf(record), signedBy: header.signed_by ?? null, signatureChecked: false };
  const signed = await signatureOf(record);
  verdict.signatureChecked = signed === 'good';
  const problems = [...(await brokenChecks(record)), ...brokenDice(record), ...brokenStanding(record)];
  if (signed === 'signature' || signed === 'unsigned') problems.push({ what: signed, line: record.lines.length });
  if (!['trusted', 'deal'].includes(header.dice.source)) return { ...verdict, problems: [...problems, { what: 'given', line: 1 }] };
  if (seed === null || commitment === null) return { ...verdict, problems: [...problems, { what: 'unfinished', line: record.lines.length }] };
  const proof = await promised(record, seed, verdict.seatSeeds);
  if (proof.commitment !== commitment) problems.push({ what: 'commitment', line: 1 });
  const dice = await brokenThrows(record, proof.source);
  return { ...verdict, problems: [...problems, ...dice.problems].sort((a, b) => a.line - b.line), throws: dice.throws };
}

/** The commitment that the seed makes with this header, and the dice that follow from it. */
async function promised({ header, lines }: GameRecord, seed: string, seatSeeds: Verdict['seatSeeds']): Promise<{ commitment: string; source: Source }> {
  // Where a name was taken out of line 1, the line says what its hash was before.
  const headerHash = header.header_hash ? bytes(header.header_hash) : await sha256(ascii(hashedPart(lines[0] ?? '')));
  const commits = async (...parts: Uint8Array[]) => hex(await sha256(...parts, headerHash));
  if (header.dice.source === 'trusted') {
    const commitment = await commits(ascii('dicehouse commitment 1'), bytes(seed));
    return { commitment, source: await trusted(bytes(seed), headerHash, seatSeeds) };
  }
  const deal = Number.isSafeInteger(header.dice.deal) ? Math.max(0, header.dice.deal ?? 0) : 0;
  const commitment = await commits(ascii('dicehouse deal commitment 1'), bytes(seed), eight(deal, true));
  return { commitment, source: await dealt(seed, deal) };
}

function seedsOf(record: GameRecord): Verdict['seatSeeds'] {
  const found = record.entries.filter((entry) => 'event' in entry && entry.event === 'seat-seed');
  return found.map((entry) => ({ seat: Number((entry as { seat?: unknown }).seat), seed: String((entry as { seed?: unknown }).seed) })).sort((a, b) => a.seat - b.seat);
}

/** Whether the one named in the header has signed all lines up to the end. */
async function signatureOf({ header, end, signature, lines }: GameRecord): Promise<'good' | 'nobody' | 'unknown' | 'signature' | 'unsigned'> {
  if (header.signed_by === undefined && signature === null) return 'nobody';
  if (header.signed_by === undefined) return 'signature';
  if (signature === null) return end ? 'unsigned' : 'nobody';
  // Browsers keep their cryptography from pages that came over an open line.
  if (!globalThis.crypto?.subtle) return 'unknown';
  let head: Uint8Array<ArrayBuffer> = new Uint8Array(32);
  for (const line of lines.slice(0, -1)) head = await sha256(head, ascii(line.slice(0, Math.max(0, line.lastIndexOf(',"check":"')))));
  try {
    const key = await crypto.subtle.importKey('raw', bytes(header.signed_by), { name: 'Ed25519' }, false, ['verify']);
    const good = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytes(signature), join(ascii('dicehouse record 1'), head));
    return good ? 'good' : 'signature';
  } catch (error) {
    // A key that is no key is not a browser that is too old.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unknown' : 'signature';
  }
}

/** Every line carries a check over itself and the line before. */
async function brokenChecks({ lines }: GameRecord): Promise<Problem[]> {
  let before: Uint8Array<ArrayBuffer> = new Uint8Array(8);
  const problems: Problem[] = [];
  for (const [index, line] of lines.entries()) {
    const at = line.lastIndexOf(',"check":"');
    const written = at < 0 ? '' : line.slice(at + 10, at + 26);
    const hash = await sha256(before, ascii(at < 0 ? line : line.slice(0, at)));
    before = hash.slice(0, 8);
    if (written !== hex(before)) return [...problems, { what: 'check', line: index + 1 }];
  }
  return problems;
}

/** Throws that do not follow from the seed. */
async function brokenThrows(record: GameRecord, source: Source): Promise<{ problems: Problem[]; throws: number }> {
  const problems: Problem[] = [];
  const rounds = roundsOf(record);
  let number = 0;
  for (const [index, entry] of record.entries.entries()) {
    if (!isEvent(entry) || entry.event !== 'rolled') continue;
    const { count, sides, seat = null } = entry;
    if (!isThrow(count, sides)) return { problems: [...problems, { what: 'throw', line: index + 2 }], throws: number };
    const fell = entry.shown ?? (entry.secret && 'dice' in entry.secret ? entry.secret.dice : null);
    const expected = await source({ number, round: rounds[index] ?? 0, seat, count, sides });
    number += 1;
    if (fell === null || fell.join() !== expected.join()) problems.push({ what: 'throw', line: index + 2 });
  }
  return { problems, throws: number };
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
