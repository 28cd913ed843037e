"""The networks: one row of numbers per face goes through the same weights, a common row sees all of them."""

import jax
import jax.numpy as jnp

from rounds import FACES, SEATS, STEPS, TOLD_SEATS, told

FACE_INPUTS, WHOLE_INPUTS, SECRET_INPUTS = 51, 64, 9
WIDTH, BLOCKS = 160, 3


def _dense(key, n_in, n_out, scale=1.0):
    w = jax.random.normal(key, (n_in, n_out)) * scale * (2.0 / n_in) ** 0.5
    return dict(w=w, b=jnp.zeros(n_out))


def make(key, face_inputs=FACE_INPUTS):
    k = iter(jax.random.split(key, 4 + 2 * BLOCKS + 3))
    d = WIDTH
    net = dict(face=_dense(next(k), face_inputs, d), cross=_dense(next(k), WHOLE_INPUTS, d, 0.7),
               whole=_dense(next(k), WHOLE_INPUTS, d))
    for i in range(BLOCKS):
        net[f"pool{i}"] = _dense(next(k), 3 * d, d, 0.7)
        net[f"face{i}"] = _dense(next(k), 2 * d, d, 0.7)
    net["bids"] = _dense(next(k), d, STEPS, 0.05)
    net["calls"] = _dense(next(k), d, 2, 0.05)
    net["value"] = _dense(next(k), d, 1, 0.05)
    return net


def _apply(layer, x):
    """In half precision, for training."""
    return x.astype(jnp.bfloat16) @ layer["w"].astype(jnp.bfloat16) + layer["b"].astype(jnp.bfloat16)


def _exact(layer, x):
    return x @ layer["w"] + layer["b"]


def _norm(x):
    square = (x * x).astype(jnp.float32).mean(-1, keepdims=True)
    return (x * jax.lax.rsqrt(square + 1e-5)).astype(x.dtype)


def run(net, per_face, whole, dense=_apply):
    """Logits of all actions and the value, for any leading dimensions."""
    real = (per_face[..., 4:5] > 0).astype(jnp.float32)
    x = jax.nn.relu(dense(net["face"], per_face) + dense(net["cross"], whole)[..., None, :])
    g = jax.nn.relu(dense(net["whole"], whole))
    real = real.astype(x.dtype)
    faces = jnp.maximum(real.sum(-2), 1.0)
    for i in range(BLOCKS):
        nx = _norm(x)
        mean = (nx * real).sum(-2) / faces
        top = jnp.where(real > 0, nx, -1e4).max(-2)
        g = g + jax.nn.relu(dense(net[f"pool{i}"], jnp.concatenate([_norm(g), mean, top], -1)))
        spread = jnp.broadcast_to(_norm(g)[..., None, :], nx.shape)
        x = x + jax.nn.relu(dense(net[f"face{i}"], jnp.concatenate([nx, spread], -1)))
    x, g = _norm(x).astype(jnp.float32), _norm(g).astype(jnp.float32)
    bids, calls, value = _exact(net["bids"], x), _exact(net["calls"], g), _exact(net["value"], g)[..., 0]
    logits = jnp.concatenate([bids.reshape(*bids.shape[:-2], FACES * STEPS), calls], -1)
    return logits, value


def run_exact(net, per_face, whole):
    return run(net, per_face, whole, _exact)


def worth_exact(net, rules, dice, n, opener):
    return worth(net, rules, dice, n, opener, _exact)


# The worth of a position between rounds: each seat's chance to win the game.
WORTH_INPUTS, WORTH_WIDTH = 3 * TOLD_SEATS + 22, 128


def make_worth(key):
    k = jax.random.split(key, 3)
    return dict(a=_dense(k[0], WORTH_INPUTS, WORTH_WIDTH), b=_dense(k[1], WORTH_WIDTH, WORTH_WIDTH),
                c=_dense(k[2], WORTH_WIDTH, 1, 0.05))


def worth_inputs(rules, dice, n, opener, seat):
    """The table as `seat` sees it between rounds; seats that are out are left out."""
    order = (seat + jnp.arange(SEATS)) % n
    there = (jnp.arange(SEATS) < n) & (dice[order] > 0)
    place = jnp.cumsum(there) - 1
    slot = jnp.where(there, place, SEATS)
    held = jnp.zeros(SEATS + 1, jnp.int32).at[slot].add(dice[order])[:SEATS]
    opens = jnp.zeros(SEATS + 1, jnp.int32).at[slot].add(order == opener)[:SEATS]
    total = held.sum()
    options = [rules["faces"] / 9.0, rules["wild"] >= 0, *(jnp.arange(4) == rules["raise"]), rules["exact"],
               rules["exact"] & rules["gains"], rules["exact"] & rules["bidder_pays"], rules["palifico"],
               *(jnp.arange(3) == rules["next_opener"]), rules["most"] / 5.0, there.sum() / 10.0,
               total / 20.0, held[0] / jnp.maximum(total, 1), 1.0 / jnp.maximum(total, 1),
               held[0] >= held.max(), held[0] == 1, held.max() / 5.0, held[0] / 5.0]
    options = jnp.stack([jnp.asarray(x, jnp.float32) for x in options])
    by_seat = [told(held / 5.0), told(held > 0), told(opens)]
    return jnp.concatenate([*by_seat, options]).astype(jnp.float32)


def worth(net, rules, dice, n, opener, dense=_apply):
    """The logarithm of each seat's chance to win, for one table."""
    x = jax.vmap(lambda seat: worth_inputs(rules, dice, n, opener, seat))(jnp.arange(SEATS))
    h = jax.nn.relu(dense(net["a"], x))
    h = h + jax.nn.relu(dense(net["b"], h))
    logit = _exact(net["c"], h.astype(jnp.float32))[:, 0]
    alive = dice > 0
    logit = jnp.where(alive, logit, -1e9)
    return jax.nn.log_softmax(logit)
