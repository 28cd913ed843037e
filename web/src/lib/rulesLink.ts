// The address of a ruleset's explanation, with every option as it is played.

import type { Ruleset } from './wire/messages';

export function rulesLink({ game, preset, ...options }: Ruleset): string {
  const list = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
  return `/rules/${encodeURIComponent(game)}/${encodeURIComponent(preset)}?options=${encodeURIComponent(list.join(','))}`;
}
