import { expect, test } from 'vitest';
import { groupsFor, moved, nextPlace, splitOf, type Group } from '../src/pairs/grouping';

const dice = [3, 1, 5, 5, 3];
const tray: Group[] = [null, null, null, null, null];

test('dice fill the places in reading order', () => {
  let groups = tray;
  for (let die = 0; die < dice.length; die += 1) groups = moved(groups, die, nextPlace(groups));
  expect(groups).toEqual(['a', 'a', 'b', 'b', 'removed']);
  expect(splitOf(dice, groups)).toBe('4+10-3');
  expect(nextPlace(groups)).toBeNull();
});

test('a die put on a full place changes places with the one there', () => {
  const full: Group[] = ['a', 'a', 'b', 'b', 'removed'];
  expect(moved(full, 0, 'removed')).toEqual(['removed', 'a', 'b', 'b', 'a']);
  expect(moved(full, 0, null)).toEqual([null, 'a', 'b', 'b', 'removed']);
  expect(splitOf(dice, moved(full, 0, null))).toBeNull();
});

test('a split is laid out, and one that cannot be made is not', () => {
  for (const split of ['6+10-1', '8+8-1', '4+10-3', '6+8-3', '4+8-5', '6+6-5']) {
    const groups = groupsFor(dice, split);
    expect(groups && splitOf(dice, groups)).toBe(split);
  }
  expect(groupsFor(dice, '2+12-3')).toBeNull();
});
