#!/usr/bin/env python3
"""Checks the dice of a Dicehouse record, from docs/record.md alone: python3 verify_dice.py GAME.jsonl

It makes every throw again from the secret that the last line reveals. It does not know the rules of any game:
`dicehouse verify` checks those too. Exit code 0: the dice are right; 1: they are not; 3: they were given.
"""
import hashlib, hmac, json, struct, sys

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def check_chain(lines):
    last = bytes(8)
    for number, line in enumerate(lines, 1):
        body, tail = line.rsplit(b',"check":"', 1)
        last = sha256(last, body)[:8]
        if tail != last.hex().encode() + b'"}':
            sys.exit(f"line {number} was changed")

def trusted(seed, header, seeds):
    """A function from a throw's number to its endless bytes; seeds are (seat, text) in seat order."""
    message = b"dicehouse dice 1" + header + bytes([len(seeds)])
    message += b"".join(bytes([seat, len(text)]) + text.encode() for seat, text in sorted(seeds))
    def stream(number):
        block = 0
        while True:
            yield from hmac.digest(seed, message + struct.pack(">QQ", number, block), "sha256")
            block += 1
    return stream

def chacha8(key, stream):
    """The words of ChaCha with 8 rounds, a 64-bit counter from 0 and a 64-bit stream number."""
    def quarter(x, a, b, c, d):
        for first, second, turn in ((a, b, 16), (c, d, 12), (a, b, 8), (c, d, 7)):
            x[first] = (x[first] + x[second]) & 0xFFFFFFFF
            other = {a: d, c: b}[first]
            mixed = x[other] ^ x[first]
            x[other] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF
    counter = 0
    while True:
        start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, stream)))
        x = start[:]
        for _ in range(4):
            for columns in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                quarter(x, *columns)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))
        counter += 1

def dice_of(stream, count, sides):
    """The next dice: bytes at or above the largest multiple of the sides are passed over."""
    good = (byte for byte in stream if byte < 256 - 256 % sides)
    return [next(good) % sides + 1 for _ in range(count)]

def round_of(last, throw, following):
    """The round that a throw belongs to: the last that began, but in claims the order is drawn for the next one."""
    if not (throw["what"] in ("shuffle", "lot") and throw["claims"]):
        return last
    found = (entry for entry in following if entry["event"] in ("claim-round", "over"))
    return next(found, {"round": last + 1}).get("round", last)

def verify(text):
    lines = text.splitlines()
    check_chain(lines)
    head, *entries, last = [json.loads(line) for line in lines if not line.startswith(b'{"signature"')]
    # Where a name was taken out of line 1, the line says what its hash was before.
    header = bytes.fromhex(head.get("header_hash", "")) or sha256(lines[0].split(b',"dice":{')[0])
    dice, end = head["dice"], last.get("end")
    if end is None:
        sys.exit("the record breaks off: its secret is not revealed")
    if dice["source"] == "given":
        print("the dice were given and prove nothing")
        sys.exit(3)
    if dice["source"] == "trusted":
        secret = bytes.fromhex(end["reveal"]["server_seed"])
        commitment = sha256(b"dicehouse commitment 1", secret, header)
        seeds = [(e["seat"], e["seed"]) for e in entries if e["event"] == "seat-seed"]
        make = trusted(secret, header, seeds)
    else:
        secret = bytes.fromhex(end["reveal"]["contest_secret"])
        deal = struct.pack("<Q", dice["deal"])
        commitment = sha256(b"dicehouse deal commitment 1", secret, deal, header)
        key, streams = sha256(b"dicehouse deal 1", secret, deal), {}
    if commitment.hex() != dice["commitment"]:
        sys.exit("the secret is not the one that line 1 is bound to")
    number, game_round = 0, 0
    for line, entry in enumerate(entries, 2):
        if entry["event"] in ("round", "claim-round", "split-round"):
            game_round = entry["round"]
        if entry["event"] != "rolled":
            continue
        if dice["source"] == "trusted":
            stream = make(number)
        else:  # each throw begins with a new word of its seat's stream
            entry["claims"] = head["ruleset"]["game"] == "claims"
            place = round_of(game_round, entry, entries[line - 1:]) * 256 + entry.get("seat", 255)
            words = streams.setdefault(place, chacha8(key, place))
            stream = (byte for word in words for byte in struct.pack("<I", word))
        made = dice_of(stream, entry["count"], entry["sides"])
        if made != entry.get("shown", entry.get("secret", {}).get("dice")):
            sys.exit(f"line {line}: the secret gives {made}")
        number += 1
    print(f"{number} throws are right")

if __name__ == "__main__":
    verify(open(sys.argv[1], "rb").read())
