// Who this browser is, for the server.

import { api, type Person } from './api';

class Me {
  /** Nobody until the server was asked; null when it does not know this browser. */
  person = $state.raw<Person | null | undefined>(undefined);
  /** The recovery code, shown once. */
  recovery = $state<string | null>(null);
  #asked: Promise<Person | null> | null = null;

  /** Asks the server once. */
  async known(): Promise<Person | null> {
    this.#asked ??= api.me();
    this.person = await this.#asked;
    return this.person;
  }

  async introduce(name: string): Promise<void> {
    if (this.person) {
      this.person = await api.rename(name);
    } else {
      this.#take(await api.come(name));
    }
  }

  async recover(code: string): Promise<void> {
    this.#take(await api.recover(code));
  }

  async newRecovery(): Promise<void> {
    this.recovery = (await api.newRecovery()).recovery;
  }

  async forget(): Promise<void> {
    await api.forget();
    this.person = null;
    this.recovery = null;
    this.#asked = null;
  }

  #take({ me, recovery }: { me: Person; recovery?: string | null }): void {
    this.person = me;
    this.recovery = recovery ?? null;
    this.#asked = Promise.resolve(me);
  }
}

export const me = new Me();
