// Going on with something that only players with a name can do.

import { me } from '$lib/me.svelte';

export class Naming {
  /** What to go on with once the player has a name; while there is something, the screen asks for one. */
  waiting = $state.raw<(() => void) | null>(null);

  /** Does `then` now, or once the player has a name. */
  first = async (then: () => void): Promise<void> => {
    if (await me.known()) then();
    else this.waiting = then;
  };

  /** The player has a name now. */
  done = (): void => {
    const then = this.waiting;
    this.waiting = null;
    then?.();
  };
}
