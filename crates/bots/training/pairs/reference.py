"""Reference inference in plain Python, for testing other implementations.

    python3 reference.py ../../src/pairs/planner.weights            # check vectors.json
    python3 reference.py ../../src/pairs/planner.weights --write    # write vectors.json anew
"""

import argparse
import json
import os
import random

import game
from weights import load_weights

VECTORS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.json")
TOLERANCE = 0.05  # points; float32 arithmetic stays well inside


def value(net, marks, removed):
    """Expected final total of an afterstate.

    marks: eleven counts, for the sums 2..12. removed: [face, count] for each number collected.
    """
    if any(count >= game.COUNTER_END for _, count in removed):
        return float(game.sheet_score(marks))
    counters = [0] * game.FACES
    for face, count in removed:
        counters[face - 1] = count
    _, points, layers = net
    active = game.features(marks, counters)
    rows, biases = layers[0]
    x = [max(0.0, b + sum(rows[f][j] for f in active)) for j, b in enumerate(biases)]
    for depth, (rows, biases) in enumerate(layers[1:], start=2):
        y = list(biases)
        for xi, row in zip(x, rows):
            if xi != 0.0:
                y = [a + xi * w for a, w in zip(y, row)]
        x = y if depth == len(layers) else [max(0.0, a) for a in y]
    return x[0] * points


def decide(net, marks, removed, dice):
    """The greedy choice, (value, lower sum, higher sum, removed die), for tests of a whole decision."""
    collected = {face for face, _ in removed}
    full = len(collected) == game.MAX_COLLECTED
    free_ride = full and not collected & set(dice)
    best = None
    for effect in game.splits_of(sorted(dice)):
        low, high = game.SUM_PAIRS[effect // game.FACES]
        face = effect % game.FACES + 1
        if full and not free_ride and face not in collected:
            continue
        after = list(marks)
        after[low] += 1
        after[high] += 1
        counts = dict(map(tuple, removed))
        if not free_ride:
            counts[face] = counts.get(face, 0) + 1
        v = value(net, after, sorted(counts.items()))
        if best is None or v > best[0]:
            best = (v, low + 2, high + 2, face)
    return best


def sample_afterstates(net, seed, count):
    """The empty sheet, a finished one, and afterstates of games of half random, half greedy splits."""
    rng = random.Random(seed)
    found = [([0] * 11, []), ([0, 0, 3, 8, 0, 0, 0, 0, 6, 0, 12], [(2, 8), (5, 3)])]
    while len(found) < count:
        marks, removed = [0] * 11, []
        for _ in range(rng.randint(1, 19)):
            dice = [rng.randint(1, 6) for _ in range(5)]
            if rng.random() < 0.5:
                _, a, b, face = decide(net, marks, removed, dice)
            else:
                rng.shuffle(dice)
                collected = [f for f, _ in removed]
                if len(collected) == game.MAX_COLLECTED:
                    dice.sort(key=lambda d: d not in collected)
                face, a, b = dice[0], dice[1] + dice[2], dice[3] + dice[4]
            marks[a - 2] += 1
            marks[b - 2] += 1
            counts = dict(removed)
            if face in counts or len(counts) < game.MAX_COLLECTED:
                counts[face] = counts.get(face, 0) + 1
            removed = sorted(counts.items())
            if max(counts.values()) == game.COUNTER_END:
                break
        found.append((marks, removed))
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("weights")
    p.add_argument("--write", action="store_true")
    a = p.parse_args()
    net = load_weights(a.weights)
    if a.write:
        lines = [json.dumps({"marks": m, "removed": r, "value": round(value(net, m, r), 3)})
                 for m, r in sample_afterstates(net, 7, 20)]
        with open(VECTORS, "w") as f:
            f.write("[\n" + ",\n".join(lines) + "\n]\n")
    with open(VECTORS) as f:
        cases = json.load(f)
    worst = max(abs(value(net, c["marks"], c["removed"]) - c["value"]) for c in cases)
    print(f"{len(cases)} afterstates, sizes {net[0]}, worst difference {worst:.4f} points")
    if worst > TOLERANCE:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
