// Words of the page, in the reader's language. English is always there; other languages are fetched when chosen.

import en from './en.json';

export type Key = keyof typeof en;
/** A message, or one for each plural form of the language. */
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Messages = Record<Key, Message>;
export type Params = Record<string, string | number>;

const loaders = {
  en: async () => en as Messages,
  de: async () => (await import('./de.json')).default as Messages,
  es: async () => (await import('./es.json')).default as Messages,
};

export type Language = keyof typeof loaders;
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Whether there is such a message. */
export const isKey = (text: string): text is Key => Object.hasOwn(en, text);

export const isLanguage = (text: string): text is Language => Object.hasOwn(loaders, text);

class Words {
  language = $state<Language>('en');
  #messages = $state.raw<Messages>(en as Messages);

  async speak(language: Language): Promise<void> {
    this.#messages = await loaders[language]();
    this.language = language;
    if (typeof document !== 'undefined') document.documentElement.lang = language;
  }

  say = (key: Key, params: Params = {}): string => fill(this.#messages[key], params, this.language);

  number = (value: number): string => value.toLocaleString(this.language);

  /** A time in the largest unit that it is whole in: "15 seconds", "2 minutes", "1 day". */
  duration(seconds: number): string {
    const units = [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]] as const;
    const [unit, length] = units.find(([, length]) => seconds > 0 && seconds % length === 0) ?? units[3];
    return new Intl.NumberFormat(this.language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
  }
}

/** The text of a message; `n` chooses the plural form. */
export function fill(message: Message, params: Params, language: string): string {
  const text = typeof message === 'string' ? message : chosen(message, Number(params.n), language);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function chosen(message: Exclude<Message, string>, n: number, language: string): string {
  return message[new Intl.PluralRules(language).select(n)] ?? message.other ?? '';
}

export const words = new Words();
export const t = words.say;
