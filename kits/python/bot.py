#!/usr/bin/env python3
"""A starter bot for Dicehouse: plays all three games, remembers nothing.

Try it:   dicehouse check -- python3 kits/python/bot.py
"""
import json
import sys
from math import comb


def play_liars(view, legal):
    """Says whatever is more likely to be true: the best raise, or that the last bid is a lie."""
    faces, wild, hand = view["rules"]["faces"], view["wild"], view["hand"]
    unseen = sum(view["dice"]) - len(hand)

    def chance(quantity, face):
        """How likely at least `quantity` dice on the table count for `face`."""
        counting = {face} if wild is None else {face, wild} if face != wild else {wild}
        mine = sum(die in counting for die in hand)
        p = len(counting) / faces
        needed = range(max(quantity - mine, 0), unseen + 1)
        return sum(comb(unseen, n) * p**n * (1 - p) ** (unseen - n) for n in needed)

    # legal["least"][face - 1] is the lowest legal quantity for a face, or null.
    raises = [(chance(q, face), q, face) for face, q in enumerate(legal["least"], 1) if q]
    best = max(raises, default=(0, 0, 0))
    if legal["call"]:
        quantity, face = map(int, view["bids"][-1]["bid"].split("x"))
        if not raises or 1 - chance(quantity, face) > best[0]:
            return "call"
    return f"{best[1]}x{best[2]}"


def play_claims(view, legal):
    """Claims the truth, but never less than 7; calls what is too good to be true."""
    if legal["decide"] == "claim":
        return f"claim {min(max(sum(view['hand']), 7, legal['min']), legal['max'])}"
    if legal["decide"] == "answer":
        return "call" if view["claim"] >= 10 else "let pass"
    return "immunity"


def play_pairs(view, legal):
    """Collects marks on few numbers, and keeps the counters of removed numbers level."""
    sheet = view["sheets"][view["viewer"]["seat"]]
    removals = {removed["number"]: removed["count"] for removed in sheet["removed"]}

    def merit(split):
        pairs, removed = split.split("-")
        marks = [sheet["marks"][int(pair) - 2] for pair in pairs.split("+")]
        return sum(m if m else -3 for m in marks) - removals.get(int(removed), 0)

    return max(legal["splits"], key=merit)


PLAY = {"liars": play_liars, "claims": play_claims, "pairs": play_pairs}


def answer(message):
    """The answer to a message, if it needs one."""
    if message["type"] == "hello":
        return {"type": "ready", "protocol": 1, "name": "python-starter", "version": "1.0"}
    if message["type"] == "act":
        view = message["view"]
        act = PLAY[view["game"]](view, message["legal"])
        return {"type": "move", "id": message["id"], "act": act}
    return None  # start, events, over and whatever comes in later versions


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    reply = answer(message)
    if reply:
        print(json.dumps(reply), flush=True)
