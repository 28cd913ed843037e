// What a face looks like follows from the name, so that everybody sees the same one.

export interface Portrait {
  hue: number;
  eyes: 'round' | 'sharp' | 'sleepy' | 'glasses';
  mouth: 'smile' | 'smirk' | 'flat' | 'grin';
  top: (typeof TOPS)[number];
  cheeks: boolean;
}

const EYES = ['round', 'sharp', 'sleepy', 'glasses'] as const;
const MOUTHS = ['smile', 'smirk', 'flat', 'grin'] as const;
const TOPS = ['cap', 'hair', 'hat', 'antenna', 'ears', 'fin', 'crown', 'bald'] as const;

/** The house bots, drawn after their characters. */
const KNOWN: Record<string, Portrait> = {
  truthful: { hue: 205, eyes: 'round', mouth: 'smile', top: 'hair', cheeks: true },
  bluffer: { hue: 345, eyes: 'sharp', mouth: 'grin', top: 'hat', cheeks: false },
  dicey: { hue: 275, eyes: 'round', mouth: 'smirk', top: 'antenna', cheeks: true },
  gambler: { hue: 20, eyes: 'sleepy', mouth: 'smirk', top: 'hat', cheeks: false },
  fox: { hue: 25, eyes: 'sharp', mouth: 'smirk', top: 'ears', cheeks: true },
  counter: { hue: 85, eyes: 'glasses', mouth: 'smile', top: 'hair', cheeks: false },
  adept: { hue: 325, eyes: 'round', mouth: 'smirk', top: 'cap', cheeks: true },
  odds: { hue: 165, eyes: 'glasses', mouth: 'flat', top: 'bald', cheeks: false },
  sphinx: { hue: 40, eyes: 'sleepy', mouth: 'flat', top: 'ears', cheeks: false },
  master: { hue: 45, eyes: 'sharp', mouth: 'flat', top: 'crown', cheeks: false },
  honest: { hue: 120, eyes: 'round', mouth: 'smile', top: 'cap', cheeks: true },
  chancer: { hue: 300, eyes: 'sleepy', mouth: 'grin', top: 'cap', cheeks: false },
  braggart: { hue: 10, eyes: 'round', mouth: 'grin', top: 'crown', cheeks: true },
  shark: { hue: 190, eyes: 'sharp', mouth: 'grin', top: 'fin', cheeks: false },
  legal: { hue: 230, eyes: 'glasses', mouth: 'flat', top: 'hat', cheeks: false },
  greedy: { hue: 60, eyes: 'round', mouth: 'grin', top: 'cap', cheeks: true },
  hasty: { hue: 330, eyes: 'sharp', mouth: 'smile', top: 'cap', cheeks: true },
  steady: { hue: 145, eyes: 'sleepy', mouth: 'smile', top: 'hair', cheeks: true },
  finisher: { hue: 175, eyes: 'sleepy', mouth: 'smirk', top: 'hair', cheeks: false },
  planner: { hue: 250, eyes: 'glasses', mouth: 'smirk', top: 'antenna', cheeks: false },
};

export function portraitOf(name: string): Portrait {
  const bot = name.split(':')[0] ?? name;
  const drawn = Object.hasOwn(KNOWN, bot) ? KNOWN[bot] : undefined;
  if (drawn) return drawn;
  const seed = hash(name);
  return {
    hue: seed % 360,
    eyes: pick(EYES, seed >>> 3),
    mouth: pick(MOUTHS, seed >>> 7),
    top: pick(TOPS, seed >>> 11),
    cheeks: (seed & 1) === 1,
  };
}

const pick = <T>(list: readonly [T, ...T[]], seed: number): T => list[seed % list.length] ?? list[0];

/** FNV-1a: short, and spreads short names well. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
