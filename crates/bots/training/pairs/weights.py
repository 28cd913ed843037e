"""The weights file: what train.py writes and reference.py (and the bot) read.

All little-endian:

    8 bytes   magic  b"DHPAIRS1"
    u32       n, the number of layer sizes (inputs, hidden layers, 1)
    n * u32   the sizes
    f32       points per unit of the output
    then for each of the n - 1 layers, with `in` and `out` its sizes:
    f32       scale of the weights
    out * f32 biases
    in * out * i16  weights, row by row: all `out` weights of input 0, then of input 1, ...
                    (weight = i16 * scale)
"""

import struct
from array import array
import sys

MAGIC = b"DHPAIRS1"


def little_endian(values, code):
    data = array(code, values)
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()


def save_weights(path, weights, biases, points):
    sizes = [len(w) for w in weights] + [len(biases[-1])]
    with open(path, "wb") as f:
        f.write(MAGIC)
        f.write(struct.pack(f"<I{len(sizes)}If", len(sizes), *sizes, points))
        for rows, bias in zip(weights, biases):
            scale = max(abs(x) for row in rows for x in row) / 32767
            f.write(struct.pack("<f", scale))
            f.write(little_endian(bias, "f"))
            f.write(little_endian([round(x / scale) for row in rows for x in row], "h"))


def load_weights(path):
    """(sizes, points per unit, [(rows, biases) per layer])"""
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != MAGIC:
        raise ValueError("not a pairs weights file")
    at = 8

    def take(fmt):
        nonlocal at
        values = struct.unpack_from("<" + fmt, data, at)
        at += struct.calcsize("<" + fmt)
        return values

    (n,) = take("I")
    sizes = take(f"{n}I")
    (points,) = take("f")
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        (scale,) = take("f")
        biases = list(take(f"{outputs}f"))
        rows = [[w * scale for w in take(f"{outputs}h")] for _ in range(inputs)]
        layers.append((rows, biases))
    if at != len(data):
        raise ValueError("trailing bytes in the weights file")
    return list(sizes), points, layers
