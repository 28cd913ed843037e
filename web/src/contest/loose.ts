// JSON of which nothing is known yet: what has another shape than hoped for reads as nothing.

export type Loose = Record<string, unknown>;

export const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** The object that a text is; null for a text that is no JSON. */
export function parsed(text: string): Loose | null {
  try {
    return object(JSON.parse(text));
  } catch {
    return null;
  }
}
