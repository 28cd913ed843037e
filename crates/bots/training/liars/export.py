"""Writes the weights file of the program and vectors to test it by.

    python3 export.py weights.npz ../../src/liars/master/policy.weights vectors.json

All little-endian: 8 bytes magic b"DHLIARS1", then the layers in the order of LAYERS below, each as in
training/pairs/weights.py: f32 scale, biases as f32, weights as i16 row by row (weight = i16 * scale).
"""

import json
import struct
import sys

import jax
import jax.numpy as jnp
import numpy as np

import network
import tables
from rounds import CALL, FACES, OFFSETS, STEPS, act, features, least, legal
from train import load

LAYERS = ["face", "cross", "whole"]
LAYERS += [f"{kind}{i}" for i in range(network.BLOCKS) for kind in ("pool", "face")]
LAYERS += ["bids", "calls"]


def write(net, path):
    """Writes the file and gives the network back as the program reads it."""
    rounded = dict(net)
    with open(path, "wb") as f:
        f.write(b"DHLIARS1")
        for name in LAYERS:
            w, b = np.asarray(net[name]["w"]), np.asarray(net[name]["b"], "<f4")
            scale = np.float32(np.abs(w).max() / 32767)
            whole = np.round(w / scale).astype("<i2")
            f.write(struct.pack("<f", scale) + b.tobytes() + whole.tobytes())
            rounded[name] = dict(w=jnp.asarray(whole * scale), b=jnp.asarray(b))
    return rounded


def vectors(net, count):
    """Positions of random rounds with what the player to act sees and what the network says."""
    cases, key = [], jax.random.key(11)
    start, look, may, play = map(jax.jit, (tables.random_round, features, legal, act))
    while len(cases) < count:
        key, *k = jax.random.split(key, 4)
        s = start(k[0])
        placed, wanted = [], int(jax.random.randint(k[1], (), 0, 9))
        while True:
            per_face, whole = look(s)
            allowed = may(s)
            logits, _ = network.run_exact(net, per_face, whole)
            if len(placed) >= wanted or not bool(allowed[:CALL].any()):
                break
            key, a, b = jax.random.split(key, 3)
            action = int(jax.random.categorical(a, jnp.where(allowed.at[CALL:].set(False), logits * 0.5, -1e9)))
            face = action // STEPS
            quantity = int(least(s)[0][face]) + int(OFFSETS[action % STEPS])
            placed.append([int(s["cur"]), quantity, face + 1])
            s, _ = play(s, action, b)
        faces = int(s["faces"])
        me, n = int(s["cur"]), int(s["n"])
        hand = [f + 1 for f in range(FACES) for _ in range(int(s["hands"][me][f]))]
        shown = np.asarray(jnp.where(allowed, logits, 0.0)).astype(float)
        cases.append(dict(
            faces=faces, wild=int(s["wild"]) + 1, raise_=int(s["raise"]), exact=bool(s["exact"]),
            gains=bool(s["gains"]), bidder_pays=bool(s["bidder_pays"]), palifico=bool(s["palifico"]),
            next_opener=int(s["next_opener"]), one_round=bool(s["one_round"]), most=int(s["most"]),
            fixed=int(s["fixed"]) + 1, seat=me, dice=[int(d) for d in s["dice"][:n]], hand=hand, bids=placed,
            allowed=[i for i in range(len(shown)) if bool(allowed[i])],
            logits=[round(x, 4) for x, ok in zip(shown, np.asarray(allowed)) if ok]))
    return cases


def main():
    source, weights, cases = sys.argv[1:]
    net = write(load(source)["mean"], weights)
    with open(cases, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(c) for c in vectors(net, 60)) + "\n]\n")


if __name__ == "__main__":
    main()
