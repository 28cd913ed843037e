// Reviews somebody asked for, remembered until the window is closed: after a reload they are asked for again, and the house
// goes on with the same work.

const KEY = 'dicehouse-review';

export function want(game: string): void {
  try {
    sessionStorage.setItem(KEY, game);
  } catch {
    // A browser that keeps nothing asks again.
  }
}

export function isWanted(game: string | null): boolean {
  try {
    return game !== null && sessionStorage.getItem(KEY) === game;
  } catch {
    return false;
  }
}
