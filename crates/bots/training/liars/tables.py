"""Which tables are trained on: presets, random options, any number of players and dice."""

import jax
import jax.numpy as jnp

from rounds import AFTER_LOSER, FACE, FACES, HALF, LOSER, PERUDO, QUANTITY, RANDOM, SEATS, new_round, roll

# faces, wild, raise, exact, gains, bidder_pays, palifico rule, next opener, one round, most dice
PRESETS = {
    "contest": (6, -1, QUANTITY, 0, 0, 0, 0, AFTER_LOSER, 0, 5),
    "variation": (6, 0, FACE, 0, 0, 0, 0, LOSER, 0, 5),
    "markovok": (6, -1, HALF, 1, 0, 0, 0, RANDOM, 0, 5),
    "perudo": (6, 0, PERUDO, 1, 1, 0, 1, LOSER, 0, 5),
    "openspiel": (6, 5, QUANTITY, 0, 0, 0, 0, LOSER, 1, 1),
}
_PRESETS = jnp.array(list(PRESETS.values()))


def as_rules(row):
    faces, wild, raise_, exact, gains, pays, palifico, opener, one_round, most = row
    return dict(faces=faces, wild=wild, exact=exact > 0, gains=gains > 0, bidder_pays=pays > 0,
                palifico=palifico > 0, next_opener=opener, one_round=one_round > 0, most=most,
                **{"raise": raise_})


def preset(name):
    return as_rules(jnp.array(PRESETS[name]))


def random_rules(key):
    """Four fifths are presets; the rest is any mixture of options."""
    k = jax.random.split(key, 12)

    def chance(i, p):
        return jax.random.uniform(k[i]) < p

    faces = jnp.where(chance(0, 0.6), 6, jax.random.randint(k[1], (), 2, FACES + 1))
    where = jax.random.uniform(k[2])
    wild = jnp.where(where < 0.4, -1, jnp.where(where < 0.8, 0, jnp.where(where < 0.9, faces - 1,
                     jax.random.randint(k[3], (), 0, faces))))
    mixed = jnp.stack([
        faces, wild, jax.random.randint(k[4], (), 0, 4), chance(5, 0.5), chance(6, 0.5), chance(7, 0.2),
        chance(8, 0.3), jax.random.randint(k[9], (), 0, 3), chance(10, 0.05),
        jnp.where(chance(11, 0.6), 5, jax.random.randint(k[0], (), 1, 11))]).astype(jnp.int32)
    weights = jnp.array([0.27, 0.23, 0.23, 0.23, 0.04])
    chosen = _PRESETS[jax.random.choice(k[1], 5, p=weights)]
    return as_rules(jnp.where(chance(2, 0.8), chosen, mixed))


_PLAYERS = jnp.array([0, 0, 0.56, 0.08, 0.16, 0.04, 0.04, 0.03, 0.03, 0.03, 0.03])


def random_dice(key, most, n):
    """Dice by seat: full cups, any cups, or cups that have lost a few dice alike."""
    k = jax.random.split(key, 4)
    anything = jax.random.randint(k[0], (SEATS,), 1, most + 1)
    left = jax.random.randint(k[1], (), 1, most + 1)
    near = jnp.clip(left + jax.random.randint(k[2], (SEATS,), -1, 2), 1, most)
    kind = jax.random.uniform(k[3])
    dice = jnp.where(kind < 0.2, most, jnp.where(kind < 0.6, anything, near))
    return jnp.where(jnp.arange(SEATS) < n, dice, 0)


def random_round(key, only=None, players=None):
    """A round at any table, or at tables of one preset or number of players only."""
    k = jax.random.split(key, 6)
    rules = preset(only) if only else random_rules(k[0])
    n = jnp.int32(players) if players else jax.random.choice(k[1], 11, p=_PLAYERS)
    dice = random_dice(k[2], rules["most"], n)
    opener = jax.random.randint(k[3], (), 0, n)
    return start(rules, n, dice, opener, jax.random.uniform(k[4]) < 0.7, k[5])


def start(rules, n, dice, opener, may_be_palifico, key):
    """Rolls a round. `rules["palifico"]` is the option; in the round it says whether this one is."""
    palifico = rules["palifico"] & (dice[opener] == 1) & may_be_palifico
    wild = jnp.where(palifico, -1, rules["wild"])
    hands = roll(key, rules["faces"], dice)
    return new_round(dict(rules, palifico=palifico, wild=wild), n, dice, opener, hands)


def habits(key):
    """A plain player's habits, one set per table: how it weighs chances, steps, its own dice and calls."""
    k = jax.random.split(key, 8)
    return dict(
        trust=jax.random.uniform(k[0], minval=2.0, maxval=40.0),
        step=jax.random.uniform(k[1], minval=-2.0, maxval=1.0),
        own=jax.random.uniform(k[2], minval=0.0, maxval=8.0),
        call=jax.random.uniform(k[3], minval=-0.35, maxval=0.35),
        exact=jax.random.uniform(k[4], minval=-0.6, maxval=0.1),
        belief=jax.random.uniform(k[5], minval=0.0, maxval=0.35),
        wild=jax.random.uniform(k[6]) < 0.05,
        open_count=jax.random.uniform(k[7]) < 0.5,
    )


def habit_logits(s, per_face, whole, h):
    """How a plain counter of dice plays: likely bids on its own faces, calls of unlikely bids."""
    from rounds import OFFSETS, STEPS, counts, least
    own = counts(s["hands"], s["wild"])[s["cur"]]
    tail = per_face[:, 8:8 + STEPS]
    quantity, _ = least(s)
    q = quantity[:, None] + OFFSETS[None, :]
    share = own / jnp.maximum(s["dice"][s["cur"]], 1)
    believed = jnp.clip(whole[9] + h["belief"], 0, 1)
    bids = h["trust"] * tail + h["own"] * share[:, None] + h["step"] * OFFSETS[None, :]
    opening = s["bids"] == 0
    named = (q == jnp.maximum(own, 1)[:, None]) & (own == own.max())[:, None]
    bids = bids + jnp.where(opening & h["open_count"], 30.0 * named, 0.0)
    call = h["trust"] * (1 - believed + h["call"])
    exact = h["trust"] * (whole[10] + h["exact"])
    logits = jnp.concatenate([bids.reshape(-1), jnp.stack([call, exact])])
    return jnp.where(h["wild"], 0.0, logits)
