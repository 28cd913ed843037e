// Where the pips of a face lie, as shares of a hundred.

type Spot = [number, number];
const LEFT = 27;
const MIDDLE = 50;
const RIGHT = 73;

const corners: Spot[] = [[LEFT, LEFT], [RIGHT, RIGHT]];
const others: Spot[] = [[RIGHT, LEFT], [LEFT, RIGHT]];
const sides: Spot[] = [[LEFT, MIDDLE], [RIGHT, MIDDLE]];
const ends: Spot[] = [[MIDDLE, LEFT], [MIDDLE, RIGHT]];
const centre: Spot[] = [[MIDDLE, MIDDLE]];

const layouts: Record<number, Spot[]> = {
  1: centre,
  2: corners,
  3: [...corners, ...centre],
  4: [...corners, ...others],
  5: [...corners, ...others, ...centre],
  6: [...corners, ...others, ...sides],
  7: [...corners, ...others, ...sides, ...centre],
  8: [...corners, ...others, ...sides, ...ends],
  9: [...corners, ...others, ...sides, ...ends, ...centre],
};

/** The pips of a face; none for faces that are written as a number. */
export const pipsOf = (face: number): Spot[] | undefined => layouts[face];
