// Who this browser is, for the server.

import { api } from './api';
import { settings } from './settings.svelte';

class Me {
  /** Takes a name; gives back what is wrong with it. */
  async introduce(name: string): Promise<string | null> {
    const wanted = name.trim();
    const answer = await api.introduce(wanted);
    if ('problem' in answer) return answer.problem;
    settings.name = answer.name;
    return null;
  }
}

export const me = new Me();
