// What a screen shows in the bar at the top. On a phone a table has no height for a bar of its own.

import type { Snippet } from 'svelte';

export const bar = $state<{ middle: Snippet | null }>({ middle: null });
