"""The solo `pairs` game as lookup tables, in plain Python.

Everything the trainer and the reference need to know about the rules is here:

* the 252 distinct rolls of five dice and their probabilities;
* the distinct splits of each roll, written as an *effect*: which pair of sums is marked
  (66 unordered pairs of numbers) and which face is removed (6), so 396 effects in all;
* the collected counters as one small integer: there are only 7638 states of the removed
  numbers that do not end the game.

An *afterstate* is (marks, counters) after a split, before the next roll.
"""

from itertools import combinations, combinations_with_replacement, product
from math import factorial

NUMBERS = 11  # the sums 2..12, index = sum - 2
MARK_CAP = 10  # more marks than this score the same
FACES = 6
COUNTER_END = 8  # the game ends when a counter gets here
MAX_COLLECTED = 3
VALUES = [100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100]


def number_score(index, marks):
    """Score of one number of the sheet."""
    if marks == 0:
        return 0
    if marks < 5:
        return -200
    return (min(marks, MARK_CAP) - 5) * VALUES[index]


def sheet_score(marks):
    return sum(number_score(i, m) for i, m in enumerate(marks))


# --- effects -----------------------------------------------------------------------------

SUM_PAIRS = list(combinations_with_replacement(range(NUMBERS), 2))
SUM_PAIR_INDEX = {pair: i for i, pair in enumerate(SUM_PAIRS)}
EFFECTS = len(SUM_PAIRS) * FACES  # effect = sum_pair * 6 + (removed face - 1)


def effect_of(pair_a, pair_b, removed):
    """Effect index of marking the two sums (2..12) and removing a face (1..6)."""
    low, high = sorted((pair_a - 2, pair_b - 2))
    return SUM_PAIR_INDEX[(low, high)] * FACES + removed - 1


def splits_of(dice):
    """Distinct effects of one roll, at most 15."""
    effects = set()
    for r in range(5):
        a, b, c, d = (dice[i] for i in range(5) if i != r)
        for left, right in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            effects.add(effect_of(sum(left), sum(right), dice[r]))
    return sorted(effects)


ROLLS = list(combinations_with_replacement(range(1, 7), 5))


def roll_probability(dice):
    ways = factorial(5)
    for face in range(1, 7):
        ways //= factorial(dice.count(face))
    return ways / 6**5


# --- removed numbers -----------------------------------------------------------------------


def counter_states():
    """All counter tuples (one per face, 0 = not collected) of an unfinished game."""
    states = []
    for k in range(MAX_COLLECTED + 1):
        for faces in combinations(range(FACES), k):
            for counts in product(range(1, COUNTER_END), repeat=k):
                state = [0] * FACES
                for face, count in zip(faces, counts):
                    state[face] = count
                states.append(tuple(state))
    return states


COUNTERS = counter_states()  # COUNTERS[0] is the empty one
COUNTER_ID = {state: i for i, state in enumerate(COUNTERS)}
FINISHED = len(COUNTERS)  # id that stands for every finished game


def remove(state, face):
    """(next counter id, free ride?) when the face index 0..5 is removed.

    With three collected, removing another face is only legal as a free ride, which moves
    no counter; whether the roll allows it is for the caller to decide.
    """
    if state[face] == 0 and sum(c > 0 for c in state) == MAX_COLLECTED:
        return COUNTER_ID[state], True
    after = list(state)
    after[face] += 1
    if after[face] == COUNTER_END:
        return FINISHED, False
    return COUNTER_ID[tuple(after)], False


# --- features --------------------------------------------------------------------------------

MARK_BASE = 0  # 11 numbers x marks 0..10
COUNTER_BASE = MARK_BASE + NUMBERS * (MARK_CAP + 1)  # 121: 6 faces x counts 0..7
COLLECTED_BASE = COUNTER_BASE + FACES * COUNTER_END  # 169: how many collected, 0..3
HIGHEST_BASE = COLLECTED_BASE + MAX_COLLECTED + 1  # 173: highest counter, 0..7
TOTAL_BASE = HIGHEST_BASE + COUNTER_END  # 181: sum of the counters, 0..21
FEATURES = TOTAL_BASE + MAX_COLLECTED * (COUNTER_END - 1) + 1  # 203


def counter_features(state):
    """The nine active inputs that describe the removed numbers."""
    active = [COUNTER_BASE + face * COUNTER_END + count for face, count in enumerate(state)]
    active.append(COLLECTED_BASE + sum(c > 0 for c in state))
    active.append(HIGHEST_BASE + max(state))
    active.append(TOTAL_BASE + sum(state))
    return active


def features(marks, state):
    """The twenty active inputs (all others are 0) of an afterstate."""
    active = [MARK_BASE + i * (MARK_CAP + 1) + min(m, MARK_CAP) for i, m in enumerate(marks)]
    return active + counter_features(state)
