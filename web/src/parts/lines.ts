// Lines of players in a chart: each has a colour and a pattern of its own.

const DASHES = ['', '7 4', '2 3', '9 3 2 3', '4 4', '12 4', '1 4', '6 2 1 2', '3 6', '8 8'];

/** How light a line is depends on the theme (`--chart-light`). */
export const hueOf = (seat: number): string => `hsl(${(seat * 67 + 38) % 360} 62% var(--chart-light))`;

export const dashOf = (seat: number): string => DASHES[seat % DASHES.length] ?? '';
