"""One round of `liars` for any ruleset, as pure functions of JAX arrays.

Written for one table; `jax.vmap` makes it many. Seats 0..n-1 are all still in: a seat that is out does
not sit at the table any more. Faces and seats are counted from 0 here, -1 is "none".
"""

import os

import jax
import jax.numpy as jnp
import numpy as np

# The largest table. Fewer seats and faces (`SEATS=2 FACES=6 python3 train.py …`) train quicker; the network
# is the same: seats that are not there are told to it as empty ones.
SEATS, FACES = int(os.environ.get("SEATS", 10)), int(os.environ.get("FACES", 9))
TOLD_SEATS = 10
# A bid is its face and how far it lies above the least legal quantity on that face.
OFFSETS = np.array([0, 1, 2, 3, 4, 5, 7, 10])
STEPS = len(OFFSETS)
CALL, EXACT = FACES * STEPS, FACES * STEPS + 1
ACTIONS = FACES * STEPS + 2
QUANTITY, FACE, HALF, PERUDO = range(4)
AFTER_LOSER, LOSER, RANDOM = range(3)
MOST_DICE = 100
# After so many bids the policy raises no more. Under `half` bids can go round in circles, and a round
# that does not end teaches nothing.
MOST_BIDS = 40


def _tails():
    """tails[chance, n, k]: the chance that at least k of n dice count; chance 2(F-2) is 1/F, the next 2/F."""
    table = np.zeros((16, MOST_DICE, MOST_DICE + 2), np.float32)
    for faces in range(2, 10):
        for wild in range(2):
            p = min((1 + wild) / faces, 1.0)
            pmf = np.zeros(MOST_DICE + 2)
            pmf[0] = 1.0
            for n in range(MOST_DICE):
                table[2 * (faces - 2) + wild, n] = np.minimum(pmf[::-1].cumsum()[::-1], 1.0)
                pmf = pmf * (1 - p) + np.concatenate([[0.0], pmf[:-1]]) * p
    return jnp.asarray(table)


TAILS = _tails()


def at_least(chance, dice, need):
    """The chance that at least `need` of `dice` unknown dice count."""
    row = TAILS[chance, jnp.clip(dice, 0, MOST_DICE - 1)]
    inside = row[jnp.clip(need, 0, MOST_DICE + 1)]
    return jnp.where(need <= 0, 1.0, jnp.where(need > dice, 0.0, inside))


def new_round(rules, n, dice, opener, hands):
    """The state of a round whose hands (dice by seat and face) have just been rolled."""
    none = jnp.full((3,), -1, jnp.int32)
    return dict(
        **rules, n=n, dice=dice, opener=opener, cur=opener, hands=hands,
        quantity=jnp.int32(0), face=jnp.int32(-1), bidder=jnp.int32(-1),
        last_q=jnp.zeros(3, jnp.int32), last_f=none, bids=jnp.int32(0), fixed=jnp.int32(-1),
        seat_face_q=jnp.zeros((SEATS, FACES), jnp.int32), first_f=jnp.full((SEATS,), -1, jnp.int32),
        face_bids=jnp.zeros(FACES, jnp.int32), face_q=jnp.zeros(FACES, jnp.int32),
    )


def roll(key, faces, dice):
    """Hands as numbers of dice by seat and face."""
    most = 10
    pips = jax.random.randint(key, (SEATS, most), 0, faces)
    held = jnp.arange(most)[None, :] < dice[:, None]
    return ((pips[:, :, None] == jnp.arange(FACES)) & held[:, :, None]).sum(1)


def counts(hands, wild):
    """How many dice of each hand count for each face."""
    faces = jnp.arange(FACES)
    wilds = jnp.where(wild >= 0, hands[:, jnp.clip(wild, 0)], 0)
    return hands + jnp.where(faces[None, :] == wild, 0, wilds[:, None])


def least(s):
    """The least legal quantity on each face for the seat to act, and whether the face may be bid."""
    f = jnp.arange(FACES)
    q, lf, w = s["quantity"], s["face"], s["wild"]
    half = (q + 1) // 2
    by_quantity = jnp.where(f > lf, q, q + 1)
    by_face = jnp.where(f == lf, q + 1, 1)
    by_half = jnp.where(f > lf, half, q + 1)
    by_perudo = jnp.where(
        f == lf, q + 1,
        jnp.where((f == w) & (w >= 0), half, jnp.where((lf == w) & (w >= 0), 2 * q + 1, by_quantity)))
    raised = jnp.stack([by_quantity, by_face, by_half, by_perudo])[s["raise"]]
    opening = s["bids"] == 0
    quantity = jnp.where(opening, 1, raised)
    may = (f < s["faces"]) & (opening | (s["raise"] != FACE) | (f >= lf))
    may &= ~(opening & (s["raise"] == PERUDO) & (f == w) & ~s["palifico"])
    held_to = s["palifico"] & ~opening & (s["dice"][s["cur"]] > 1)
    may &= ~held_to | (f == s["fixed"])
    may &= s["bids"] < MOST_BIDS
    return quantity, may


