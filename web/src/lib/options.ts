// The presets and options of the rules in words. The house names them; a test of its own asks for the words of each.

import type { GameKind } from './game/types';
import { isKey, t } from './i18n/index.svelte';

/** What a preset is called; one without words keeps its own name. */
export function presetName(game: GameKind, preset: string): string {
  const key = `preset.${game}-${preset}-name`;
  return isKey(key) ? t(key) : preset;
}

/** What is special about the preset that rules were made from; nothing where there are no words for it. */
export function presetWords({ game, preset }: { game: GameKind; preset: string }): string {
  const key = `preset.${game}-${preset}`;
  return isKey(key) ? t(key) : '';
}

/** What an option is called; one without words keeps its own name. */
export function optionWords(option: string): string {
  const key = `option.${option}`;
  return isKey(key) ? t(key) : option;
}

/** A value of an option; numbers stay as they are. */
export function valueWords(option: string, value: string): string {
  const key = [`option.${option}-${value}`, `option.${value}`].find(isKey);
  return key && isKey(key) ? t(key) : value;
}
