"""Writes the weights file of the program and vectors to test it by.

    python3 export.py ../../src/liars/master/policies.weights vectors.json first.npz second.npz …

All little-endian: 8 bytes magic b"DHLIARS2", then one network after the other, each as its layers in the order
of LAYERS below, and each layer as in training/pairs/weights.py: f32 scale, biases as f32, weights as i16 row by
row (weight = i16 * scale). The first network plays at every table, the others for two only.
The worth of positions between rounds, of the first weights, goes to worth.weights beside the policies in the same
way, with the magic b"DHWORTH1".
"""

import json
import os
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


WORTH_LAYERS = ["a", "b", "c"]


def write(net, f, layers=LAYERS):
    """Writes a network and gives it back as the program reads it."""
    rounded = dict(net)
    for name in layers:
        w, b = np.asarray(net[name]["w"]), np.asarray(net[name]["b"], "<f4")
        scale = np.float32(np.abs(w).max() / 32767)
        whole = np.round(w / scale).astype("<i2")
        f.write(struct.pack("<f", scale) + b.tobytes() + whole.tobytes())
        rounded[name] = dict(w=jnp.asarray(whole * scale), b=jnp.asarray(b))
    return rounded


def vectors(nets, count):
    """Positions of random rounds with what the player to act sees and what the networks say, each in its turn."""
    cases, key = [], jax.random.key(11)
    start, look, may, play = map(jax.jit, (tables.random_round, features, legal, act))
    while len(cases) < count:
        key, *k = jax.random.split(key, 4)
        s = start(k[0])
        at = len(cases) % len(nets)
        net = nets[at]
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
            network=at, faces=faces, wild=int(s["wild"]) + 1, raise_=int(s["raise"]), exact=bool(s["exact"]),
            gains=bool(s["gains"]), bidder_pays=bool(s["bidder_pays"]), palifico=bool(s["palifico"]),
            next_opener=int(s["next_opener"]), one_round=bool(s["one_round"]), most=int(s["most"]),
            fixed=int(s["fixed"]) + 1, seat=me, dice=[int(d) for d in s["dice"][:n]], hand=hand, bids=placed,
            allowed=[i for i in range(len(shown)) if bool(allowed[i])],
            logits=[round(x, 4) for x, ok in zip(shown, np.asarray(allowed)) if ok]))
    return cases


def worth_vectors(net, count):
    """Positions between rounds with everybody's chance to win."""
    cases, key = [], jax.random.key(12)
    while len(cases) < count:
        key, k = jax.random.split(key)
        s = tables.random_round(k)
        if bool(s["one_round"]) or bool(s["palifico"]):
            continue
        n = int(s["n"])
        chances = np.exp(np.asarray(network.worth_exact(net, s, s["dice"], s["n"], s["opener"])))
        cases.append(dict(
            faces=int(s["faces"]), wild=int(s["wild"]) + 1, raise_=int(s["raise"]), exact=bool(s["exact"]),
            gains=bool(s["gains"]), bidder_pays=bool(s["bidder_pays"]), next_opener=int(s["next_opener"]),
            most=int(s["most"]), opener=int(s["opener"]), dice=[int(d) for d in s["dice"][:n]],
            chances=[round(float(c), 5) for c in chances[:n]]))
    return cases


def put(path, cases):
    with open(path, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")


def main():
    weights, cases, *sources = sys.argv[1:]
    with open(weights, "wb") as f:
        f.write(b"DHLIARS2")
        nets = [write(load(source)["mean"], f) for source in sources]
    put(cases, vectors(nets, 80))
    with open(os.path.join(os.path.dirname(weights), "worth.weights"), "wb") as f:
        f.write(b"DHWORTH1")
        worth = write(load(sources[0])["worth"], f, WORTH_LAYERS)
    put(os.path.join(os.path.dirname(cases), "worth.json"), worth_vectors(worth, 40))


if __name__ == "__main__":
    main()