def legal(s):
    """Which actions are legal. Bids above the dice in play are never made: they are false for sure."""
    quantity, may = least(s)
    bids = may[:, None] & (quantity[:, None] + OFFSETS[None, :] <= s["dice"].sum())
    call = s["bids"] > 0
    return jnp.concatenate([bids.reshape(-1), jnp.stack([call, call & s["exact"]])])


def slots(s):
    """The seats as the seat to act sees them: itself first, then clockwise; and which of them exist."""
    j = jnp.arange(SEATS)
    return (s["cur"] + j) % s["n"], j < s["n"]


def told(x, nothing=0):
    """Values by seat, for as many seats as the network is told of."""
    return jnp.pad(x, [(0, TOLD_SEATS - SEATS)] + [(0, 0)] * (x.ndim - 1), constant_values=nothing)


def features(s):
    """What the seat to act may know, as numbers: one row per face, and one for the whole table.

    `reference.py` and the program compute the same numbers in the same order.
    """
    me = s["cur"]
    order, there = slots(s)
    total = s["dice"].sum()
    t = total.astype(jnp.float32)
    mine = s["dice"][me]
    unknown = total - mine
    faces, wild = s["faces"], s["wild"]
    f = jnp.arange(FACES)
    real = f < faces
    has_wild = (wild >= 0) & (f != wild)
    chance = 2 * (faces - 2) + has_wild
    p = jnp.minimum((1.0 + has_wild) / faces, 1.0)
    own = counts(s["hands"], wild)[me]
    expected = own + unknown * p
    spread = jnp.sqrt(unknown * p * (1 - p) + 0.25)
    quantity, may = least(s)
    q = quantity[:, None] + OFFSETS[None, :]
    allowed = may[:, None] & (q <= total)
    tail = jax.vmap(lambda c, o, row: at_least(c, unknown, row - o))(chance, own, q)
    highest = s["face_q"]
    highest_tail = jax.vmap(lambda c, o, x: at_least(c, unknown, x - o))(chance, own, highest)
    seat_q = jnp.where(there[:, None], s["seat_face_q"][order], 0)
    first = jnp.where(there, s["first_f"][order], -1)
    slot_dice = jnp.where(there, s["dice"][order], 0)
    seat_q, first, slot_dice, there = told(seat_q), told(first, -1), told(slot_dice), told(there, False)
    bid_on = seat_q > 0
    per_face = [
        own / 5.0, s["hands"][me] / 5.0, f == wild, f / jnp.maximum(faces - 1, 1), expected / t,
        may, jnp.where(may, quantity / t, 0.0),
        jnp.where(may, jnp.clip((quantity - expected) / spread / 4, -3, 3), 0.0),
        *jnp.moveaxis(jnp.where(allowed, tail, 0.0), 1, 0), *jnp.moveaxis(allowed, 1, 0),
        f == s["last_f"][0], f == s["last_f"][1], f == s["last_f"][2],
        jnp.minimum(s["face_bids"] / 4.0, 2.0), highest / t,
        jnp.where(highest > 0, highest_tail, 0.0), seat_q[0] / t,
        (bid_on[1:] * slot_dice[1:, None]).sum(0) / t,
        *(seat_q[1:] / t), *(first[1:, None] == f[None, :]), first[0] == f,
    ]
    per_face = jnp.stack([jnp.asarray(x, jnp.float32) for x in per_face], 1) * real[:, None]

    def of_last(i):
        lf, lq = jnp.clip(s["last_f"][i], 0), s["last_q"][i]
        c, o = chance[lf], own[lf]
        true = at_least(c, unknown, lq - o)
        hit = true - at_least(c, unknown, lq + 1 - o)
        far = jnp.clip((lq - expected[lf]) / spread[lf] / 4, -3, 3)
        made = s["last_f"][i] >= 0
        return [jnp.where(made, x, 0.0) for x in (true, hit, far, lq / t)]

    bidder = jnp.clip(s["bidder"], 0)
    whole = [
        mine / 5.0, jnp.minimum(t / 20, 3.0), jnp.minimum(unknown / 20, 3.0), s["n"] / 10.0,
        1.0 / t, mine / t, s["bids"] == 0, jnp.minimum(s["bids"] / 10.0, 4.0),
        jnp.where(s["bids"] > 0, s["dice"][bidder] / 5.0, 0.0),
        *of_last(0), *of_last(1), *of_last(2),
        faces / 9.0, wild >= 0, *(jnp.arange(4) == s["raise"]), s["exact"], s["exact"] & s["gains"],
        s["exact"] & s["bidder_pays"], s["palifico"], *(jnp.arange(3) == s["next_opener"]),
        s["one_round"], s["most"] / 5.0, mine >= s["most"],
        *(slot_dice[1:] / 5.0), *there[1:],
        *(jnp.where(there[1:], slot_dice[1:] == 1, False)),
    ]
    whole = jnp.stack([jnp.asarray(x, jnp.float32) for x in whole])
    return per_face, whole


