"""Plays whole games: one seat by the first weights, the others by the second (or plainly), and says who wins.

    python3 match.py --first a.npz --second b.npz --preset contest --players 2
"""

import argparse

import jax
import jax.numpy as jnp

import network
import tables
from rounds import SEATS, act, features, legal
from train import NO, as_played, load


def new_game(key, rules, players, many):
    k = jax.random.split(key, 5)
    dice = jnp.where(jnp.arange(SEATS) < players, rules["most"], 0)
    opener = jax.random.randint(k[0], (), 0, players)
    s = tables.start(rules, jnp.int32(players), dice, opener, True, k[1])
    first = jax.random.randint(k[2], (), 0, players)
    return dict(s, owner=jnp.arange(SEATS), used=jnp.zeros(SEATS, bool), first=first,
                which=jax.random.randint(k[4], (), 0, many),
                **{"habit_" + a: b for a, b in tables.habits(k[3]).items()})


def next_round(s, rules, dice, opener, key, many):
    """The seats still in move together, and the next round is rolled."""
    alive = dice > 0
    slot = jnp.where(alive, jnp.cumsum(alive) - 1, SEATS)

    def packed(x):
        return jnp.zeros(SEATS + 1, x.dtype).at[slot].set(x)[:SEATS]

    used = s["used"].at[s["opener"]].set(s["used"][s["opener"]] | s["palifico"])
    owner, used, held = packed(s["owner"]), packed(used), packed(dice)
    held = jnp.where(jnp.arange(SEATS) < alive.sum(), held, 0)
    opens = slot[opener]
    new = tables.start(rules, alive.sum(), held, opens, ~used[opens], key)
    return dict(s, **new, owner=owner, used=used, which=jax.random.randint(jax.random.fold_in(key, 1), (), 0, many))


def play(first, seconds, rules, players, games, steps, key, rare=True):
    many = max(1, len(seconds))

    def policy(net, per_face, whole, allowed):
        logits = network.run(net, per_face, whole)[0]
        return as_played(logits, allowed) if rare else jnp.where(allowed, logits, NO)

    def step(carry, key):
        s, won, lost = carry
        k = jax.random.split(key, 4)
        game = {a: b for a, b in s.items() if a not in ("owner", "used", "first", "which") and not a.startswith("habit_")}
        habit = {a[6:]: b for a, b in s.items() if a.startswith("habit_")}
        per_face, whole = jax.vmap(features)(game)
        allowed = jax.vmap(legal)(game)
        mine = policy(first, per_face, whole, allowed)
        rows = jnp.arange(games)
        if not seconds:
            theirs = jnp.where(allowed, jax.vmap(tables.habit_logits)(game, per_face, whole, habit), NO)
        else:
            all_theirs = [policy(second, per_face, whole, allowed) for second in seconds]
            theirs = jnp.stack(all_theirs)[s["which"], rows]
        is_first = s["owner"][rows, game["cur"]] == s["first"]
        action = jax.random.categorical(k[0], jnp.where(is_first[:, None], mine, theirs))
        nxt, ended = jax.vmap(act)(game, action, jax.random.split(k[1], games))
        nxt = dict(s, **nxt)
        rolled = jax.vmap(lambda s, d, o, k: next_round(s, rules, d, o, k, many))(
            s, ended["dice"], ended["opener"], jax.random.split(k[2], games))
        anew = jax.vmap(lambda k: new_game(k, rules, players, many))(jax.random.split(k[3], games))
        over = ended["done"] & ((ended["dice"] > 0).sum(1) == 1)
        winner = s["owner"][rows, jnp.argmax(ended["dice"] > 0, 1)]
        won = won + (over & (winner == s["first"])).sum()
        lost = lost + (over & (winner != s["first"])).sum()

        def pick(a, b, c):
            shape = (games,) + (1,) * (a.ndim - 1)
            return jnp.where(over.reshape(shape), c, jnp.where(ended["done"].reshape(shape), b, a))

        return ({a: pick(nxt[a], rolled[a], anew[a]) for a in s}, won, lost), None

    keys = jax.random.split(key, 2)
    s = jax.vmap(lambda k: new_game(k, rules, players, many))(jax.random.split(keys[0], games))
    (s, won, lost), _ = jax.lax.scan(step, (s, 0, 0), jax.random.split(keys[1], steps))
    return won, lost


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--first", required=True)
    args.add_argument("--second", nargs="+", default=[],
                      help="several take turns, each for a whole round; left out: plain players with random habits")
    args.add_argument("--part", default="mean", help="which weights of the first file")
    args.add_argument("--preset", nargs="+", default=["contest", "variation", "markovok", "perudo"])
    args.add_argument("--players", type=int, nargs="+", default=[2])
    args.add_argument("--games", type=int, default=4096)
    args.add_argument("--steps", type=int, default=400)
    args = args.parse_args()
    first = load(args.first)[args.part]
    seconds = [load(path)["mean"] for path in args.second]
    for name in args.preset:
        for players in args.players:
            game = jax.jit(lambda key: play(first, seconds, tables.preset(name), players, args.games, args.steps, key))
            won, lost = map(int, game(jax.random.key(7)))
            share, n = won / (won + lost), won + lost
            print(f"{name} {players}: {100 * share:.1f} % ± {196 * (share * (1 - share) / n) ** 0.5:.1f} of {n} games", flush=True)


if __name__ == "__main__":
    main()
