"""Trains the policy of `master` for `liars` by self-play. See README.md beside this file.

    python3 train.py --minutes 18 --out OUT
"""

import argparse
import os
import time

import jax
import jax.numpy as jnp
import numpy as np

import network
import tables
from rounds import ACTIONS, SEATS, act, features, legal, secrets

NO = -1e9
# What a policy plays more rarely than this is noise of its training; the program does not play it.
RARE = 0.02


def as_played(logits, allowed):
    """The logits as the program plays them."""
    logp = jax.nn.log_softmax(jnp.where(allowed, logits, NO))
    rare = jnp.exp(logp) < jnp.minimum(RARE, jnp.exp(logp.max(-1, keepdims=True)))
    return jnp.where(rare, NO, logp)



def adam_init(p):
    return dict(m=jax.tree.map(jnp.zeros_like, p), v=jax.tree.map(jnp.zeros_like, p), t=jnp.zeros((), jnp.int32))


def adam(p, g, o, lr, clip=1.0):
    norm = jnp.sqrt(sum(jnp.sum(x * x) for x in jax.tree.leaves(g)))
    g = jax.tree.map(lambda x: x * jnp.minimum(1.0, clip / (norm + 1e-8)), g)
    t = o["t"] + 1
    m = jax.tree.map(lambda m, x: 0.9 * m + 0.1 * x, o["m"], g)
    v = jax.tree.map(lambda v, x: 0.99 * v + 0.01 * x * x, o["v"], g)
    a = lr * jnp.sqrt(1 - 0.99 ** t) / (1 - 0.9 ** t)
    p = jax.tree.map(lambda p, m, v: p - a * m / (jnp.sqrt(v) + 1e-7), p, m, v)
    return p, dict(m=m, v=v, t=t)


def fresh(key, setting):
    """A new round. At a share of the tables all seats but one play plainly, or as a frozen policy does."""
    k = jax.random.split(key, 5)
    s = tables.random_round(k[0], setting["preset"], setting["players"])
    learner = jax.random.randint(k[1], (), 0, s["n"])
    lone = jax.random.uniform(k[2]) < setting["plain"]
    by_habit = lone & (jnp.arange(SEATS) != learner)
    # Several frozen policies take turns, each for a whole round.
    which = jax.random.randint(k[4], (), 0, max(1, len(setting["against"])))
    return dict(s, by_habit=by_habit, which=which, **{"habit_" + a: b for a, b in tables.habits(k[3]).items()})


EXTRA = ("by_habit", "which")


def split_state(s):
    game = {k: v for k, v in s.items() if k not in EXTRA and not k.startswith("habit_")}
    habit = {k[6:]: v for k, v in s.items() if k.startswith("habit_")}
    return game, habit


def step(policy, s, key, setting):
    """One act at every table. Tables whose round ended start anew."""
    n = s["n"].shape[0]
    keys = jax.random.split(key, 3)
    game, habit = split_state(s)
    per_face, whole = jax.vmap(features)(game)
    allowed = jax.vmap(legal)(game)
    logits, _ = network.run(policy, per_face, whole)
    logits = jnp.where(allowed, logits, NO)
    rows = jnp.arange(n)
    if not setting["against"]:
        others = jnp.where(allowed, jax.vmap(tables.habit_logits)(game, per_face, whole, habit), NO)
    else:
        all_others = [as_played(network.run(net, per_face, whole)[0], allowed) for net in setting["against"]]
        others = jnp.stack(all_others)[s["which"], rows]
    plays_plain = s["by_habit"][rows, game["cur"]]
    action = jax.random.categorical(keys[0], jnp.where(plays_plain[:, None], others, logits))
    logp = jax.nn.log_softmax(logits)[rows, action]
    secret = jax.vmap(secrets)(game)
    nxt, ended = jax.vmap(act)(game, action, jax.random.split(keys[1], n))
    seen = dict(per_face=per_face.astype(jnp.float16), whole=whole.astype(jnp.float16),
                secret=secret.astype(jnp.float16), allowed=allowed, action=action, logp=logp,
                seat=game["cur"], learns=~plays_plain, lone=s["by_habit"].any(1), opener=game["opener"],
                dice=game["dice"].astype(jnp.int8), n=game["n"], next_dice=ended["dice"].astype(jnp.int8),
                next_opener_seat=ended["opener"], loser=ended["loser"], done=ended["done"],
                rules={k: game[k] for k in ("faces", "wild", "raise", "exact", "gains", "bidder_pays",
                                            "palifico", "next_opener", "most", "one_round")})
    started = jax.vmap(lambda k: fresh(k, setting))(jax.random.split(keys[2], n))
    kept = dict(s, **nxt)
    out = {}
    for name in kept:
        done = ended["done"].reshape((n,) + (1,) * (kept[name].ndim - 1))
        out[name] = jnp.where(done, started[name], kept[name])
    return out, seen


