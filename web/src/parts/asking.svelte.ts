// Acts that cannot be taken back: whoever wants to be asked presses twice.

import { settings } from '$lib/settings.svelte';

export class Asking {
  /** The act that waits to be confirmed. */
  about = $state<string | null>(null);

  constructor(private readonly busy: () => boolean, private readonly onact: (act: string) => void) {}

  press(act: string): void {
    if (this.busy()) return;
    if (settings.confirm && this.about !== act) this.about = act;
    else this.onact(act);
  }
}