def secrets(s):
    """What a critic that sees all dice is told besides: used in training only."""
    order, there = slots(s)
    held = told(jnp.where(there[:, None], counts(s["hands"], s["wild"])[order], 0))
    total = s["dice"].sum()
    true = held.sum(0)
    quantity, _ = least(s)
    margin = jnp.clip((true - quantity) / 4.0, -3, 3)
    highest = jnp.clip((true - s["face_q"]) / 4.0, -3, 3)
    rows = [true / total, margin, true >= quantity, highest, true >= s["face_q"], true == s["face_q"],
            held[1] / 5.0, held[2] / 5.0, held[3] / 5.0]
    real = jnp.arange(FACES) < s["faces"]
    return jnp.stack([jnp.asarray(x, jnp.float32) for x in rows], 1) * real[:, None]


def next_in(dice, seat, n):
    """The next seat clockwise after `seat` that holds dice."""
    j = (seat + 1 + jnp.arange(SEATS)) % n
    return j[jnp.argmax((dice[j] > 0) & (jnp.arange(SEATS) < n))]


def act(s, action, key):
    """Plays an action. Gives the next state and, for a call or exact, the dice and opener that follow."""
    quantity, _ = least(s)
    is_bid = action < CALL
    f = jnp.clip(action // STEPS, 0, FACES - 1)
    q = quantity[f] + jnp.asarray(OFFSETS)[action % STEPS]
    me = s["cur"]
    bid = dict(
        s, quantity=q, face=f, bidder=me, cur=(me + 1) % s["n"], bids=s["bids"] + 1,
        last_q=jnp.stack([q, s["last_q"][0], s["last_q"][1]]),
        last_f=jnp.stack([f, s["last_f"][0], s["last_f"][1]]),
        fixed=jnp.where(s["bids"] == 0, f, s["fixed"]),
        seat_face_q=s["seat_face_q"].at[me, f].set(q),
        first_f=s["first_f"].at[me].set(jnp.where(s["first_f"][me] < 0, f, s["first_f"][me])),
        face_bids=s["face_bids"].at[f].add(1), face_q=s["face_q"].at[f].max(q),
    )
    nxt = {k: jnp.where(is_bid, bid[k], s[k]) for k in s}
    true = counts(s["hands"], s["wild"])[:, jnp.clip(s["face"], 0)].sum()
    seats = jnp.arange(SEATS)
    there = seats < s["n"]
    exact = action == EXACT
    hit = exact & (true == s["quantity"])
    called = jnp.where(true >= s["quantity"], me, s["bidder"])
    missed = jnp.where(s["bidder_pays"], s["bidder"], me)
    loser = jnp.where(exact, missed, called)
    lose_one = (seats == loser) & ~hit
    others = (seats != me) & there & hit & ~s["gains"]
    gain = (seats == me) & hit & s["gains"] & (s["dice"] < s["most"])
    dice = s["dice"] - lose_one - others + gain
    after = next_in(dice, loser, s["n"])
    kept = jnp.where(dice[loser] > 0, loser, after)
    opener = jnp.where(s["next_opener"] == AFTER_LOSER, after, kept)
    opener = jnp.where(hit, me, opener)
    drawn = jnp.argmax(jnp.where(dice > 0, jax.random.uniform(key, (SEATS,)), -1.0))
    opener = jnp.where(s["next_opener"] == RANDOM, drawn, opener)
    return nxt, dict(done=~is_bid, dice=dice, opener=opener, loser=jnp.where(hit, -1, loser), caller=me)