def worth_of(net, rules, dice, n, opener):
    return jax.vmap(lambda r, d, m, o: network.worth(net, r, d.astype(jnp.int32), m, o))(rules, dice, n, opener)


def outcomes(net, seen):
    """For one step of all tables: every seat's chance to win after the round and before it."""
    rules, n = seen["rules"], seen["n"]
    nxt = seen["next_dice"].astype(jnp.int32)
    one_left = (nxt > 0).sum(1) == 1
    after = jnp.exp(worth_of(net, rules, nxt, n, seen["next_opener_seat"]))
    after = jnp.where(one_left[:, None], nxt > 0, after)
    seats = jnp.arange(SEATS)
    there = seats[None, :] < n[:, None]
    safe = there & (seats[None, :] != seen["loser"][:, None])
    only = safe / jnp.maximum(safe.sum(1, keepdims=True), 1)
    after = jnp.where(rules["one_round"][:, None], only, after)
    before = jnp.exp(worth_of(net, rules, seen["dice"], n, seen["opener"]))
    before = jnp.where(rules["one_round"][:, None], there / n[:, None], before)
    return after, before


def advantages(net, critic, seen):
    """What each decision led to, in units of a die, and what a critic that sees all dice expected."""

    def back(final, x):
        after, before = outcomes(net, x)
        rows = jnp.arange(after.shape[0])
        known = final["known"] | x["done"]
        after = jnp.where(x["done"][:, None], after, final["after"])
        mine = x["dice"][rows, x["seat"]].astype(jnp.float32)
        total = x["dice"].astype(jnp.float32).sum(1)
        was = before[rows, x["seat"]]
        unit = jnp.minimum(was / mine, (1 - was) / jnp.maximum(total - mine, 1.0))
        unit = jnp.maximum(unit, 0.004)
        ret = jnp.clip((after[rows, x["seat"]] - was) / unit, -6, 6)
        inputs = jnp.concatenate([x["per_face"], x["secret"]], -1).astype(jnp.float32)
        _, value = network.run(critic, inputs, x["whole"].astype(jnp.float32))
        return dict(known=known, after=after), (ret, value, known & x["learns"])

    b = seen["n"].shape[1]
    start = dict(known=jnp.zeros(b, bool), after=jnp.zeros((b, SEATS)))
    _, (ret, value, use) = jax.lax.scan(back, start, seen, reverse=True)
    return ret, value, use


def policy_loss(policy, magnet, x, weights):
    f, w = x["per_face"].astype(jnp.float32), x["whole"].astype(jnp.float32)
    logits, value = network.run(policy, f, w)
    logits = jnp.where(x["allowed"], logits, NO)
    logp_all = jax.nn.log_softmax(logits)
    logp = jnp.take_along_axis(logp_all, x["action"][..., None], -1)[..., 0]
    use = x["use"].astype(jnp.float32)
    count = jnp.maximum(use.sum(), 1)
    ratio = jnp.exp(jnp.clip(logp - x["logp"], -5, 5))
    gain = jnp.minimum(ratio * x["adv"], jnp.clip(ratio, 0.8, 1.2) * x["adv"])
    p = jnp.exp(logp_all)
    entropy = -(p * jnp.where(x["allowed"], logp_all, 0.0)).sum(-1)
    # How far it has gone from the running mean of itself. What pulls it back there keeps it from chasing
    # its own tail without making it play worse acts for ever, as entropy does.
    usual = jax.lax.stop_gradient(jax.nn.log_softmax(jnp.where(x["allowed"], network.run(magnet, f, w)[0], NO)))
    away = (p * jnp.where(x["allowed"], logp_all - usual, 0.0)).sum(-1)
    surprise = (use * (value - x["ret"]) ** 2).sum() / count
    loss = -(use * (gain + weights["entropy"] * entropy - weights["magnet"] * away)).sum() / count + 0.25 * surprise
    return loss, dict(entropy=(use * entropy).sum() / count, away=(use * away).sum() / count, surprise=surprise,
                      call=(use * (x["action"] >= ACTIONS - 2)).sum() / count)


def critic_loss(critic, x):
    inputs = jnp.concatenate([x["per_face"], x["secret"]], -1).astype(jnp.float32)
    _, value = network.run(critic, inputs, x["whole"].astype(jnp.float32))
    use = x["use"].astype(jnp.float32)
    return (use * (value - x["ret"]) ** 2).sum() / jnp.maximum(use.sum(), 1)


def worth_loss(net, x, target):
    logp = worth_of(net, x["rules"], x["dice"], x["n"], x["opener"])
    use = x["done"] & ~x["rules"]["one_round"]
    loss = -(target * jnp.where(logp > -1e8, logp, 0.0)).sum(1)
    return (use * loss).sum() / jnp.maximum(use.sum(), 1)


def make_update(steps, parts, setting):
    def update(st, key, lr, weights):
        keys = jax.random.split(key, steps)
        envs, seen = jax.lax.scan(lambda s, k: step(st["policy"], s, k, setting), st["envs"], keys)
        ret, value, use = advantages(st["worth"], st["critic"], seen)
        adv = ret - value
        mean = (adv * use).sum() / jnp.maximum(use.sum(), 1)
        std = jnp.sqrt((use * (adv - mean) ** 2).sum() / jnp.maximum(use.sum(), 1) + 1e-6)
        data = {k: seen[k] for k in ("per_face", "whole", "secret", "allowed", "action", "logp")}
        data.update(ret=ret, adv=jnp.clip(adv / std, -8, 8), use=use)
        b = use.shape[1]
        cut = jax.tree.map(lambda x: jnp.moveaxis(
            x.reshape((x.shape[0], parts, b // parts) + x.shape[2:]), 1, 0), data)

        def learn(c, x):
            (_, info), g = jax.value_and_grad(policy_loss, has_aux=True)(c["policy"], c["mean"], x, weights)
            policy, opt = adam(c["policy"], g, c["opt"], lr)
            closs, cg = jax.value_and_grad(critic_loss)(c["critic"], x)
            critic, copt = adam(c["critic"], cg, c["copt"], lr * 1.5)
            mean = jax.tree.map(lambda a, b: a + c["pace"] * (b - a), c["mean"], policy)
            return dict(c, policy=policy, opt=opt, critic=critic, copt=copt, mean=mean), dict(info, critic=closs)

        c = {k: st[k] for k in ("policy", "opt", "critic", "copt", "mean", "pace")}
        c, info = jax.lax.scan(learn, c, cut)
        # The worth of positions between rounds learns from a few of the steps.
        picks = jax.tree.map(lambda x: x[:: max(1, steps // 6)],
                             {k: seen[k] for k in ("rules", "dice", "n", "opener", "done", "next_dice",
                                                   "next_opener_seat", "loser")})

        def value_step(c, x):
            target, _ = outcomes(c["worth"], x)
            loss, g = jax.value_and_grad(worth_loss)(c["worth"], x, target)
            worth, wopt = adam(c["worth"], g, c["wopt"], lr * 2)
            return dict(worth=worth, wopt=wopt), loss

        w, wloss = jax.lax.scan(value_step, dict(worth=st["worth"], wopt=st["wopt"]), picks)
        lone = use & seen["lone"]
        stats = dict(jax.tree.map(lambda x: x.mean(), info), worth=wloss.mean(),
                     against_plain=(ret * lone).sum() / jnp.maximum(lone.sum(), 1),
                     length=use.size / jnp.maximum(seen["done"].sum(), 1), used=use.mean())
        return dict(st, envs=envs, **c, **w), stats

    return jax.jit(update, donate_argnums=(0,))


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--minutes", type=float, default=10)
    args.add_argument("--acts", type=float, help="million acts to learn from, instead of minutes")
    args.add_argument("--tables", type=int, default=16384)
    args.add_argument("--steps", type=int, default=48)
    args.add_argument("--parts", type=int, default=8)
    args.add_argument("--plain", type=float,
                      help="share of tables at which one seat learns from plain players (0.2), or from --against (1)")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--out", default="out")
    args.add_argument("--keep", type=int, default=2, help="in how many parts the weights on the way are kept")
    args.add_argument("--start", help="weights to go on from")
    args.add_argument("--preset", help="train at tables of this preset only")
    args.add_argument("--players", type=int, help="train at tables of this many only")
    args.add_argument("--against", nargs="+", default=[],
                      help="weights that all seats but one play by, taking turns: trains a reader of them")
    args.add_argument("--lr", type=float, default=4e-4)
    args.add_argument("--entropy", type=float, nargs=2, default=(0.06, 0.008))
    args.add_argument("--magnet", type=float, default=0.0, help="how strongly it is drawn to its running mean")
    args.add_argument("--pace", type=float, nargs=2, default=(0.01, 0.002), help="of the running mean: first half, second half")
    args = args.parse_args()
    os.makedirs(args.out, exist_ok=True)
    key = jax.random.key(args.seed)
    k = jax.random.split(key, 5)
    policy = network.make(k[0])
    critic = network.make(k[1], network.FACE_INPUTS + network.SECRET_INPUTS)
    worth = network.make_worth(k[2])
    if args.start:
        start = load(args.start)
        policy, critic, worth = start["mean"], start["critic"], start["worth"]
    frozen = [load(path)["mean"] for path in args.against]
    share = args.plain if args.plain is not None else 1.0 if frozen else 0.2
    setting = dict(plain=share, against=frozen, preset=args.preset, players=args.players)
    envs = jax.jit(jax.vmap(lambda k: fresh(k, setting)))(jax.random.split(k[3], args.tables))
    st = dict(envs=envs, policy=policy, opt=adam_init(policy), critic=critic, copt=adam_init(critic),
              worth=worth, wopt=adam_init(worth), mean=jax.tree.map(jnp.array, policy), pace=jnp.float32(0.01))
    update = make_update(args.steps, args.parts, setting)
    begun, n, told, acts, kept = time.time(), 0, 0.0, 0, 0
    while True:
        gone = acts / 1e6 / args.acts if args.acts else (time.time() - begun) / 60 / args.minutes
        if gone >= 1:
            break
        lr = args.lr * (1 - 0.95 * gone)
        hi, lo = args.entropy
        weight = hi * (lo / hi) ** min(1.0, gone / 0.85)
        st["pace"] = jnp.float32(args.pace[0] if gone < 0.5 else args.pace[1])
        weights = dict(entropy=jnp.float32(weight), magnet=jnp.float32(args.magnet))
        st, stats = update(st, jax.random.fold_in(k[4], n), jnp.float32(lr), weights)
        n += 1
        acts += args.tables * args.steps
        if n == 1:
            jax.block_until_ready(stats)
            print(f"first update after {time.time() - begun:.1f} s", flush=True)
        if n % 10 == 0:
            jax.block_until_ready(stats)
        if time.time() - told > 20:
            told = time.time()
            print(f"{told - begun:6.0f} s  {n} updates  {acts / 1e6:.0f} M acts  "
                  + "  ".join(f"{a} {float(b):.3f}" for a, b in stats.items()), flush=True)
            save(os.path.join(args.out, "weights.npz"), st)
        if gone * args.keep >= kept + 1:
            kept += 1
            save(os.path.join(args.out, f"part{kept}.npz"), st)
    save(os.path.join(args.out, "weights.npz"), st)
    print(f"{n} updates, {acts / 1e6:.0f} million acts", flush=True)


def save(path, st):
    flat = {}
    for part in ("policy", "mean", "critic", "worth"):
        for layer, wb in st[part].items():
            for name, x in wb.items():
                flat[f"{part}/{layer}/{name}"] = np.asarray(x, np.float32)
    np.savez(path, **flat)


def load(path):
    out = {}
    with np.load(path) as z:
        for name in z.files:
            part, layer, wb = name.split("/")
            out.setdefault(part, {}).setdefault(layer, {})[wb] = jnp.asarray(z[name])
    return out


if __name__ == "__main__":
    main()
